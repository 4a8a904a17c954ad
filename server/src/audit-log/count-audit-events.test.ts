import { describe, expect, test } from 'vitest'
import { systemRandomBytes } from '../platform/clock.ts'
import type { Database } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { openDatabase } from '../platform/database/open-sqlite-or-postgres-database.ts'
import {
  createTestDatabase,
  databaseKinds,
  openTestDatabase,
  openDatabaseUntilTestEnds,
} from '../testing/database-fixtures.ts'
import { appendTimedAuditEvents } from './append-audit-events.ts'
import type { NewAuditEvent } from './append-audit-events.ts'
import { updateAuditEventCounts } from './count-audit-events.ts'
import { sequenceAllAuditEntries } from '../testing/inspect-test-database.ts'

const evidence = { personId: null, content: {} }
const signedIn = (method: string): NewAuditEvent => ({
  type: 'session.started',
  outcome: 'success',
  details: { method },
  evidence,
})
const refused = (reason: string): NewAuditEvent => ({
  type: 'sign_in.refused',
  outcome: 'refused',
  details: { reason },
  evidence,
})

async function write({ queries }: Database, lines: readonly { at: number; event: NewAuditEvent }[]): Promise<void> {
  await queries.transaction().execute((transaction) => appendTimedAuditEvents(transaction, systemRandomBytes, lines))
  await sequenceAllAuditEntries(queries)
}

const readCounts = (database: Database) =>
  database.queries
    .selectFrom('audit_event_counts')
    .selectAll()
    .orderBy('day')
    .orderBy('type')
    .orderBy('sign_in_method')
    .orderBy('reason')
    .execute()

const first = Date.parse('2026-03-01T23:59:59.999Z')

describe.each(databaseKinds)('counting audit entries on %s', (kind) => {
  test('counts by day, sign-in method and reason, continuing after the last counted entry', async () => {
    const database = await openTestDatabase(kind)
    await write(
      database,
      ['ecdsa', 'ecdsa', 'erc1271', 'erc6492', 'passkey'].map((method) => ({ at: first, event: signedIn(method) })),
    )
    expect(await updateAuditEventCounts(database.queries)).toBe(5)
    await write(database, [
      { at: first + 1, event: refused('used') },
      { at: first, event: signedIn('ecdsa') },
    ])
    expect(await updateAuditEventCounts(database.queries)).toBe(2)
    expect(await updateAuditEventCounts(database.queries)).toBe(0)
    const started = { day: '2026-03-01', type: 'session.started', outcome: 'success', reason: '', application: '' }
    expect(await readCounts(database)).toEqual([
      { ...started, sign_in_method: 'contract', count: 2 },
      { ...started, sign_in_method: 'key', count: 3 },
      { ...started, sign_in_method: 'passkey', count: 1 },
      {
        day: '2026-03-02',
        type: 'sign_in.refused',
        outcome: 'refused',
        sign_in_method: '',
        reason: 'used',
        application: '',
        count: 1,
      },
    ])
  })

  test('counts sign-ins by the wallet app that the browser named, and those with another device', async () => {
    const database = await openTestDatabase(kind)
    const details = [
      { method: 'ecdsa', walletApp: 'metamask' },
      { method: 'ecdsa', walletApp: 'metamask' },
      { method: 'ecdsa', walletApp: 'rabby', signedOn: 'another-device' },
      { method: 'ecdsa', reason: 'ignored' },
    ]
    await write(
      database,
      details.map((each) => ({ at: first, event: { ...signedIn('ecdsa'), details: each } })),
    )
    await updateAuditEventCounts(database.queries)
    expect((await readCounts(database)).map(({ reason, count }) => [reason, Number(count)])).toEqual([
      ['', 1],
      ['another-device', 1],
      ['metamask', 2],
    ])
  })

  test('records the entry range of each hour, even if the clock was set back', async () => {
    const database = await openTestDatabase(kind)
    const hour = Math.floor(first / 3_600_000)
    await write(
      database,
      [first, first + 1, first - 1, first + 2].map((at) => ({ at, event: refused('used') })),
    )
    await updateAuditEventCounts(database.queries)
    await write(database, [{ at: first - 2, event: refused('used') }])
    await updateAuditEventCounts(database.queries)
    expect(await database.queries.selectFrom('audit_event_hours').selectAll().orderBy('hour').execute()).toEqual([
      { hour, first_sequence: 1, last_sequence: 5 },
      { hour: hour + 1, first_sequence: 2, last_sequence: 4 },
    ])
  })

  test('counts each entry once across instances, during concurrent writes', async () => {
    const address = await createTestDatabase(kind)
    const [one, other] = [openDatabaseUntilTestEnds(address), openDatabaseUntilTestEnds(address)]
    const counted: number[] = []
    const count = async ({ queries }: Database) => counted.push(await updateAuditEventCounts(queries))
    const lines = Array.from({ length: 100 }, (_, index) => ({ at: first + index, event: refused('used') }))
    // Writes pause between rounds, because an SQLite connection that never pauses locks out all
    // others.
    for (let round = 0; round < 15; round++) {
      await Promise.all([write(one, lines), count(one), count(other), write(other, lines), count(other), count(one)])
    }
    for (let last = -1; last !== 0;) counted.push((last = await updateAuditEventCounts(other.queries)))
    expect(counted.reduce((sum, each) => sum + each, 0)).toBe(3000)
    expect((await readCounts(one)).reduce((sum, each) => sum + each.count, 0)).toBe(3000)
  })

  test('keeps no counts of an aborted transaction', async () => {
    const address = await createTestDatabase(kind)
    const database = openDatabaseUntilTestEnds(address)
    await write(database, [{ at: first, event: signedIn('passkey') }])
    const dying = openDatabase(address)
    const dies = dying.queries.transaction().execute(async (transaction) => {
      await updateAuditEventCounts({
        transaction: () => ({ execute: (work: (inner: typeof transaction) => Promise<number>) => work(transaction) }),
      } as unknown as typeof dying.queries)
      throw new Error('killed')
    })
    await expect(dies).rejects.toThrow('killed')
    await dying.close()
    expect(await readCounts(database)).toEqual([])
    expect(await updateAuditEventCounts(database.queries)).toBe(1)
    expect(await readCounts(database)).toMatchObject([{ count: 1 }])
  })

  test('adds search links to entries written before search links existed', async () => {
    const database = await openTestDatabase(kind)
    await write(database, [
      {
        at: first,
        event: {
          ...refused('timed_out'),
          type: 'logout.failed',
          details: { applicationId: 'wiki', reason: 'timed_out' },
        },
      },
    ])
    await database.queries.deleteFrom('audit_event_links').execute()
    await updateAuditEventCounts(database.queries)
    await sequenceAllAuditEntries(database.queries)
    expect(await database.queries.selectFrom('audit_event_links').selectAll().orderBy('kind').execute()).toEqual([
      { kind: 'application', target: 'wiki', sequence: 1 },
      { kind: 'reason', target: 'timed_out', sequence: 1 },
    ])
  })
})
