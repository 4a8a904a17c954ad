// Measures this checkout and the one in FOLDER in turn, on PostgreSQL. Arguments: `[FOLDER]`.
import { queryTestPostgresServer, startTestPostgresServer } from '@countersign/testing/test-postgres-server'
import type { TestPostgresServer } from '@countersign/testing/test-postgres-server'
import { resolve } from 'node:path'
import { median, percentile } from './measure-function-call-times.ts'
import { countersignServerEntryPath, startBenchmarkServer } from './measure-server-task-times.ts'
import type { RunningBenchmarkServer } from './measure-server-task-times.ts'
import { benchmarkedSignInServers } from './benchmark-sign-in-cost.ts'

const [contestant] = benchmarkedSignInServers
const clients = 40
const manyClients = 200
const warmUpMs = 3000
const roundMs = 5000
const rounds = 3

interface ThroughputRound {
  rate: number
  times: number[]
  refused: number
}

interface InstanceCheckout {
  name: string
  program: string
}

const folder = process.argv[2]
const sides: readonly InstanceCheckout[] = [
  { name: 'here', program: countersignServerEntryPath },
  ...(folder === undefined ? [] : [{ name: 'before', program: `${resolve(folder)}/server/dist/start.js` }]),
]

console.log(`commit   instances  side     sign-ins/s   with ${manyClients} clients: median, p99, p99/median; refused`)
for (const commitDelayMs of [0, 5]) {
  const postgres = await startTestPostgresServer({ isDurable: true })
  await delayCommits(postgres, commitDelayMs)
  for (const count of [1, 2, 3]) {
    const running: RunningBenchmarkServer[][] = []
    for (const [place, side] of sides.entries()) running.push(await startInstances(postgres, side, place, count))
    const results = sides.map((): ThroughputRound[] => [])
    for (const instances of running) await generateLoad(instances, clients, warmUpMs)
    for (let round = 0; round < rounds; round += 1)
      for (const [place, instances] of running.entries())
        results[place]?.push(await generateLoad(instances, round === rounds - 1 ? manyClients : clients, roundMs))
    for (const [place, side] of sides.entries()) printResult(commitDelayMs, count, side, results[place] ?? [])
    for (const instance of running.flat()) await instance.stop()
  }
  await postgres.stop()
}
process.exit()

/** Simulates a slow disk; concurrent transactions still commit together. */
async function delayCommits(postgres: TestPostgresServer, ms: number): Promise<void> {
  const address = postgres.getDatabaseUrl('postgres')
  await queryTestPostgresServer(address, `alter system set commit_delay = ${ms * 1000}`)
  await queryTestPostgresServer(address, 'alter system set commit_siblings = 0')
  await queryTestPostgresServer(address, 'select pg_reload_conf()')
}

async function startInstances(
  postgres: TestPostgresServer,
  { name, program }: InstanceCheckout,
  place: number,
  count: number,
): Promise<RunningBenchmarkServer[]> {
  const database = await postgres.createDatabase(`${name}_${count}`)
  const instances: RunningBenchmarkServer[] = []
  for (let instance = 0; instance < count; instance += 1) {
    const port = 4410 + place * 10 + instance
    instances.push(
      await startBenchmarkServer({
        ...contestant,
        name,
        program,
        port,
        environment: () => ({
          ...contestant.environment(port, ''),
          COUNTERSIGN_DATABASE: database,
          COUNTERSIGN_ORIGIN: `http://localhost:${4410 + place * 10}`,
          COUNTERSIGN_KEY_FILE: `/tmp/countersign-bench-${process.pid}-${name}-${count}.key`,
        }),
      }),
    )
  }
  return instances
}

async function generateLoad(
  instances: readonly RunningBenchmarkServer[],
  count: number,
  ms: number,
): Promise<ThroughputRound> {
  const times: number[] = []
  let refused = 0
  let piece = 0
  const startedAt = performance.now()
  const client = async (place: number): Promise<void> => {
    const { origin } = instances[place % instances.length] as RunningBenchmarkServer
    while (performance.now() - startedAt < ms) {
      const from = performance.now()
      // Refused sign-ins (503 from an overloaded database) are reported separately.
      await contestant.signIn(origin, piece++, instances[0]?.origin).then(
        () => times.push(performance.now() - from),
        () => (refused += 1),
      )
    }
  }
  await Promise.all(Array.from({ length: count }, (_, place) => client(place)))
  return { rate: times.length / ((performance.now() - startedAt) / 1000), times, refused }
}

function printResult(
  commitDelayMs: number,
  count: number,
  { name }: InstanceCheckout,
  results: readonly ThroughputRound[],
) {
  const middle = median(results.slice(0, -1).map(({ rate }) => rate))
  const refused = results.reduce((sum, one) => sum + one.refused, 0)
  const times = results.at(-1)?.times ?? []
  const [half, most] = [percentile(times, 0.5), percentile(times, 0.99)]
  console.log(
    `+${commitDelayMs} ms    ${count}          ${name.padEnd(8)} ${middle.toFixed(0).padStart(6)}     ${half.toFixed(0).padStart(6)} ms ${most.toFixed(0).padStart(6)} ms   ${(most / half).toFixed(1)}   ${refused}`,
  )
}
