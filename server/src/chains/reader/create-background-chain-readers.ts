// Readings that nobody waits for: what looks again at sessions and groups must come to its turn while many people sign in, and
// must take no place from them.
import type { ConfiguredChains, ConfiguredChain } from '../../platform/chain-settings.ts'

/** The same chains, each reading of which is one in the background. */
export function createBackgroundChainReaders(chains: ConfiguredChains): ConfiguredChains {
  return new Map([...chains].map(([id, chain]) => [id, createBackgroundChain(chain)]))
}

const createBackgroundChain = (chain: ConfiguredChain): ConfiguredChain => ({
  settings: chain.settings,
  read: (questions, options) => chain.read(questions, { ...options, background: true }),
})
