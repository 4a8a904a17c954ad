// `npm run bench` runs the benchmarks of docs/development/measurements.md; add `-- parse` for one.
import { cpus } from 'node:os'
import { benchmarkBundleSizes } from './benchmark-bundle-sizes.ts'
import { benchmarkAuthorizationCodeFlowCost } from './benchmark-authorization-code-flow-cost.ts'
import { benchmarkContractWalletCost } from './benchmark-contract-wallet-cost.ts'
import { benchmarkSolanaAndBitcoinVerification } from './benchmark-solana-and-bitcoin-verification.ts'
import { benchmarkSolanaAndBitcoinStrictness } from './benchmark-solana-and-bitcoin-strictness.ts'
import { benchmarkSignInFloodResistance } from './benchmark-sign-in-flood-resistance.ts'
import { benchmarkForwardAuthCost } from './benchmark-forward-auth-cost.ts'
import { benchmarkRehearsal } from './benchmark-rehearsal.ts'
import { benchmarkScalingByPersonCount } from './benchmark-scaling-by-person-count.ts'
import { benchmarkContractWalletRecheckCost } from './benchmark-contract-wallet-recheck-cost.ts'
import { benchmarkSignInCost } from './benchmark-sign-in-cost.ts'
import { benchmarkEthereumSignatureStrictness } from './benchmark-ethereum-signature-strictness.ts'
import { benchmarkMessageParserStrictness } from './benchmark-message-parser-strictness.ts'
import { formatBenchmarkTable, createFunctionBenchmarkRow } from './format-benchmark-table.ts'
import type { BenchmarkComparisonRow } from './format-benchmark-table.ts'
import { benchmarkEthereumSignatureVerification } from './benchmark-ethereum-signature-verification.ts'
import { benchmarkCrossDeviceLongPollLoad } from './benchmark-cross-device-long-poll-load.ts'
import { measureFunctionCallTimes } from './measure-function-call-times.ts'
import { signedEthereumMessageBenchmarkInputs, createRoundRobinPicker } from './ethereum-message-benchmark-inputs.ts'
import { alternativeMessageParsers, countersignMessageParser } from './benchmarked-message-parsers.ts'

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
  rehearsal: benchmarkRehearsal,
  growth: benchmarkScalingByPersonCount,
}

/** Each of these takes several minutes. */
const onlyByName: readonly string[] = ['growth', 'rehearsal']

const chosen = process.argv.slice(2)
const unknown = chosen.find((name) => !(name in benchmarks))
if (unknown !== undefined) {
  console.error(`There is no benchmark "${unknown}". Available: ${Object.keys(benchmarks).join(', ')}.`)
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
    const next = createRoundRobinPicker(signedEthereumMessageBenchmarkInputs)
    return [name, () => parse(next().text)] as const
  })
  const cost = await measureFunctionCallTimes(Object.fromEntries(functions))
  const costOf = (name: string) => cost[name] ?? { wall: Number.NaN, cpu: Number.NaN }
  return alternativeMessageParsers.map(({ name }) =>
    createFunctionBenchmarkRow(
      'parse a message, all rules validated',
      name,
      costOf(countersignMessageParser.name),
      costOf(name),
    ),
  )
}
