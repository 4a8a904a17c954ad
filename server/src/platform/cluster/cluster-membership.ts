// An instance among others on one PostgreSQL (membership by heartbeats): it says twice a second that it is there, and has a number for as long as it
// does (its fencing token). Who was not heard of for two seconds is put out by whoever notices first, with all that it had in hand; once it
// comes back it begins anew, with another number, and until then it does nothing by itself and is not ready. The time of the database
// decides, since clocks of instances differ, and by it an instance learns that its own is wrong. An SQLite file has one instance.
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

/** How often an instance says that it is there. */
export const instanceHeartbeatIntervalMs = 500

/** For how long it counts without. */
export const instanceHeartbeatTimeoutMs = 2000

/** Why an instance is not to be used: its database is out of its reach, or its clock differs from that of the others. */
export type InstanceNotReadyReason = 'heartbeat-lost' | 'clock'

export interface ClusterMembership {
  /** Says that it is there, for the first time and from then on, and puts out who is silent; main calls it twice a second. */
  sendHeartbeat: () => Promise<void>
  /** What keeps it from being used; null where nothing does. One that has never begun to say that it is there is not judged. */
  notReadyReason: () => InstanceNotReadyReason | null
  workLeases: WorkQueueLeases
  /** Says that it ends, so that nobody waits for it. */
  leave: () => Promise<void>
}

/** What who asks an unfit instance is told: nothing was changed, and another one answers. The log has why.
 * @returns the refusal */
export const createInstanceNotReadyError = (unfit: InstanceNotReadyReason): ApiError =>
  new ApiError('database.unavailable', {
    place: { retryAfterSeconds: 1 },
    privateDetail: {
      'heartbeat-lost': 'this instance could not say for two seconds that it is there',
      clock: 'the clock of this instance differs from that of the database and of other instances',
    }[unfit],
  })

export interface ClusterMembershipContext {
  database: Pick<Database, 'kind' | 'heartbeatQueries'>
  clock: Clock
  limits: Pick<ServerLimitValues, 'clockToleranceSeconds'>
  /** Of each job, how what it took becomes due again. */
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
  // Where all differ from the database it is the database's clock that is wrong, and that alone harms nobody.
  const isClockWrong = (): boolean => !isRight(ahead) && others.some(isRight)

  /** Who could not hear anybody for a while does not know who is silent. */
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
        'this instance was not heard of for two seconds; others have taken over, and it begins anew',
      )
    if (!before.wrong && isClockWrong())
      log.warn(
        { aheadMs: ahead },
        'the clock of this instance differs from that of the database and of other instances; it is not used until it is set',
      )
    if (!before.hears || rows.every(({ heartbeat_at }) => heartbeat_at >= latest - instanceHeartbeatTimeoutMs)) return
    const silent = await heartbeatQueries
      .transaction()
      .execute((transaction) => removeSilentInstances(transaction, queues, clock()))
    silenced.inc(silent.length)
    for (const one of silent)
      log.warn({ number: one }, 'another instance was not heard of for two seconds; what it had in hand is taken over')
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
  /** Whether it was still there. */
  wasThere: boolean
  number: number
  /** By how many milliseconds the clock of this instance is ahead of that of the database. */
  clockAheadMs: number
}

/** Says that an instance is there, under its number or, where that is gone, under a new one. */
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
          // One that is lost with the database is said again: nobody waits for the disk.
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

/** Puts out who was not heard of for too long. @returns their numbers */
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
    help: 'How many instances of this database this one has heard of in the last two seconds, itself among them.',
    registers: [metrics],
  })
  const silenced = new Counter({
    name: 'countersign_instances_silenced_total',
    help: 'How many others this instance has put out, because nobody had heard of them for two seconds.',
    registers: [metrics],
  })
  return { heard, silenced }
}
