// What needs somebody (alerts): each with what is known of it, so that the overview can begin with it. Nothing here costs more the longer the log is.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { searchAuditLog } from '../../audit-log/search-audit-log.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { listLegacyIntrospectionApplications } from '../../store/applications/warn-about-legacy-introspection.ts'
import { listWalletsOnHoldSince } from '../../store/wallets/update-wallet-rows.ts'
import { addNamesToAuditEvents } from './list-audit-events.ts'
import { readDashboardAuditEventCounts } from './read-admin-dashboard-metrics.ts'
import type { AdminDashboardMetrics } from './read-admin-dashboard-metrics.ts'

type Alerts = AdminApiEndpointOutput<'listAlerts'>['items']

const dayMs = 86_400_000
/** A copy that is older is one that nobody makes any more. */
const maxBackupAgeMs = 8 * dayMs
/** What failed longer ago is no news. */
const recentPeriodMs = 7 * dayMs
/** A key that ends sooner has its successor by now, where all is well. */
const keySuccessorLeadMs = dayMs
/** So many are told apart; there are more where the count says so. */
const maxCounted = 500
/** A day with fewer refusals is no burst, whatever was usual; and one with more is one only where it is so many times what was. */
const [minRefusalBurst, refusalBurstFactor] = [50, 5]

export interface AdminDashboardAlertInputs {
  queries: DatabaseQueryBuilder
  currentCounts: Pick<AdminDashboardMetrics, 'chains'>
  signingKeys: AdminDashboardMetrics['keys']
  backedUpAt: number | null
}

export async function listAdminDashboardAlerts(
  { queries, currentCounts, signingKeys, backedUpAt }: AdminDashboardAlertInputs,
  now: number,
): Promise<Alerts> {
  return [
    ...(await failedLogoutAlerts(queries, now)),
    ...currentCounts.chains
      .filter(({ state }) => state === 'failing')
      .map(({ id, name, unreachableSessions }) => ({
        kind: 'chain' as const,
        id,
        name,
        sessions: unreachableSessions,
      })),
    ...expiringKeyAlerts(signingKeys, now),
    ...(await refusalAlerts(queries, now)),
    ...(await failedMailAlerts(queries, now)),
    ...(await walletOnHoldAlerts(queries, now)),
    ...(await narrowedIntrospectionAlerts(queries)),
    ...(await oldBackupAlerts(queries, backedUpAt, now)),
  ]
}

const findRecentEvents = (queries: DatabaseQueryBuilder, type: 'logout.failed' | 'mail.failed', from: number) =>
  searchAuditLog(queries, { types: [type], from }, { before: null, after: null, size: maxCounted })

async function failedMailAlerts(queries: DatabaseQueryBuilder, now: number): Promise<Alerts> {
  const from = now - recentPeriodMs
  const { entries, nextBefore } = await findRecentEvents(queries, 'mail.failed', from)
  if (entries.length === 0) return []
  return [{ kind: 'mails', count: entries.length, hasMore: nextBefore !== null, from: formatRfc3339Timestamp(from) }]
}

async function failedLogoutAlerts(queries: DatabaseQueryBuilder, now: number): Promise<Alerts> {
  const from = now - recentPeriodMs
  const { entries, nextBefore } = await findRecentEvents(queries, 'logout.failed', from)
  if (entries.length === 0) return []
  const events = await addNamesToAuditEvents(queries, entries)
  const first = events[0]?.application ?? null
  const isOne = events.every(({ application }) => application?.id === first?.id)
  return [
    {
      kind: 'logouts',
      count: entries.length,
      hasMore: nextBefore !== null,
      application: isOne ? first : null,
      from: formatRfc3339Timestamp(from),
    },
  ]
}

/** Successors are made in time by the server itself: one that is missing is news. */
function expiringKeyAlerts(keys: AdminDashboardMetrics['keys'], now: number): Alerts {
  return keys.flatMap(({ algorithm, state, signsUntil }) => {
    const isSucceeded = keys.some((other) => other.state === 'next' && other.algorithm === algorithm)
    if (state !== 'current' || signsUntil === null || isSucceeded || Date.parse(signsUntil) - now > keySuccessorLeadMs)
      return []
    return [{ kind: 'key' as const, algorithm, until: signsUntil, isOver: Date.parse(signsUntil) <= now }]
  })
}

/** Today's against the days before, of which a new server has none. */
async function refusalAlerts(queries: DatabaseQueryBuilder, now: number): Promise<Alerts> {
  const today = formatRfc3339Timestamp(now).slice(0, 10)
  const { signIns } = await readDashboardAuditEventCounts(queries, {
    from: formatRfc3339Timestamp(now - recentPeriodMs).slice(0, 10),
    to: today,
  })
  const refused = signIns.filter(({ outcome }) => outcome === 'refused')
  const count = refused.find(({ day }) => day === today)?.count ?? 0
  const before = refused.reduce((sum, figure) => (figure.day === today ? sum : sum + figure.count), 0)
  const usual = Math.round(before / (recentPeriodMs / dayMs))
  if (count < minRefusalBurst || count < usual * refusalBurstFactor) return []
  return [{ kind: 'refusals', count, usual, from: `${today}T00:00:00.000Z` }]
}

async function walletOnHoldAlerts(queries: DatabaseQueryBuilder, now: number): Promise<Alerts> {
  const held = await listWalletsOnHoldSince(queries, now, maxCounted)
  return held.length === 0 ? [] : [{ kind: 'held', count: held.length }]
}

const narrowedIntrospectionAlerts = async (queries: DatabaseQueryBuilder): Promise<Alerts> =>
  (await listLegacyIntrospectionApplications(queries)).map(({ id, name, introspection }) => ({
    kind: 'introspection' as const,
    id,
    name,
    isOwn: introspection === 'own',
  }))

/** Of a server that is new it is said by the check list. */
async function oldBackupAlerts(queries: DatabaseQueryBuilder, backedUpAt: number | null, now: number): Promise<Alerts> {
  if (backedUpAt !== null)
    return backedUpAt < now - maxBackupAgeMs ? [{ kind: 'backup', lastAt: formatRfc3339Timestamp(backedUpAt) }] : []
  const first = await queries.selectFrom('audit_events').select('at').orderBy('sequence').limit(1).executeTakeFirst()
  return first !== undefined && first.at < now - maxBackupAgeMs ? [{ kind: 'backup', lastAt: null }] : []
}
