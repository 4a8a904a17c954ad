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
import { compareParsing } from './parse.ts'
import { compareRechecks } from './recheck.ts'
import { compareSignIns } from './sign-in.ts'
import { compareSignatureStrictness } from './signature-strictness.ts'
import { compareStrictness } from './strictness.ts'
import { formatTable } from './table.ts'
import type { Row } from './table.ts'
import { compareVerifying } from './verify.ts'
import { compareWaiting } from './waiting.ts'

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
