// Migrations of this release and of a fake next one, for tests of upgrades.
import { sql } from 'kysely'
import { databaseMigrationSteps } from '../platform/database/run-migrations.ts'
import type { DatabaseMigrationSteps } from '../platform/database/run-migrations.ts'

const changed = ['applications', 'grants', 'proofs', 'wallets'] as const

export const fakeNextReleaseMigrationNames = ['9001-first', '9002-second'] as const

export const fakeNextReleaseMigrations = {
  ...databaseMigrationSteps,
  [fakeNextReleaseMigrationNames[0]]: {
    affectedTables: changed,
    up: async (queries) => {
      for (const table of changed) await queries.schema.alterTable(table).addColumn('note', 'text').execute()
      await sql`update wallets set note = address`.execute(queries)
    },
  },
  [fakeNextReleaseMigrationNames[1]]: {
    up: async (queries) => {
      await queries.schema
        .createTable('notes')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('content', 'text')
        .execute()
      // Uses disk space, like a migration that rewrites a table.
      await sql`insert into notes (id, content) values ('long', ${'x'.repeat(500_000)})`.execute(queries)
    },
  },
} as const satisfies DatabaseMigrationSteps
