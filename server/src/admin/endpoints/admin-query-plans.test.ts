// Tests the query plans for 100,000 people: every query must use an index.
import { startTestMailServer } from '@countersign/testing/test-mail-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { groupMembershipNeverDueTimestamp } from '../../groups/membership/group-membership-freshness.ts'
import { parseServerSettings } from '../../platform/parse-server-settings.ts'
import type { Database } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { createAdminQueryPlanCases } from '../../testing/admin-query-plan-cases.ts'
import { createFakeChain, createFakeChains, createFakeSingleOwnerContractWallet } from '../../testing/fake-chains.ts'
import {
  explainStatementOnPostgres,
  explainStatementOnSqlite,
  findSqlitePlanProblem,
  analyzeSqliteIndexSelectivity,
} from '../../testing/check-query-plan.ts'
import { recordSqlStatementsUntilTestEnds } from '../../testing/record-sql-statements-until-test-ends.ts'
import type { RecordedSqlStatement } from '../../testing/record-sql-statements-until-test-ends.ts'
import { createDemoDataTestDatabase } from '../../testing/create-demo-data-test-database.ts'
import { ethereumTestKeys, testClockStartTime } from '../../testing/countersign-test-server.ts'
import { databaseKinds, openDatabaseUntilTestEnds } from '../../testing/database-fixtures.ts'
import { createOidcTestServer } from '../../testing/oidc-application-test-steps.ts'
import { deployTestToken } from '../../testing/group-and-token-fixtures.ts'
import { relaxedChallengeRateLimits } from '../../testing/passkey-test-steps.ts'
import { createTestContractAddress } from '../../testing/session-recheck-fixtures.ts'
import { exerciseAllEndpointsOnce } from '../../testing/exercise-all-endpoints-once.ts'

const seeds = { people: 1000, events: 1000, copies: 99, now: testClockStartTime }
/** Maximum number of rows that a statement may scan in a growing table. */
const mostRows = 6000

/** Accepted exceptions, each with its reason. */
const knowingly: readonly [form: RegExp, why: string][] = [
  [
    /select "sequence", "hash" from "audit_events" where "sequence" between/,
    'reads a tile of the log, of 256 lines at most',
  ],
  [/resources <> '\[\]'/, 'goes through the consents to resources alone, when an operator looks at one'],
]

const isKnown = ({ sql }: RecordedSqlStatement): boolean => knowingly.some(([form]) => form.test(sql))

const environment = {
  ...relaxedChallengeRateLimits,
  COUNTERSIGN_DEVICE_CODES_PER_NETWORK_PER_MINUTE: '10000',
  COUNTERSIGN_EXPORTS_PER_PERSON_PER_MINUTE: '1000',
  COUNTERSIGN_PASSKEY_SIGN_UP: 'on',
}

async function findFaults(database: Database, statements: readonly RecordedSqlStatement[]): Promise<string[]> {
  const tell = ({ during, sql }: RecordedSqlStatement, fault: string, plan: readonly string[]): string =>
    `${during}: ${fault}: ${sql.slice(0, 600)}\n${plan.join('\n')}`
  const errors: string[] = []
  if (database.kind === 'postgres') {
    for (const statement of statements) {
      const explained = await explainStatementOnPostgres(database, statement)
      for (const [table, rows] of explained?.rows ?? [])
        if (rows > mostRows) errors.push(tell(statement, `looks at ${rows} rows of ${table}`, explained?.plan ?? []))
    }
    return errors
  }
  const plans: { statement: RecordedSqlStatement; plan: string[] | null }[] = []
  for (const statement of statements)
    plans.push({ statement, plan: await explainStatementOnSqlite(database.queries, statement) })
  const selectivity = await analyzeSqliteIndexSelectivity(database.queries)
  for (const { statement, plan } of plans) {
    const fault = plan === null ? null : findSqlitePlanProblem(statement, plan, selectivity, mostRows)
    if (fault !== null) errors.push(tell(statement, fault, plan ?? []))
  }
  return errors
}

describe.each(databaseKinds)('every query on %s', (kind) => {
  test('uses an index and scans no more rows than necessary', { timeout: 240_000 }, async () => {
    let during = 'the start'
    const address = await createDemoDataTestDatabase(kind, seeds)
    const heard = recordSqlStatementsUntilTestEnds(kind, () => during)
    const database = openDatabaseUntilTestEnds(address)
    const chain = createFakeChain()
    chain.deploy(createTestContractAddress(1), createFakeSingleOwnerContractWallet(ethereumTestKeys.alice))
    deployTestToken(chain)
    const mail = await startTestMailServer()
    onTestFinished(() => mail.close())
    const smtp = { COUNTERSIGN_SMTP_HOST: '127.0.0.1', COUNTERSIGN_SMTP_PORT: String(mail.port) }
    const app = await createOidcTestServer({
      database,
      chains: createFakeChains(chain),
      environment: { ...environment, ...smtp, COUNTERSIGN_SMTP_TLS: 'none', COUNTERSIGN_SMTP_FROM: 'a@mail.example' },
    })
    const cases = Object.entries(
      await createAdminQueryPlanCases(database, parseServerSettings({}, undefined).settings, testClockStartTime),
    )
    expect(cases.length).toBeGreaterThan(100)
    // Without this, a job would process everyone.
    await database.queries
      .updateTable('group_members')
      .set({ recheck_at: groupMembershipNeverDueTimestamp })
      .where('recheck_at', '<', groupMembershipNeverDueTimestamp)
      .execute()
    heard.clear()
    for (const [name, work] of cases) {
      during = name
      await work()
    }
    expect(await exerciseAllEndpointsOnce(app, (what) => (during = what), mail)).toEqual([])
    const statements = [...heard.values()]
    expect(statements.length).toBeGreaterThan(300)
    expect(
      await findFaults(
        database,
        statements.filter((statement) => !isKnown(statement)),
      ),
    ).toEqual([])
  })

  test('is reported as a problem if no index fits', async () => {
    const database = openDatabaseUntilTestEnds(
      await createDemoDataTestDatabase(kind, { people: 1000, events: 10, copies: 9, now: testClockStartTime }),
    )
    const { queries } = database
    const asked = [
      queries.selectFrom('people').select('id').where('picture_url', '=', 'x'),
      queries
        .selectFrom('wallets')
        .select('id')
        .where('namespace', '=', 'eip155')
        .where('unlinked_at', 'is', null)
        .where('label', '=', 'x'),
    ].map((query) => query.compile())
    const errors = await findFaults(
      database,
      asked.map(({ sql, parameters }) => ({ sql, values: parameters, during: 'a test' })),
    )
    expect(errors.map((fault) => / (reads|looks at) .*? (people|wallets)/.exec(fault)?.[2])).toEqual([
      'people',
      'wallets',
    ])
  })
})
