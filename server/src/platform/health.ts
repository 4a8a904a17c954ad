// Whether this instance runs, and whether it can do its work: the health probes of a balancer (liveness, readiness).
import type { FastifyInstance } from 'fastify'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from './clock.ts'
import type { Database, Queries } from './database/open-database.ts'
import { describeRelease } from './database/describe-release.ts'
import { refuseUnfit } from './instance/instance.ts'
import type { Instance } from './instance/instance.ts'
import type { MayMeasure } from './metrics.ts'
import { Refusal } from './refusal.ts'

/** However often it is asked, the database is written to no more than once in this time. */
const freshMs = 500

/** Who asks is a balancer, and does not wait for as long as a person may: two seconds after it came to be so an instance says that it is not ready. */
const patienceMs = 1500

interface HealthWorld {
  database: Pick<Database, 'queries' | 'storage'>
  clock: Clock
  mayMeasure: MayMeasure
  instance: Pick<Instance, 'unfit'>
}

/**
 * `/health/live`: the process answers. `/health/ready`: it can also write to its database, and others hear of it; 503 where not, so that a
 * balancer sends people elsewhere. Whoever may read the metrics is told there which release it is.
 */
export function serveHealth(http: FastifyInstance, { database, clock, mayMeasure, instance }: HealthWorld): void {
  const release = describeRelease()
  let checkedAt = Number.NEGATIVE_INFINITY
  let check: Promise<void> = Promise.resolve()

  http.get('/health/live', { schema: { hide: true } }, async () => ({ status: 'live' }))
  http.get('/health/ready', { schema: { hide: true } }, async (request) => {
    const unfit = instance.unfit()
    if (unfit !== null) throw refuseUnfit(unfit)
    const now = clock()
    if (database.storage.failure === 'corrupt') throw refuseCorrupt()
    if (Math.abs(now - checkedAt) >= freshMs) {
      checkedAt = now
      check = Promise.race([writeReadiness(database, now), giveUp()])
    }
    await check
    return { status: 'ready', ...(mayMeasure(request) ? release : {}) }
  })
}

async function giveUp(): Promise<never> {
  await wait(patienceMs, undefined, { ref: false })
  throw new Refusal('database.unavailable', {
    place: { retryAfterSeconds: 1 },
    privateDetail: 'readiness could not be written in time',
  })
}

const refuseCorrupt = (): Refusal =>
  new Refusal('database.unavailable', {
    place: { retryAfterSeconds: 1 },
    privateDetail:
      'the database file is damaged (SQLITE_CORRUPT or SQLITE_NOTADB); not ready until a restart, which checks the file',
  })

/** A sign-in adds less than this to the write-ahead log (`health.test.ts` measures it). */
export const signInBytes = 256 * 1024

/** After a write found no room, a small one proves nothing: the log may have a few pages of slack. */
async function writeReadiness({ queries, storage }: HealthWorld['database'], now: number): Promise<void> {
  if (storage.failure === null) return writeSomething(queries, now)
  await writeSomething(queries, now, 'x'.repeat(signInBytes))
  await writeSomething(queries, now)
  storage.recover()
}

/** A row of its own, so that nobody waits for it, and a value that changes: one that stays the same is not written. */
async function writeSomething(queries: Queries, now: number, padding = ''): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    await transaction.updateTable('readiness').set({ checked_at: now, padding }).where('id', '=', 1).execute()
  })
}
