// Reading a message: our strict parser beside the grammar-driven one of the reference library, and beside viem's, which
// reads leniently and checks neither grammar nor checksum.
import { parseMessage } from '@countersign/message'
import { ParsedMessage } from '@spruceid/siwe-parser'
import { parseSiweMessage } from 'viem/siwe'
import { measure } from './measure.ts'
import { signedMessages, takeInTurn } from './messages.ts'
import { microseconds } from './table.ts'
import type { Row } from './table.ts'

export async function compareParsing(): Promise<Row[]> {
  const next = [takeInTurn(signedMessages), takeInTurn(signedMessages), takeInTurn(signedMessages)] as const
  const cost = await measure({
    ours: () => parseMessage(next[0]().text),
    siwe: () => new ParsedMessage(next[1]().text),
    viem: () => parseSiweMessage(next[2]().text),
  })
  return (['siwe', 'viem'] as const).map((name) => ({
    what: 'read a message, all rules checked',
    alternative: name === 'siwe' ? '@spruceid/siwe-parser 3.0.0' : 'viem 2.57.1 parseSiweMessage (lenient)',
    ours: microseconds(cost.ours.wall),
    theirs: microseconds(cost[name].wall),
    ratio: cost[name].wall / cost.ours.wall,
    cpuRatio: cost[name].cpu / cost.ours.cpu,
  }))
}
