// Once for a whole run of tests: a PostgreSQL server, and on it a database with the current schema for tests to copy.
import { startPostgres } from '@countersign/testing/postgres'
import type { TestProject } from 'vitest/node'
import { migrate } from '../platform/database/migrate.ts'
import { openDatabase } from '../platform/database/open-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection addresses: of the database to administer from, and of any other with NAME in its place. */
    postgres: { admin: string; pattern: string }
  }
}

export const templateName = 'countersign_template'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  const template = openDatabase(await postgres.createDatabase(templateName))
  await migrate(template)
  await template.close()
  project.provide('postgres', { admin: postgres.addressOf('postgres'), pattern: postgres.addressOf('NAME') })
  return () => postgres.stop()
}
