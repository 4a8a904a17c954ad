// Calls each job of the server again and again: how often, and what the log says while it fails.
import type { FastifyInstance } from 'fastify'
import type { ServerApp } from './create-server-app.ts'

const sequenceIntervalMs = 100
const replicaCheckIntervalMs = 1000
const checkpointIntervalMs = 5000
const pruneIntervalMs = 60_000
const deliveryIntervalMs = 1000
const recheckIntervalMs = 2000
const walletNameIntervalMs = 3000
/** What goes on failing is said so often: some of it is tried ten times a second. */
const failureLogIntervalMs = 30_000

interface ScheduledJob {
  run: () => Promise<unknown>
  everyMs: number
  failureMessage: string
}

/** @returns the timers of all jobs but the heartbeat, which ends later than they do */
export const startBackgroundJobs = (app: ServerApp): NodeJS.Timeout[] =>
  listBackgroundJobs(app).map((job) => startBackgroundJob(job, app.http.log))

const listBackgroundJobs = (app: ServerApp): ScheduledJob[] => [
  {
    run: app.checkReplica,
    everyMs: replicaCheckIntervalMs,
    failureMessage: 'it cannot be told how far the read replica is; it is tried again in a second',
  },
  {
    run: app.sequenceAuditLog,
    everyMs: sequenceIntervalMs,
    failureMessage: 'lines of the activity wait for their place; it is tried again in a moment',
  },
  {
    run: app.signCheckpoint,
    everyMs: checkpointIntervalMs,
    failureMessage: 'no checkpoint of the activity can be signed; it is tried again in some seconds',
  },
  {
    run: app.pruneExpired,
    everyMs: pruneIntervalMs,
    failureMessage: 'sweep failed; it is tried again in a minute',
  },
  {
    run: app.deliverLogouts,
    everyMs: deliveryIntervalMs,
    failureMessage: 'applications cannot be told of logouts; it is tried again in a second',
  },
  {
    run: app.recheckSessions,
    everyMs: recheckIntervalMs,
    failureMessage: 'sessions of contract wallets cannot be asked about; it is tried again in two seconds',
  },
  {
    run: app.recheckGroupMemberships,
    everyMs: recheckIntervalMs,
    failureMessage: 'it cannot be read who belongs to groups; it is tried again in two seconds',
  },
  {
    run: app.refreshWalletNames,
    everyMs: walletNameIntervalMs,
    failureMessage: 'names of wallets cannot be read; it is tried again in some seconds',
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
