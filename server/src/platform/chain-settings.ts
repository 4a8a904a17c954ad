import type { ChainReader } from '@countersign/proof/chain-reader'

export interface ChainSettings {
  /** EVM chain ID in decimal. */
  id: string
  name: string
  /** JSON-RPC URLs. They can contain a key, so they are never shown in full. */
  rpc: readonly string[]
  quorum: number
  /** Lowercase addresses of contracts that may deploy a wallet in a simulation (ERC-6492). */
  factories: readonly string[]
  /** Whether delegates (EIP-7702) may verify signatures; a careless one accepts any signature. */
  allowDelegates: boolean
  staleSeconds: number
  /** Maximum age of the newest finalized block, the one at which group holdings are read. */
  finalStaleSeconds: number
  /** Null if the server reads no names on this chain. */
  ensRegistry: string | null
  nativeSymbol: string
  /** Address of delegate registry v2; null if the server reads no delegations on this chain. */
  delegateRegistry: string | null
  /** Hosts of gateways for off-chain names (ERC-3668); if empty, wildcard names are not read. */
  nameGateways: readonly string[]
}

export type ConfiguredChain = ChainReader & { settings: ChainSettings }

export type ConfiguredChains = ReadonlyMap<string, ConfiguredChain>

// Safe 1.3.0 is missing: a stranger could claim another person's future wallet (THREATS S6).
export const defaultWalletFactoryContracts = [
  // Safe proxy factory, versions 1.4.1 and 1.5.0.
  '0x4e1dcf7ad4e460cfd30791ccc4f9c8a4f820ec67',
  '0x14f2982d601c9458f93bd70b218933a6f8165e7b',
  // Coinbase Smart Wallet factory, versions 1 and 1.1.
  '0x0ba5ed0c6aa8c49038f819e587e2633c4a9f428a',
  '0xba5ed110efdba3d005bfc882d75358acbbb85842',
]

export const ensRegistryAddress = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'

export const knownChainNames: Readonly<Record<string, string>> = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  56: 'BNB Smart Chain',
  100: 'Gnosis',
  137: 'Polygon',
  8453: 'Base',
  42161: 'Arbitrum One',
  59144: 'Linea',
}

export const nativeCoinSymbols: Readonly<Record<string, string>> = {
  1: 'ETH',
  10: 'ETH',
  56: 'BNB',
  100: 'xDAI',
  137: 'POL',
  8453: 'ETH',
  42161: 'ETH',
  59144: 'ETH',
}

export const defaultDelegateRegistryAddress = '0x00000000000000447e69651d841bd8d104bed493'

/** Shows only hosts, because the rest of a URL can contain a key (THREATS N10). */
export function formatRedactedChainSettings(chains: readonly ChainSettings[]): string {
  return chains
    .map(
      ({ id, name, rpc, quorum, nameGateways }) =>
        `${name} (${id}) at ${rpc.map(redactRpcNodeHost).join(', ')}${quorum > 1 ? `, quorum ${quorum}` : ''}${
          nameGateways.length > 0 ? `, name gateways ${nameGateways.join(', ')}` : ''
        }`,
    )
    .join('; ')
}

/** Masks labels that look like a key, because some providers give each customer a host name. */
export function redactRpcNodeHost(address: string): string {
  const { hostname, host } = new URL(address)
  const labels = hostname.split('.')
  const isOwn = (index: number): boolean => index === 0 || index < labels.length - 2
  return (
    labels.map((label, index) => (isOwn(index) && looksLikeApiKey(label) ? '***' : label)).join('.') +
    host.slice(hostname.length)
  )
}

const looksLikeApiKey = (label: string): boolean =>
  /[0-9a-z]{20}/i.test(label) || /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.test(label)

export function getChainIdAndName(
  chains: readonly Pick<ChainSettings, 'id' | 'name'>[],
  id: string,
): { id: string; name: string } {
  return { id, name: chains.find((chain) => chain.id === id)?.name ?? knownChainNames[id] ?? `Chain ${id}` }
}
