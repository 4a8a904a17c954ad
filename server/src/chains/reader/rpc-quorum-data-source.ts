// A quorum of several nodes, of which some have to say the same, so that one that lies or has been taken over decides nothing (THREATS S9):
// the newest block that enough of them have, and to each question the answer that enough of them give.
import type { ChainBlock } from '@countersign/proof/chain-reader'
import { mergeRpcNodeAnswers } from './merge-rpc-node-answers.ts'
import type { GuardedRpcNode } from './guarded-rpc-node.ts'
import { toRpcNodeError, RpcNodeError } from './rpc-node-error.ts'
import { toHexQuantity } from './rpc-node-client.ts'
import type { RpcDataSource } from './rpc-data-source.ts'

/**
 * @param quorum how many of the nodes have to say the same
 * @param headMs how long each may take to tell its newest block
 */
export function createRpcQuorumDataSource(
  nodes: readonly GuardedRpcNode[],
  quorum: number,
  headMs: number,
): RpcDataSource {
  return {
    name: 'the nodes',
    readHead: async (at, signal) => {
      const end = AbortSignal.any([signal, AbortSignal.timeout(headMs)])
      const heads = new Map<GuardedRpcNode, ChainBlock>()
      const asked = nodes.map(async (node) => {
        const block = await node.readHead(at, end)
        heads.set(node, block)
        return block
      })
      const same = await findFirstAgreement(asked, quorum, blockKey)
      return same ?? findCommonBlock(heads, quorum, signal)
    },
    callContracts: (part, block, signal) =>
      mergeRpcNodeAnswers(
        part.calls,
        nodes.filter((node) => !node.isAvailable()).map((node) => node.callContracts(part, block, signal)),
        quorum,
      ),
  }
}

const blockKey = ({ number, hash }: ChainBlock): string => `${number} ${hash}`

/** What enough say alike, as soon as they do; null where all have spoken or failed and it did not come to that. */
function findFirstAgreement<Said>(
  all: readonly Promise<Said>[],
  quorum: number,
  textOf: (said: Said) => string,
): Promise<Said | null> {
  const { promise: alike, resolve } = Promise.withResolvers<Said>()
  const counts = new Map<string, number>()
  const spoken = all.map(async (one) => {
    const said = await one
    const count = (counts.get(textOf(said)) ?? 0) + 1
    counts.set(textOf(said), count)
    if (count >= quorum) resolve(said)
  })
  const ended = async (): Promise<null> => {
    for (const one of await Promise.allSettled(spoken)) if (one.status === 'rejected') toRpcNodeError(one.reason)
    return null
  }
  return Promise.race([alike, ended()])
}

/**
 * Nodes learn of a block one after the other: the newest that enough have reached is asked for by its number. One that
 * invents a head stands alone with it, and the next lower one is tried.
 */
async function findCommonBlock(
  heads: ReadonlyMap<GuardedRpcNode, ChainBlock>,
  quorum: number,
  signal: AbortSignal,
): Promise<ChainBlock> {
  const numbers = [...heads.values()].map(({ number }) => BigInt(number)).sort((a, b) => (a > b ? -1 : 1))
  for (const number of new Set(numbers.slice(quorum - 1))) {
    const having = [...heads].filter(([, head]) => BigInt(head.number) >= number)
    const blocks = having.map(([node, head]) =>
      BigInt(head.number) === number ? head : node.readBlockByNumber(toHexQuantity(number.toString()), signal),
    )
    const same = await findFirstAgreement(
      blocks.map(async (block) => block),
      quorum,
      blockKey,
    )
    if (same !== null) return same
  }
  throw new RpcNodeError('disagreement')
}
