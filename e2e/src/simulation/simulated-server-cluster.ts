// Instances run in this process and share a database. Each has its own clock, and gets requests
// without HTTP or sockets.
import { createServerApp } from '../../../server/src/create-server-app.ts'
import type { ServerApp } from '../../../server/src/create-server-app.ts'
import { createInMemorySpentChallengeReplayLog } from '../../../server/src/auth/challenges/spent-challenge-replay-log.ts'
import type { ConfiguredChains } from '../../../server/src/platform/chain-settings.ts'
import type { RandomBytes } from '../../../server/src/platform/clock.ts'
import { createMetricsRegistry } from '../../../server/src/platform/prometheus-metrics.ts'
import { parseServerSettings } from '../../../server/src/platform/parse-server-settings.ts'
import type { FaultInjectingDatabase } from '../../../server/src/testing/fault-injecting-database.ts'
import { testServerKey } from '../../../server/src/testing/server-key-fixtures.ts'
import type { ServerInstanceRequestHandler, ResponseLike } from '../history-checker/consistency-test-browser.ts'
import { serverClusterTestSettings } from '../history-checker/server-cluster-test-settings.ts'
import type { SimulationScheduler, SimulatedServerTask } from './simulation-scheduler.ts'

export interface SimulatedServerClusterOptions {
  scheduler: SimulationScheduler
  database: FaultInjectingDatabase
  random: RandomBytes
  chains: ConfiguredChains
  /** Added to the settings that every site has. */
  settings: Record<string, string>
  aheadMs: readonly number[]
}

export interface SimulatedServerCluster {
  origin: string
  instances: readonly SimulatedInstance[]
  /** Errors that the simulation did not cause. */
  unexpectedLogLines: readonly string[]
  close: () => Promise<void>
}

interface SimulatedInstance extends ServerInstanceRequestHandler {
  /** Runs jobs until aborted. */
  runBackgroundJobs: (signal: AbortSignal) => Promise<unknown>
  /** Stops the instance in the middle of its work, and restarts it. */
  crash: () => Promise<void>
  isUp: () => boolean
}

/** The server's own jobs; rare ones run more often here, because runs are short. */
const jobIntervalsMs = {
  sequenceAuditLog: 100,
  deliverLogouts: 1000,
  signCheckpoint: 5000,
  recheckSessions: 2000,
  pruneExpired: 8000,
} as const

/** Start-up itself is not simulated. */
export async function startSimulatedServerCluster(
  context: SimulatedServerClusterOptions,
): Promise<SimulatedServerCluster> {
  const { settings } = parseServerSettings(serverClusterTestSettings, undefined)
  const unexpectedLogLines: string[] = []
  const instances: SimulatedInstance[] = []
  const apps: (() => ServerApp | null)[] = []
  for (const [index, aheadMs] of context.aheadMs.entries()) {
    const { instance, app } = await startInstance(
      context,
      instanceNames[index] ?? `instance ${index}`,
      aheadMs,
      unexpectedLogLines,
    )
    instances.push(instance)
    apps.push(app)
  }
  return {
    origin: settings.origin,
    instances,
    unexpectedLogLines,
    close: async () => {
      for (const app of apps) await app()?.http.close()
      await context.database.close()
    },
  }
}

const instanceNames = ['one', 'two', 'three']

