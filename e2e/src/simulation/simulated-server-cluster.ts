// The site of a simulation: instances of the server below HTTP, in this process and over one database, each with a clock of its own. Requests are handed
// to them without a socket, each as a strand; what main does by timers runs as strands as well.
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

/** What instances are made of. */
export interface SimulatedServerClusterOptions {
  scheduler: SimulationScheduler
  database: FaultInjectingDatabase
  random: RandomBytes
  chains: ConfiguredChains
  /** Beside those that every site has. */
  settings: Record<string, string>
  /** How far the clock of each instance is ahead. */
  aheadMs: readonly number[]
}

export interface SimulatedServerCluster {
  origin: string
  instances: readonly SimulatedInstance[]
  /** What the instances logged that should not be: faults of their own. */
  unexpectedLogLines: readonly string[]
  close: () => Promise<void>
}

interface SimulatedInstance extends ServerInstanceRequestHandler {
  /** What is done in the background, until it is told to end. */
  runBackgroundJobs: (signal: AbortSignal) => Promise<unknown>
  /** Ends at once, in the middle of whatever it does, and starts again. */
  crash: () => Promise<void>
  isUp: () => boolean
}

/** How often each job runs, as main has it; the rarest more often, or no run would be long enough. */
const jobIntervalsMs = {
  sequenceAuditLog: 100,
  deliverLogouts: 1000,
  signCheckpoint: 5000,
  recheckSessions: 2000,
  pruneExpired: 8000,
} as const

/** Starts the instances, on a database that has the current schema. Nothing is simulated yet while they start. */
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

  /** Carries something out as a strand, until it is over or the instance dies. */
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

  /** A job in the background: what fails is tried again another time. */
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

/** Hands a request to an instance, as if over a network that can lose the request and its answer. */
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
  // As fetch says it where nobody listens.
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

/** Whether a line of the program's log tells of something other than what the simulation did. */
const isUnexpectedLogLine = (line: string): boolean =>
  !/\(simulated\)|CommitOutcomeUnknownError|chain\.unavailable/.test(line)
