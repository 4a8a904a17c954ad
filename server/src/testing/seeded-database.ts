// A database with some thousand invented people and lines, as `countersign seed` makes it, for tests of how it is read.
import { sql } from 'kysely'
import { countEvents } from '../activity/count.ts'
import { Choices } from '../commands/seed-choices.ts'
import { seedEvents } from '../commands/seed-events.ts'
import { seedPeople } from '../commands/seed-people.ts'
import { seedRoles, seedThings } from '../commands/seed-things.ts'
import { systemRandom } from '../platform/clock.ts'
import type { Database, DatabaseKind } from '../platform/database/open-database.ts'
import { createTestDatabase, openUntilTestEnds } from './test-databases.ts'

const spanMs = 30 * 86_400_000

/** On PostgreSQL, whole tables are read only where there is no other way, and joined row by row, however small they are: as it is done with a
 * page of large ones. */
export async function openSeededDatabase(kind: DatabaseKind, { people: howMany, events, now }: { people: number; events: number; now: number }): Promise<Database> {
  const address = await createTestDatabase(kind)
  const { queries } = openUntilTestEnds(address)
  const world = { queries, random: systemRandom, choices: new Choices(3), now, origin: 'http://localhost:4000', spanMs }
  const things = await seedThings(world)
  const people = await seedPeople(world, howMany, things, () => {})
  const administrators = await seedRoles(world, people)
  await seedEvents(world, { people, administrators, applications: things.applications }, events, () => {})
  while ((await countEvents(queries)) > 0);
  if (kind === 'postgres') await sql`analyze`.execute(queries)
  return openUntilTestEnds(kind === 'sqlite' ? address : `${address}&options=${encodeURIComponent('-c enable_seqscan=off -c enable_mergejoin=off -c enable_hashjoin=off')}`)
}
