// The whole wiring on one screen: what is given from outside, what stands before every call, and the calls.
import type { FastifyInstance } from 'fastify'
import { setImmediate as giveWay } from 'node:timers/promises'
import { registerChallenges } from './challenges/routes.ts'
import { sweepChallenges } from './challenges/store.ts'
import type { App } from './platform/call.ts'
import type { Clock, Random } from './platform/clock.ts'
import { createCookies } from './platform/cookies.ts'
import type { Database } from './platform/database/open-database.ts'
import { serveHealth } from './platform/health.ts'
import { createHttp } from './platform/http.ts'
import type { LogStream } from './platform/log.ts'
import { describeCalls } from './platform/openapi.ts'
import { servePages } from './platform/pages.ts'
import { createRateLimits } from './platform/rate-limits.ts'
import { Refusal } from './platform/refusal.ts'
import type { Settings } from './platform/settings.ts'
import { sweepSessions } from './sessions/end.ts'
import { registerSessions } from './sessions/routes.ts'
import { registerSignIn } from './sign-in/routes.ts'
import { registerWallets } from './wallets/routes.ts'

/** Everything the server needs from outside. */
export interface World {
  settings: Settings
  database: Database
  clock: Clock
  random: Random
  /** Where log lines go; standard output where it is left out. */
  logStream?: LogStream
  /** The folder of the built screens, or null for a server of calls alone. */
  screens: string | null
}

/** A server that is ready to listen. */
export interface CountersignApp {
  http: FastifyInstance
  /** Removes what ran out; main calls it every minute. */
  sweep: () => Promise<void>
}

/**
 * Builds the server on a database that has the current schema.
 */
export async function createApp({ settings, database, clock, random, logStream, screens }: World): Promise<CountersignApp> {
  const http = await createHttp(settings, random, logStream)
  const app: App = {
    http,
    settings,
    database,
    clock,
    random,
    cookies: createCookies(settings.origin),
    rateLimits: createRateLimits(settings.limits, database),
  }
  await describeCalls(http, settings.origin)
  serveHealth(http, database.queries, clock)
  await http.register(async () => {
    registerChallenges(app)
    registerSignIn(app)
    registerSessions(app)
    registerWallets(app)
  })
  if (screens === null) http.setNotFoundHandler(() => { throw new Refusal('request.not_found') })
  else await servePages(http, screens, settings.origin)
  await http.ready()
  return { http, sweep: createSweep(app) }
}

/** Removes what ran out, batch after batch, each its own transaction, with a turn for everybody else in between. */
function createSweep({ database, random, clock }: App): () => Promise<void> {
  const { queries } = database
  const steps = [() => sweepChallenges(queries, clock()), () => sweepSessions({ queries, random }, clock())]
  let running = false
  return async () => {
    if (running) return
    running = true
    try {
      for (const step of steps) while ((await step()) > 0) await giveWay()
    } finally {
      running = false
    }
  }
}
