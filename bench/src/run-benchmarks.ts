// `npm run bench`: every figure of docs/development/measurements.md, measured in one run beside its alternative. A name chooses one: `npm run bench --
// parse`.
import { cpus } from 'node:os'
import { compareBundleSizes } from './bundle-sizes.ts'
import { compareCodeFlowCost } from './code-flow-cost.ts'
import { compareContractWalletCost } from './contract-wallet-cost.ts'
import { compareSolanaAndBitcoinCost } from './solana-and-bitcoin-cost.ts'
import { compareSolanaAndBitcoinStrictness } from './solana-and-bitcoin-strictness.ts'
import { compareFloodResistance } from './flood-resistance.ts'
import { compareForwardAuthCost } from './forward-auth-cost.ts'
import { measureScalingByPeople } from './scaling-by-people.ts'
import { compareContractRecheckCost } from './contract-recheck-cost.ts'
import { compareSignInCost } from './sign-in-cost.ts'
import { compareSignatureStrictness } from './signature-strictness.ts'
import { compareMessageParserStrictness } from './message-parser-strictness.ts'
import { formatBenchmarkTable, createFunctionCostRow } from './format-benchmark-table.ts'
import type { BenchmarkComparisonRow } from './format-benchmark-table.ts'
import { compareSignatureVerification } from './signature-verification-cost.ts'
import { compareLongPollLoad } from './long-poll-load.ts'
import { measureFunctionCosts } from './measure-function-costs.ts'
import { signedEthereumMessages, createRoundRobin } from './ethereum-message-samples.ts'
import { comparedMessageParsers, countersignMessageParser } from './compared-message-parsers.ts'

const benchmarks: Readonly<Record<string, () => Promise<BenchmarkComparisonRow[]>>> = {
  parse: compareParsing,
  strictness: async () => [
    ...(await compareMessageParserStrictness()),
    ...(await compareSignatureStrictness()),
    ...(await compareSolanaAndBitcoinStrictness()),
  ],
  verify: compareSignatureVerification,
  families: compareSolanaAndBitcoinCost,
  'sign-in': compareSignInCost,
  flood: compareFloodResistance,
  waiting: compareLongPollLoad,
  'contract-wallets': compareContractWalletCost,
  recheck: compareContractRecheckCost,
  'code-flow': compareCodeFlowCost,
  'forward-auth': compareForwardAuthCost,
  bundles: compareBundleSizes,
  growth: measureScalingByPeople,
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
  const functions = [countersignMessageParser, ...comparedMessageParsers].map(({ name, parse }) => {
    const next = createRoundRobin(signedEthereumMessages)
    return [name, () => parse(next().text)] as const
  })
  const cost = await measureFunctionCosts(Object.fromEntries(functions))
  const costOf = (name: string) => cost[name] ?? { wall: Number.NaN, cpu: Number.NaN }
  return comparedMessageParsers.map(({ name }) =>
    createFunctionCostRow(
      'read a message, all rules checked',
      name,
      costOf(countersignMessageParser.name),
      costOf(name),
    ),
  )
}
