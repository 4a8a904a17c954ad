// A test database with thousands of demo people and audit log entries.
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
  events: number
  copies?: number
  now: number
}

/** On PostgreSQL, planner settings imitate large tables. @returns the database address */
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
