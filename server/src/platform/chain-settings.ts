// The chains that an operator lets this server read. With none, plain keys sign in as ever; a contract wallet needs its chain.
import type { ChainReader } from '@countersign/proof/chain-reader'

/** One chain, checked. */
export interface ChainSettings {
  /** The EVM chain id, as a decimal number. */
  id: string
  /** What people read. */
  name: string
  /** Addresses of its nodes (JSON-RPC); they can hold a key of the operator's, and are never shown whole. */
  rpc: readonly string[]
  /** How many of the nodes have to say the same. */
  quorum: number
  /** The factories, in lower case, which may make a wallet that is not deployed yet in a simulation (ERC-6492). */
  factories: readonly string[]
  /** Whether the delegate of an account (EIP-7702) may answer for it. One that is careless accepts anything. */
  allowDelegates: boolean
  /** A newest block that is older than this says that the node has fallen behind. */
  staleSeconds: number
  /** A newest final block that is older than this says nothing of who holds what: groups are read from it. */
  finalStaleSeconds: number
  /** Where names are registered (ENS), in lower case; null where none are read. */
  ensRegistry: string | null
  /** What its own coin is called. */
  nativeSymbol: string
  /** Where holdings are delegated (delegate registry v2), in lower case; null where nobody reads that. */
  delegateRegistry: string | null
  /** Hosts of the servers that may be asked for names that are not on the chain (ERC-3668); with none, no wildcard name is read either. */
  nameGateways: readonly string[]
}

/** A chain that this server reads, with what its operator decided about it. */
export type ConfiguredChain = ChainReader & { settings: ChainSettings }

/** The chains that this server reads, by their id. */
export type ConfiguredChains = ReadonlyMap<string, ConfiguredChain>

/**
 * Factories of wallets that many people have. Each makes the same wallet at the same address whoever calls it, which is what makes the
 * signature of one that is not there yet worth something: the factory of Safe 1.3.0 also makes wallets whose address says nothing about
 * their owners, so that a stranger could claim an address where somebody else's wallet is deployed later (THREATS S6).
 */
export const defaultWalletFactoryContracts = [
  // Safe proxy factory 1.4.1 and 1.5.0.
  '0x4e1dcf7ad4e460cfd30791ccc4f9c8a4f820ec67',
  '0x14f2982d601c9458f93bd70b218933a6f8165e7b',
  // Coinbase Smart Wallet 1 and 1.1.
  '0x0ba5ed0c6aa8c49038f819e587e2633c4a9f428a',
  '0xba5ed110efdba3d005bfc882d75358acbbb85842',
]

/** Where the registry of names is on Ethereum. */
export const ensRegistryAddress = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'

/** What chains are called that many people know. */
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

/** What the coins of these chains are called; each counts in 18 decimals. */
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

/** Where holdings are delegated, on nearly every chain (delegate registry v2). */
export const defaultDelegateRegistryAddress = '0x00000000000000447e69651d841bd8d104bed493'

/** The chains as they may be shown: of a node its host alone, because its address can hold a key (THREATS N10). */
export function formatRedactedChainSettings(chains: readonly ChainSettings[]): string {
  return chains
    .map(
      ({ id, name, rpc, quorum, nameGateways }) =>
        `${name} (${id}) at ${rpc.map(redactRpcNodeHost).join(', ')}${quorum > 1 ? `, ${quorum} alike` : ''}${
          nameGateways.length > 0 ? `, names also by ${nameGateways.join(', ')}` : ''
        }`,
    )
    .join('; ')
}

/** The host of a node's address, without a label that can be a key: some providers give everybody a host of their own. */
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

/** A chain as people are told of it; one that is no longer read has its number for a name. */
export function getChainIdAndName(
  chains: readonly Pick<ChainSettings, 'id' | 'name'>[],
  id: string,
): { id: string; name: string } {
  return { id, name: chains.find((chain) => chain.id === id)?.name ?? knownChainNames[id] ?? `Chain ${id}` }
}
