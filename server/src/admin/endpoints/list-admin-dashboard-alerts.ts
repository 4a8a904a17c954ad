// Dashboard alerts. Their cost does not depend on the length of the log.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { signInMethods } from '@countersign/api/sign-in-methods'
import type { SignInMethod } from '@countersign/api/sign-in-methods'
import { walletAppCatalog } from '@countersign/api/wallet-app-catalog'
import { searchAuditLog } from '../../audit-log/search-audit-log.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { BrowserSignInFailureCounts } from '../../auth/sign-in/browser-sign-in-failure-counts.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { listLegacyIntrospectionApplications } from '../../store/applications/warn-about-legacy-introspection.ts'
import { listWalletsOnHoldSince } from '../../store/wallets/update-wallet-rows.ts'
import { findStoppedSignIns } from '../sign-in-health/find-stopped-sign-ins.ts'
import { addNamesToAuditEvents } from './list-audit-events.ts'
import { readDashboardAuditEventCounts } from './read-admin-dashboard-metrics.ts'
import type { AdminDashboardMetrics } from './read-admin-dashboard-metrics.ts'

type Alerts = AdminApiEndpointOutput<'listAlerts'>['items']

const dayMs = 86_400_000
const maxBackupAgeMs = 8 * dayMs
const recentPeriodMs = 7 * dayMs
const keySuccessorLeadMs = dayMs
const maxCounted = 500
/** A burst is at least this many refusals in a day, and this many times the usual number. */
const [minRefusalBurst, refusalBurstFactor] = [50, 5]

export interface AdminDashboardAlertInputs {
  queries: DatabaseQueryBuilder
  currentCounts: Pick<AdminDashboardMetrics, 'chains'>
  signingKeys: AdminDashboardMetrics['keys']
  backedUpAt: number | null
  browserFailures: Pick<BrowserSignInFailureCounts, 'summarize'>
}

export async function listAdminDashboardAlerts(
  { queries, currentCounts, signingKeys, backedUpAt, browserFailures }: AdminDashboardAlertInputs,
  now: number,
): Promise<Alerts> {
  return [
    ...(await stoppedSignInAlerts(queries, browserFailures, now)),
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

async function stoppedSignInAlerts(
  queries: DatabaseQueryBuilder,
  browserFailures: Pick<BrowserSignInFailureCounts, 'summarize'>,
  now: number,
): Promise<Alerts> {
  return (await findStoppedSignIns(queries, now)).map(({ way, since, usual, adminSignIns }) => {
    const { count, reason } = browserFailures.summarize((walletApp) => isFailureOfWay(walletApp, way), now)
    return {
      kind: 'sign_ins_stopped' as const,
      way,
      walletName: walletAppCatalog.find(({ id }) => id === way)?.name ?? null,
      since: formatRfc3339Timestamp(since),
      usual,
      adminSignIns,
      failures: count,
      failureReason: reason,
    }
  })
}

/** Failures of wallets do not explain why no one uses a passkey, another device, or another wallet. */
function isFailureOfWay(walletApp: string | null, way: string | null): boolean {
  if (walletApp === null || way === null || walletApp === way) return true
  return way !== 'passkey' && signInMethods.includes(way as SignInMethod)
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

/** The server normally creates successor keys automatically, so a missing one is an error. */
function expiringKeyAlerts(keys: AdminDashboardMetrics['keys'], now: number): Alerts {
  return keys.flatMap(({ algorithm, state, signsUntil }) => {
    const isSucceeded = keys.some((other) => other.state === 'next' && other.algorithm === algorithm)
    if (state !== 'current' || signsUntil === null || isSucceeded || Date.parse(signsUntil) - now > keySuccessorLeadMs)
      return []
    return [{ kind: 'key' as const, algorithm, until: signsUntil, isOver: Date.parse(signsUntil) <= now }]
  })
}

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

/** On a new server, the setup checklist shows that a backup is missing. */
async function oldBackupAlerts(queries: DatabaseQueryBuilder, backedUpAt: number | null, now: number): Promise<Alerts> {
  if (backedUpAt !== null)
    return backedUpAt < now - maxBackupAgeMs ? [{ kind: 'backup', lastAt: formatRfc3339Timestamp(backedUpAt) }] : []
  const first = await queries.selectFrom('audit_events').select('at').orderBy('sequence').limit(1).executeTakeFirst()
  return first !== undefined && first.at < now - maxBackupAgeMs ? [{ kind: 'backup', lastAt: null }] : []
}
