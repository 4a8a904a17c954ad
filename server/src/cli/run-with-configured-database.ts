import { systemClock, systemRandomBytes } from '../platform/clock.ts'
import type { RandomBytes } from '../platform/clock.ts'
import { openConfiguredDatabase, openAndMigrateDatabase } from '../platform/database/open-configured-database.ts'
import type { Database, DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { loadServerSettings } from '../platform/load-server-settings.ts'
import type { ServerSettings } from '../platform/server-setting-definitions.ts'
import { describeDatabaseFailure, printCliError } from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'

export interface CliDatabaseCommandContext {
  settings: ServerSettings
  queries: DatabaseQueryBuilder
  random: RandomBytes
  now: number
}

/** Runs migrations if `access` is `write`. */
export async function runWithConfiguredDatabase(
  access: 'read' | 'write',
  work: (context: CliDatabaseCommandContext) => Promise<CliCommandOutcome>,
): Promise<CliCommandOutcome> {
  const { settings } = loadServerSettings(process.env)
  let database: Database | undefined
  try {
    database =
      access === 'read'
        ? openConfiguredDatabase(settings.database, { readOnly: true })
        : (await openAndMigrateDatabase(settings.database)).database
    return await work({ settings, queries: database.queries, random: systemRandomBytes, now: systemClock() })
  } catch (error) {
    return printCliError(describeDatabaseFailure(error, 'owner'))
  } finally {
    await database?.close()
  }
}
