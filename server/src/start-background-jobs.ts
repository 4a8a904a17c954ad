import type { FastifyInstance } from 'fastify'
import type { ServerApp } from './create-server-app.ts'

const sequenceIntervalMs = 100
const replicaCheckIntervalMs = 1000
const checkpointIntervalMs = 5000
const pruneIntervalMs = 60_000
const deliveryIntervalMs = 1000
const refusedRequestIntervalMs = 2000
const recheckIntervalMs = 2000
const walletNameIntervalMs = 3000
/** Some jobs run ten times a second. */
const failureLogIntervalMs = 30_000

interface ScheduledJob {
  run: () => Promise<unknown>
  everyMs: number
  failureMessage: string
}

/** @returns all timers except the heartbeat timer, which stops later */
export const startBackgroundJobs = (app: ServerApp): NodeJS.Timeout[] =>
  listBackgroundJobs(app).map((job) => startBackgroundJob(job, app.http.log))

const listBackgroundJobs = (app: ServerApp): ScheduledJob[] => [
  {
    run: app.checkReplica,
    everyMs: replicaCheckIntervalMs,
    failureMessage: 'replica lag check failed; retrying in 1s',
  },
  {
    run: app.sequenceAuditLog,
    everyMs: sequenceIntervalMs,
    failureMessage: 'audit log sequencing failed; retrying in 100ms',
  },
  {
    run: app.signCheckpoint,
    everyMs: checkpointIntervalMs,
    failureMessage: 'audit log checkpoint failed; retrying in 5s',
  },
  {
    run: app.pruneExpired,
    everyMs: pruneIntervalMs,
    failureMessage: 'pruning failed; retrying in 1min',
  },
  {
    run: app.deliverLogouts,
    everyMs: deliveryIntervalMs,
    failureMessage: 'logout delivery failed; retrying in 1s',
  },
  {
    run: app.storeRefusedRequests,
    everyMs: refusedRequestIntervalMs,
    failureMessage: 'storing refused requests failed; those of the last 2s are lost',
  },
  {
    run: app.recheckSessions,
    everyMs: recheckIntervalMs,
    failureMessage: 'contract wallet session check failed; retrying in 2s',
  },
  {
    run: app.recheckGroupMemberships,
    everyMs: recheckIntervalMs,
    failureMessage: 'group membership check failed; retrying in 2s',
  },
  {
    run: app.refreshWalletNames,
    everyMs: walletNameIntervalMs,
    failureMessage: 'wallet name refresh failed; retrying in 3s',
  },
]

export function startBackgroundJob(
  { run, everyMs, failureMessage }: ScheduledJob,
  log: FastifyInstance['log'],
): NodeJS.Timeout {
  let saidAt = -Infinity
  const tell = (error: unknown): void => {
    if (performance.now() < saidAt + failureLogIntervalMs) return
    saidAt = performance.now()
    log.error({ err: error }, failureMessage)
  }
  return setInterval(() => void run().catch(tell), everyMs)
}
