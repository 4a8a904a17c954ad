// Counters that several instances share, in one table and by one statement for all of a request. The table has keyed hashes: it says
// neither which wallets and networks were here, nor whether one that is guessed was, also of whoever was erased since (THREATS P9, decision
// 0014). An attempt that is refused leaves no row (THREATS N18).
import { createHmac, createSecretKey } from 'node:crypto'
import type { Pool as Connections } from 'pg'
import { greatestShare, windowMs } from './budgets.ts'
import type { Ask, Counter, Counters, Spent } from './counters.ts'

/**
 * Two that come at the same moment may both see the last place free: the counter then says more than it lets in, and both, who read it
 * afterwards, are refused. Rows are always locked in the same order, so that nobody waits for each other.
 */
const countAll = `
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

/** No more are removed at once, so that nobody waits for long. */
const sweepBatch = 5000
const removeExpired = `delete from rate_limits where key in (select key from rate_limits where expire <= $1 limit ${sweepBatch})`

/** So many are remembered as spent. */
const mostRemembered = 20_000

/** @param serverKey the server's own key, which all instances have */
export function createPostgresCounters(connections: Pick<Connections, 'query'>, serverKey: Buffer): Counters {
  // Made once: handing over its bytes each time costs more than the hash.
  const countingKey = createSecretKey(createHmac('sha256', serverKey).update('rate-limits').digest())
  const hash = (key: string): string => createHmac('sha256', countingKey).update(key).digest('base64url')
  const remembered = rememberSpent()

  return {
    glance: remembered.glance,
    count: async (ask, now) => {
      const known = remembered.glance(ask, now)
      if (known.length > 0) return known
      const counters = allOf(ask)
      const hashes = new Map(counters.map((counter) => [hash(counter.key), counter]))
      const hashOf = (wanted: string | null | undefined): string | null =>
        [...hashes].find(([, { key }]) => key === wanted)?.[0] ?? null
      const windowEnds = (Math.floor(now / windowMs) + 1) * windowMs
      const { rows } = await connections.query<{ key: string }>({
        name: 'count-rate-limits',
        text: countAll,
        values: [
          [...hashes.keys()],
          counters.map(({ most }) => most),
          now,
          windowEnds,
          hashOf(ask.pool?.all.key),
          hashOf(ask.pool?.taken),
          greatestShare,
        ],
      })
      const spent = rows.flatMap(({ key }) => hashes.get(key) ?? [])
      remembered.add(ask, spent, now)
      return spent
    },
    // Clocks of instances differ: what ran out a minute ago has run out for all of them.
    sweep: async (now) => (await connections.query(removeExpired, [now - windowMs])).rowCount ?? 0,
  }
}

const allOf = ({ counters, pool }: Ask): readonly Counter[] => (pool === null ? counters : [...counters, pool.all])

/** Within a window nothing that is spent lets anybody in again: who hammers on asks the database no more. */
function rememberSpent(): { glance: Counters['glance']; add: (ask: Ask, spent: Spent, now: number) => void } {
  let window = Number.NaN
  const keys = new Set<string>()
  const turn = (now: number): void => {
    const current = Math.floor(now / windowMs)
    if (current !== window) keys.clear()
    window = current
  }
  /** What all share is spent for each network by itself. */
  const keyOf = (ask: Ask, counter: Counter): string =>
    counter === ask.pool?.all ? `${counter.key} for ${ask.pool.taken}` : counter.key
  return {
    glance: (ask, now) => {
      turn(now)
      return keys.size === 0 ? [] : allOf(ask).filter((counter) => keys.has(keyOf(ask, counter)))
    },
    add: (ask, spent, now) => {
      turn(now)
      for (const counter of spent) if (keys.size < mostRemembered) keys.add(keyOf(ask, counter))
    },
  }
}
