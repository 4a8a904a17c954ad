// The signature type is always requested, because wallets' defaults depend on the address.
import { UnusableSignatureError } from './unusable-signature-error.ts'
import type { NonEthereumWalletAdapter } from './adapt-non-ethereum-wallet-to-eip1193.ts'

interface RpcProvider {
  request(method: string, params?: unknown): Promise<unknown>
  addListener?(listener: { eventName: string; cb: (event: unknown) => void }): unknown
}

interface UniSatProvider {
  requestAccounts(): Promise<unknown>
  getAccounts(): Promise<unknown>
  signMessage(text: string, kind: 'bip322-simple' | 'ecdsa'): Promise<unknown>
  on?(event: 'accountsChanged', listener: (accounts: unknown) => void): unknown
}

export interface DiscoveredBitcoinWallet {
  readonly name: string
  readonly icon: unknown
  readonly adapter: NonEthereumWalletAdapter
  readonly provider: object
}

const maxListedProviders = 16

export function findBitcoinWallets(window: object): DiscoveredBitcoinWallet[] {
  const found: DiscoveredBitcoinWallet[] = []
  const take = (
    name: unknown,
    icon: unknown,
    provider: unknown,
    port: (provider: never) => NonEthereumWalletAdapter,
  ): void => {
    if (typeof name !== 'string' || !isObject(provider) || found.some((known) => known.provider === provider)) return
    found.push({ name, icon, provider, adapter: port(provider as never) })
  }
  const unisat = readProperty(window, 'unisat')
  const isUnisat = typeof readProperty(unisat, 'signMessage') === 'function'
  for (const entry of readProviderList(readProperty(window, 'btc_providers'))) {
    const id = readProperty(entry, 'id')
    if (typeof id !== 'string') continue
    const provider = id.split('.').reduce(readProperty, window as unknown)
    // If UniSat is also in the provider list, its own API is used.
    const port = isUnisat && provider === unisat ? createUniSatAdapter : createRpcAdapter
    if (port === createUniSatAdapter || typeof readProperty(provider, 'request') === 'function')
      take(readProperty(entry, 'name'), readProperty(entry, 'icon'), provider, port)
  }
  const leather = readProperty(window, 'LeatherProvider')
  if (typeof readProperty(leather, 'request') === 'function') take('Leather', null, leather, createRpcAdapter)
  if (isUnisat) take('UniSat Wallet', null, unisat, createUniSatAdapter)
  return found
}

/** Any script on the page may have created the list, so an unreadable list is treated as empty. */
function readProviderList(list: unknown): unknown[] {
  try {
    return Array.isArray(list) ? list.slice(0, maxListedProviders) : []
  } catch {
    return []
  }
}

/** sats-connect and Leather name the signature type differently; each ignores the other's name. */
function createRpcAdapter(provider: RpcProvider): NonEthereumWalletAdapter {
  let addresses: readonly string[] = []
  const askPlainly = async (method: string, params: unknown): Promise<unknown> => {
    const answer = await provider.request(method, params)
    const error = readProperty(answer, 'error')
    if (error !== undefined && error !== null) throw error
    return readProperty(answer, 'result') ?? answer
  }
  const ask = async (method: string, params: unknown): Promise<unknown> => {
    try {
      return await askPlainly(method, params)
    } catch (thrown) {
      throw toEip1193Error(thrown)
    }
  }
  const unlessRefused = async (code: number, first: () => Promise<unknown>, next: () => Promise<unknown>) => {
    try {
      return await first()
    } catch (thrown) {
      if (readProperty(unwrapError(thrown), 'code') !== code) throw thrown
      return next()
    }
  }
  return {
    async connect() {
      const purposes = ['payment', 'ordinals']
      try {
        // Leather prompts on the first request, Xverse on the second, or in old releases the third.
        const answer = await unlessRefused(
          rpcCodes.accessDenied,
          () => askPlainly('getAddresses', { purposes }),
          () =>
            unlessRefused(
              rpcCodes.methodNotFound,
              () => askPlainly('wallet_connect', { addresses: purposes }),
              () => askPlainly('getAccounts', { purposes }),
            ),
        )
        addresses = parseAddresses(readProperty(answer, 'addresses') ?? answer)
        return addresses
      } catch (thrown) {
        throw toEip1193Error(thrown)
      }
    },
    onChange(tell) {
      // Some wallets do not report changes. Those changes are noticed at the next request.
      const cb = (event: unknown) => {
        const reportedAddresses = readProperty(event, 'addresses')
        if (Array.isArray(reportedAddresses)) tell((addresses = parseAddresses(reportedAddresses)))
      }
      for (const eventName of ['accountChange', 'networkChange']) provider.addListener?.({ eventName, cb })
    },
    getSharedAccounts: async () => addresses,
    getChain: () => getBitcoinChain(addresses[0]),
    async sign(text, address) {
      const answer = await ask('signMessage', {
        address,
        message: text,
        protocol: isLegacyAddress(address) ? 'ECDSA' : 'BIP322',
        paymentType: address.startsWith('bc1p') || address.startsWith('tb1p') ? 'p2tr' : 'p2wpkh',
      })
      return validateSignature(readProperty(answer, 'signature'), address)
    },
  }
}

