// Wallets of Bitcoin: those of the provider list (WBIP004, which sats-connect reads), UniSat's own and Leather's own. None is asked for a
// signature without the kind being named: what wallets sign by themselves differs by the kind of address.
import { UnusableSignatureError } from './unusable-signature-error.ts'
import type { NonEthereumWalletAdapter } from './adapt-non-ethereum-wallet-to-eip1193.ts'

/** A provider that answers JSON-RPC: `request(method, params)`. */
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
  /** By which the same wallet is known again. */
  readonly provider: object
}

const maxListedProviders = 16

/** The wallets in a window, each once. */
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
    // Whoever stands in both places is asked in the way that is its own.
    const port = isUnisat && provider === unisat ? createUniSatAdapter : createRpcAdapter
    if (port === createUniSatAdapter || typeof readProperty(provider, 'request') === 'function')
      take(readProperty(entry, 'name'), readProperty(entry, 'icon'), provider, port)
  }
  const leather = readProperty(window, 'LeatherProvider')
  if (typeof readProperty(leather, 'request') === 'function') take('Leather', null, leather, createRpcAdapter)
  if (isUnisat) take('UniSat Wallet', null, unisat, createUniSatAdapter)
  return found
}

/** The provider list, which any page script may have made: one that cannot be read is empty. */
function readProviderList(list: unknown): unknown[] {
  try {
    return Array.isArray(list) ? list.slice(0, maxListedProviders) : []
  } catch {
    return []
  }
}

/** sats-connect and Leather: each is named the kind of signature in its own words, and does not mind those of the other. */
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
  /** Asks for the next only where the one before it is refused by this code. */
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
        // Leather opens its window by the first. With Xverse that reads what is shared already, and refuses where nothing is: its window
        // is opened by the second, or by the third in releases that do not know the second.
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
      // What has changed is told by some wallets alone; of the others it is found out when they are asked the next time.
      const cb = (event: unknown) => {
        const told = readProperty(event, 'addresses')
        if (Array.isArray(told)) tell((addresses = parseAddresses(told)))
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

/** sats-connect's own codes (RpcErrorCode) for a page that may not read accounts, and for an unknown method (JSON-RPC 2.0 §5.1). */
const rpcCodes = { accessDenied: -32002, methodNotFound: -32601 }

/** sats-connect's own codes of JSON-RPC (RpcErrorCode: the person's no, a method that the address has not, an account that is not shared) → those of
 * EIP-1193, where the same numbers mean something else, such as an open request. */
const eip1193CodesByRpcCode: ReadonlyMap<unknown, number> = new Map([
  [-32000, 4001],
  [-32001, 4200],
  [-32002, 4100],
])

/** Some throw the error, and some the whole answer with the error in it. */
const unwrapError = (thrown: unknown): unknown => readProperty(thrown, 'error') ?? thrown

function toEip1193Error(thrown: unknown): unknown {
  const error = unwrapError(thrown)
  const code = eip1193CodesByRpcCode.get(readProperty(error, 'code'))
  return code === undefined ? thrown : { code, message: readProperty(error, 'message') }
}

/** Leather tells the accounts of other chains as well. */
const parseAddresses = (list: unknown): readonly string[] =>
  Array.isArray(list)
    ? sortByAddressType(
        list
          .filter((entry) => (readProperty(entry, 'symbol') ?? 'BTC') === 'BTC')
          .map((entry) => readProperty(entry, 'address')),
      )
    : []

/** Native segregated witness and taproot first: they sign with one kind of signature in every wallet. */
function sortByAddressType(addresses: readonly unknown[]): string[] {
  const texts = addresses.filter((one): one is string => typeof one === 'string')
  return texts.toSorted((one, other) => getAddressRank(one) - getAddressRank(other))
}
const getAddressRank = (address: string): number =>
  ['q', 'p'].indexOf(/^(?:bc|tb|bcrt)1(.)/.exec(address)?.[1] ?? '') >>> 0

/** Addresses that begin so have the old signature alone, of which the key is recovered. */
const isLegacyAddress = (address: string): boolean => /^[1mn]/.test(address)

/** The network that an address is of, by how it begins (BIP-173, BIP-13). */
function getBitcoinChain(address = ''): string {
  if (address.startsWith('bcrt1')) return 'bip122:regtest'
  return `bip122:${/^(?:tb1|[mn2])/.test(address) ? 'testnet' : 'mainnet'}`
}

function validateSignature(signature: unknown, address: string): string {
  if (typeof signature !== 'string') throw new Error('no signature')
  // 65 bytes: the old kind, which says nothing for an address of segregated witness.
  if (!isLegacyAddress(address) && /^[A-Za-z0-9+/]{87}=$/.test(signature))
    throw new UnusableSignatureError('wallet.old_signature')
  return signature
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** Reads one property of what a stranger made: a getter may throw. */
function readProperty(owner: unknown, name: string): unknown {
  try {
    return (owner as Record<string, unknown> | null | undefined)?.[name]
  } catch {
    return undefined
  }
}
