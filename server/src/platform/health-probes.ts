import type { FastifyInstance } from 'fastify'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from './clock.ts'
import type { Database, DatabaseQueryBuilder } from './database/open-sqlite-or-postgres-database.ts'
import { getBuildAndSchemaVersions } from './database/get-build-and-schema-versions.ts'
import { createInstanceNotReadyError } from './cluster/cluster-membership.ts'
import type { ClusterMembership } from './cluster/cluster-membership.ts'
import type { MetricsAccessCheck } from './prometheus-metrics.ts'
import { ApiError } from './api-error.ts'

const writeProbeIntervalMs = 500

/** An instance must report within two seconds that it is not ready. */
const probeTimeoutMs = 1500

interface HealthContext {
  database: Pick<Database, 'queries' | 'storage'>
  clock: Clock
  canReadMetrics: MetricsAccessCheck
  instance: Pick<ClusterMembership, 'notReadyReason'>
}

// Ready means that writes and heartbeats succeed; clients that may read metrics see the release.
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
    privateDetail: 'the readiness probe could not write to the database in time',
  })
}

const corruptDatabaseError = (): ApiError =>
  new ApiError('database.unavailable', {
    place: { retryAfterSeconds: 1 },
    privateDetail:
      'the database file is damaged (SQLITE_CORRUPT or SQLITE_NOTADB); the server is not ready until a restart, which checks the file',
  })

export const maxSqliteWalBytesPerSignIn = 256 * 1024

// After a write failed for lack of space, a small write may still fit into the WAL.
async function writeReadinessProbe({ queries, storage }: HealthContext['database'], now: number): Promise<void> {
  if (storage.failure === null) return writeProbeRow(queries, now)
  await writeProbeRow(queries, now, 'x'.repeat(maxSqliteWalBytesPerSignIn))
  await writeProbeRow(queries, now)
  storage.recordRecovery()
}

// Uses a separate row, which nothing waits for, and a new value, which forces an actual write.
async function writeProbeRow(queries: DatabaseQueryBuilder, now: number, padding = ''): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    await transaction.updateTable('readiness_probe').set({ checked_at: now, padding }).where('id', '=', 1).execute()
  })
}
