// Chain readers of local nodes, with default settings for tests.
import { serverLimitDefinitions } from '@countersign/api/server-limits'
import type { ServerLimitName } from '@countersign/api/server-limits'
import { createConfiguredChains } from '../chains/reader/create-configured-chains.ts'
import type { ConfiguredChains, ChainSettings, ConfiguredChain } from '../platform/chain-settings.ts'
import type { Clock } from '../platform/clock.ts'
import { createMetricsRegistry } from '../platform/prometheus-metrics.ts'
import type { MetricsRegistry } from '../platform/prometheus-metrics.ts'

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
  /** Defaults to the system time, which local chains also use. */
  clock?: Clock
  limits?: Partial<Record<ServerLimitName, number>>
  metrics?: MetricsRegistry
}

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

export function createTestChainReader(
  chain: Parameters<typeof createTestChainSettings>[0],
  options?: TestChainOptions,
): ConfiguredChain {
  return createTestChainReaders([createTestChainSettings(chain)], options).get(chain.id) as ConfiguredChain
}
