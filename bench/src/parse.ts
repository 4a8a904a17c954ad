// Reading a message: our strict parser beside the grammar-driven one of the reference library and the library that uses it, and beside two that
// read leniently and check neither grammar nor checksum.
import { measure } from './measure.ts'
import { signedMessages, takeInTurn } from './messages.ts'
import { others, ours } from './readers.ts'
import { costRow } from './table.ts'
import type { Row } from './table.ts'

export async function compareParsing(): Promise<Row[]> {
  const functions = [ours, ...others].map(({ name, read }) => {
    const next = takeInTurn(signedMessages)
    return [name, () => read(next().text)] as const
  })
  const cost = await measure(Object.fromEntries(functions))
  const costOf = (name: string) => cost[name] ?? { wall: Number.NaN, cpu: Number.NaN }
  return others.map(({ name }) => costRow('read a message, all rules checked', name, costOf(ours.name), costOf(name)))
}
