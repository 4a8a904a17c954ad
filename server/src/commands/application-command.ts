// What the commands about applications and groups share: their arguments, the database they work on, and the words for what fails.
import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'
import { formatFault } from '../protocol/applications/definition.ts'
import type { DefinitionFault } from '../protocol/applications/definition.ts'
import { systemClock, systemRandom } from '../platform/clock.ts'
import type { Random } from '../platform/clock.ts'
import { openConfigured, openMigrated } from '../platform/database/open-configured.ts'
import type { Database, Queries } from '../platform/database/open-database.ts'
import { CommitInDoubt, isDatabaseUnavailable } from '../platform/database/unavailable.ts'
import { loadSettings } from '../platform/load-settings.ts'
import type { Settings } from '../platform/settings.ts'
import { visible } from './inspect-visible.ts'

type Options = NonNullable<ParseArgsConfig['options']>
type Values<Given extends Options> = ReturnType<
  typeof parseArgs<{ options: Given; allowPositionals: true; allowNegative: true }>
>['values']

/**
 * Reads the arguments of a command.
 * @param count how many arguments it has that are no options
 * @param optional how many more it may have
 * @returns null where they are wrong; that has been told then
 */
export function readArguments<const Given extends Options>(
  parameters: readonly string[],
  { usage, options, count, optional = 0 }: { usage: string; options: Given; count: number; optional?: number },
): { values: Values<Given>; operands: string[] } | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...parameters],
      options,
      allowPositionals: true,
      allowNegative: true,
    })
    if (positionals.length >= count && positionals.length <= count + optional)
      return { values: values as Values<Given>, operands: positionals }
    const word = positionals[count + optional]
    console.error(
      word === undefined
        ? 'Something is missing.'
        : `"${visible(word)}" is one word too many; put names with spaces in quotation marks.`,
    )
  } catch (error) {
    if (!String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')) throw error
    // Node repeats the word as it came, which the terminal would obey (THREATS N10).
    console.error(visible((error as Error).message))
  }
  console.error(`Usage: countersign ${usage}`)
  return null
}

/** What a command works in. */
export interface CommandWorld {
  settings: Settings
  queries: Queries
  random: Random
  now: number
}

/**
 * Runs a command on the configured database.
 * @param access `write` brings the database up to date first; `read` changes nothing, not even that
 * @param subject what the command is about
 * @returns the exit code
 */
export async function withDatabase(
  access: 'read' | 'write',
  work: (world: CommandWorld) => Promise<number>,
  subject: 'application' | 'group' | 'resource' = 'application',
): Promise<number> {
  const { settings } = loadSettings(process.env)
  let database: Database | undefined
  try {
    database =
      access === 'read'
        ? openConfigured(settings.database, { readOnly: true })
        : (await openMigrated(settings.database)).database
    if (access === 'read' && !(await hasTable(database, `${subject}s`)))
      return refused('The database is of an earlier version. Start the server once, which brings it up to date.')
    return await work({ settings, queries: database.queries, random: systemRandom, now: systemClock() })
  } catch (error) {
    if (error instanceof CommitInDoubt)
      return refused(
        `The database failed at the last moment. Look with "countersign ${subject} list" whether it happened.`,
      )
    if (isDatabaseUnavailable(error))
      return refused(
        `The database cannot be used right now: ${(error as Error).message}. Nothing was changed. Try again in a moment.`,
      )
    throw error
  } finally {
    await database?.close()
  }
}

const hasTable = async ({ queries }: Database, table: string): Promise<boolean> =>
  (await queries.introspection.getTables()).some(({ name }) => name === table)

/** Says why nothing was done. */
export function refused(message: string): number {
  console.error(message)
  return 1
}

/** Says everything that is wrong with what was given. */
export function refusedFor(faults: readonly DefinitionFault[]): number {
  return refused(`Nothing was changed:\n${faults.map((fault) => `  - ${formatFault(fault)}`).join('\n')}`)
}

export const unknownApplication = (id: string): number =>
  refused(`There is no application "${id}". "countersign application list" shows all.`)
