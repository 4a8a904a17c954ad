// Rate limit rules, tested without HTTP and on a fixed clock.
import { serverLimitDefinitions as limitsByDefault } from '@countersign/api/server-limits'
import { describe, expect, test } from 'vitest'
import { databaseKinds, openTestDatabase } from '../../testing/database-fixtures.ts'
import { testServerKey } from '../../testing/server-key-fixtures.ts'
import type { DatabaseKind } from '../database/open-sqlite-or-postgres-database.ts'
import { resolveRateLimitIpNetworks } from '../ip-network-prefix.ts'
import { ApiError } from '../api-error.ts'
import { parseServerSettings } from '../parse-server-settings.ts'
import { ipNetworkRateLimitBudgets, recognizedCallerRateLimitShare } from './rate-limit-budgets.ts'
import type { IpNetworkRateLimitBudgetName } from './rate-limit-budgets.ts'
import { createMemoryRateLimitStore } from './memory-rate-limit-store.ts'
import { createRateLimiter } from './rate-limiter.ts'
import type { RateLimitCaller, WalletOrPersonRateLimitAttempt } from './rate-limiter.ts'

const noon = Date.parse('2026-01-15T12:00:00.000Z')

async function createWorld(kind: DatabaseKind, environment: Record<string, string> = {}) {
  const { settings } = parseServerSettings(environment, undefined)
  const database = await openTestDatabase(kind)
  const clock = { now: noon }
  const limits = createRateLimiter(settings.limits, database, testServerKey, () => clock.now)
  const outcome = (work: Promise<void>): Promise<string> =>
    work.then(
      () => 'in',
      (error: unknown) => {
        if (error instanceof ApiError) return `${error.code} in ${error.place.retryAfterSeconds}`
        throw error
      },
    )
  const attempt = async (
    name: IpNetworkRateLimitBudgetName,
    caller: RateLimitCaller,
    ...own: WalletOrPersonRateLimitAttempt[]
  ): Promise<string> => {
    const entered = await outcome(limits.consumeNetworkBudget(name, caller))
    return entered === 'in' ? outcome(limits.consumeSharedBudget(name, caller, ...own)) : entered
  }
  const tally = async (times: number, work: (index: number) => Promise<string>): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {}
    for (let index = 0; index < times; index++) {
      const result = (await work(index)).replace(/ in .*/, '')
      counts[result] = (counts[result] ?? 0) + 1
    }
    return counts
  }
  const rows = async (): Promise<number> =>
    database.pool === null
      ? 0
      : Number((await database.pool.query<{ rows: string }>('select count(*) as rows from rate_limits')).rows[0]?.rows)
  return { limits, clock, database, attempt, tally, rows }
}

const stranger = (address: string): RateLimitCaller => ({
  networks: resolveRateLimitIpNetworks(address),
  isKnown: async () => false,
})
const known = (address: string): RateLimitCaller => ({
  networks: resolveRateLimitIpNetworks(address),
  isKnown: async () => true,
})
const hex = (index: number): string => index.toString(16)

