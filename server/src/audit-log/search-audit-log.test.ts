import { describe, expect, test } from 'vitest'
import { DemoDataRandomPicker } from '../cli/demo-data/random-demo-data-samples.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import type { Database, DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { sequenceAllAuditEntries } from '../testing/inspect-test-database.ts'
import { databaseKinds, openTestDatabase } from '../testing/database-fixtures.ts'
import { appendTimedAuditEvents } from './append-audit-events.ts'
import type { AuditEventType, NewAuditEvent } from './append-audit-events.ts'
import { updateAuditEventCounts, hourMs } from './count-audit-events.ts'
import { searchAuditLog } from './search-audit-log.ts'
import type { AuditEntryFilter, AuditLogSearchResultEntry } from './search-audit-log.ts'

const people = ['ada', 'bela', 'chidi']
const addresses = [1, 2, 3].map((digit) => `0x${String(digit).repeat(40)}`)
const types: AuditEventType[] = [
  'session.started',
  'session.stepped_up',
  'session.ended',
  'sign_in.refused',
  'application.changed',
  'group.member_removed',
]
const methods = {
  key: ['ecdsa'],
  contract: ['erc1271', 'erc6492'],
  solana: ['ed25519'],
  bitcoin: ['bip322'],
  passkey: ['passkey'],
} as const
const networks = ['203.0.113.0/24', '2001:db8:1:2::/64']
const start = Date.parse('2026-01-01T00:00:00.000Z')

type Line = { at: number; event: NewAuditEvent }

/**
 * Generates entries that match the search filters in every combination. The clock is sometimes set
 * back.
 */
function inventLines(choices: DemoDataRandomPicker, count: number): Line[] {
  let at = start
  return Array.from({ length: count }, () => {
    at += choices.chance(3) ? -3 * hourMs : choices.nextIntegerBelow(20) * 60_000
    const personId = choices.chance(70) ? choices.pickOne(people) : null
    const content = {
      ...(choices.chance(40) && {
        address: choices.chance(50)
          ? choices.pickOne(addresses)
          : choices.pickOne(addresses).toUpperCase().replace('X', 'x'),
      }),
      ...(choices.chance(20) && { actorId: choices.pickOne(people) }),
      ...(choices.chance(40) && { networkPrefix: choices.pickOne(networks) }),
      userAgent: `"address":"${addresses[0]}","networkPrefix":"${networks[0]}"`,
    }
    const details = {
      ...(choices.chance(40) && { applicationId: choices.pickOne(['wiki', 'chat']) }),
      ...(choices.chance(40) && { reason: choices.pickOne(['idle', 'used']) }),
    }
    const type = choices.pickOne(types)
    const proved =
      type === 'session.started' || type === 'session.stepped_up'
        ? { method: choices.pickOne(['ecdsa', 'erc1271', 'erc6492', 'passkey']) }
        : type === 'group.member_removed'
          ? { group: choices.pickOne(['band', 'band_', 'rest']) }
          : { note: '"group":"band"' }
    return {
      at,
      event: {
        type,
        outcome: choices.chance(80) ? 'success' : 'refused',
        details: { ...details, ...proved },
        evidence: { personId, content },
      },
    }
  })
}

function inventFilter(choices: DemoDataRandomPicker): AuditEntryFilter {
  const from = start + choices.nextIntegerBelow(60) * hourMs + choices.nextIntegerBelow(hourMs)
  return {
    ...(choices.chance(25) && {
      types: choices.chance(50) ? [choices.pickOne(types)] : types.slice(choices.nextIntegerBelow(3)),
    }),
    ...(choices.chance(25) && { outcome: choices.pickOne(['success', 'refused'] as const) }),
    ...(choices.chance(25) && { personIds: choices.chance(50) ? [choices.pickOne(people)] : people.slice(1) }),
    ...(choices.chance(20) && { actorId: choices.pickOne(people) }),
    ...(choices.chance(25) && { applicationId: choices.pickOne(['wiki', 'chat']) }),
    ...(choices.chance(15) && { group: choices.pickOne(['band', 'rest']) }),
    ...(choices.chance(25) && { reason: choices.pickOne(['idle', 'used']) }),
    ...(choices.chance(20) && { network: choices.pickOne(networks) }),
    ...(choices.chance(15) && { way: choices.pickOne(['key', 'contract', 'passkey'] as const) }),
    ...(choices.chance(20) && { address: { address: choices.pickOne(addresses), ownerIds: people } }),
    ...(choices.chance(30) && { from }),
    ...(choices.chance(30) && { to: from + choices.nextIntegerBelow(20) * hourMs + 1 }),
  }
}

