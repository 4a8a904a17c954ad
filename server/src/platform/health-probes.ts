// Whether this instance runs, and whether it can do its work: the health probes of a balancer (liveness, readiness).
import type { FastifyInstance } from 'fastify'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from './clock.ts'
import type { Database, DatabaseQueryBuilder } from './database/open-sqlite-or-postgres-database.ts'
import { getBuildAndSchemaVersions } from './database/get-build-and-schema-versions.ts'
import { createInstanceNotReadyError } from './cluster/cluster-membership.ts'
import type { ClusterMembership } from './cluster/cluster-membership.ts'
import type { MetricsAccessCheck } from './prometheus-metrics.ts'
import { ApiError } from './api-error.ts'

/** However often it is asked, the database is written to no more than once in this time. */
const writeProbeIntervalMs = 500

/** Who asks is a balancer, and does not wait for as long as a person may: two seconds after it came to be so an instance says that it is not ready. */
const probeTimeoutMs = 1500

interface HealthContext {
  database: Pick<Database, 'queries' | 'storage'>
  clock: Clock
  canReadMetrics: MetricsAccessCheck
  instance: Pick<ClusterMembership, 'notReadyReason'>
}

/**
 * `/health/live`: the process answers. `/health/ready`: it can also write to its database, and others hear of it; 503 where not, so that a
 * balancer sends people elsewhere. Whoever may read the metrics is told there which release it is.
 */
export function registerHealthProbes(
  http: FastifyInstance,
  { database, clock, canReadMetrics, instance }: HealthContext,
): void {
  const release = getBuildAndSchemaVersions()
  let checkedAt = Number.NEGATIVE_INFINITY
  let check: Promise<void> = Promise.resolve()

  http.get('/health/live', { schema: { hide: true } }, async () => ({ status: 'live' }))
  http.get('/health/ready', { schema: { hide: true } }, async (request) => {
    const unfit = instance.notReadyReason()
    if (unfit !== null) throw createInstanceNotReadyError(unfit)
    const now = clock()
    if (database.storage.failure === 'corrupt') throw corruptDatabaseError()
    if (Math.abs(now - checkedAt) >= writeProbeIntervalMs) {
      checkedAt = now
      check = Promise.race([writeReadinessProbe(database, now), rejectAfterTimeout()])
    }
    await check
    return { status: 'ready', ...(canReadMetrics(request) ? release : {}) }
  })
}

async function rejectAfterTimeout(): Promise<never> {
  await wait(probeTimeoutMs, undefined, { ref: false })
  throw new ApiError('database.unavailable', {
    place: { retryAfterSeconds: 1 },
    privateDetail: 'readiness could not be written in time',
  })
}

const corruptDatabaseError = (): ApiError =>
  new ApiError('database.unavailable', {
    place: { retryAfterSeconds: 1 },
    privateDetail:
      'the database file is damaged (SQLITE_CORRUPT or SQLITE_NOTADB); not ready until a restart, which checks the file',
  })

/** A sign-in adds less than this to the write-ahead log (`health-probes.test.ts` measures it). */
export const maxSqliteWalBytesPerSignIn = 256 * 1024

/** After a write found no room, a small one proves nothing: the log may have a few pages of slack. */
async function writeReadinessProbe({ queries, storage }: HealthContext['database'], now: number): Promise<void> {
  if (storage.failure === null) return writeProbeRow(queries, now)
  await writeProbeRow(queries, now, 'x'.repeat(maxSqliteWalBytesPerSignIn))
  await writeProbeRow(queries, now)
  storage.recordRecovery()
}

/** A row of its own, so that nobody waits for it, and a value that changes: one that stays the same is not written. */
async function writeProbeRow(queries: DatabaseQueryBuilder, now: number, padding = ''): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    await transaction.updateTable('readiness_probe').set({ checked_at: now, padding }).where('id', '=', 1).execute()
  })
}
