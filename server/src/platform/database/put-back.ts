// Puts one SQLite file in the place of another (restore): at every moment there is a whole database under the name, and the one that was there stays beside it.
import BetterSqlite from 'better-sqlite3'
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'

/** Whether another process has the file open. */
export function isInUse(path: string): boolean {
  const file = new BetterSqlite(path, { timeout: 0 })
  try {
    // In write-ahead mode nobody but the only one may lock the file as a whole.
    file.pragma('locking_mode = exclusive')
    file.exec('begin immediate; commit')
    return false
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith('SQLITE_BUSY')) return true
    throw error
  } finally {
    file.close()
  }
}

/**
 * Gives a file the name of another.
 * @param making the file that takes the place; nothing lies beside it
 * @param path of the database
 * @param aside where the one that was there is kept; must not be there yet
 */
export function putBack(making: string, path: string, aside: string): void {
  if (existsSync(path)) {
    // What was not yet written into a file that cannot be opened any more goes along with it.
    for (const end of ['', '-wal']) if (existsSync(`${path}${end}`)) linkSync(`${path}${end}`, `${aside}${end}`)
    for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
  }
  renameSync(making, path)
}
