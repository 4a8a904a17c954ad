// Opens the database that the settings name, and tells in the words of a setting when that cannot be done.
import { SettingsFault } from '../settings.ts'
import { listLacking, migrate, migrationNames } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import type { Database, OpenOptions } from './open-database.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

/**
 * @param address the value of the setting
 * @throws SettingsFault when it cannot be opened
 */
export function openConfigured(address: string, options?: OpenOptions): Database {
  try {
    return openDatabase(address, options)
  } catch (error) {
    throw cannotOpen(error)
  }
}

/**
 * Opens the database and brings it to the schema of this version.
 * @param tell is told which steps are about to be run on a database that was there before: of a long log they take minutes
 * @param options how it is opened
 * @returns the database, and the names of the steps that were run
 * @throws SettingsFault when it cannot be opened or reached; whatever a step throws
 */
export async function openMigrated(
  address: string,
  tell: (steps: readonly string[]) => void = () => {},
  options: OpenOptions = {},
): Promise<{ database: Database; migrated: string[] }> {
  const database = openConfigured(address, options)
  try {
    const lacking = await listLacking(database)
    if (lacking.length > 0 && lacking.length < migrationNames.length) tell(lacking)
    return { database, migrated: await migrate(database) }
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw cannotOpen(error)
    if (error instanceof Error && error.message.includes('corrupted migrations')) throw madeByAnother(error)
    throw error
  }
}

/** What kysely says of steps that it does not know, in the words of who runs it. */
const madeByAnother = ({ message }: Error): SettingsFault =>
  new SettingsFault([
    `COUNTERSIGN_DATABASE: a newer version of Countersign has worked on this database (${message.replace('corrupted migrations: ', '')}). Start that version or a later one.`,
  ])

const cannotOpen = (error: unknown): SettingsFault =>
  new SettingsFault([`COUNTERSIGN_DATABASE: the database cannot be opened: ${(error as Error).message}.`])
