// A database with some thousand invented people and lines, as `countersign seed` makes it, for tests of how it is read.
import { sql } from 'kysely'
import { updateAuditEventCounts } from '../audit-log/count-audit-events.ts'
import { DemoDataRandomPicker } from '../cli/demo-data/random-demo-data-samples.ts'
import { insertDemoAuditEntries } from '../cli/demo-data/insert-demo-audit-entries.ts'
import { insertDemoPeople } from '../cli/demo-data/insert-demo-people.ts'
import {
  insertDemoRoleAssignments,
  insertDemoApplicationsAndGroups,
} from '../cli/demo-data/insert-demo-applications-and-groups.ts'
import { pickDemoChainFamily, alwaysPickEthereumChainFamily } from '../cli/demo-data/generate-demo-wallet.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import type { DatabaseKind } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { clonePeopleForLoadTests } from './clone-people-in-test-database.ts'
import { createTestDatabase, openDatabaseUntilTestEnds } from './database-fixtures.ts'

const spanMs = 30 * 86_400_000

interface SeedSizes {
  people: number
  /** Lines of the log. */
  events: number
  /** How often all of that is copied. */
  copies?: number
  now: number
}

/** @returns its address, for as long as the test runs. On PostgreSQL, whole tables are read there only where there is no other way, and joined
 * row by row, however small they are: as it is done with a page of large ones. */
export async function createDemoDataTestDatabase(
  kind: DatabaseKind,
  { people: howMany, events, copies = 0, now }: SeedSizes,
): Promise<string> {
  const address = await createTestDatabase(kind)
  const database = openDatabaseUntilTestEnds(address)
  const { queries } = database
  const context = {
    queries,
    random: systemRandomBytes,
    choices: new DemoDataRandomPicker(3),
    pickChainFamily: copies > 0 ? alwaysPickEthereumChainFamily : pickDemoChainFamily,
    now,
    origin: 'http://localhost:4000',
    spanMs,
  }
  const things = await insertDemoApplicationsAndGroups(context)
  const people = await insertDemoPeople(context, howMany, things, () => {})
  const administrators = await insertDemoRoleAssignments(context, people)
  await insertDemoAuditEntries(context, { people, administrators, applications: things.applications }, events, () => {})
  while ((await updateAuditEventCounts(queries)) > 0);
  if (copies > 0) await clonePeopleForLoadTests(database, copies, { now, spanMs })
  else if (kind === 'postgres') await sql`analyze`.execute(queries)
  return kind === 'sqlite'
    ? address
    : `${address}&options=${encodeURIComponent('-c enable_seqscan=off -c enable_mergejoin=off -c enable_hashjoin=off')}`
}
