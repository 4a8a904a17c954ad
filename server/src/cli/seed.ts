// `countersign seed`: fills a database of this machine with seed data (fixtures): invented people and lines of the log, to look at screens
// that are full and to measure how long things take then.
import type { Command } from 'commander'
import { sql } from 'kysely'
import { countEvents } from '../audit-log/count.ts'
import { systemClock, systemRandom } from '../platform/clock.ts'
import { openMigrated } from '../platform/database/open-configured.ts'
import type { Database, Queries } from '../platform/database/open-database.ts'
import { loadSettings } from '../platform/load-settings.ts'
import { isLocalOrigin } from '../platform/settings.ts'
import { refused, runs } from './cli.ts'
import type { Outcome } from './cli.ts'
import { createProgress } from './progress.ts'
import { Choices } from './seed-choices.ts'
import { seedEvents } from './seed-events.ts'
import { seedPeople } from './seed-people.ts'
import { anyFamily } from './seed-wallet.ts'
import { seedRoles, seedThings } from './seed-things.ts'

const most = { people: 10_000_000, events: 100_000_000, days: 3650 }
const dayMs = 86_400_000

export function register(program: Command): void {
  runs(
    program
      .command('seed')
      .description('For development: fills an empty local database with sample people and activity.')
      .option('--people <count>', 'how many people', '1000')
      .option('--events <count>', 'how many audit log entries; a million take a few minutes', '20000')
      .option('--days <count>', 'over how many days', '90')
      .addHelpText(
        'after',
        '\nRefused unless the origin is localhost and the database has no people or\napplications.',
      ),
    seed,
  )
}

async function seed(given: Record<keyof typeof most, string>): Promise<Outcome> {
  const wrong = Object.entries(most).find(([name, end]) => !isWithin(given[name as keyof typeof most], end))
  if (wrong !== undefined) return refused(`--${wrong[0]} must be a whole number from 1 to ${wrong[1]}.`)
  const { settings } = loadSettings(process.env)
  if (!isLocalOrigin(settings.origin))
    return refused(
      `COUNTERSIGN_ORIGIN is ${settings.origin}. Invented people belong to a server of this machine (localhost) alone; nothing was changed.`,
    )
  const { database } = await openMigrated(settings.database)
  try {
    if (!(await isEmpty(database.queries)))
      return refused(
        'There are people or applications in this database already. Name another one (COUNTERSIGN_DATABASE); nothing was changed.',
      )
    return await fill(database, {
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

async function isEmpty(queries: Queries): Promise<boolean> {
  for (const table of ['people', 'applications', 'groups'] as const) {
    if ((await queries.selectFrom(table).select('id').limit(1).executeTakeFirst()) !== undefined) return false
  }
  return true
}

async function fill(
  { kind, queries }: Database,
  { origin, people: howMany, events, days }: { origin: string; people: number; events: number; days: number },
): Promise<Outcome> {
  const world = {
    queries,
    random: systemRandom,
    choices: new Choices(1),
    drawFamily: anyFamily,
    now: systemClock(),
    origin,
    spanMs: days * dayMs,
  }
  const things = await seedThings(world)
  const people = await seedPeople(world, howMany, things, drawPart('People', howMany))
  const administrators = await seedRoles(world, people)
  await seedEvents(
    world,
    { people, administrators, applications: things.applications },
    events,
    drawPart('Audit log entries', events),
  )
  while ((await countEvents(queries)) > 0);
  // As PostgreSQL would by itself soon; SQLite plans without, as it does on every server.
  if (kind === 'postgres') await sql`analyze`.execute(queries)
  const [applications, groups] = [things.applications.length, things.groups.length]
  return {
    json: { people: howMany, applications, groups, events },
    text: `${howMany} people, ${applications} applications, ${groups} groups and ${events} lines were invented. Nobody owns this server yet: start it, and become the owner.`,
  }
}

function drawPart(label: string, all: number): (done: number) => void {
  const draw = createProgress(label)
  return (done) => draw(done / all)
}
