import BetterSqlite from 'better-sqlite3'
import { chownSync, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { fsyncFile } from './backup-sqlite.ts'

export interface LockedSqliteFile {
  /** `sequence:hash` */
  readAuditLogHead: () => string
  release: () => void
}

/** @returns null if another process has the file open */
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

/** Keeps the file's owner, because restores often run as root. @param backupPath must not exist */
export function replaceSqliteFile(replacementPath: string, path: string, backupPath: string): void {
  const { uid, gid } = statSync(existsSync(path) ? path : dirname(path))
  if (process.getuid?.() === 0) chownSync(replacementPath, uid, gid)
  // If the file cannot be opened, its WAL is kept as well.
  for (const end of ['', '-wal']) if (existsSync(`${path}${end}`)) linkSync(`${path}${end}`, `${backupPath}${end}`)
  for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
  renameSync(replacementPath, path)
  fsyncFile(dirname(path))
}
