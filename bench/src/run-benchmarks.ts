// `npm run bench`: every figure of docs/development/measurements.md, measured in one run beside its alternative. A name chooses one: `npm run bench --
// parse`.
import { cpus } from 'node:os'
import { benchmarkBundleSizes } from './bundle-sizes.ts'
import { benchmarkAuthorizationCodeFlowCost } from './code-flow-cost.ts'
import { benchmarkContractWalletCost } from './contract-wallet-cost.ts'
import { benchmarkSolanaAndBitcoinVerification } from './solana-and-bitcoin-cost.ts'
import { benchmarkSolanaAndBitcoinStrictness } from './solana-and-bitcoin-strictness.ts'
import { benchmarkSignInFloodResistance } from './flood-resistance.ts'
import { benchmarkForwardAuthCost } from './forward-auth-cost.ts'
import { benchmarkScalingByPersonCount } from './scaling-by-people.ts'
import { benchmarkContractWalletRecheckCost } from './contract-recheck-cost.ts'
import { benchmarkSignInCost } from './sign-in-cost.ts'
import { benchmarkEthereumSignatureStrictness } from './signature-strictness.ts'
import { benchmarkMessageParserStrictness } from './message-parser-strictness.ts'
import { formatBenchmarkTable, createFunctionBenchmarkRow } from './format-benchmark-table.ts'
import type { BenchmarkComparisonRow } from './format-benchmark-table.ts'
import { benchmarkEthereumSignatureVerification } from './signature-verification-cost.ts'
import { benchmarkCrossDeviceLongPollLoad } from './long-poll-load.ts'
import { measureFunctionCallTimes } from './measure-function-costs.ts'
import { signedEthereumMessages, createRoundRobinPicker } from './ethereum-message-samples.ts'
import { alternativeMessageParsers, countersignMessageParser } from './compared-message-parsers.ts'

const benchmarks: Readonly<Record<string, () => Promise<BenchmarkComparisonRow[]>>> = {
  parse: compareParsing,
  strictness: async () => [
    ...(await benchmarkMessageParserStrictness()),
    ...(await benchmarkEthereumSignatureStrictness()),
    ...(await benchmarkSolanaAndBitcoinStrictness()),
  ],
  verify: benchmarkEthereumSignatureVerification,
  families: benchmarkSolanaAndBitcoinVerification,
  'sign-in': benchmarkSignInCost,
  flood: benchmarkSignInFloodResistance,
  waiting: benchmarkCrossDeviceLongPollLoad,
  'contract-wallets': benchmarkContractWalletCost,
  recheck: benchmarkContractWalletRecheckCost,
  'code-flow': benchmarkAuthorizationCodeFlowCost,
  'forward-auth': benchmarkForwardAuthCost,
  bundles: benchmarkBundleSizes,
  growth: benchmarkScalingByPersonCount,
}

/** What takes a quarter of an hour, and is measured where it is named. */
const onlyByName: readonly string[] = ['growth']

const chosen = process.argv.slice(2)
const unknown = chosen.find((name) => !(name in benchmarks))
if (unknown !== undefined) {
  console.error(`There is no measurement "${unknown}"; there are: ${Object.keys(benchmarks).join(', ')}.`)
  process.exit(2)
}

const rows: BenchmarkComparisonRow[] = []
for (const [name, compare] of Object.entries(benchmarks)) {
  if (chosen.length > 0 ? !chosen.includes(name) : onlyByName.includes(name)) continue
  console.error(`measuring ${name} …`)
  rows.push(...(await compare()))
}
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}\n`)
console.log(formatBenchmarkTable(rows))
process.exit()

async function compareParsing(): Promise<BenchmarkComparisonRow[]> {
  const functions = [countersignMessageParser, ...alternativeMessageParsers].map(({ name, parse }) => {
    const next = createRoundRobinPicker(signedEthereumMessages)
    return [name, () => parse(next().text)] as const
  })
  const cost = await measureFunctionCallTimes(Object.fromEntries(functions))
  const costOf = (name: string) => cost[name] ?? { wall: Number.NaN, cpu: Number.NaN }
  return alternativeMessageParsers.map(({ name }) =>
    createFunctionBenchmarkRow(
      'read a message, all rules checked',
      name,
      costOf(countersignMessageParser.name),
      costOf(name),
    ),
  )
}
