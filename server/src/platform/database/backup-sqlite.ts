// An online backup: copies an SQLite database that is in use, of the same moment in all its tables, which copying the file would not give.
import BetterSqlite from 'better-sqlite3'
import { randomInt } from 'node:crypto'
import { closeSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** All in one step: in several, a server that writes meanwhile makes it begin anew each time. In write-ahead mode it keeps nobody waiting. */
const allPages = 0x7fffffff

/**
 * Writes a copy that is one file of its own and nobody else's to read.
 * @param to must not be there
 * @param check looks at the copy, which is removed where it throws
 * @throws whatever the file system or SQLite says; `EEXIST` where there is a file already
 */
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

/** A copy on its own has nothing beside it; the server that it is given back to sets its own mode again. */
function makeStandalone(path: string): void {
  const copy = new BetterSqlite(path)
  try {
    copy.pragma('journal_mode = delete')
    // A mark of its own: put under the log of the database that it was made from, it is not taken for that one (`sqlite-wal-marker.ts`).
    copy.pragma(`user_version = ${randomInt(-(2 ** 31), 2 ** 31)}`)
    const errors = copy.pragma('integrity_check', { simple: true })
    if (errors !== 'ok') throw new Error(`the copy is damaged: ${String(errors)}`)
  } finally {
    copy.close()
  }
}

/** Makes sure that it is on the disk, and not on its way there. */
export function fsyncFile(path: string): void {
  const isFolder = statSync(path).isDirectory()
  // Windows flushes no folders, and files only where they may be written to.
  if (isFolder && process.platform === 'win32') return
  const file = openSync(path, isFolder ? 'r' : 'r+')
  fsyncSync(file)
  closeSync(file)
}
