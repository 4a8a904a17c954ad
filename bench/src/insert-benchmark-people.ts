import { DemoDataRandomPicker } from '@countersign/server/cli/demo-data/random-demo-data-samples'
import { alwaysPickEthereumChainFamily } from '@countersign/server/cli/demo-data/generate-demo-wallet'
import {
  insertDemoApplicationsAndGroups,
  insertDemoRoleAssignments,
} from '@countersign/server/cli/demo-data/insert-demo-applications-and-groups'
import { insertDemoAuditEntries } from '@countersign/server/cli/demo-data/insert-demo-audit-entries'
import { insertDemoPeople } from '@countersign/server/cli/demo-data/insert-demo-people'
import { systemRandomBytes } from '@countersign/server/platform/clock'
import type { Database } from '@countersign/server/platform/database/open-sqlite-or-postgres-database'

/** Number of people that `clonePeopleForLoadTests` then copies. */
export const benchmarkOriginalPeople = 1000

/** Inserts the original people, with applications, groups, roles and audit entries, into an empty database. */
export async function insertBenchmarkPeople(
  { queries }: Pick<Database, 'queries'>,
  { now, spanMs, auditEntries }: { now: number; spanMs: number; auditEntries: number },
): Promise<void> {
  const context = {
    queries,
    random: systemRandomBytes,
    choices: new DemoDataRandomPicker(1),
    pickChainFamily: alwaysPickEthereumChainFamily,
    now,
    origin: 'http://localhost:4391',
    spanMs,
  }
  const things = await insertDemoApplicationsAndGroups(context)
  const people = await insertDemoPeople(context, benchmarkOriginalPeople, things, () => {})
  const administrators = await insertDemoRoleAssignments(context, people)
  const { applications } = things
  await insertDemoAuditEntries(context, { people, administrators, applications }, auditEntries, () => {})
}
