// Whether what is usual still costs what it did: the sign-in of a plain key, reading its message, and waiting for the list of people, here and in
// another checkout of this repository, in turns within one run (regression). `node bench/src/compare-checkout-performance.ts FOLDER`, with both built (`node scripts/build-changed-bundles.ts`).
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSignInMessage } from '@countersign/message'
import { benchmarkPeopleListLoadTime } from './benchmark-people-list-load-time.ts'
import { measureFunctionCallTimes } from './measure-function-call-times.ts'
import { signedEthereumMessageBenchmarkInputs, createRoundRobinPicker } from './ethereum-message-benchmark-inputs.ts'
import { startBenchmarkServer, measureServerTaskTimes } from './measure-server-task-times.ts'
import { benchmarkedSignInServers } from './benchmark-sign-in-cost.ts'
import { createFunctionBenchmarkRow, formatBenchmarkTable, createServerBenchmarkRow } from './format-benchmark-table.ts'
import type { BenchmarkComparisonRow } from './format-benchmark-table.ts'

const folder = process.argv[2]
if (folder === undefined) {
  console.error('Say where the other checkout is: node bench/src/compare-checkout-performance.ts FOLDER')
  process.exit(2)
}
const other = resolve(folder)
console.log(
  formatBenchmarkTable([
    await compareCheckoutParsing(),
    await compareSignIn(),
    await benchmarkPeopleListLoadTime(other),
  ]),
)
process.exit()

async function compareCheckoutParsing(): Promise<BenchmarkComparisonRow> {
  // Where the library was until 0.2.0, and where it is.
  const library = ['message/src/message.ts', 'packages/message/src/index.ts'].find((path) =>
    existsSync(join(other, path)),
  )
  const before = (await import(`${other}/${library}`)) as Record<string, typeof parseSignInMessage | undefined>
  const parseBefore = before['parseSignInMessage'] ?? before['parseMessage']
  if (parseBefore === undefined) throw new Error(`${other} exports no function that parses a message`)
  const [here, there] = [
    createRoundRobinPicker(signedEthereumMessageBenchmarkInputs),
    createRoundRobinPicker(signedEthereumMessageBenchmarkInputs),
  ]
  const cost = await measureFunctionCallTimes({
    now: () => parseSignInMessage(here().text),
    before: () => parseBefore(there().text),
  })
  return createFunctionBenchmarkRow('read a message', 'before', cost.now, cost.before)
}

async function compareSignIn(): Promise<BenchmarkComparisonRow> {
  const [now] = benchmarkedSignInServers
  const before = { ...now, name: 'before', program: join(other, 'server/dist/start.js'), port: now.port + 2 }
  const servers = [await startBenchmarkServer(now), await startBenchmarkServer(before)] as const
  try {
    const [ours, theirs] = await measureServerTaskTimes(
      [
        { server: servers[0], work: (piece: number) => now.signIn(servers[0].origin, piece) },
        { server: servers[1], work: (piece: number) => before.signIn(servers[1].origin, piece) },
      ] as const,
      // Short rounds and many: what disturbs the machine meets both sides alike.
      { rounds: 60, pieces: 150, parallel: 4, warmUp: 2500 },
    )
    return createServerBenchmarkRow('whole sign-in of a plain key over HTTP, durable', 'before', ours, theirs)
  } finally {
    for (const server of servers) await server.stop()
  }
}
