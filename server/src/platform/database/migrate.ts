// Brings a database to the schema of this version: forward only, each step in a transaction, one process at a time.
import { Migrator } from 'kysely/migration'
import type { Migration } from 'kysely/migration'
import * as signIn from './migrations/0001-sign-in.ts'
import * as applications from './migrations/0002-applications.ts'
import type { Database, DatabaseKind } from './open-database.ts'

const steps = {
  '0001-sign-in': signIn.up,
  '0002-applications': applications.up,
}

/** The names of all steps, the oldest first. */
export const migrationNames = Object.keys(steps) as (keyof typeof steps)[]

/**
 * Runs the steps that a database lacks.
 * @param last the step to stop after; the newest where it is left out (tests start from every earlier schema)
 * @returns the names of the steps that were run
 * @throws when a step fails; the database is then as it was before that step
 */
export async function migrate(database: Database, last = migrationNames.at(-1) as string): Promise<string[]> {
  const migrator = new Migrator({ db: database.queries, provider: { getMigrations: async () => migrations(database.kind) } })
  const { error, results } = await migrator.migrateTo(last)
  if (error) throw error
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

function migrations(kind: DatabaseKind): Record<string, Migration> {
  return Object.fromEntries(Object.entries(steps).map(([name, up]) => [name, { up: (queries) => up(queries, kind) }]))
}