describe.each(databaseKinds)('N17: rate limiter on %s', (kind) => {
  test('counts an IPv6 attempt in its /64, /56 and /48', async () => {
    const { attempt, tally } = await createWorld(kind, { COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '3' })
    expect(await tally(5, () => attempt('signIns', stranger('2001:db8:1:100::1')))).toEqual({
      in: 3,
      'rate.limited': 2,
    })
    expect(await tally(5, (index) => attempt('signIns', stranger(`2001:db8:1:101::${hex(index)}`)))).toEqual({
      in: 3,
      'rate.limited': 2,
    })
    expect(await attempt('signIns', stranger('2001:db8:1:1ff::1'))).toMatch(/^rate.limited/)
    expect(
      await tally(40, (index) => attempt('signIns', stranger(`2001:db8:1:${hex(0x200 + index * 0x100)}::1`))),
    ).toEqual({ in: 18, 'rate.limited': 22 })
    expect(await attempt('signIns', stranger('2001:db8:2::1'))).toBe('in')
  })

  test('counts an IPv4 attempt for its address and its /24', async () => {
    const { attempt, tally } = await createWorld(kind, { COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '3' })
    expect(await tally(5, () => attempt('signIns', stranger('203.0.113.1')))).toEqual({ in: 3, 'rate.limited': 2 })
    expect(await tally(40, (index) => attempt('signIns', stranger(`203.0.113.${index + 2}`)))).toEqual({
      in: 21,
      'rate.limited': 19,
    })
    expect(await attempt('signIns', stranger('203.0.112.1'))).toBe('in')
  })

  test('limits known callers only by their own network, not by neighboring networks', async () => {
    const { attempt, tally } = await createWorld(kind, { COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '3' })
    await tally(100, (index) => attempt('signIns', stranger(`2001:db8:1:${hex(index * 0x100)}::1`)))
    expect(await attempt('signIns', stranger('2001:db8:1:7777::1'))).toMatch(/^rate.limited/)
    expect(await tally(5, () => attempt('signIns', known('2001:db8:1:7777::1')))).toEqual({ in: 3, 'rate.limited': 2 })
  })

  test('returns the time of the next allowed attempt, and allows attempts from then on', async () => {
    const { attempt, tally, clock } = await createWorld(kind, { COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '2' })
    clock.now = noon + 18_500
    expect(await tally(3, () => attempt('signIns', stranger('203.0.113.1')))).toEqual({ in: 2, 'rate.limited': 1 })
    expect(await attempt('signIns', stranger('203.0.113.1'))).toBe('rate.limited in 42')
    clock.now = noon + 60_000
    expect(await attempt('signIns', stranger('203.0.113.1'))).toBe('in')
  })

  test('keeps room for unknown callers from other networks during a flood from a few networks', async () => {
    const { attempt, tally } = await createWorld(kind, {
      COUNTERSIGN_SIGN_INS_PER_MINUTE: '400',
      COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '20',
    })
    const flood = await tally(600, (index) =>
      attempt('signIns', stranger(`2001:${hex(0xd00 + (index % 6))}:1:${hex((index % 256) * 0x100)}::1`)),
    )
    // Of the total of 400, 300 are for everyone; six networks stay below a quarter of what is left.
    expect(flood.in).toBe(180)
    for (let person = 0; person < 50; person++)
      expect(await attempt('signIns', stranger(`198.${person}.1.1`))).toBe('in')
  })

  test('rejects unknown callers, but not known ones, during a flood from thousands of networks', async () => {
    const { attempt, tally, rows } = await createWorld(kind, { COUNTERSIGN_SIGN_INS_PER_MINUTE: '400' })
    expect(
      await tally(700, (index) => attempt('signIns', stranger(`${10 + (index >> 8)}.${index & 255}.0.1`))),
    ).toEqual({
      in: 300,
      'rate.limited': 400,
    })
    const before = await rows()
    expect(await attempt('signIns', stranger('198.51.100.1'))).toMatch(/^rate.limited/)
    // The total limit refused the attempt, which leaves no row (THREATS N18).
    expect(await rows()).toBe(before)
    for (let person = 0; person < 50; person++) expect(await attempt('signIns', known(`198.${person}.1.1`))).toBe('in')
    // Many sessions in one network get at most a share of the reserved part.
    const greedy = await tally(100, (index) => attempt('signIns', known(`2001:db8:1:${hex(index)}::1`)))
    expect(greedy.in).toBeLessThan(15)
    expect(await attempt('signIns', known('198.51.100.1'))).toBe('in')
  })

  const shared = Object.entries(ipNetworkRateLimitBudgets).flatMap(([name, { inAll }]) =>
    inAll === null
      ? []
      : [
          {
            name: name as IpNetworkRateLimitBudgetName,
            open: limitsByDefault[inAll].default * (1 - recognizedCallerRateLimitShare),
          },
        ],
  )

  test.each(shared)(
    'gives a flood from one IPv6 /32 or IPv4 /16 a fifth of $name and keeps room for others',
    async ({ name, open }) => {
      for (const network of [
        { address: (index: number) => `2001:db8:${hex(index)}::1`, neighbor: '2001:db8:fff0::7' },
        { address: (index: number) => `10.9.${index >> 8}.${index & 255}`, neighbor: '10.9.250.250' },
      ]) {
        const { attempt, tally, clock } = await createWorld(kind)
        const flood = await tally(Math.ceil(open) + 200, (index) => attempt(name, stranger(network.address(index))))
        // Taking a quarter of what is left afterward means taking a fifth of the total.
        expect(flood.in).toBe(Math.ceil(open / 5))
        expect(await attempt(name, stranger(network.neighbor))).toMatch(/^rate.limited/)
        expect(await attempt(name, known(network.neighbor))).toBe('in')
        expect(await tally(20, (index) => attempt(name, stranger(`198.${index}.1.1`)))).toEqual({ in: 20 })
        clock.now += 60_000
        expect(await attempt(name, stranger(network.neighbor))).toBe('in')
      }
    },
    180_000,
  )

  test.each([
    ['signIns', 9000, 1508],
    ['crossDeviceCodes', 900, 150],
    ['clientDocuments', 45, 6],
  ] as const)('a flood from an IPv6 /29 does not use up all %s: of %i, %i remain', async (name, open, left) => {
    const { attempt, tally } = await createWorld(kind)
    let taken = 0
    for (let network = 0; network < 8; network++) {
      const flood = await tally(Math.ceil((open - taken) / 5) + 20, (index) =>
        attempt(name, stranger(`2001:${hex(0xd00 + network)}:${hex(index)}::1`)),
      )
      taken += flood.in ?? 0
    }
    expect(open - taken).toBe(left)
    expect(await attempt(name, stranger('198.51.100.1'))).toBe('in')
  })

  test('counts a wallet attempt in all its counters or in none', async () => {
    const { attempt, tally, rows } = await createWorld(kind, { COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '2' })
    const own = { budget: 'signInsOfWallet', key: '0xabc' } as const
    expect(await tally(4, (index) => attempt('signIns', known(`198.${index}.1.1`), own))).toEqual({
      in: 2,
      'rate.limited': 2,
    })
    if (kind === 'postgres') expect(await rows()).toBe(2 * 3 + 1 + 1)
    expect(await attempt('signIns', known('198.3.1.1'), { ...own, key: '0xdef' })).toBe('in')
  })

  test('M2: allows exactly the limit under concurrent attempts', async () => {
    const { attempt } = await createWorld(kind, { COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '10' })
    const outcomes = await Promise.all(Array.from({ length: 64 }, () => attempt('signIns', stranger('203.0.113.1'))))
    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(10)
  })

  test('N18: prunes its rows a minute after their window ends', async () => {
    const { attempt, tally, limits, clock, rows } = await createWorld(kind)
    await tally(100, (index) => attempt('signIns', stranger(`10.1.${index}.1`)))
    if (kind === 'postgres') expect(await rows()).toBe(202)
    clock.now += 60_000
    expect(await limits.pruneExpired()).toBe(0)
    clock.now += 60_000
    if (kind === 'postgres') expect(await limits.pruneExpired()).toBe(202)
    expect(await rows()).toBe(0)
  })
})

