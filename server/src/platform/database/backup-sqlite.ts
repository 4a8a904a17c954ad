// Backs up an SQLite database in use, with all tables from the same point in time.
import BetterSqlite from 'better-sqlite3'
import { randomInt } from 'node:crypto'
import { closeSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The backup copies all pages in one step, because a write between two steps would restart it. */
const allPages = 0x7fffffff

/** @param to must not exist @param check validates the copy; if it throws, the copy is removed */
export async function backupSqlite(from: string, to: string, check: (path: string) => Promise<void>): Promise<void> {
  closeSync(openSync(to, 'wx', 0o600))
  try {
    const source = new BetterSqlite(from, { readonly: true, fileMustExist: true })
    try {
      await source.backup(to, { progress: () => allPages })
    } finally {
      source.close()
    }
    makeStandalone(to)
    await check(to)
    fsyncFile(to)
    fsyncFile(dirname(to))
  } catch (error) {
    for (const path of [to, `${to}-wal`, `${to}-shm`, `${to}-journal`]) rmSync(path, { force: true })
    throw error
  }
}

function makeStandalone(path: string): void {
  const copy = new BetterSqlite(path)
  try {
    copy.pragma('journal_mode = delete')
    // With a new mark, the server refuses to apply the WAL of the original database to the copy.
    copy.pragma(`user_version = ${randomInt(-(2 ** 31), 2 ** 31)}`)
    const errors = copy.pragma('integrity_check', { simple: true })
    if (errors !== 'ok') throw new Error(`the copy is damaged: ${String(errors)}`)
  } finally {
    copy.close()
  }
}

export function fsyncFile(path: string): void {
  const isFolder = statSync(path).isDirectory()
  // Windows cannot flush folders, and can flush files only if they are writable.
  if (isFolder && process.platform === 'win32') return
  const file = openSync(path, isFolder ? 'r' : 'r+')
  fsyncSync(file)
  closeSync(file)
}
