// `npm run bench`: every figure of docs/development/measurements.md, measured in one run beside its alternative. A name chooses one: `npm run bench --
// parse`.
import { cpus } from 'node:os'
import { compareBundleSizes } from './bundle-sizes.ts'
import { compareCodeFlows } from './code-flow-cost.ts'
import { compareContractWallets } from './contract-wallet-cost.ts'
import { compareSolanaAndBitcoin } from './solana-and-bitcoin-cost.ts'
import { compareSolanaAndBitcoinStrictness } from './solana-and-bitcoin-strictness.ts'
import { compareFloodResistance } from './flood-resistance.ts'
import { compareForwardAuthCost } from './forward-auth-cost.ts'
import { measureScaling } from './scaling.ts'
import { compareContractRechecks } from './contract-recheck-cost.ts'
import { compareSignIns } from './sign-in-cost.ts'
import { compareSignatureStrictness } from './signature-strictness.ts'
import { compareParserStrictness } from './parser-strictness.ts'
import { formatResultsTable, createCostRow } from './format-results-table.ts'
import type { ComparisonRow } from './format-results-table.ts'
import { compareSignatureVerification } from './signature-verification-cost.ts'
import { compareLongPollLoad } from './long-poll-load.ts'
import { measureFunctions } from './measure-functions.ts'
import { signedEthereumMessages, createCycle } from './ethereum-messages.ts'
import { alternativeParsers, countersignParser } from './message-parsers.ts'

const benchmarks: Readonly<Record<string, () => Promise<ComparisonRow[]>>> = {
  parse: compareParsing,
  strictness: async () => [
    ...(await compareParserStrictness()),
    ...(await compareSignatureStrictness()),
    ...(await compareSolanaAndBitcoinStrictness()),
  ],
  verify: compareSignatureVerification,
  families: compareSolanaAndBitcoin,
  'sign-in': compareSignIns,
  flood: compareFloodResistance,
  waiting: compareLongPollLoad,
  'contract-wallets': compareContractWallets,
  recheck: compareContractRechecks,
  'code-flow': compareCodeFlows,
  'forward-auth': compareForwardAuthCost,
  bundles: compareBundleSizes,
  growth: measureScaling,
}

/** What takes a quarter of an hour, and is measured where it is named. */
const onlyByName: readonly string[] = ['growth']

const chosen = process.argv.slice(2)
const unknown = chosen.find((name) => !(name in benchmarks))
if (unknown !== undefined) {
  console.error(`There is no measurement "${unknown}"; there are: ${Object.keys(benchmarks).join(', ')}.`)
  process.exit(2)
}

const rows: ComparisonRow[] = []
for (const [name, compare] of Object.entries(benchmarks)) {
  if (chosen.length > 0 ? !chosen.includes(name) : onlyByName.includes(name)) continue
  console.error(`measuring ${name} …`)
  rows.push(...(await compare()))
}
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}\n`)
console.log(formatResultsTable(rows))
process.exit()

async function compareParsing(): Promise<ComparisonRow[]> {
  const functions = [countersignParser, ...alternativeParsers].map(({ name, parse }) => {
    const next = createCycle(signedEthereumMessages)
    return [name, () => parse(next().text)] as const
  })
  const cost = await measureFunctions(Object.fromEntries(functions))
  const costOf = (name: string) => cost[name] ?? { wall: Number.NaN, cpu: Number.NaN }
  return alternativeParsers.map(({ name }) =>
    createCostRow('read a message, all rules checked', name, costOf(countersignParser.name), costOf(name)),
  )
}
