// A quorum of nodes must agree, so that no single lying node decides a result (THREATS S9).
import type { ChainBlock } from '@countersign/proof/chain-reader'
import { mergeRpcNodeAnswers } from './merge-rpc-node-answers.ts'
import type { GuardedRpcNode } from './guarded-rpc-node.ts'
import { toRpcNodeError, RpcNodeError } from './rpc-node-error.ts'
import { toHexQuantity } from './rpc-node-client.ts'
import type { RpcDataSource } from './rpc-data-source.ts'

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
        nodes.filter((node) => !node.isCircuitOpen()).map((node) => node.callContracts(part, block, signal)),
        quorum,
      ),
  }
}

const blockKey = ({ number, hash }: ChainBlock): string => `${number} ${hash}`

/** Null if all nodes have answered or failed and too few of them agree. */
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

// Also tries lower block numbers, because a node may be ahead of the others or invent a number.
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
