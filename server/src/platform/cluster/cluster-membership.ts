// Cluster membership by heartbeats in PostgreSQL, judged only by the clock of the database.
import { sql } from 'kysely'
import { Counter, Gauge } from 'prom-client'
import type { ServerLimitValues } from '@countersign/api/server-limits'
import type { Clock } from '../clock.ts'
import type { Database, DatabaseTransaction } from '../database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../api-error.ts'
import type { MetricsRegistry } from '../prometheus-metrics.ts'
import type { Logger } from '../logger.ts'
import { createWorkQueueLeases, releaseLeasesOfDeadInstances } from './work-queue-leases.ts'
import type { ReleaseWorkQueueLeases, WorkQueueLeases, WorkQueueName } from './work-queue-leases.ts'

export const instanceHeartbeatIntervalMs = 500

export const instanceHeartbeatTimeoutMs = 2000

export type InstanceNotReadyReason = 'heartbeat-lost' | 'clock'

export interface ClusterMembership {
  /** Also removes silent instances. Called twice a second. */
  sendHeartbeat: () => Promise<void>
  /** Null if ready, or if the instance never sent a heartbeat. */
  notReadyReason: () => InstanceNotReadyReason | null
  workLeases: WorkQueueLeases
  leave: () => Promise<void>
}

/** Nothing was changed, and another instance can handle the request. The reason is only logged. */
export const createInstanceNotReadyError = (unfit: InstanceNotReadyReason): ApiError =>
  new ApiError('database.unavailable', {
    place: { retryAfterSeconds: 1 },
    privateDetail: {
      'heartbeat-lost': 'this instance could not send a heartbeat for two seconds',
      clock: 'the clock of this instance differs from those of the database and other instances',
    }[unfit],
  })

export interface ClusterMembershipContext {
  database: Pick<Database, 'kind' | 'heartbeatQueries'>
  clock: Clock
  limits: Pick<ServerLimitValues, 'clockToleranceSeconds'>
  queues: Readonly<Record<WorkQueueName, ReleaseWorkQueueLeases>>
  metrics: MetricsRegistry
  log: Pick<Logger, 'warn'>
}

