// Counters under keyed hashes, which reveal no wallets or networks (THREATS P9, decision 0014).
import { createHmac, createSecretKey } from 'node:crypto'
import type { Pool as Connections } from 'pg'
import { maxIpNetworkRateLimitShare, rateLimitWindowMs } from './rate-limit-budgets.ts'
import type {
  RateLimitCountInput,
  RateLimitCounter,
  RateLimitStore,
  ExhaustedRateLimitCounters,
} from './rate-limit-store-types.ts'

// A refused attempt leaves no row (THREATS N18), unless a concurrent attempt took the last free
// place. Rows are always locked in the same order, which prevents deadlocks.
const incrementSql = `
  with asked as (select * from unnest($1::text[], $2::int[]) as asked(key, most)),
  before as (
    select asked.key, asked.most, coalesce(rate_limits.points, 0) as points
    from asked left join rate_limits on rate_limits.key = asked.key and rate_limits.expire > $3
  ),
  spent as (
    select key from before where points >= most
    union
    select key from before where key = $5
      and (select points from before where key = $6) >= (most - points) * $7::float8
  ),
  counted as (
    insert into rate_limits as had (key, points, expire)
    select key, 1, $4 from asked where not exists (select 1 from spent) order by key
    on conflict (key) do update
      set points = case when had.expire > $3 then had.points + 1 else 1 end, expire = greatest(had.expire, excluded.expire)
    returning key, points
  )
  select key from spent
  union all
  select counted.key from counted join asked on asked.key = counted.key where counted.points > asked.most`

/** This limits how long a deletion blocks other queries. */
const pruneBatchSize = 5000
const pruneExpiredSql = `delete from rate_limits where key in (select key from rate_limits where expire <= $1 limit ${pruneBatchSize})`

const maxCachedExhausted = 20_000

export function createPostgresRateLimitStore(
  connections: Pick<Connections, 'query'>,
  serverKey: Buffer,
): RateLimitStore {
  // The key object is created once, because passing the bytes each time costs more than the hash.
  const countingKey = createSecretKey(createHmac('sha256', serverKey).update('rate-limits').digest())
  const hash = (key: string): string => createHmac('sha256', countingKey).update(key).digest('base64url')
  const remembered = createExhaustedCache()

  return {
    findKnownExhausted: remembered.glance,
    increment: async (ask, now) => {
      const known = remembered.glance(ask, now)
      if (known.length > 0) return known
      const counters = listCounters(ask)
      const hashes = new Map(counters.map((counter) => [hash(counter.key), counter]))
      const hashOf = (wanted: string | null | undefined): string | null =>
        [...hashes].find(([, { key }]) => key === wanted)?.[0] ?? null
      const windowEnds = (Math.floor(now / rateLimitWindowMs) + 1) * rateLimitWindowMs
      const { rows } = await connections.query<{ key: string }>({
        name: 'count-rate-limits',
        text: incrementSql,
        values: [
          [...hashes.keys()],
          counters.map(({ limit }) => limit),
          now,
          windowEnds,
          hashOf(ask.pool?.totalCounter.key),
          hashOf(ask.pool?.networkKey),
          maxIpNetworkRateLimitShare,
        ],
      })
      const spent = rows.flatMap(({ key }) => hashes.get(key) ?? [])
      remembered.add(ask, spent, now)
      return spent
    },
    // Instance clocks differ, but what expired a minute ago has expired on all instances.
    pruneExpired: async (now) => (await connections.query(pruneExpiredSql, [now - rateLimitWindowMs])).rowCount ?? 0,
  }
}

const listCounters = ({ counters, pool }: RateLimitCountInput): readonly RateLimitCounter[] =>
  pool === null ? counters : [...counters, pool.totalCounter]

/** Saves queries, because an exhausted counter stays exhausted until its window ends. */
function createExhaustedCache(): {
  glance: RateLimitStore['findKnownExhausted']
  add: (ask: RateLimitCountInput, spent: ExhaustedRateLimitCounters, now: number) => void
} {
  let window = Number.NaN
  const keys = new Set<string>()
  const turn = (now: number): void => {
    const current = Math.floor(now / rateLimitWindowMs)
    if (current !== window) keys.clear()
    window = current
  }
  /** The shared total can be exhausted for one network but not for another. */
  const keyOf = (ask: RateLimitCountInput, counter: RateLimitCounter): string =>
    counter === ask.pool?.totalCounter ? `${counter.key} for ${ask.pool.networkKey}` : counter.key
  return {
    glance: (ask, now) => {
      turn(now)
      return keys.size === 0 ? [] : listCounters(ask).filter((counter) => keys.has(keyOf(ask, counter)))
    },
    add: (ask, spent, now) => {
      turn(now)
      for (const counter of spent) if (keys.size < maxCachedExhausted) keys.add(keyOf(ask, counter))
    },
  }
}
