// Starts a PostgreSQL server once per test run, with a template database to copy.
import { startTestPostgresServer } from '@countersign/testing/test-postgres-server'
import type { TestProject } from 'vitest/node'
import { runMigrations } from '../platform/database/run-migrations.ts'
import { openDatabase } from '../platform/database/open-sqlite-or-postgres-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the admin database, and of any other database with the placeholder NAME. */
    postgres: { admin: string; pattern: string }
  }
}

export const templateDatabaseName = 'countersign_template'

export default async function startPostgresForTestRun(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgresServer()
  const template = openDatabase(await postgres.createDatabase(templateDatabaseName))
  await runMigrations(template)
  await template.close()
  project.provide('postgres', { admin: postgres.getDatabaseUrl('postgres'), pattern: postgres.getDatabaseUrl('NAME') })
  return () => postgres.stop()
}
