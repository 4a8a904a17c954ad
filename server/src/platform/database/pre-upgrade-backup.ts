// The way back from an upgrade (backup before migration): an SQLite file is copied beside itself before the first step touches it.
import { existsSync, globSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { backupSqlite } from './backup-sqlite.ts'

/** So many copies of earlier upgrades are kept. */
const maxPreUpgradeBackups = 2

/**
 * The copies that lie beside a database, the oldest first.
 * @param path of the SQLite file
 */
export function listPreUpgradeBackups(path: string): string[] {
  const ofStep = /\.before-\d{4}-[a-z-]+$/
  return globSync(`${basename(path)}.before-*`, { cwd: dirname(path) })
    .filter((name) => ofStep.test(name))
    .map((name) => join(dirname(path), name))
    .sort((one, other) => statSync(one).mtimeMs - statSync(other).mtimeMs)
}

/** Where the copy goes that is made before a step. */
export const getPreUpgradeBackupPath = (path: string, step: string): string => `${path}.before-${step}`

/**
 * Copies an SQLite database, verifies the copy, and lets all but the last two go. One of an attempt that failed takes the place of the one before.
 * @param address the value of the setting
 * @param step the first step that is about to be run
 * @returns where the copy is; null on PostgreSQL, whose operator has tools of its own
 * @throws whatever the file system or SQLite says; nothing is left of the copy then, and the ones before are there
 */
export async function backupBeforeUpgrade(address: string, step: string): Promise<string | null> {
  if (!address.startsWith('sqlite:')) return null
  const path = address.slice('sqlite:'.length)
  const copy = getPreUpgradeBackupPath(path, step)
  const making = `${copy}.making`
  // What a power cut left.
  if (existsSync(making)) rmSync(making)
  await backupSqlite(path, making, async () => {})
  renameSync(making, copy)
  const others = listPreUpgradeBackups(path).filter((other) => other !== copy)
  for (const old of others.slice(0, Math.max(0, others.length - (maxPreUpgradeBackups - 1)))) rmSync(old)
  return copy
}
