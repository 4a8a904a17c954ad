// Measures the time on PostgreSQL from an entry's commit until it is readable (decision 0058).
import { startTestPostgresServer } from '@countersign/testing/test-postgres-server'
import { setTimeout as wait } from 'node:timers/promises'
import { appendAuditEvents } from '@countersign/server/audit-log/append-audit-events'
import { systemRandomBytes } from '@countersign/server/platform/clock'
import { openDatabase } from '@countersign/server/platform/database/open-sqlite-or-postgres-database'
import { percentile } from './measure-function-call-times.ts'
import { startBenchmarkServer } from './measure-server-task-times.ts'
import type { RunningBenchmarkServer } from './measure-server-task-times.ts'
import { benchmarkedSignInServers } from './benchmark-sign-in-cost.ts'

const [contestant] = benchmarkedSignInServers
const lookEveryMs = 5
const measuredMs = 30_000

const postgres = await startTestPostgresServer({ isDurable: true })
console.log('instances  entries/s  median      95 %      99 %   longest')
for (const instances of [1, 3]) {
  const address = await postgres.createDatabase(`sealed_by_${instances}`)
  const servers: RunningBenchmarkServer[] = []
  for (let instance = 0; instance < instances; instance += 1) servers.push(await start(address, 4430 + instance))
  for (const rate of [1, 50, 200]) {
    const waited = await measure(address, rate)
    const figures = [0.5, 0.95, 0.99, 1].map((share) => `${percentile(waited, share).toFixed(0).padStart(6)} ms`)
    console.log(`${instances}          ${String(rate).padEnd(7)} ${figures.join(' ')}`)
  }
  for (const server of servers) await server.stop()
}
await postgres.stop()
process.exit()

function start(database: string, port: number): Promise<RunningBenchmarkServer> {
  return startBenchmarkServer({
    ...contestant,
    port,
    environment: () => ({
      ...contestant.environment(port, ''),
      COUNTERSIGN_DATABASE: database,
      COUNTERSIGN_ORIGIN: 'http://localhost:4430',
      COUNTERSIGN_KEY_FILE: `/tmp/countersign-bench-${process.pid}.key`,
    }),
  })
}

/** Resolves to the waiting time of each entry, in milliseconds. */
async function measure(address: string, rate: number): Promise<number[]> {
  const [writing, reading] = [openDatabase(address), openDatabase(address)]
  const committed = new Map<string, number>()
  const waited: number[] = []
  let last = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const rows = await reading.queries
        .selectFrom('audit_events')
        .select(['sequence', 'details'])
        .where('sequence', '>', last)
        .orderBy('sequence')
        .execute()
      const now = performance.now()
      for (const { sequence, details } of rows) {
        last = sequence
        const from = committed.get((JSON.parse(details) as { keyId?: string }).keyId ?? '')
        if (from !== undefined) waited.push(now - from)
      }
      await wait(lookEveryMs)
    }
  })()
  const startedAt = performance.now()
  const writes: Promise<void>[] = []
  for (let line = 0; performance.now() - startedAt < measuredMs; line += 1) {
    writes.push(write(writing.queries, `${rate} ${line}`, committed))
    await wait((1000 / rate) * (0.5 + Math.random()))
  }
  await Promise.all(writes)
  await wait(1000)
  isOver = true
  await watching
  await writing.close()
  await reading.close()
  return waited
}

async function write(
  queries: ReturnType<typeof openDatabase>['queries'],
  keyId: string,
  committed: Map<string, number>,
): Promise<void> {
  await queries.transaction().execute((transaction) => {
    const line = {
      type: 'signing_key.created',
      outcome: 'success',
      details: { keyId },
      evidence: { personId: null, content: {} },
    } as const
    return appendAuditEvents(transaction, systemRandomBytes, Date.now(), [line])
  })
  committed.set(keyId, performance.now())
}
