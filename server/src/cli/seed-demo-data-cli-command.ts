import type { Command } from 'commander'
import { sql } from 'kysely'
import { updateAuditEventCounts } from '../audit-log/count-audit-events.ts'
import { systemClock, systemRandomBytes } from '../platform/clock.ts'
import { openAndMigrateDatabase } from '../platform/database/open-configured-database.ts'
import type { Database, DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { loadServerSettings } from '../platform/load-server-settings.ts'
import { isLocalOrigin } from '../platform/parse-setting-values.ts'
import { printCliError, setCliCommandAction } from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'
import { createTerminalProgressBar } from './terminal-progress-bar.ts'
import { DemoDataRandomPicker } from './demo-data/random-demo-data-samples.ts'
import { insertDemoAuditEntries } from './demo-data/insert-demo-audit-entries.ts'
import { insertDemoPeople } from './demo-data/insert-demo-people.ts'
import { pickDemoChainFamily } from './demo-data/generate-demo-wallet.ts'
import {
  insertDemoRoleAssignments,
  insertDemoApplicationsAndGroups,
} from './demo-data/insert-demo-applications-and-groups.ts'

const seedLimits = { people: 10_000_000, events: 100_000_000, days: 3650 }
const dayMs = 86_400_000

export function registerCliCommands(program: Command): void {
  setCliCommandAction(
    program
      .command('seed')
      .description('For development: fills an empty local database with sample people and activity.')
      .option('--people <count>', 'number of people', '1000')
      .option('--events <count>', 'number of audit log entries; a million takes a few minutes', '20000')
      .option('--days <count>', 'number of days that the activity covers', '90')
      .addHelpText(
        'after',
        '\nThe command runs only if the origin is localhost and the database has no\npeople or applications.',
      ),
    runSeed,
  )
}

async function runSeed(given: Record<keyof typeof seedLimits, string>): Promise<CliCommandOutcome> {
  const wrong = Object.entries(seedLimits).find(([name, end]) => !isWithin(given[name as keyof typeof seedLimits], end))
  if (wrong !== undefined) return printCliError(`--${wrong[0]} must be a whole number from 1 to ${wrong[1]}.`)
  const { settings } = loadServerSettings(process.env)
  if (!isLocalOrigin(settings.origin))
    return printCliError(
      `COUNTERSIGN_ORIGIN is ${settings.origin}. Sample data is only for a local server (localhost). Nothing was changed.`,
    )
  const { database } = await openAndMigrateDatabase(settings.database)
  try {
    if (!(await isEmpty(database.queries)))
      return printCliError(
        'This database already has people or applications. Specify another one (COUNTERSIGN_DATABASE). Nothing was changed.',
      )
    return await fillDatabase(database, {
      origin: settings.origin,
      people: Number(given.people),
      events: Number(given.events),
      days: Number(given.days),
    })
  } finally {
    await database.close()
  }
}

const isWithin = (text: string, end: number): boolean => /^[1-9][0-9]*$/.test(text) && Number(text) <= end

async function isEmpty(queries: DatabaseQueryBuilder): Promise<boolean> {
  for (const table of ['people', 'applications', 'groups'] as const) {
    if ((await queries.selectFrom(table).select('id').limit(1).executeTakeFirst()) !== undefined) return false
  }
  return true
}

async function fillDatabase(
  { kind, queries }: Database,
  { origin, people: howMany, events, days }: { origin: string; people: number; events: number; days: number },
): Promise<CliCommandOutcome> {
  const context = {
    queries,
    random: systemRandomBytes,
    choices: new DemoDataRandomPicker(1),
    pickChainFamily: pickDemoChainFamily,
    now: systemClock(),
    origin,
    spanMs: days * dayMs,
  }
  const things = await insertDemoApplicationsAndGroups(context)
  const people = await insertDemoPeople(context, howMany, things, createPartProgress('People', howMany))
  const administrators = await insertDemoRoleAssignments(context, people)
  await insertDemoAuditEntries(
    context,
    { people, administrators, applications: things.applications },
    events,
    createPartProgress('Audit log entries', events),
  )
  while ((await updateAuditEventCounts(queries)) > 0);
  // PostgreSQL would soon run this automatically; a server never runs it on SQLite.
  if (kind === 'postgres') await sql`analyze`.execute(queries)
  const [applications, groups] = [things.applications.length, things.groups.length]
  return {
    json: { people: howMany, applications, groups, events },
    text: `Created ${howMany} sample people, ${applications} applications, ${groups} groups and ${events} audit log entries. This server has no owner yet: start it, and become the owner.`,
  }
}

function createPartProgress(label: string, all: number): (done: number) => void {
  const draw = createTerminalProgressBar(label)
  return (done) => draw(done / all)
}
