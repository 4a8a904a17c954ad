// The figures of the overview. What happened is read from the counts that follow the log (activity/count.ts), so that any range costs
// the same however long the log is; what there is now is counted, and remembered for some seconds.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { sql } from 'kysely'
import { readCountable, tally } from '../activity/count.ts'
import { describeChain } from '../platform/chain-settings.ts'
import type { ChainSettings } from '../platform/chain-settings.ts'
import { formatTime } from '../platform/clock.ts'
import type { Queries } from '../platform/database/open-database.ts'
import { stateKeys } from '../keys/state.ts'
import { listWholeKeys } from '../keys/store.ts'
import { active } from '../sessions/store.ts'

export type Figures = AdminAnswer<'readFigures'>

/** Days in UTC, both included. */
export interface Range {
  from: string
  to: string
}

/** Lines that are not counted yet, of which there are few unless a long log was just brought here. */
export const mostUncounted = 5000
const mostReasons = 20
const refusedType = 'sign-in.refused'
const shown = ['session.started', refusedType, 'person.created', 'logout.failed']

type Happened = Pick<Figures, 'signIns' | 'refusals' | 'newPeople' | 'uncounted'> & { failedLogouts: number }

/** What happened on these days. */
export async function readHappened(queries: Queries, { from, to }: Range): Promise<Happened> {
  const { sequence: counted } = await queries.selectFrom('event_counted').select('sequence').executeTakeFirstOrThrow()
  const counts = queries.selectFrom('event_counts').where('application', '=', '').where('day', '>=', from).where('day', '<=', to)
  const sum = sql<number>`cast(sum(count) as bigint)`.as('count')
  const byDay = await counts.select(['day', 'type', 'way', sum]).where('type', 'in', shown).groupBy(['day', 'type', 'way']).execute()
  const byReason = await counts.select(['reason', sum]).where('type', '=', refusedType).groupBy('reason').execute()
  const newest = await readCountable(queries, counted, mostUncounted)
  const { sequence: head } = await queries.selectFrom('event_head').select('sequence').executeTakeFirstOrThrow()
  const rest = tally(newest.filter(({ type }) => shown.includes(type))).filter(({ day }) => day >= from && day <= to)
  const ofType = (type: string) => [...byDay, ...rest].filter((row) => row.type === type)
  const started = sumBy(ofType('session.started').filter(({ way }) => way !== ''), ({ day, way }) => `${day} ${way}`)
  const refused = sumBy(ofType(refusedType), ({ day }) => day)
  return {
    signIns: [
      ...started.map(([{ day, way }, count]) => ({ day, way: way === '' ? null : way, outcome: 'success' as const, count })),
      ...refused.map(([{ day }, count]) => ({ day, way: null, outcome: 'refused' as const, count })),
    ].sort((one, other) => compare(one.day, other.day)),
    refusals: sumBy([...byReason, ...rest.filter(({ type }) => type === refusedType)], ({ reason }) => reason)
      .map(([{ reason }, count]) => ({ reason, count }))
      .sort((one, other) => other.count - one.count || compare(one.reason, other.reason))
      .slice(0, mostReasons),
    newPeople: sumBy(ofType('person.created'), ({ day }) => day)
      .map(([{ day }, count]) => ({ day, count }))
      .sort((one, other) => compare(one.day, other.day)),
    failedLogouts: ofType('logout.failed').reduce((total, { count }) => total + count, 0),
    uncounted: Math.max(0, head - (newest.at(-1)?.sequence ?? counted)),
  }
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** The sums of rows that have the same key, each with the first of its rows. */
function sumBy<Row extends { count: number }>(rows: readonly Row[], keyOf: (row: Row) => string): [Row, number][] {
  const sums = new Map<string, [Row, number]>()
  for (const row of rows) {
    const key = keyOf(row)
    const sum = sums.get(key)
    if (sum === undefined) sums.set(key, [row, row.count])
    else sum[1] += row.count
  }
  return [...sums.values()]
}

type Present = Pick<Figures, 'people' | 'sessions' | 'applications' | 'groups' | 'chains'> & { waitingLogouts: number }

/** What there is now. */
export async function readPresent(queries: Queries, chains: readonly ChainSettings[], now: number): Promise<Present> {
  const people = await countBy(queries, 'people', 'status')
  const applications = await countBy(queries, 'applications', 'enabled')
  const { live } = await queries.selectFrom('sessions').select(({ fn }) => fn.countAll<number>().as('live')).where(active(now)).executeTakeFirstOrThrow()
  const { groups } = await queries.selectFrom('groups').select(({ fn }) => fn.countAll<number>().as('groups')).executeTakeFirstOrThrow()
  const { waiting } = await queries.selectFrom('logout_deliveries').select(({ fn }) => fn.countAll<number>().as('waiting')).where('settled_at', 'is', null).executeTakeFirstOrThrow()
  return {
    people: { active: people.get('active') ?? 0, suspended: people.get('suspended') ?? 0 },
    sessions: { live },
    applications: { enabled: applications.get(1) ?? 0, disabled: applications.get(0) ?? 0 },
    groups,
    chains: await readChains(queries, chains),
    waitingLogouts: waiting,
  }
}

async function countBy(queries: Queries, table: 'people' | 'applications', column: 'status' | 'enabled'): Promise<Map<unknown, number>> {
  const name = sql.ref<string | number>(column)
  const rows = await queries.selectFrom(table).select(({ fn }) => [name.as('value'), fn.countAll<number>().as('count')]).groupBy(name).execute()
  return new Map(rows.map(({ value, count }) => [value, count]))
}

/** How chains do, by the sessions that hang on them: these are asked about again every few minutes. */
async function readChains(queries: Queries, chains: readonly ChainSettings[]): Promise<Figures['chains']> {
  const rows = await queries
    .selectFrom('sessions')
    .innerJoin('wallets', 'wallets.id', 'sessions.wallet_id')
    .select(({ fn, eb }) => [
      'wallets.chain_reference as chain',
      fn.max<number | null>('sessions.contract_checked_at').as('readAt'),
      fn.sum<number>(eb.case().when('sessions.contract_unreachable_since', 'is', null).then(0).else(1).end()).as('unreachable'),
    ])
    .where('sessions.ended_at', 'is', null)
    .where('sessions.contract_due_at', 'is not', null)
    .groupBy('wallets.chain_reference')
    .execute()
  return chains.map(({ id }) => {
    const { readAt = null, unreachable = 0 } = rows.find(({ chain }) => chain === id) ?? {}
    const unreachableSessions = Number(unreachable)
    const state = unreachableSessions > 0 ? 'failing' : readAt === null ? 'unread' : 'well'
    return { ...describeChain(chains, id), state, readAt: readAt === null ? null : formatTime(readAt), unreachableSessions }
  })
}

/** Keys that are in use, or will be. */
export async function readKeys(queries: Queries, lifeSeconds: number, now: number): Promise<Figures['keys']> {
  const stated = stateKeys(await listWholeKeys(queries), now).filter(({ state }) => state !== 'gone')
  return stated.map(({ key, state }) => {
    const next = stated.find((other) => other.state === 'next' && other.key.algorithm === key.algorithm)
    const until = state === 'current' ? (next?.key.active_from ?? key.active_from + lifeSeconds * 1000) : null
    return { algorithm: key.algorithm, state, createdAt: formatTime(key.created_at), signsUntil: until === null ? null : formatTime(until) }
  })
}
