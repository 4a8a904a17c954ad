import BetterSqlite from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openAndMigrateDatabase, openConfiguredDatabase } from './open-configured-database.ts'

// SQLite reports a file system without locks (ENOLCK) in the same way as a lock held by another
// program.
test('a database file that cannot be locked is reported with both reasons and what to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-locked-'))
  const path = join(folder, 'a.db')
  const other = new BetterSqlite(path)
  onTestFinished(() => {
    other.close()
    rmSync(folder, { recursive: true, force: true })
  })
  other.pragma('locking_mode = exclusive')
  other.exec('begin exclusive')
  const { message, kind } = (await openAndMigrateDatabase(`sqlite:${path}`).catch((error: unknown) => error)) as {
    message: string
    kind: string
  }
  expect(kind).toBe('database.unreachable')
  expect(message).toContain(`${JSON.stringify(path)} cannot be locked`)
  expect(message).toMatch(
    /another program has locked it.*no file locks.*\(ENOLCK\), move the database to a local disk\./,
  )
})

test('reading a database that does not exist yet says so, and not that the folder is read-only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-missing-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'a.db')
  expect(() => openConfiguredDatabase(`sqlite:${path}`, { readOnly: true })).toThrow(
    `there is no database at ${JSON.stringify(path)}. Name the file that the server uses`,
  )
})
