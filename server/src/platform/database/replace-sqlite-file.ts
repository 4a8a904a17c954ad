// Puts one SQLite file in the place of another (restore): at every moment there is a whole database under the name, and the one that was there
// stays beside it.
import BetterSqlite from 'better-sqlite3'
import { chownSync, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { fsyncFile } from './backup-sqlite.ts'

/** A file that nobody else opens until it is let go. */
export interface LockedSqliteFile {
  /** Where its log ends, as `sequence:hash`. */
  readAuditLogHead: () => string
  release: () => void
}

/**
 * Holds a file as a whole (an exclusive lock): whoever wants to open it waits, and gives up.
 * @returns null where somebody has it open
 * @throws what SQLite says of a file that it cannot read
 */
export function lockSqliteFileExclusively(path: string): LockedSqliteFile | null {
  const file = new BetterSqlite(path, { timeout: 0 })
  try {
    file.pragma('locking_mode = exclusive')
    file.exec('begin immediate; commit')
    file.pragma('wal_checkpoint(truncate)')
    const head = file.prepare<[], { head: string }>(`select sequence || ':' || hash as head from audit_log_head`)
    return { readAuditLogHead: () => head.get()?.head ?? '', release: () => file.close() }
  } catch (error) {
    file.close()
    if (String((error as NodeJS.ErrnoException).code).startsWith('SQLITE_BUSY')) return null
    throw error
  }
}

/**
 * Gives a file the name of another, and to whom that one belonged: whoever restores is often root.
 * @param replacementPath the file that takes the place; nothing lies beside it
 * @param path of the database
 * @param backupPath where the one that was there is kept; must not be there yet
 */
export function replaceSqliteFile(replacementPath: string, path: string, backupPath: string): void {
  const { uid, gid } = statSync(existsSync(path) ? path : dirname(path))
  if (process.getuid?.() === 0) chownSync(replacementPath, uid, gid)
  // What was not yet written into a file that cannot be opened any more, or is gone, goes along with it.
  for (const end of ['', '-wal']) if (existsSync(`${path}${end}`)) linkSync(`${path}${end}`, `${backupPath}${end}`)
  for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
  renameSync(replacementPath, path)
  fsyncFile(dirname(path))
}