function has(
  { at, event }: Line,
  {
    types: wanted,
    outcome,
    personIds,
    actorId,
    applicationId,
    group,
    reason,
    network,
    way,
    address,
    from,
    to,
  }: AuditEntryFilter,
): boolean {
  const {
    details,
    evidence: { personId, content },
  } = event
  return (
    (wanted === undefined || wanted.includes(event.type)) &&
    (outcome === undefined || event.outcome === outcome) &&
    (personIds === undefined || (personId !== null && personIds.includes(personId))) &&
    (actorId === undefined || content.actorId === actorId) &&
    (applicationId === undefined || details.applicationId === applicationId) &&
    (group === undefined || details.group === group) &&
    (reason === undefined || details.reason === reason) &&
    (network === undefined || content.networkPrefix === network) &&
    (way === undefined || methods[way].some((method) => method === details.method)) &&
    (address === undefined || content.address?.toLowerCase() === address.address) &&
    (from === undefined || at >= from) &&
    (to === undefined || at < to)
  )
}

async function write(database: Database, lines: readonly Line[]): Promise<void> {
  const rows = people.map((id) => ({
    id,
    display_name: null,
    picture_url: null,
    locale: null,
    status: 'active' as const,
    created_at: 0,
    last_seen_at: 0,
  }))
  await database.queries
    .insertInto('people')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await database.queries
    .transaction()
    .execute((transaction) => appendTimedAuditEvents(transaction, systemRandomBytes, lines))
  await sequenceAllAuditEntries(database.queries)
}

async function readAll(
  queries: DatabaseQueryBuilder,
  filter: AuditEntryFilter,
  size: number,
): Promise<{ lines: AuditLogSearchResultEntry[]; pages: number }> {
  const lines: AuditLogSearchResultEntry[] = []
  for (let before: number | null = null, pages = 1; ; pages++) {
    const page = await searchAuditLog(queries, filter, { before, after: null, size })
    expect(page.entries.length).toBeLessThanOrEqual(size)
    lines.push(...page.entries)
    if (page.nextBefore === null) return { lines, pages }
    before = page.nextBefore
  }
}

describe.each(databaseKinds)('audit log search on %s', (kind) => {
  test(
    'returns exactly the matching entries, newest first, across pages, counted or not',
    { timeout: 120_000 },
    async () => {
      const database = await openTestDatabase(kind)
      const choices = new DemoDataRandomPicker(7)
      const lines = inventLines(choices, 1200)
      await write(database, lines.slice(0, 1000))
      await updateAuditEventCounts(database.queries)
      await write(database, lines.slice(1000))
      let found = 0
      for (let round = 0; round < 150; round++) {
        const filter = inventFilter(choices)
        const expected = lines.flatMap((line, index) => (has(line, filter) ? [index + 1] : [])).toReversed()
        const { lines: answered } = await readAll(database.queries, filter, 37)
        expect(
          answered.map(({ sequence }) => sequence),
          JSON.stringify(filter),
        ).toEqual(expected)
        found += expected.length
      }
      expect(found).toBeGreaterThan(5000)
    },
  )

  test('returns entries newer than a given one, for live updates', async () => {
    const database = await openTestDatabase(kind)
    const lines = inventLines(new DemoDataRandomPicker(8), 60)
    await write(database, lines)
    const after = (filter: AuditEntryFilter, line: number) =>
      searchAuditLog(database.queries, filter, { before: null, after: line, size: 50 })
    expect((await after({}, 57)).entries.map(({ sequence }) => sequence)).toEqual([60, 59, 58])
    expect(await after({}, 60)).toEqual({ entries: [], nextBefore: null })
    const refused = lines
      .flatMap(({ event }, index) => (event.outcome === 'refused' && index >= 30 ? [index + 1] : []))
      .toReversed()
    expect((await after({ outcome: 'refused' }, 30)).entries.map(({ sequence }) => sequence)).toEqual(refused)
  })

  test('can end a page early without ending the search, if the filters rarely match together', async () => {
    const database = await openTestDatabase(kind)
    const line = (type: AuditEventType, applicationId: string): Line => ({
      at: start,
      event: { type, outcome: 'success', details: { applicationId }, evidence: { personId: null, content: {} } },
    })
    await write(database, [
      line('session.ended', 'wiki'),
      ...Array.from({ length: 11_000 }, () => line('session.started', 'wiki')),
      line('session.ended', 'chat'),
    ])
    const filter: AuditEntryFilter = { types: ['session.ended'], applicationId: 'wiki' }
    const first = await searchAuditLog(database.queries, filter, { before: null, after: null, size: 50 })
    expect(first.entries).toEqual([])
    expect(first.nextBefore).toBeGreaterThan(1)
    expect(await readAll(database.queries, filter, 50)).toMatchObject({ lines: [{ sequence: 1 }], pages: 3 })
  })

  test('N9: treats patterns, quotes and numbers in filters as plain text', async () => {
    const database = await openTestDatabase(kind)
    await write(database, inventLines(new DemoDataRandomPicker(9), 100))
    for (const text of ["' or 1=1 --", '%', '_', '"', '\\', '0', '\u{1F600}']) {
      const { entries } = await searchAuditLog(
        database.queries,
        { applicationId: text, reason: text, actorId: text, personIds: [text] },
        { before: null, after: null, size: 50 },
      )
      expect(entries).toEqual([])
    }
  })
})
