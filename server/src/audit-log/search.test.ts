import { describe, expect, test } from 'vitest'
import { Choices } from '../cli/seed-choices.ts'
import { systemRandom } from '../platform/clock.ts'
import type { Database, Queries } from '../platform/database/open-database.ts'
import { settled } from '../testing/read-all.ts'
import { databaseKinds, openTestDatabase } from '../testing/test-databases.ts'
import { appendTimedEvents } from './append.ts'
import type { EventType, NewEvent } from './append.ts'
import { countEvents, hourMs } from './count.ts'
import { searchEvents } from './search.ts'
import type { EventFilter, FoundEvent } from './search.ts'

const people = ['ada', 'bela', 'chidi']
const addresses = [1, 2, 3].map((digit) => `0x${String(digit).repeat(40)}`)
const types: EventType[] = [
  'session.started',
  'session.confirmed',
  'session.ended',
  'sign-in.refused',
  'application.changed',
  'group.left',
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

type Line = { at: number; event: NewEvent }

/** Lines that meet predicates in every combination. The clock goes on by minutes, and is set back now and then. */
function inventLines(choices: Choices, count: number): Line[] {
  let at = start
  return Array.from({ length: count }, () => {
    at += choices.percent(3) ? -3 * hourMs : choices.below(20) * 60_000
    const personId = choices.percent(70) ? choices.one(people) : null
    const content = {
      ...(choices.percent(40) && {
        address: choices.percent(50) ? choices.one(addresses) : choices.one(addresses).toUpperCase().replace('X', 'x'),
      }),
      ...(choices.percent(20) && { actorId: choices.one(people) }),
      ...(choices.percent(40) && { networkPrefix: choices.one(networks) }),
      userAgent: `"address":"${addresses[0]}","networkPrefix":"${networks[0]}"`,
    }
    const details = {
      ...(choices.percent(40) && { applicationId: choices.one(['wiki', 'chat']) }),
      ...(choices.percent(40) && { reason: choices.one(['idle', 'used']) }),
    }
    const type = choices.one(types)
    const proved =
      type === 'session.started' || type === 'session.confirmed'
        ? { method: choices.one(['ecdsa', 'erc1271', 'erc6492', 'passkey']) }
        : type === 'group.left'
          ? { group: choices.one(['band', 'band_', 'rest']) }
          : { note: '"group":"band"' }
    return {
      at,
      event: {
        type,
        outcome: choices.percent(80) ? 'success' : 'refused',
        details: { ...details, ...proved },
        evidence: { personId, content },
      },
    }
  })
}

function inventFilter(choices: Choices): EventFilter {
  const from = start + choices.below(60) * hourMs + choices.below(hourMs)
  return {
    ...(choices.percent(25) && { types: choices.percent(50) ? [choices.one(types)] : types.slice(choices.below(3)) }),
    ...(choices.percent(25) && { outcome: choices.one(['success', 'refused'] as const) }),
    ...(choices.percent(25) && { personIds: choices.percent(50) ? [choices.one(people)] : people.slice(1) }),
    ...(choices.percent(20) && { actorId: choices.one(people) }),
    ...(choices.percent(25) && { applicationId: choices.one(['wiki', 'chat']) }),
    ...(choices.percent(15) && { group: choices.one(['band', 'rest']) }),
    ...(choices.percent(25) && { reason: choices.one(['idle', 'used']) }),
    ...(choices.percent(20) && { network: choices.one(networks) }),
    ...(choices.percent(15) && { way: choices.one(['key', 'contract', 'passkey'] as const) }),
    ...(choices.percent(20) && { address: { address: choices.one(addresses), ownerIds: people } }),
    ...(choices.percent(30) && { from }),
    ...(choices.percent(30) && { to: from + choices.below(20) * hourMs + 1 }),
  }
}

/** The same in plain words. */
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
  }: EventFilter,
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
  await database.queries.transaction().execute((transaction) => appendTimedEvents(transaction, systemRandom, lines))
  await settled(database.queries)
}

/** Every page there is. */
async function readAll(
  queries: Queries,
  filter: EventFilter,
  size: number,
): Promise<{ lines: FoundEvent[]; pages: number }> {
  const lines: FoundEvent[] = []
  for (let before: number | null = null, pages = 1; ; pages++) {
    const page = await searchEvents(queries, filter, { before, after: null, size })
    expect(page.lines.length).toBeLessThanOrEqual(size)
    lines.push(...page.lines)
    if (page.next === null) return { lines, pages }
    before = page.next
  }
}

describe.each(databaseKinds)('looking through the log on %s', (kind) => {
  test(
    'finds exactly the lines that meet all predicates, the newest first, page after page, whatever was counted of them',
    { timeout: 120_000 },
    async () => {
      const database = await openTestDatabase(kind)
      const choices = new Choices(7)
      const lines = inventLines(choices, 1200)
      await write(database, lines.slice(0, 1000))
      await countEvents(database.queries)
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

  test('answers what is newer than a line, for who watches', async () => {
    const database = await openTestDatabase(kind)
    const lines = inventLines(new Choices(8), 60)
    await write(database, lines)
    const after = (filter: EventFilter, line: number) =>
      searchEvents(database.queries, filter, { before: null, after: line, size: 50 })
    expect((await after({}, 57)).lines.map(({ sequence }) => sequence)).toEqual([60, 59, 58])
    expect(await after({}, 60)).toEqual({ lines: [], next: null })
    const refused = lines
      .flatMap(({ event }, index) => (event.outcome === 'refused' && index >= 30 ? [index + 1] : []))
      .toReversed()
    expect((await after({ outcome: 'refused' }, 30)).lines.map(({ sequence }) => sequence)).toEqual(refused)
  })

  test('gives up a page, and not the search, where predicates are never met together', async () => {
    const database = await openTestDatabase(kind)
    const line = (type: EventType, applicationId: string): Line => ({
      at: start,
      event: { type, outcome: 'success', details: { applicationId }, evidence: { personId: null, content: {} } },
    })
    await write(database, [
      line('session.ended', 'wiki'),
      ...Array.from({ length: 11_000 }, () => line('session.started', 'wiki')),
      line('session.ended', 'chat'),
    ])
    const filter: EventFilter = { types: ['session.ended'], applicationId: 'wiki' }
    const first = await searchEvents(database.queries, filter, { before: null, after: null, size: 50 })
    expect(first.lines).toEqual([])
    expect(first.next).toBeGreaterThan(1)
    expect(await readAll(database.queries, filter, 50)).toMatchObject({ lines: [{ sequence: 1 }], pages: 3 })
  })

  test('N9 takes no pattern, quote or number for anything but the text that it is', async () => {
    const database = await openTestDatabase(kind)
    await write(database, inventLines(new Choices(9), 100))
    for (const text of ["' or 1=1 --", '%', '_', '"', '\\', '0', '\u{1F600}']) {
      const { lines } = await searchEvents(
        database.queries,
        { applicationId: text, reason: text, actorId: text, personIds: [text] },
        { before: null, after: null, size: 50 },
      )
      expect(lines).toEqual([])
    }
  })
})
