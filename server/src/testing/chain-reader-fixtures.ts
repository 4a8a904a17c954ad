// Chains for tests: readers of local nodes, with the settings that a test does not care about.
import { serverLimitDefinitions } from '@countersign/api/server-limits'
import type { ServerLimitName } from '@countersign/api/server-limits'
import { createConfiguredChains } from '../chains/reader/create-configured-chains.ts'
import type { ConfiguredChains, ChainSettings, ConfiguredChain } from '../platform/chain-settings.ts'
import type { Clock } from '../platform/clock.ts'
import { createMetricsRegistry } from '../platform/prometheus-metrics.ts'
import type { MetricsRegistry } from '../platform/prometheus-metrics.ts'

/** The settings of one chain: its id and nodes, and what the test wants otherwise. */
export const createTestChainSettings = (
  settings: Pick<ChainSettings, 'id' | 'rpc'> & Partial<ChainSettings>,
): ChainSettings => ({
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
  limits?: Partial<Record<ServerLimitName, number>>
  /** Where it is counted, where the test looks at that. */
  metrics?: MetricsRegistry
}

/** Readers of chains as the server has them. */
export function createTestChainReaders(
  chains: readonly ChainSettings[],
  { clock = Date.now, limits: changed = {}, metrics = createMetricsRegistry() }: TestChainOptions = {},
): ConfiguredChains {
  const { chainReadTimeoutSeconds, chainResponseBytes, chainCallGas } = serverLimitDefinitions
  const defaults = {
    chainReadTimeoutSeconds: chainReadTimeoutSeconds.default,
    chainResponseBytes: chainResponseBytes.default,
    chainCallGas: chainCallGas.default,
  }
  return createConfiguredChains({ chains, limits: { ...defaults, ...changed } }, clock, metrics)
}

/** The reader of one chain. */
export function createTestChainReader(
  chain: Parameters<typeof createTestChainSettings>[0],
  options?: TestChainOptions,
): ConfiguredChain {
  return createTestChainReaders([createTestChainSettings(chain)], options).get(chain.id) as ConfiguredChain
}
