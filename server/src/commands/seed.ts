// `countersign seed`: fills a database of this machine with seed data (fixtures): invented people and lines of the log, to look at screens
// that are full and to measure how long things take then.
import { sql } from 'kysely'
import { countEvents } from '../activity/count.ts'
import type { Command } from './command.ts'
import { systemClock, systemRandom } from '../platform/clock.ts'
import { openMigrated } from '../platform/database/open-configured.ts'
import type { Database, Queries } from '../platform/database/open-database.ts'
import { loadSettings } from '../platform/load-settings.ts'
import { isLocalOrigin } from '../platform/settings.ts'
import { readArguments, refused } from './application-command.ts'
import { Choices } from './seed-choices.ts'
import { seedEvents } from './seed-events.ts'
import { seedPeople } from './seed-people.ts'
import { anyFamily } from './seed-wallet.ts'
import { seedRoles, seedThings } from './seed-things.ts'

const usage = 'seed [--people N] [--events N] [--days N]'
const most = { people: 10_000_000, events: 100_000_000, days: 3650 }
const dayMs = 86_400_000

export const seed: Command = {
  usage,
  about: 'For development: fills an empty database of this machine with invented people and activity.',
  details:
    'Without options 1000 people, 20000 lines and 90 days. A million lines take a few minutes. Refused where the origin is not localhost, and where there are people or applications already.',
  run: async (parameters) => {
    const number = { type: 'string' } as const
    const given = readArguments(parameters, {
      usage,
      options: { people: number, events: number, days: number },
      count: 0,
    })
    if (given === null) return 2
    const { people = '1000', events = '20000', days = '90' } = given.values
    const wrong = Object.entries({ people, events, days }).find(
      ([name, text]) => !isWithin(text, most[name as keyof typeof most]),
    )
    if (wrong !== undefined)
      return refused(`--${wrong[0]} must be a whole number from 1 to ${most[wrong[0] as keyof typeof most]}.`)
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
      await fill(database, {
        origin: settings.origin,
        people: Number(people),
        events: Number(events),
        days: Number(days),
      })
      return 0
    } finally {
      await database.close()
    }
  },
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
): Promise<void> {
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
  const people = await seedPeople(world, howMany, things, teller('people', howMany))
  const administrators = await seedRoles(world, people)
  await seedEvents(
    world,
    { people, administrators, applications: things.applications },
    events,
    teller('lines', events),
  )
  while ((await countEvents(queries)) > 0);
  // As PostgreSQL would by itself soon; SQLite plans without, as it does on every server.
  if (kind === 'postgres') await sql`analyze`.execute(queries)
  console.log(
    `${howMany} people, ${things.applications.length} applications, ${things.groups.length} groups and ${events} lines were invented. Nobody owns this server yet: start it, and become the owner.`,
  )
}

/** Says every tenth part that is done. */
function teller(what: string, all: number): (done: number) => void {
  let told = 0
  return (done) => {
    const part = Math.floor((done / all) * 10)
    if (part > told) console.log(`${what}: ${done} of ${all}`)
    told = part
  }
}
