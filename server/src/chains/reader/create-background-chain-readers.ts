import type { ConfiguredChains, ConfiguredChain } from '../../platform/chain-settings.ts'

export function createBackgroundChainReaders(chains: ConfiguredChains): ConfiguredChains {
  return new Map([...chains].map(([id, chain]) => [id, createBackgroundChain(chain)]))
}

const createBackgroundChain = (chain: ConfiguredChain): ConfiguredChain => ({
  settings: chain.settings,
  read: (questions, options) => chain.read(questions, { ...options, background: true }),
})
