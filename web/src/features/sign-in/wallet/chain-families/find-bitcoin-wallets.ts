// Bitcoin wallets in the page's window: at well-known places, and in the provider list (WBIP004).
import { readUntrustedProperty } from '../read-untrusted-property.ts'
import type { NonEthereumWalletAdapter } from './adapt-non-ethereum-wallet-to-eip1193.ts'
import { createPhantomBitcoinAdapter, isPhantomBitcoinProvider } from './phantom-bitcoin-adapter.ts'
import type { EcdsaPreference } from './request-bitcoin-signature.ts'
import { createSatsConnectAdapter, isSatsConnectProvider } from './sats-connect-adapter.ts'
import { createUniSatAdapter, isUniSatProvider } from './unisat-adapter.ts'

/**
 * If a wallet is found in several ways, the way with the highest rank is used. A well-known place
 * ranks above a name that any extension can claim, and Phantom deprecated its own interface.
 */
export const bitcoinWalletRanks = { deprecated: 0, registered: 1, listed: 2, wellKnown: 3 } as const
export type BitcoinWalletRank = (typeof bitcoinWalletRanks)[keyof typeof bitcoinWalletRanks]

export type BitcoinAdapterFactory = (preference: EcdsaPreference) => NonEthereumWalletAdapter

export interface DiscoveredBitcoinWallet {
  readonly name: string
  readonly icon: unknown
  readonly provider: object
  readonly rank: BitcoinWalletRank
  readonly createAdapter: BitcoinAdapterFactory
}

const findUniSatAdapter = (provider: object): BitcoinAdapterFactory | null =>
  isUniSatProvider(provider) ? (preference) => createUniSatAdapter(provider, preference) : null
const findSatsConnectAdapter = (provider: object): BitcoinAdapterFactory | null =>
  isSatsConnectProvider(provider) ? (preference) => createSatsConnectAdapter(provider, preference) : null
const findPhantomAdapter = (provider: object): BitcoinAdapterFactory | null =>
  isPhantomBitcoinProvider(provider) ? () => createPhantomBitcoinAdapter(provider) : null

const { wellKnown, deprecated, listed } = bitcoinWalletRanks
/** UniSat has a place of its own, because other wallets put themselves at `unisat`. */
const wellKnownPlaces = [
  { path: 'unisat_wallet', name: 'UniSat Wallet', findAdapter: findUniSatAdapter, rank: wellKnown },
  { path: 'unisat', name: 'UniSat Wallet', findAdapter: findUniSatAdapter, rank: wellKnown },
  { path: '$onekey.btc', name: 'OneKey', findAdapter: findUniSatAdapter, rank: wellKnown },
  { path: 'okxwallet.bitcoin', name: 'OKX Wallet', findAdapter: findUniSatAdapter, rank: wellKnown },
  { path: 'LeatherProvider', name: 'Leather', findAdapter: findSatsConnectAdapter, rank: wellKnown },
  { path: 'phantom.bitcoin', name: 'Phantom', findAdapter: findPhantomAdapter, rank: deprecated },
] as const

/** The flags of wallets that put themselves at the place of another wallet. */
const namesByFlag = [
  ['isOneKey', 'OneKey'],
  ['isOkxWallet', 'OKX Wallet'],
  ['isOKExWallet', 'OKX Wallet'],
  ['isBitKeep', 'Bitget Wallet'],
  ['isBinance', 'Binance Wallet'],
  ['isTokenPocket', 'TokenPocket'],
] as const

const maxListedProviders = 16

export function findBitcoinWallets(window: object): DiscoveredBitcoinWallet[] {
  const list = readProviderList(window)
  const found = new Map<object, DiscoveredBitcoinWallet>()
  const names = new Set<string>()
  for (const { path, name: usualName, findAdapter, rank } of wellKnownPlaces) {
    const provider = readPath(window, path)
    if (!isObject(provider) || found.has(provider)) continue
    const flagged = findNameByFlag(provider)
    const name = flagged ?? usualName
    const createAdapter = findAdapter(provider)
    if (createAdapter === null || names.has(name)) continue
    names.add(name)
    const entry = flagged === null ? list.get(provider) : undefined
    found.set(provider, { name, icon: null, ...entry, provider, rank, createAdapter })
  }
  for (const [provider, entry] of list) {
    const createAdapter = findSatsConnectAdapter(provider)
    if (createAdapter && !found.has(provider)) found.set(provider, { ...entry, provider, rank: listed, createAdapter })
  }
  return [...found.values()]
}

/** Any script on the page may have created the list, so an unreadable list is treated as empty. */
function readProviderList(window: object): Map<object, Pick<DiscoveredBitcoinWallet, 'name' | 'icon'>> {
  const found = new Map<object, Pick<DiscoveredBitcoinWallet, 'name' | 'icon'>>()
  for (const entry of readFirstEntries(readUntrustedProperty(window, 'btc_providers'))) {
    const [id, name, icon] = ['id', 'name', 'icon'].map((property) => readUntrustedProperty(entry, property))
    if (typeof id !== 'string' || typeof name !== 'string') continue
    const provider = readPath(window, id)
    if (isObject(provider) && !found.has(provider)) found.set(provider, { name, icon })
  }
  return found
}

function readFirstEntries(list: unknown): unknown[] {
  try {
    return Array.isArray(list) ? list.slice(0, maxListedProviders) : []
  } catch {
    return []
  }
}

const readPath = (window: object, path: string): unknown =>
  path.split('.').reduce(readUntrustedProperty, window as unknown)

const findNameByFlag = (provider: object): string | null =>
  namesByFlag.find(([flag]) => readUntrustedProperty(provider, flag) === true)?.[1] ?? null

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'
