// The database of this machine's server, for commands that are not calls of the administration.
import { systemClock, systemRandom } from '../platform/clock.ts'
import type { Random } from '../platform/clock.ts'
import { openConfigured, openMigrated } from '../platform/database/open-configured.ts'
import type { Database, Queries } from '../platform/database/open-database.ts'
import { loadSettings } from '../platform/load-settings.ts'
import type { Settings } from '../platform/settings.ts'
import { describeDatabaseFailure, refused } from './cli.ts'
import type { Outcome } from './cli.ts'

export interface CommandWorld {
  settings: Settings
  queries: Queries
  random: Random
  now: number
}

/**
 * Runs a command on the configured database.
 * @param access `write` brings the database up to date first; `read` changes nothing
 * @returns its result
 */
export async function withDatabase(
  access: 'read' | 'write',
  work: (world: CommandWorld) => Promise<Outcome>,
): Promise<Outcome> {
  const { settings } = loadSettings(process.env)
  let database: Database | undefined
  try {
    database =
      access === 'read'
        ? openConfigured(settings.database, { readOnly: true })
        : (await openMigrated(settings.database)).database
    return await work({ settings, queries: database.queries, random: systemRandom, now: systemClock() })
  } catch (error) {
    return refused(describeDatabaseFailure(error, 'owner'))
  } finally {
    await database?.close()
  }
}