async function startInstance(
  { scheduler, database, random, chains, settings: added }: SimulatedServerClusterOptions,
  name: string,
  aheadMs: number,
  faults: string[],
): Promise<{ instance: SimulatedInstance; app: () => ServerApp | null }> {
  const { settings, report: settingReports } = parseServerSettings(
    { ...serverClusterTestSettings, ...added },
    undefined,
  )
  const spentChallengeMemory = createInMemorySpentChallengeReplayLog()
  const running = new Map<SimulatedServerTask, (error: Error) => void>()
  const start = (): Promise<ServerApp> =>
    createServerApp({
      settings,
      settingReports,
      database: database.connect(),
      clock: () => scheduler.now() + aheadMs,
      monotonic: () => scheduler.now(),
      random,
      chains,
      metrics: createMetricsRegistry(),
      serverKey: testServerKey,
      spentChallengeMemory,
      logStream: { write: (line) => void (isUnexpectedLogLine(line) && faults.push(line)) },
      webDistFolder: null,
    })
  let app: ServerApp | null = await start()

  const carryOut = <Result>(what: string, act: () => Promise<Result>): Promise<Result> => {
    const strand: SimulatedServerTask = {
      number: scheduler.nextNumber(),
      name: what,
      instance: name,
      aheadMs,
      isDead: false,
    }
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    running.set(strand, reject)
    void scheduler
      .runAsFiber(strand, act)
      .then(resolve, reject)
      .finally(() => running.delete(strand))
    return promise
  }

  /** A failed run is retried at the next interval. */
  const repeat = async (job: keyof typeof jobIntervalsMs, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await scheduler.park({ kind: 'timer', text: `${name}: ${job}`, waitMs: jobIntervalsMs[job] })
      if (app === null || signal.aborted) continue
      await carryOut(job, app[job]).catch((error: unknown) => scheduler.addToTrace(`    ${job}: ${String(error)}`))
    }
  }

  const restart = async (): Promise<void> => {
    while (app === null) {
      await scheduler.park({ kind: 'timer', text: `${name} starts`, waitMs: 500 })
      app = await carryOut('start', start).catch(() => null)
    }
  }
  const instance: SimulatedInstance = {
    name,
    fetch: (path, request) => {
      const { body } = request
      const headers: Record<string, string> = {
        ...(request.headers as Record<string, string>),
        ...(body instanceof URLSearchParams && { 'content-type': 'application/x-www-form-urlencoded' }),
      }
      return carryOut(headers['user-agent'] ?? 'look', () =>
        injectRequest(scheduler, () => app, path, { ...request, headers }),
      )
    },
    runBackgroundJobs: (signal) =>
      Promise.all((Object.keys(jobIntervalsMs) as (keyof typeof jobIntervalsMs)[]).map((job) => repeat(job, signal))),
    crash: async () => {
      app = null
      for (const [strand, reject] of running) {
        strand.isDead = true
        reject(new Error('died'))
      }
      running.clear()
      await database.dropConnections((owner) => (owner as SimulatedServerTask | null)?.isDead === true)
      void restart()
    },
    isUp: () => app !== null,
  }
  return { instance, app: () => app }
}

/** Sends a request over a simulated network that can lose the request or its response. */
async function injectRequest(
  scheduler: SimulationScheduler,
  getApp: () => ServerApp | null,
  path: string,
  { method = 'GET', headers, body }: Omit<RequestInit, 'headers'> & { headers: Record<string, string> },
): Promise<ResponseLike> {
  const payload = body instanceof URLSearchParams ? body.toString() : (body as string | undefined)
  const text = `${method} ${path} ${payload ?? ''}`
  if ((await scheduler.park({ kind: 'request', text, faults: ['lost'] })) !== null) throw new Error('lost')
  const app = getApp()
  // The error that fetch throws if nothing listens.
  if (app === null) throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
  const response = await app.http.inject({
    method: method as 'GET',
    url: path,
    headers,
    ...(payload !== undefined && { payload }),
  })
  scheduler.addToTrace(`    ${response.body}`)
  const to = `${response.statusCode} to ${method} ${path}`
  if ((await scheduler.park({ kind: 'answer', text: to, faults: ['lost'] })) !== null) throw new Error('lost')
  const received = new Headers()
  for (const [header, value] of Object.entries(response.headers))
    for (const one of Array.isArray(value) ? value : [value]) received.append(header, String(one))
  return { status: response.statusCode, headers: received, text: async () => response.body }
}

const isUnexpectedLogLine = (line: string): boolean =>
  !/\(simulated\)|CommitOutcomeUnknownError|chain\.unavailable/.test(line)
