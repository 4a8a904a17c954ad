// Creates a fresh SQLite or PostgreSQL database for each test.
import { inMemoryTemporaryFolder } from '@countersign/testing/in-memory-temporary-folder-path'
import { formatCopyDatabaseStatement } from '@countersign/testing/test-postgres-server'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished, test } from 'vitest'
import { runMigrations } from '../platform/database/run-migrations.ts'
import { openDatabase } from '../platform/database/open-sqlite-or-postgres-database.ts'
import type {
  Database,
  DatabaseKind,
  OpenDatabaseOptions,
} from '../platform/database/open-sqlite-or-postgres-database.ts'
import { templateDatabaseName } from './vitest-global-setup.ts'

/** `npm run test:quick` skips PostgreSQL. */
export const databaseKinds: readonly DatabaseKind[] =
  process.env['TEST_DATABASES'] === 'sqlite' ? ['sqlite'] : ['sqlite', 'postgres']

export function testOnBothDatabases(title: string, run: (kind: DatabaseKind) => Promise<void>, timeout?: number): void {
  // oxlint-disable-next-line vitest/expect-expect -- the assertions are in what is passed
  test.each(databaseKinds)(`${title}, on %s`, run, timeout)
}

export async function createEmptyDatabase(kind: DatabaseKind): Promise<string> {
  return kind === 'sqlite' ? createSqliteAddress() : createPostgresDatabase('template1')
}

export async function createTestDatabase(kind: DatabaseKind): Promise<string> {
  if (kind === 'postgres') return createPostgresDatabase(templateDatabaseName)
  const address = createSqliteAddress()
  sqliteTemplate ??= makeSqliteTemplate()
  writeFileSync(address.slice('sqlite:'.length), await sqliteTemplate)
  return address
}

let sqliteTemplate: Promise<Buffer> | null = null

async function makeSqliteTemplate(): Promise<Buffer> {
  const folder = mkdtempSync(join(inMemoryTemporaryFolder, 'countersign-template-'))
  const path = join(folder, 'template.db')
  const database = openDatabase(`sqlite:${path}`)
  await runMigrations(database)
  // Closing the last connection merges the WAL into the file.
  await database.close()
  const template = readFileSync(path)
  rmSync(folder, { recursive: true, force: true })
  return template
}

export async function openTestDatabase(kind: DatabaseKind): Promise<Database> {
  return openDatabaseUntilTestEnds(await createTestDatabase(kind))
}

/** A slow machine can pause a test inside a transaction for longer than the server allows. */
const testOpenOptions: OpenDatabaseOptions = { idleTransactionMs: 60_000 }

/** Pass `{}` for the server's own limits. */
export function openDatabaseUntilTestEnds(address: string, options: OpenDatabaseOptions = testOpenOptions): Database {
  const database = openDatabase(address, options)
  onTestFinished(() => database.close())
  return database
}

function createSqliteAddress(): string {
  const folder = mkdtempSync(join(inMemoryTemporaryFolder, 'countersign-sqlite-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return `sqlite:${join(folder, 'countersign.db')}`
}

async function createPostgresDatabase(template: string): Promise<string> {
  const { admin, pattern } = inject('postgres')
  administrator ??= connectAsAdministrator(admin)
  const client = await administrator
  const name = `test_${randomBytes(8).toString('hex')}`
  await client.query(formatCopyDatabaseStatement(name, template))
  onTestFinished(async () => void (await client.query(`drop database if exists "${name}" with (force)`)))
  return pattern.replace('NAME', name)
}

/** All tests share the connection until the process exits. */
let administrator: Promise<pg.Client> | null = null

async function connectAsAdministrator(address: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  return client
}
