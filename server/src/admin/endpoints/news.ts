// What needs somebody (alerts): each with what is known of it, so that the overview can begin with it. Nothing here costs more the longer the log is.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { searchEvents } from '../../audit-log/search.ts'
import { formatTime } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { listNarrowed } from '../../store/applications/narrowed.ts'
import { listHeldSince } from '../../store/wallets/change.ts'
import { describeEvents } from './events.ts'
import { readHappened } from './figures.ts'
import type { Figures } from './figures.ts'

type News = AdminAnswer<'readNews'>['items']

const dayMs = 86_400_000
/** A copy that is older is one that nobody makes any more. */
const backupMs = 8 * dayMs
/** What failed longer ago is no news. */
const recentMs = 7 * dayMs
/** A key that ends sooner has its successor by now, where all is well. */
const successorMs = dayMs
/** So many are told apart; there are more where the count says so. */
const mostCounted = 500
/** A day with fewer refusals is no burst, whatever was usual; and one with more is one only where it is so many times what was. */
const [burst, timesUsual] = [50, 5]

export interface NewsWorld {
  queries: Queries
  present: Pick<Figures, 'chains'>
  keys: Figures['keys']
  backedUpAt: number | null
}

export async function readNews({ queries, present, keys, backedUpAt }: NewsWorld, now: number): Promise<News> {
  return [
    ...(await failedLogouts(queries, now)),
    ...present.chains
      .filter(({ state }) => state === 'failing')
      .map(({ id, name, unreachableSessions }) => ({
        kind: 'chain' as const,
        id,
        name,
        sessions: unreachableSessions,
      })),
    ...endingKeys(keys, now),
    ...(await refusals(queries, now)),
    ...(await failedMails(queries, now)),
    ...(await heldWallets(queries, now)),
    ...(await narrowedIntrospection(queries)),
    ...(await oldBackup(queries, backedUpAt, now)),
  ]
}

const findRecent = (queries: Queries, type: 'logout.failed' | 'mail.failed', from: number) =>
  searchEvents(queries, { types: [type], from }, { before: null, after: null, size: mostCounted })

async function failedMails(queries: Queries, now: number): Promise<News> {
  const from = now - recentMs
  const { lines, next } = await findRecent(queries, 'mail.failed', from)
  if (lines.length === 0) return []
  return [{ kind: 'mails', count: lines.length, isMore: next !== null, from: formatTime(from) }]
}

async function failedLogouts(queries: Queries, now: number): Promise<News> {
  const from = now - recentMs
  const { lines, next } = await findRecent(queries, 'logout.failed', from)
  if (lines.length === 0) return []
  const events = await describeEvents(queries, lines)
  const first = events[0]?.application ?? null
  const isOne = events.every(({ application }) => application?.id === first?.id)
  return [
    {
      kind: 'logouts',
      count: lines.length,
      isMore: next !== null,
      application: isOne ? first : null,
      from: formatTime(from),
    },
  ]
}

/** Successors are made in time by the server itself: one that is missing is news. */
function endingKeys(keys: Figures['keys'], now: number): News {
  return keys.flatMap(({ algorithm, state, signsUntil }) => {
    const isSucceeded = keys.some((other) => other.state === 'next' && other.algorithm === algorithm)
    if (state !== 'current' || signsUntil === null || isSucceeded || Date.parse(signsUntil) - now > successorMs)
      return []
    return [{ kind: 'key' as const, algorithm, until: signsUntil, isOver: Date.parse(signsUntil) <= now }]
  })
}

/** Today's against the days before, of which a new server has none. */
async function refusals(queries: Queries, now: number): Promise<News> {
  const today = formatTime(now).slice(0, 10)
  const { signIns } = await readHappened(queries, { from: formatTime(now - recentMs).slice(0, 10), to: today })
  const refused = signIns.filter(({ outcome }) => outcome === 'refused')
  const count = refused.find(({ day }) => day === today)?.count ?? 0
  const before = refused.reduce((sum, figure) => (figure.day === today ? sum : sum + figure.count), 0)
  const usual = Math.round(before / (recentMs / dayMs))
  if (count < burst || count < usual * timesUsual) return []
  return [{ kind: 'refusals', count, usual, from: `${today}T00:00:00.000Z` }]
}

async function heldWallets(queries: Queries, now: number): Promise<News> {
  const held = await listHeldSince(queries, now, mostCounted)
  return held.length === 0 ? [] : [{ kind: 'held', count: held.length }]
}

const narrowedIntrospection = async (queries: Queries): Promise<News> =>
  (await listNarrowed(queries)).map(({ id, name, introspection }) => ({
    kind: 'introspection' as const,
    id,
    name,
    isOwn: introspection === 'own',
  }))

/** Of a server that is new it is said by the check list. */
async function oldBackup(queries: Queries, backedUpAt: number | null, now: number): Promise<News> {
  if (backedUpAt !== null)
    return backedUpAt < now - backupMs ? [{ kind: 'backup', lastAt: formatTime(backedUpAt) }] : []
  const first = await queries.selectFrom('events').select('at').orderBy('sequence').limit(1).executeTakeFirst()
  return first !== undefined && first.at < now - backupMs ? [{ kind: 'backup', lastAt: null }] : []
}
