// Compares this checkout with FOLDER; run `node scripts/build-changed-bundles.ts` in both first.
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
  console.error('Usage: node bench/src/compare-checkout-performance.ts FOLDER, the folder of the other checkout')
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
  // The library's path up to 0.2.0, and its current path.
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
  return createFunctionBenchmarkRow('parse a message', 'before', cost.now, cost.before)
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
      // Many short rounds, so noise on the machine affects both sides equally.
      { rounds: 60, pieces: 150, parallel: 4, warmUp: 2500 },
    )
    return createServerBenchmarkRow('complete sign-in of an ordinary key over HTTP, durable', 'before', ours, theirs)
  } finally {
    for (const server of servers) await server.stop()
  }
}
