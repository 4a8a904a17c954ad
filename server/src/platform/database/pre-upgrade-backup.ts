import { existsSync, globSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { backupSqlite } from './backup-sqlite.ts'

const maxPreUpgradeBackups = 2

/** Oldest first. */
export function listPreUpgradeBackups(path: string): string[] {
  const ofStep = /\.before-\d{4}-[a-z-]+$/
  return globSync(`${basename(path)}.before-*`, { cwd: dirname(path) })
    .filter((name) => ofStep.test(name))
    .map((name) => join(dirname(path), name))
    .sort((one, other) => statSync(one).mtimeMs - statSync(other).mtimeMs)
}

export const getPreUpgradeBackupPath = (path: string, step: string): string => `${path}.before-${step}`

/** @param step the first step to run @returns the path of the verified copy; null on PostgreSQL */
export async function backupBeforeUpgrade(address: string, step: string): Promise<string | null> {
  if (!address.startsWith('sqlite:')) return null
  const path = address.slice('sqlite:'.length)
  const copy = getPreUpgradeBackupPath(path, step)
  const making = `${copy}.making`
  // A power failure can leave this file behind.
  if (existsSync(making)) rmSync(making)
  await backupSqlite(path, making, async () => {})
  renameSync(making, copy)
  const others = listPreUpgradeBackups(path).filter((other) => other !== copy)
  for (const old of others.slice(0, Math.max(0, others.length - (maxPreUpgradeBackups - 1)))) rmSync(old)
  return copy
}
