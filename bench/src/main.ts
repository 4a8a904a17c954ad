// `npm run bench`: every figure of docs/development/measurements.md, measured in one run beside its alternative. A name chooses one: `npm run bench --
// parse`.
import { cpus } from 'node:os'
import { compareBundles } from './bundles.ts'
import { compareCodeFlows } from './code-flow.ts'
import { compareContractWallets } from './contract-wallets.ts'
import { compareFamilies } from './families.ts'
import { compareFamilyStrictness } from './family-strictness.ts'
import { compareFlood } from './flood.ts'
import { compareForwardAuth } from './forward-auth.ts'
import { measureGrowth } from './growth.ts'
import { compareRechecks } from './recheck.ts'
import { compareSignIns } from './sign-in.ts'
import { compareSignatureStrictness } from './signature-strictness.ts'
import { compareStrictness } from './strictness.ts'
import { formatTable, costRow } from './table.ts'
import type { Row } from './table.ts'
import { compareVerifying } from './verify.ts'
import { compareWaiting } from './waiting.ts'
import { measure } from './measure.ts'
import { signedMessages, takeInTurn } from './messages.ts'
import { others, ours } from './readers.ts'

const comparisons: Readonly<Record<string, () => Promise<Row[]>>> = {
  parse: compareParsing,
  strictness: async () => [
    ...(await compareStrictness()),
    ...(await compareSignatureStrictness()),
    ...(await compareFamilyStrictness()),
  ],
  verify: compareVerifying,
  families: compareFamilies,
  'sign-in': compareSignIns,
  flood: compareFlood,
  waiting: compareWaiting,
  'contract-wallets': compareContractWallets,
  recheck: compareRechecks,
  'code-flow': compareCodeFlows,
  'forward-auth': compareForwardAuth,
  bundles: compareBundles,
  growth: measureGrowth,
}

/** What takes a quarter of an hour, and is measured where it is named. */
const onlyByName: readonly string[] = ['growth']

const chosen = process.argv.slice(2)
const unknown = chosen.find((name) => !(name in comparisons))
if (unknown !== undefined) {
  console.error(`There is no measurement "${unknown}"; there are: ${Object.keys(comparisons).join(', ')}.`)
  process.exit(2)
}

const rows: Row[] = []
for (const [name, compare] of Object.entries(comparisons)) {
  if (chosen.length > 0 ? !chosen.includes(name) : onlyByName.includes(name)) continue
  console.error(`measuring ${name} …`)
  rows.push(...(await compare()))
}
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}\n`)
console.log(formatTable(rows))
process.exit()

async function compareParsing(): Promise<Row[]> {
  const functions = [ours, ...others].map(({ name, read }) => {
    const next = takeInTurn(signedMessages)
    return [name, () => read(next().text)] as const
  })
  const cost = await measure(Object.fromEntries(functions))
  const costOf = (name: string) => cost[name] ?? { wall: Number.NaN, cpu: Number.NaN }
  return others.map(({ name }) => costRow('read a message, all rules checked', name, costOf(ours.name), costOf(name)))
}