test('N17: rate limits are shared between instances, even if their clocks differ', async () => {
  const { settings } = parseServerSettings(
    { COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '100', COUNTERSIGN_SIGN_INS_PER_MINUTE: '40' },
    undefined,
  )
  const database = await openTestDatabase('postgres')
  const instances = [0, 3000, -3000].map((off) =>
    createRateLimiter(settings.limits, database, testServerKey, () => noon + 30_000 + off),
  )
  let [letIn, refused] = [0, 0]
  for (let index = 0; index < 60; index++) {
    const caller = stranger(`10.${index}.1.1`)
    await (instances[index % 3] as (typeof instances)[0]).consumeSharedBudget('signIns', caller).then(
      () => (letIn += 1),
      () => (refused += 1),
    )
  }
  expect([letIn, refused]).toEqual([30, 30])
})

test('P9: the rate limit table stores networks and wallets only as keyed hashes', async () => {
  const { attempt, database } = await createWorld('postgres')
  await attempt('signIns', stranger('203.0.113.1'), {
    budget: 'signInsOfWallet',
    key: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  })
  const { rows } = await (database.pool ?? expect.fail()).query<{ key: string }>('select * from rate_limits')
  expect(rows).toHaveLength(5)
  for (const { key } of rows) expect(key).toMatch(/^[0-9A-Za-z_-]{43}$/)
})

describe('N18: in-memory rate limit counters', () => {
  const ask = (key: string) => ({ counters: [{ key, limit: 3, name: key, exemptsKnownCallers: false }], pool: null })

  test('never exceed their capacity; further keys share the counters for unknown callers', async () => {
    const counters = createMemoryRateLimitStore(1000)
    for (let index = 0; index < 1000; index++) expect(counters.increment(ask(`early ${index}`), noon)).toEqual([])
    let refused = 0
    for (let index = 0; index < 50_000; index++) refused += counters.increment(ask(`late ${index}`), noon).length
    expect(counters.size()).toBe(1000)
    // There are 4096 slots, and each allows three attempts.
    expect(50_000 - refused).toBeLessThanOrEqual(4096 * 3)
    const [spent] = counters.increment(ask('late 1'), noon)
    expect(spent).toMatchObject({ exemptsKnownCallers: true })
    expect(counters.increment(ask('early 7'), noon)).toEqual([])
    expect(
      counters.increment(
        {
          counters: [{ key: 'known', limit: 3, name: 'known', exemptsKnownCallers: false, isAlwaysStored: true }],
          pool: null,
        },
        noon,
      ),
    ).toEqual([])
  })

  test('are cleared together when their window ends', () => {
    const counters = createMemoryRateLimitStore(10)
    for (let index = 0; index < 100; index++) counters.increment(ask(`key ${index}`), noon)
    expect(counters.increment(ask('new'), noon + 60_000)).toEqual([])
    expect(counters.size()).toBe(1)
  })
})
