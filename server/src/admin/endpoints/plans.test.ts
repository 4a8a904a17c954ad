// Every query goes to what it is about by an index, whoever asks it: each list and figure of the administration, and whatever any call or
// job asks. Looked at is how a database goes about it, with a hundred thousand people, and not how long it takes.
import { startMailServer } from '@countersign/testing/mail-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { neverDue } from '../../groups/membership/freshness.ts'
import { readSettings } from '../../platform/settings.ts'
import type { Database } from '../../platform/database/open-database.ts'
import { consoleCases } from '../../testing/console-cases.ts'
import { createFakeChain, fakeChains, walletOwnedBy } from '../../testing/fake-chains.ts'
import { explainOnPostgres, explainOnSqlite, faultOnSqlite, readSelectivity } from '../../testing/judge-plan.ts'
import { overhear } from '../../testing/overhear-driver.ts'
import type { Overheard } from '../../testing/overhear-driver.ts'
import { createSeededDatabase } from '../../testing/seeded-database.ts'
import { testKeys, testStart } from '../../testing/test-app.ts'
import { databaseKinds, openUntilTestEnds } from '../../testing/test-databases.ts'
import { createOpenIdApp } from '../../testing/test-openid.ts'
import { deployToken } from '../../testing/test-groups.ts'
import { generous } from '../../testing/test-passkeys.ts'
import { contractAddress } from '../../testing/test-rechecks.ts'
import { walkEveryCall } from '../../testing/walk-every-call.ts'

/** A thousand, and ninety-nine times the same. */
const seeds = { people: 1000, events: 1000, copies: 99, now: testStart }
/** No statement looks at more rows of a table that grows. */
const mostRows = 6000

/** What looks at more, and why it may. */
const knowingly: readonly [form: RegExp, why: string][] = [
  [/select "sequence", "hash" from "events" where "sequence" between/, 'reads a tile of the log, of 256 lines at most'],
  [/resources <> '\[\]'/, 'goes through the consents to resources alone, when an operator looks at one'],
]

const isKnown = ({ sql }: Overheard): boolean => knowingly.some(([form]) => form.test(sql))

const environment = {
  ...generous,
  COUNTERSIGN_DEVICE_CODES_PER_NETWORK_PER_MINUTE: '10000',
  COUNTERSIGN_EXPORTS_PER_PERSON_PER_MINUTE: '1000',
  COUNTERSIGN_PASSKEY_FIRST: 'on',
}

async function findFaults(database: Database, statements: readonly Overheard[]): Promise<string[]> {
  const tell = ({ during, sql }: Overheard, fault: string, plan: readonly string[]): string =>
    `${during}: ${fault}: ${sql.slice(0, 600)}\n${plan.join('\n')}`
  const faults: string[] = []
  if (database.kind === 'postgres') {
    for (const statement of statements) {
      const explained = await explainOnPostgres(database, statement)
      for (const [table, rows] of explained?.rows ?? [])
        if (rows > mostRows) faults.push(tell(statement, `looks at ${rows} rows of ${table}`, explained?.plan ?? []))
    }
    return faults
  }
  const plans: { statement: Overheard; plan: string[] | null }[] = []
  for (const statement of statements)
    plans.push({ statement, plan: await explainOnSqlite(database.queries, statement) })
  const selectivity = await readSelectivity(database.queries)
  for (const { statement, plan } of plans) {
    const fault = plan === null ? null : faultOnSqlite(statement, plan, selectivity, mostRows)
    if (fault !== null) faults.push(tell(statement, fault, plan ?? []))
  }
  return faults
}

describe.each(databaseKinds)('every query on %s', (kind) => {
  test('goes by an index to what it is about, and looks at no more than it has to', { timeout: 240_000 }, async () => {
    let during = 'the start'
    const address = await createSeededDatabase(kind, seeds)
    const heard = overhear(kind, () => during)
    const database = openUntilTestEnds(address)
    const chain = createFakeChain()
    chain.deploy(contractAddress(1), walletOwnedBy(testKeys.alice))
    deployToken(chain)
    const mail = await startMailServer()
    onTestFinished(() => mail.close())
    const smtp = { COUNTERSIGN_SMTP_HOST: '127.0.0.1', COUNTERSIGN_SMTP_PORT: String(mail.port) }
    const app = await createOpenIdApp({
      database,
      chains: fakeChains(chain),
      environment: { ...environment, ...smtp, COUNTERSIGN_SMTP_TLS: 'none', COUNTERSIGN_SMTP_FROM: 'a@mail.example' },
    })
    const cases = Object.entries(await consoleCases(database, readSettings({}, undefined).settings, testStart))
    expect(cases.length).toBeGreaterThan(100)
    // Of those who were there before nobody is due: a round of a job would take all of them.
    await database.queries
      .updateTable('group_members')
      .set({ due_at: neverDue })
      .where('due_at', '<', neverDue)
      .execute()
    // This, and what chose the cases, is no query of the server.
    heard.clear()
    for (const [name, work] of cases) {
      during = name
      await work()
    }
    expect(await walkEveryCall(app, (what) => (during = what), mail)).toEqual([])
    const statements = [...heard.values()]
    expect(statements.length).toBeGreaterThan(300)
    expect(
      await findFaults(
        database,
        statements.filter((statement) => !isKnown(statement)),
      ),
    ).toEqual([])
  })

  test('would be noticed if it did not', async () => {
    const database = openUntilTestEnds(
      await createSeededDatabase(kind, { people: 1000, events: 10, copies: 9, now: testStart }),
    )
    const { queries } = database
    const asked = [
      queries.selectFrom('people').select('id').where('picture_url', '=', 'x'),
      // By an index that leads to everybody's wallets.
      queries
        .selectFrom('wallets')
        .select('id')
        .where('namespace', '=', 'eip155')
        .where('unlinked_at', 'is', null)
        .where('label', '=', 'x'),
    ].map((query) => query.compile())
    const faults = await findFaults(
      database,
      asked.map(({ sql, parameters }) => ({ sql, values: parameters, during: 'a test' })),
    )
    expect(faults.map((fault) => / (reads|looks at) .*? (people|wallets)/.exec(fault)?.[2])).toEqual([
      'people',
      'wallets',
    ])
  })
})
