// A database with some thousand invented people and lines, as `countersign seed` makes it, for tests of how it is read.
import { sql } from 'kysely'
import { countEvents } from '../audit-log/count.ts'
import { Choices } from '../cli/seed-choices.ts'
import { seedEvents } from '../cli/seed-events.ts'
import { seedPeople } from '../cli/seed-people.ts'
import { seedRoles, seedThings } from '../cli/seed-things.ts'
import { anyFamily, onlyEthereum } from '../cli/seed-wallet.ts'
import { systemRandom } from '../platform/clock.ts'
import type { DatabaseKind } from '../platform/database/open-database.ts'
import { multiplyPeople } from './multiply-people.ts'
import { createTestDatabase, openUntilTestEnds } from './test-databases.ts'

const spanMs = 30 * 86_400_000

interface Seeds {
  people: number
  /** Lines of the log. */
  events: number
  /** How often all of that is copied. */
  copies?: number
  now: number
}

/** @returns its address, for as long as the test runs. On PostgreSQL, whole tables are read there only where there is no other way, and joined
 * row by row, however small they are: as it is done with a page of large ones. */
export async function createSeededDatabase(
  kind: DatabaseKind,
  { people: howMany, events, copies = 0, now }: Seeds,
): Promise<string> {
  const address = await createTestDatabase(kind)
  const database = openUntilTestEnds(address)
  const { queries } = database
  const world = {
    queries,
    random: systemRandom,
    choices: new Choices(3),
    drawFamily: copies > 0 ? onlyEthereum : anyFamily,
    now,
    origin: 'http://localhost:4000',
    spanMs,
  }
  const things = await seedThings(world)
  const people = await seedPeople(world, howMany, things, () => {})
  const administrators = await seedRoles(world, people)
  await seedEvents(world, { people, administrators, applications: things.applications }, events, () => {})
  while ((await countEvents(queries)) > 0);
  if (copies > 0) await multiplyPeople(database, copies, { now, spanMs })
  else if (kind === 'postgres') await sql`analyze`.execute(queries)
  return kind === 'sqlite'
    ? address
    : `${address}&options=${encodeURIComponent('-c enable_seqscan=off -c enable_mergejoin=off -c enable_hashjoin=off')}`
}
