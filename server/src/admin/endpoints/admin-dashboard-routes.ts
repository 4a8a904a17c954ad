import { registerAdminEndpoint } from '../authorization/register-admin-endpoint.ts'
import type { BrowserSignInFailureCounts } from '../../auth/sign-in/browser-sign-in-failure-counts.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { RunReadOnReplicaOrDatabase } from '../../platform/database/read-replica-with-fallback.ts'
import { ApiError } from '../../platform/api-error.ts'
import {
  readDashboardAuditEventCounts,
  readDashboardSigningKeyStates,
  readCurrentDashboardCounts,
} from './read-admin-dashboard-metrics.ts'
import type { UtcDayRange } from './read-admin-dashboard-metrics.ts'
import { listAdminDashboardAlerts } from './list-admin-dashboard-alerts.ts'
import { createReplicaOrDatabaseReader } from './replica-or-database-reader.ts'

const dayMs = 86_400_000
const defaultDays = 30
const maxDays = 400

/** In milliseconds. Dashboards poll, and counting is slow if there are many rows. */
const currentCountsCacheMs = 5000

export function registerAdminDashboardRoutes(app: ServerAppContext, browserFailures: BrowserSignInFailureCounts): void {
  const { database, settings, clock } = app
  const { queries } = database
  let present: { at: number; read: ReturnType<typeof readCurrentDashboardCounts> } | null = null
  const readPresentSometimes = (
    read: RunReadOnReplicaOrDatabase,
    now: number,
  ): ReturnType<typeof readCurrentDashboardCounts> => {
    if (present === null || now - present.at >= currentCountsCacheMs || now < present.at) {
      const reading = read(({ queries }) => readCurrentDashboardCounts(queries, settings.chains, now))
      present = { at: now, read: reading }
      reading.catch(() => (present = null))
    }
    return present.read
  }

  registerAdminEndpoint(app, 'listAlerts', async ({ reply }) => {
    const now = clock()
    await app.flushAuditLog()
    const { backed_up_at: backedUpAt } = await queries
      .selectFrom('setup')
      .select('backed_up_at')
      .executeTakeFirstOrThrow()
    const signingKeys = await readDashboardSigningKeyStates(queries, settings.limits.signingKeyLifetimeSeconds, now)
    return {
      items: await listAdminDashboardAlerts(
        {
          queries,
          currentCounts: await readPresentSometimes(createReplicaOrDatabaseReader(app, reply), now),
          signingKeys,
          backedUpAt,
          browserFailures,
        },
        now,
      ),
    }
  })

  registerAdminEndpoint(app, 'readMetrics', async ({ query, reply }) => {
    const read = createReplicaOrDatabaseReader(app, reply)
    const now = clock()
    const range = parseDayRange(query, now)
    await app.flushAuditLog()
    const { failedLogouts, ...happened } = await read(({ queries }) => readDashboardAuditEventCounts(queries, range))
    const { waitingLogouts, ...there } = await readPresentSometimes(read, now)
    const { backed_up_at: backup } = await queries.selectFrom('setup').select('backed_up_at').executeTakeFirstOrThrow()
    return {
      ...range,
      ...happened,
      ...there,
      keys: await readDashboardSigningKeyStates(queries, settings.limits.signingKeyLifetimeSeconds, now),
      backup: { lastAt: backup === null ? null : formatRfc3339Timestamp(backup) },
      logouts: { waiting: waitingLogouts, failed: failedLogouts },
    }
  })
}

function parseDayRange({ from, to }: { from?: string; to?: string }, now: number): UtcDayRange {
  const end = to === undefined ? now : parseDay(to)
  const start = from === undefined ? end - (defaultDays - 1) * dayMs : parseDay(from)
  const range = { from: dayOf(start), to: dayOf(end) }
  if (start > end || end - start >= maxDays * dayMs)
    throw new ApiError('request.invalid', { privateDetail: `the range must cover 1 to ${maxDays} days` })
  return range
}

const dayOf = (time: number): string => formatRfc3339Timestamp(time).slice(0, 10)

function parseDay(text: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time) || dayOf(time) !== text)
    throw new ApiError('request.invalid', { privateDetail: 'not a valid date' })
  return time
}
