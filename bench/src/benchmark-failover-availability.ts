// Three instances share one PostgreSQL, and clients retry once. Arguments: `[seconds of each]`.
import { startTestPostgresServer } from '@countersign/testing/test-postgres-server'
import type { TestPostgresServer } from '@countersign/testing/test-postgres-server'
import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from './measure-function-call-times.ts'
import { countersignServerEntryPath, startBenchmarkServer } from './measure-server-task-times.ts'
import type { RunningBenchmarkServer } from './measure-server-task-times.ts'
import { benchmarkedSignInServers } from './benchmark-sign-in-cost.ts'

const [contestant] = benchmarkedSignInServers
const clients = 20
const secondsEach = Number(process.argv[2] ?? 60)
const ports = [4441, 4442, 4443]
const site = `http://localhost:${ports[0]}`
const key = `/tmp/countersign-deaths-${process.pid}.key`

/** Polls at least as often as HAProxy does by default (every two seconds). */
const askEveryMs = 500
const patienceMs = 1000

const notAnswered = 'no response'
/** `Retry-After` of `database.unavailable`. */
const retryAfterMs = 1000

interface Instance {
  port: number
  server: RunningBenchmarkServer | null
  isReady: boolean
}

const postgres = await startTestPostgresServer({ isDurable: true })
const database = await postgres.createDatabase('deaths')
const instances: Instance[] = []
for (const port of ports) instances.push({ port, server: await start(port), isReady: true })
let isOver = false
let turns = 0
const balancer = probeInstances()

console.log(
  'failure                                          sign-ins  at first   after retry   lost   at first    with retry   p50      p99      errors',
)
await measure('none', async () => {})
await measure('an instance is killed, and returns after 2 s', async (ends) => {
  for (let turn = 0; performance.now() < ends; turn += 1) {
    const one = instances[turn % instances.length] as Instance
    await one.server?.stop()
    await wait(2000)
    one.server = await start(one.port)
    await wait(2000)
  }
})
await measure('an instance is frozen for 4 s (SIGSTOP)', async (ends) => {
  for (let turn = 0; performance.now() < ends; turn += 1) {
    const one = instances[turn % instances.length] as Instance
    one.server?.signal('SIGSTOP')
    await wait(4000)
    one.server?.signal('SIGCONT')
    await wait(3000)
  }
})
await measure('instances are restarted one after the other', async (ends) => {
  for (let turn = 0; performance.now() < ends; turn += 1) {
    const one = instances[turn % instances.length] as Instance
    await one.server?.stop('SIGTERM')
    one.server = await start(one.port)
    while (!one.isReady) await wait(50)
  }
})
await measure('the database is down for 5 s', async (ends) => stopAndRestart(postgres, ends))

isOver = true
await balancer
for (const { server } of instances) await server?.stop()
await postgres.stop()
process.exit()

async function stopAndRestart(server: TestPostgresServer, ends: number): Promise<void> {
  while (performance.now() < ends) {
    await server.kill()
    await wait(5000)
    await server.restart()
    await wait(10_000)
  }
}

function start(port: number): Promise<RunningBenchmarkServer> {
  return startBenchmarkServer({
    ...contestant,
    program: countersignServerEntryPath,
    port,
    environment: () => ({
      ...contestant.environment(port, ''),
      COUNTERSIGN_DATABASE: database,
      COUNTERSIGN_ORIGIN: site,
      COUNTERSIGN_KEY_FILE: key,
    }),
  })
}

async function probeInstances(): Promise<void> {
  while (!isOver) {
    await Promise.all([
      wait(askEveryMs),
      ...instances.map(async (one) => {
        const answer = await fetch(`http://127.0.0.1:${one.port}/health/ready`, {
          signal: AbortSignal.timeout(patienceMs),
        }).catch(() => null)
        one.isReady = answer?.status === 200
      }),
    ])
  }
}

async function chooseInstance(isAgain: boolean): Promise<Instance> {
  // A retry waits until an instance is ready; before that, a load balancer responds with 503.
  for (let looks = 0; isAgain && looks < 300 && !instances.some(({ isReady }) => isReady); looks += 1) await wait(100)
  const ready = instances.filter(({ isReady }) => isReady)
  const among = ready.length > 0 ? ready : instances
  return among[(turns += 1) % among.length] as Instance
}

async function measure(name: string, disturb: (ends: number) => Promise<void>): Promise<void> {
  const ends = performance.now() + secondsEach * 1000
  const times: number[] = []
  const errorCounts = new Map<string, number>()
  const counts = { atOnce: 0, again: 0, lost: 0 }
  let piece = 0
  const tryOnce = async (isAgain: boolean): Promise<boolean> => {
    const one = await chooseInstance(isAgain)
    try {
      await Promise.race([
        contestant.signIn(`http://localhost:${one.port}`, piece++, site),
        wait(10_000).then(() => {
          throw new Error('no response within ten seconds')
        }),
      ])
      return true
    } catch (error) {
      const said = readErrorCode(error as Error)
      errorCounts.set(said, (errorCounts.get(said) ?? 0) + 1)
      // As with nginx and HAProxy, an instance that did not respond is skipped until it is ready.
      if (said === notAnswered) one.isReady = false
      else if (!isAgain) await wait(retryAfterMs)
      return false
    }
  }
  const client = async (): Promise<void> => {
    while (performance.now() < ends) {
      const from = performance.now()
      if (await tryOnce(false)) counts.atOnce += 1
      else if (await tryOnce(true)) counts.again += 1
      else counts.lost += 1
      times.push(performance.now() - from)
    }
  }
  await Promise.all([disturb(ends), ...Array.from({ length: clients }, client)])
  while (!instances.every(({ isReady }) => isReady)) await wait(100)
  const all = counts.atOnce + counts.again + counts.lost
  const share = (count: number): string => `${((count / all) * 100).toFixed(3)} %`
  const saying = [...errorCounts].map(([what, count]) => `${what} ${count}`).join(', ')
  console.log(
    `${name.padEnd(48)} ${String(all).padStart(8)}  ${String(counts.atOnce).padStart(8)}  ${String(counts.again).padStart(12)}  ${String(counts.lost).padStart(5)}   ${share(counts.atOnce)}   ${share(counts.atOnce + counts.again)}   ${percentile(times, 0.5).toFixed(0)} ms   ${percentile(times, 0.99).toFixed(0)} ms   ${saying}`,
  )
}

function readErrorCode({ message }: Error): string {
  return /"code":"([^"]+)"/.exec(message)?.[1] ?? (message === 'fetch failed' ? notAnswered : message.slice(0, 60))
}
