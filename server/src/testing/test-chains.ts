// Chains for tests: readers of local nodes, with the settings that a test does not care about.
import { limits } from '@countersign/api/limits'
import type { LimitName } from '@countersign/api/limits'
import { createChains } from '../chains/reader/chains.ts'
import type { Chains, ChainSettings, ReadableChain } from '../platform/chain-settings.ts'
import type { Clock } from '../platform/clock.ts'
import { createMetrics } from '../platform/metrics.ts'
import type { Metrics } from '../platform/metrics.ts'

/** The settings of one chain: its id and nodes, and what the test wants otherwise. */
export const testChain = (settings: Pick<ChainSettings, 'id' | 'rpc'> & Partial<ChainSettings>): ChainSettings => ({
  name: `Chain ${settings.id}`,
  quorum: 1,
  factories: [],
  allowDelegates: false,
  staleSeconds: 600,
  finalStaleSeconds: 86_400 * 365,
  ensRegistry: null,
  nativeSymbol: 'ETH',
  delegateRegistry: null,
  nameGateways: [],
  ...settings,
})

interface TestChainOptions {
  /** By default the time of the machine, which is also that of a local chain. */
  clock?: Clock
  /** Limits that are not the default. */
  limits?: Partial<Record<LimitName, number>>
  /** Where it is counted, where the test looks at that. */
  metrics?: Metrics
}

/** Readers of chains as the server has them. */
export function readTestChains(
  chains: readonly ChainSettings[],
  { clock = Date.now, limits: changed = {}, metrics = createMetrics() }: TestChainOptions = {},
): Chains {
  const { chainReadSeconds, chainAnswerBytes, chainCallGas } = limits
  const defaults = {
    chainReadSeconds: chainReadSeconds.default,
    chainAnswerBytes: chainAnswerBytes.default,
    chainCallGas: chainCallGas.default,
  }
  return createChains({ chains, limits: { ...defaults, ...changed } }, clock, metrics)
}

/** The reader of one chain. */
export function readTestChain(chain: Parameters<typeof testChain>[0], options?: TestChainOptions): ReadableChain {
  return readTestChains([testChain(chain)], options).get(chain.id) as ReadableChain
}
