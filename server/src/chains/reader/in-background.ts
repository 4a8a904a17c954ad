// Readings that nobody waits for: what looks again at sessions and groups must come to its turn while many people sign in, and
// must take no place from them.
import type { Chains, ReadableChain } from '../../platform/chain-settings.ts'

/** The same chains, each reading of which is one in the background. */
export function inBackground(chains: Chains): Chains {
  return new Map([...chains].map(([id, chain]) => [id, readBehind(chain)]))
}

const readBehind = (chain: ReadableChain): ReadableChain => ({
  settings: chain.settings,
  read: (questions, options) => chain.read(questions, { ...options, background: true }),
})