function createUniSatAdapter(provider: UniSatProvider): NonEthereumWalletAdapter {
  let address: string | undefined
  const read = (accounts: unknown): readonly string[] => {
    const texts = Array.isArray(accounts) ? accounts.filter((one): one is string => typeof one === 'string') : []
    address = texts[0] ?? address
    return texts
  }
  return {
    connect: async () => read(await provider.requestAccounts()),
    getSharedAccounts: async () => read(await provider.getAccounts()),
    getChain: () => getBitcoinChain(address),
    sign: async (text, own) =>
      validateSignature(await provider.signMessage(text, isLegacyAddress(own) ? 'ecdsa' : 'bip322-simple'), own),
    onChange: (tell) => void provider.on?.('accountsChanged', (accounts) => tell(read(accounts))),
  }
}

/** sats-connect codes (RpcErrorCode): no access to accounts; unknown method (JSON-RPC 2.0 §5.1). */
const rpcCodes = { accessDenied: -32002, methodNotFound: -32601 }

/** sats-connect (RpcErrorCode) and EIP-1193 use the same numbers for different errors. */
const eip1193CodesByRpcCode: ReadonlyMap<unknown, number> = new Map([
  [-32000, 4001],
  [-32001, 4200],
  [-32002, 4100],
])

/** Some wallets throw the whole response. */
const unwrapError = (thrown: unknown): unknown => readProperty(thrown, 'error') ?? thrown

function toEip1193Error(thrown: unknown): unknown {
  const error = unwrapError(thrown)
  const code = eip1193CodesByRpcCode.get(readProperty(error, 'code'))
  return code === undefined ? thrown : { code, message: readProperty(error, 'message') }
}

/** Leather also returns accounts of other chains. */
const parseAddresses = (list: unknown): readonly string[] =>
  Array.isArray(list)
    ? sortByAddressType(
        list
          .filter((entry) => (readProperty(entry, 'symbol') ?? 'BTC') === 'BTC')
          .map((entry) => readProperty(entry, 'address')),
      )
    : []

/** Native segwit and taproot come first, because every wallet signs with them in the same way. */
function sortByAddressType(addresses: readonly unknown[]): string[] {
  const texts = addresses.filter((one): one is string => typeof one === 'string')
  return texts.toSorted((one, other) => getAddressRank(one) - getAddressRank(other))
}
const getAddressRank = (address: string): number =>
  ['q', 'p'].indexOf(/^(?:bc|tb|bcrt)1(.)/.exec(address)?.[1] ?? '') >>> 0

/** Legacy addresses support only signatures from which the key can be recovered. */
const isLegacyAddress = (address: string): boolean => /^[1mn]/.test(address)

/** Derived from the address prefix (BIP-173, BIP-13). */
function getBitcoinChain(address = ''): string {
  if (address.startsWith('bcrt1')) return 'bip122:regtest'
  return `bip122:${/^(?:tb1|[mn2])/.test(address) ? 'testnet' : 'mainnet'}`
}

function validateSignature(signature: unknown, address: string): string {
  if (typeof signature !== 'string') throw new Error('no signature')
  // A signature of 65 bytes is a legacy signature, which proves nothing for a segwit address.
  if (!isLegacyAddress(address) && /^[A-Za-z0-9+/]{87}=$/.test(signature))
    throw new UnusableSignatureError('wallet.old_signature')
  return signature
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** A getter may throw. */
function readProperty(owner: unknown, name: string): unknown {
  try {
    return (owner as Record<string, unknown> | null | undefined)?.[name]
  } catch {
    return undefined
  }
}