const databaseTime = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`

export function createClusterMembership({
  database,
  clock,
  limits,
  queues,
  metrics,
  log,
}: ClusterMembershipContext): ClusterMembership {
  const { heartbeatQueries } = database
  let number: number | null = null
  let heardAt = 0
  let others: readonly number[] = []
  let ahead = 0
  const workLeases = createWorkQueueLeases(() => number)
  if (heartbeatQueries === null)
    return { sendHeartbeat: async () => {}, notReadyReason: () => null, workLeases, leave: async () => {} }

  const { heard, silenced } = registerInstanceMetrics(metrics)
  const toleranceMs = limits.clockToleranceSeconds * 1000
  const isRight = (clockAhead: number): boolean => Math.abs(clockAhead) <= toleranceMs
  // If all instances disagree with the database clock, that clock is wrong, which is harmless.
  const isClockWrong = (): boolean => !isRight(ahead) && others.some(isRight)

  /** An instance that missed its own heartbeats cannot judge which others are silent. */
  const wasHearing = (now: number): boolean =>
    number !== null && now >= heardAt && now < heardAt + instanceHeartbeatTimeoutMs

  let running: Promise<void> | null = null
  const beatOnce = async (): Promise<void> => {
    const now = clock()
    const before = { number, wrong: isClockWrong(), hears: wasHearing(now) }
    const [{ wasThere }, rows] = await heartbeatQueries.transaction().execute(async (transaction) => {
      const heartbeat = await recordHeartbeat(transaction, number, now)
      number = heartbeat.number
      ahead = heartbeat.clockAheadMs
      const instances = await transaction
        .selectFrom('instances')
        .select(['number', 'clock_ahead_ms', 'heartbeat_at'])
        .execute()
      return [heartbeat, instances] as const
    })
    const latest = Math.max(...rows.map(({ heartbeat_at }) => heartbeat_at))
    others = rows
      .filter((row) => row.number !== number && row.heartbeat_at >= latest - instanceHeartbeatTimeoutMs)
      .map(({ clock_ahead_ms }) => clock_ahead_ms)
    heard.set(others.length + 1)
    heardAt = clock()
    if (!wasThere && before.number !== null)
      log.warn(
        { number: before.number },
        'this instance sent no heartbeat for two seconds; others took over its work, and it rejoins with a new number',
      )
    if (!before.wrong && isClockWrong())
      log.warn(
        { aheadMs: ahead },
        'the clock of this instance differs from those of the database and other instances; it is not ready until the clock is corrected',
      )
    if (!before.hears || rows.every(({ heartbeat_at }) => heartbeat_at >= latest - instanceHeartbeatTimeoutMs)) return
    const silent = await heartbeatQueries
      .transaction()
      .execute((transaction) => removeSilentInstances(transaction, queues, clock()))
    silenced.inc(silent.length)
    for (const one of silent)
      log.warn({ number: one }, 'another instance sent no heartbeat for two seconds; its work is taken over')
  }

  return {
    sendHeartbeat: () => (running ??= beatOnce().finally(() => (running = null))),
    notReadyReason: () => {
      if (number === null) return null
      const sinceMs = clock() - heardAt
      if (sinceMs < 0 || sinceMs >= instanceHeartbeatTimeoutMs) return 'heartbeat-lost'
      return isClockWrong() ? 'clock' : null
    },
    workLeases,
    leave: async () => {
      const own = number
      if (own === null) return
      await running?.catch(() => {})
      number = null
      await heartbeatQueries.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('instances').where('number', '=', own).execute()
        await releaseLeasesOfDeadInstances(transaction, [own], queues, clock())
      })
    },
  }
}

interface RecordedHeartbeat {
  wasThere: boolean
  number: number
  clockAheadMs: number
}

/** Assigns a new number (fencing token) if the old one was removed. */
async function recordHeartbeat(
  transaction: DatabaseTransaction,
  number: number | null,
  now: number,
): Promise<RecordedHeartbeat> {
  const clock_ahead_ms = sql<number>`${now} - ${databaseTime}`
  const row =
    number === null
      ? undefined
      : await transaction
          .updateTable('instances')
          .set({ heartbeat_at: databaseTime, clock_ahead_ms })
          .where('number', '=', number)
          // The write is not synced to disk, because the next heartbeat replaces a lost one.
          .returning(['number', 'clock_ahead_ms', sql`set_config('synchronous_commit', 'off', true)`.as('unhurried')])
          .executeTakeFirst()
  const said =
    row ??
    (await transaction
      .insertInto('instances')
      .values({ heartbeat_at: databaseTime, clock_ahead_ms })
      .returning(['number', 'clock_ahead_ms'])
      .executeTakeFirstOrThrow())
  return { wasThere: row !== undefined, number: said.number, clockAheadMs: said.clock_ahead_ms }
}

async function removeSilentInstances(
  transaction: DatabaseTransaction,
  queues: ClusterMembershipContext['queues'],
  now: number,
): Promise<number[]> {
  const silent = transaction
    .selectFrom('instances')
    .select('number')
    .where('heartbeat_at', '<', sql<number>`${databaseTime} - ${instanceHeartbeatTimeoutMs}`)
    .forUpdate()
    .skipLocked()
  const rows = await transaction.deleteFrom('instances').where('number', 'in', silent).returning('number').execute()
  const numbers = rows.map((row) => row.number)
  if (numbers.length > 0) await releaseLeasesOfDeadInstances(transaction, numbers, queues, now)
  return numbers
}

function registerInstanceMetrics(metrics: MetricsRegistry): { heard: Gauge; silenced: Counter } {
  const heard = new Gauge({
    name: 'countersign_instances',
    help: 'Instances that use this database and sent a heartbeat in the last two seconds, including this one.',
    registers: [metrics],
  })
  const silenced = new Counter({
    name: 'countersign_instances_silenced_total',
    help: 'Instances that this instance removed because they had sent no heartbeat for two seconds.',
    registers: [metrics],
  })
  return { heard, silenced }
}
