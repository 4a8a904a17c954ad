// The site of a simulation: instances of the server below HTTP, in this process and over one database, each with a clock of its own. Requests are handed
// to them without a socket, each as a strand; what main does by timers runs as strands as well.
import { createApp } from '../../../server/src/app.ts'
import type { CountersignApp } from '../../../server/src/app.ts'
import { rememberInProcess } from '../../../server/src/auth/challenges/spending-memory.ts'
import type { Chains } from '../../../server/src/platform/chain-settings.ts'
import type { Random } from '../../../server/src/platform/clock.ts'
import { createMetrics } from '../../../server/src/platform/metrics.ts'
import { readSettings } from '../../../server/src/platform/settings.ts'
import type { SimulatedDatabase } from '../../../server/src/testing/simulated-database.ts'
import { testServerKey } from '../../../server/src/testing/test-server-key.ts'
import type { Answerer, Response } from '../history/browser.ts'
import { settingsOfSite } from '../history/settings.ts'
import type { Scheduler, Strand } from './scheduler.ts'

/** What instances are made of. */
export interface SiteWorld {
  scheduler: Scheduler
  database: SimulatedDatabase
  random: Random
  chains: Chains
  /** Beside those that every site has. */
  settings: Record<string, string>
  /** How far the clock of each instance is ahead. */
  aheadMs: readonly number[]
}

export interface SimulatedSite {
  origin: string
  instances: readonly SimulatedInstance[]
  /** What the instances logged that should not be: faults of their own. */
  faults: readonly string[]
  close: () => Promise<void>
}

interface SimulatedInstance extends Answerer {
  /** What is done in the background, until it is told to end. */
  work: (signal: AbortSignal) => Promise<unknown>
  /** Ends at once, in the middle of whatever it does, and starts again. */
  die: () => Promise<void>
  isUp: () => boolean
}

/** How often each job runs, as main has it; the rarest more often, or no run would be long enough. */
const jobs = { seal: 100, deliver: 1000, checkpoint: 5000, recheck: 2000, sweep: 8000 } as const

/** Starts the instances, on a database that has the current schema. Nothing is simulated yet while they start. */
export async function startSimulatedSite(world: SiteWorld): Promise<SimulatedSite> {
  const { settings } = readSettings(settingsOfSite, undefined)
  const faults: string[] = []
  const instances: SimulatedInstance[] = []
  const apps: (() => CountersignApp | null)[] = []
  for (const [index, aheadMs] of world.aheadMs.entries()) {
    const { instance, app } = await startInstance(world, names[index] ?? `instance ${index}`, aheadMs, faults)
    instances.push(instance)
    apps.push(app)
  }
  return {
    origin: settings.origin,
    instances,
    faults,
    close: async () => {
      for (const app of apps) await app()?.http.close()
      await world.database.close()
    },
  }
}

const names = ['one', 'two', 'three']

async function startInstance(
  { scheduler, database, random, chains, settings: added }: SiteWorld,
  name: string,
  aheadMs: number,
  faults: string[],
): Promise<{ instance: SimulatedInstance; app: () => CountersignApp | null }> {
  const { settings, report } = readSettings({ ...settingsOfSite, ...added }, undefined)
  const memory = rememberInProcess()
  const running = new Map<Strand, (error: Error) => void>()
  const start = (): Promise<CountersignApp> =>
    createApp({
      settings,
      report,
      database: database.connect(),
      clock: () => scheduler.now() + aheadMs,
      monotonic: () => scheduler.now(),
      random,
      chains,
      metrics: createMetrics(),
      serverKey: testServerKey,
      memory,
      logStream: { write: (line) => void (isOwnFault(line) && faults.push(line)) },
      screens: null,
    })
  let app: CountersignApp | null = await start()

  /** Carries something out as a strand, until it is over or the instance dies. */
  const carryOut = <Result>(what: string, act: () => Promise<Result>): Promise<Result> => {
    const strand: Strand = { number: scheduler.nextNumber(), name: what, instance: name, aheadMs, isDead: false }
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    running.set(strand, reject)
    void scheduler
      .runAs(strand, act)
      .then(resolve, reject)
      .finally(() => running.delete(strand))
    return promise
  }

  const answer = async (path: string, request: RequestInit, headers: Record<string, string>): Promise<Response> => {
    const { method = 'GET', body } = request
    const payload = body instanceof URLSearchParams ? body.toString() : (body as string | undefined)
    const text = `${method} ${path} ${payload ?? ''}`
    if ((await scheduler.pass({ kind: 'request', text, faults: ['lost'] })) !== null) throw new Error('lost')
    // As fetch says it where nobody listens.
    if (app === null) throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
    const response = await app.http.inject({
      method: method as 'GET',
      url: path,
      headers,
      ...(payload !== undefined && { payload }),
    })
    scheduler.note(`    ${response.body}`)
    const to = `${response.statusCode} to ${method} ${path}`
    if ((await scheduler.pass({ kind: 'answer', text: to, faults: ['lost'] })) !== null) throw new Error('lost')
    const received = new Headers()
    for (const [header, value] of Object.entries(response.headers))
      for (const one of Array.isArray(value) ? value : [value]) received.append(header, String(one))
    return { status: response.statusCode, headers: received, text: async () => response.body }
  }

  /** A job in the background: what fails is tried again another time. */
  const repeat = async (job: keyof typeof jobs, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await scheduler.pass({ kind: 'timer', text: `${name}: ${job}`, waitMs: jobs[job] })
      if (app === null || signal.aborted) continue
      await carryOut(job, app[job]).catch((error: unknown) => scheduler.note(`    ${job}: ${String(error)}`))
    }
  }

  const restart = async (): Promise<void> => {
    while (app === null) {
      await scheduler.pass({ kind: 'timer', text: `${name} starts`, waitMs: 500 })
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
      return carryOut(headers['user-agent'] ?? 'look', () => answer(path, request, headers))
    },
    work: (signal) => Promise.all((Object.keys(jobs) as (keyof typeof jobs)[]).map((job) => repeat(job, signal))),
    die: async () => {
      app = null
      for (const [strand, reject] of running) {
        strand.isDead = true
        reject(new Error('died'))
      }
      running.clear()
      await database.abandon((owner) => (owner as Strand | null)?.isDead === true)
      void restart()
    },
    isUp: () => app !== null,
  }
  return { instance, app: () => app }
}

/** Whether a line of the program's log tells of something other than what the simulation did. */
const isOwnFault = (line: string): boolean => !/\(simulated\)|CommitInDoubt|chain\.unavailable/.test(line)
