// The two databases that every store test runs on, each test with a fresh one of its own.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { migrate } from '../platform/database/migrate.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import type { Database, DatabaseKind } from '../platform/database/open-database.ts'
import { templateName } from './global-setup.ts'

/** Files in memory where there is such a folder: what a disk would do to them is tested elsewhere. */
const memoryFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

export const databaseKinds: readonly DatabaseKind[] = ['sqlite', 'postgres']

/** The address of a fresh database without any tables. It is gone after the test. */
export async function createEmptyDatabase(kind: DatabaseKind): Promise<string> {
  return kind === 'sqlite' ? createSqliteAddress() : createPostgresDatabase('template1')
}

/** The address of a fresh database with the current schema. It is gone after the test. */
export async function createTestDatabase(kind: DatabaseKind): Promise<string> {
  if (kind === 'postgres') return createPostgresDatabase(templateName)
  const address = createSqliteAddress()
  sqliteTemplate ??= makeSqliteTemplate()
  writeFileSync(address.slice('sqlite:'.length), await sqliteTemplate)
  return address
}

/** An SQLite file with the current schema, made once for each worker of the tests. */
let sqliteTemplate: Promise<Buffer> | null = null

async function makeSqliteTemplate(): Promise<Buffer> {
  const folder = mkdtempSync(join(memoryFolder, 'countersign-template-'))
  const path = join(folder, 'template.db')
  const database = openDatabase(`sqlite:${path}`)
  await migrate(database)
  // Closing the last connection writes everything into the one file.
  await database.close()
  const template = readFileSync(path)
  rmSync(folder, { recursive: true, force: true })
  return template
}

/** Opens a fresh database with the current schema. It is closed and gone after the test. */
export async function openTestDatabase(kind: DatabaseKind): Promise<Database> {
  return openUntilTestEnds(await createTestDatabase(kind))
}

/** Opens a database until the test ends. */
export function openUntilTestEnds(address: string): Database {
  const database = openDatabase(address)
  onTestFinished(() => database.close())
  return database
}

function createSqliteAddress(): string {
  const folder = mkdtempSync(join(memoryFolder, 'countersign-sqlite-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return `sqlite:${join(folder, 'countersign.db')}`
}

async function createPostgresDatabase(template: string): Promise<string> {
  const { admin, pattern } = inject('postgres')
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(admin, `create database ${name} template ${template}`)
  onTestFinished(() => administer(admin, `drop database if exists ${name} with (force)`))
  return pattern.replace('NAME', name)
}

async function administer(address: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
