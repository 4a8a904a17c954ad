// The chains that the operator configured, ready to be read.
import type { Limits } from '@countersign/api/limits'
import type { Chains, ChainSettings, ReadableChain } from '../platform/chain-settings.ts'
import type { Clock } from '../platform/clock.ts'
import { openChannel } from '../platform/outbound/channel.ts'
import { createBreaker } from './breaker.ts'
import { createGate } from './gate.ts'
import { guardNode } from './guard-node.ts'
import { createNode } from './node.ts'
import { requireQuorum } from './quorum.ts'
import { readChain } from './read-chain.ts'
import { shareHeads } from './source.ts'

interface ChainsSettings {
  chains: readonly ChainSettings[]
  limits: Pick<Limits, 'chainReadSeconds' | 'chainAnswerBytes' | 'chainCallGas'>
}

/** One reader for each chain of the settings. No node is asked before somebody reads. */
export function createChains({ chains, limits }: ChainsSettings, clock: Clock): Chains {
  return new Map(chains.map((settings) => [settings.id, createReader(settings, limits, clock)]))
}

function createReader(settings: ChainSettings, limits: ChainsSettings['limits'], clock: Clock): ReadableChain {
  const { id, rpc, quorum, staleSeconds } = settings
  const readMs = limits.chainReadSeconds * 1000
  const nodes = rpc.map((address, index) =>
    guardNode(createNode(openChannel(address, `node ${index + 1} of chain ${id}`)), {
      name: rpc.length > 1 ? `node ${index + 1}` : 'the node',
      chainId: id,
      staleMs: staleSeconds * 1000,
      caps: { gas: limits.chainCallGas, bytes: limits.chainAnswerBytes },
      clock,
      breaker: createBreaker(clock),
      noteFailure: () => undefined,
    }),
  )
  const sources = (quorum === 1 ? nodes : [requireQuorum(nodes, quorum, readMs)]).map(shareHeads)
  const gate = createGate()
  return { settings, read: (questions, options = {}) => readChain({ sources, gate, readMs, clock }, questions, options) }
}
