// The interfaces under which a fake Bitcoin wallet appears in a page. The functions must not use
// anything outside this file, because their source is injected into pages.

// `getAddresses` works only after `wallet_connect` for `xverse`, and only after `getAccounts` for
// `old-xverse`. Both report events without addresses. `standard` is registered (Wallet Standard).
export type FakeBitcoinWalletKind =
  | 'listed'
  | 'xverse'
  | 'old-xverse'
  | 'leather'
  | 'unisat'
  | 'onekey'
  | 'okx'
  | 'phantom'
  | 'standard'

export interface FakeBitcoinAccount {
  readonly address: string
  readonly kind: 'p2wpkh' | 'p2tr' | 'p2sh-p2wpkh' | 'p2pkh'
}

export type FakeBitcoinSignatureType = 'bip322' | 'ecdsa'

/** What every interface of a fake wallet uses. `listen` hears of switches and disconnections. */
export interface FakeBitcoinWalletCore {
  readonly style: FakeBitcoinWalletKind
  readonly name: string
  readonly methods: string[]
  /** Asks the user. */
  connect(): Promise<readonly FakeBitcoinAccount[]>
  /** Accounts that the page may read without a window. */
  getShared(): readonly FakeBitcoinAccount[]
  getCurrent(): readonly FakeBitcoinAccount[]
  sign(address: string, text: string, type: FakeBitcoinSignatureType): Promise<string>
  listen(listener: () => void): void
}

type RpcParameters = Readonly<Record<string, string>>
type RpcAnswers = Readonly<Record<string, (params: RpcParameters) => Promise<unknown>>>

function describeAddresses(shared: readonly FakeBitcoinAccount[]) {
  return shared.map(({ address, kind }) => ({
    address,
    publicKey: '',
    purpose: kind === 'p2tr' ? 'ordinals' : 'payment',
    addressType: kind === 'p2sh-p2wpkh' ? 'p2sh' : kind,
    walletType: 'software',
  }))
}

// Leather also lists a Stacks address.
function describeLeatherAddresses(shared: readonly FakeBitcoinAccount[]) {
  const stacks = { symbol: 'STX', address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7' }
  return [...shared.map(({ address, kind }) => ({ symbol: 'BTC', type: kind, address })), stacks]
}

function createRpcProvider(style: FakeBitcoinWalletKind, methods: string[], answers: RpcAnswers) {
  return {
    async request(method: string, params: RpcParameters = {}) {
      methods.push(method)
      const answer = answers[method]
      const envelope = { jsonrpc: '2.0', id: '1' }
      const unknown = { ...envelope, error: { code: -32601, message: `${method} is not supported` } }
      if (!answer) return unknown
      try {
        return { ...envelope, result: await answer(params) }
      } catch (thrown) {
        const { code, message } = thrown as { code: number; message: string }
        // Leather rejects with the whole response. The other wallets resolve to it.
        if (style === 'leather') throw { ...envelope, error: { code, message } }
        return { ...envelope, error: { code, message } }
      }
    },
  }
}

type SatsConnectListener = (event: { type: string }) => void

function createXverseEvents({ style, getShared, listen }: FakeBitcoinWalletCore) {
  const add = (eventName: string, cb: SatsConnectListener) =>
    listen(() => {
      const type = getShared().length > 0 ? 'accountChange' : 'disconnect'
      if (eventName === type) cb({ type })
    })
  return style === 'old-xverse'
    ? { addListener: (eventName: string, cb: SatsConnectListener) => add(eventName, cb) }
    : { addListener: ({ eventName, cb }: { eventName: string; cb: SatsConnectListener }) => add(eventName, cb) }
}

/** sats-connect's JSON-RPC, as listed wallets, Xverse and Leather implement it. */
function createSatsConnectInterface(wallet: FakeBitcoinWalletCore): object {
  const { style, methods, connect, getCurrent, getShared, sign } = wallet
  const isXverse = style === 'xverse' || style === 'old-xverse'
  const readShared = async () => {
    if (getShared().length === 0) throw Object.assign(new Error('Access denied.'), { code: -32002 })
    return { addresses: describeAddresses(getShared()) }
  }
  const connectXverse = async () => describeAddresses(await connect())
  const answers: RpcAnswers = {
    ...(style === 'xverse' && {
      wallet_connect: async () => ({ id: 'account', addresses: await connectXverse(), walletType: 'software' }),
      wallet_getAccount: readShared,
    }),
    ...(isXverse && { getAccounts: connectXverse, getAddresses: readShared }),
    ...(!isXverse && {
      getAddresses: async () => {
        const shared = await connect()
        return { addresses: style === 'leather' ? describeLeatherAddresses(shared) : describeAddresses(shared) }
      },
    }),
    async signMessage({ address = '', message = '', protocol, paymentType }) {
      // Leather expects the type of an address instead of an address.
      const signer = style === 'leather' ? getCurrent().find(({ kind }) => kind === paymentType)?.address : address
      const isOld = style !== 'leather' && (protocol ?? (/^(bc|tb)1p/.test(address) ? 'BIP322' : 'ECDSA')) === 'ECDSA'
      const signature = await sign(signer ?? '', message, isOld ? 'ecdsa' : 'bip322')
      return style === 'leather'
        ? { signature, address: signer }
        : { signature, messageHash: '', address, protocol: isOld ? 'ECDSA' : 'BIP322' }
    },
  }
  return { ...createRpcProvider(style, methods, answers), ...(isXverse && createXverseEvents(wallet)) }
}

/** UniSat's interface, which shares one account, with the differences of OneKey and OKX. */
function createUniSatInterface({
  style,
  methods,
  connect,
  getCurrent,
  getShared,
  sign,
  listen,
}: FakeBitcoinWalletCore): object {
  const listAddress = (accounts: readonly FakeBitcoinAccount[]) => accounts.slice(0, 1).map(({ address }) => address)
  const accountEvent = style === 'okx' ? 'accountChanged' : 'accountsChanged'
  return {
    ...(style === 'onekey' && { isOneKey: true }),
    async requestAccounts() {
      methods.push('requestAccounts')
      return listAddress(await connect())
    },
    getAccounts: async () => listAddress(getShared()),
    async signMessage(text: string, type: 'ecdsa' | 'bip322-simple' = 'ecdsa') {
      methods.push(`signMessage ${type}`)
      const [account] = getCurrent()
      // UniSat has BIP-322 for native SegWit and Taproot only.
      if (type === 'bip322-simple' && (account?.kind === 'p2pkh' || account?.kind === 'p2sh-p2wpkh'))
        throw Object.assign(new Error('Not support address type to sign'), { code: -32603 })
      return sign(account?.address ?? '', text, type === 'bip322-simple' ? 'bip322' : 'ecdsa')
    },
    on(event: string, hear: (value: unknown) => void) {
      if (event !== accountEvent) return
      listen(() => {
        const shared = listAddress(getShared())
        const [address] = shared
        hear(style === 'okx' ? (address === undefined ? null : { address }) : shared)
      })
    },
  }
}

function decodeSignatureBytes(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

function createPhantomInterface({ methods, connect, getShared, sign, listen }: FakeBitcoinWalletCore): object {
  return {
    isPhantom: true,
    async requestAccounts() {
      methods.push('requestAccounts')
      return describeAddresses(await connect())
    },
    async signMessage(address: string, message: Uint8Array) {
      methods.push('signMessage')
      const signature = await sign(address, new TextDecoder().decode(message), 'bip322')
      return { signature: decodeSignatureBytes(signature) }
    },
    on(event: string, hear: (accounts: unknown) => void) {
      if (event === 'accountsChanged') listen(() => hear(describeAddresses(getShared())))
    },
  }
}

interface StandardInput {
  readonly account: { readonly address: string }
  readonly message: Uint8Array
}

/** A wallet object of the Wallet Standard with the features of bitcoin-wallet-standard. */
function createStandardInterface({ name, methods, connect, getShared, sign, listen }: FakeBitcoinWalletCore): object {
  const chains = ['bitcoin:mainnet', 'bitcoin:testnet']
  const toAccounts = (accounts: readonly FakeBitcoinAccount[]) =>
    accounts.map(({ address }) => ({ address, publicKey: new Uint8Array(), chains, features: [] }))
  const signOne = async ({ account, message }: StandardInput) => {
    const signature = await sign(account.address, new TextDecoder().decode(message), 'bip322')
    return { signedMessage: message, signature: decodeSignatureBytes(signature) }
  }
  return {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    chains,
    get accounts() {
      return toAccounts(getShared())
    },
    features: {
      'bitcoin:connect': {
        version: '1.0.0',
        async connect({ purposes }: { purposes: readonly string[] }) {
          methods.push(`bitcoin:connect ${purposes.join(' ')}`)
          return { accounts: toAccounts(await connect()) }
        },
      },
      'bitcoin:events': {
        version: '1.0.0',
        on: (_event: 'change', hear: (changes: object) => void) =>
          listen(() => hear({ accounts: toAccounts(getShared()) })),
      },
      'bitcoin:signMessage': {
        version: '1.0.0',
        signMessage(...inputs: readonly StandardInput[]) {
          methods.push('bitcoin:signMessage')
          return Promise.all(inputs.map(signOne))
        },
      },
    },
  }
}

export function createFakeBitcoinWalletInterface(wallet: FakeBitcoinWalletCore): object {
  switch (wallet.style) {
    case 'unisat':
    case 'onekey':
    case 'okx':
      return createUniSatInterface(wallet)
    case 'phantom':
      return createPhantomInterface(wallet)
    case 'standard':
      return createStandardInterface(wallet)
    default:
      return createSatsConnectInterface(wallet)
  }
}

/** The window properties of a wallet that is neither in the provider list nor registered. */
export function listFakeBitcoinWalletProperties(
  style: FakeBitcoinWalletKind,
  provider: object,
): Readonly<Record<string, object>> {
  if (style === 'leather') return { LeatherProvider: provider }
  if (style === 'unisat') return { unisat: provider }
  // OneKey also takes the place of UniSat.
  if (style === 'onekey') return { unisat: provider, $onekey: { btc: provider } }
  if (style === 'okx') return { okxwallet: { bitcoin: provider } }
  return style === 'phantom' ? { phantom: { bitcoin: provider } } : {}
}

/** JavaScript that defines these functions in a page. */
export const fakeBitcoinWalletInterfacesSource = [
  describeAddresses,
  describeLeatherAddresses,
  createRpcProvider,
  createXverseEvents,
  createSatsConnectInterface,
  createUniSatInterface,
  decodeSignatureBytes,
  createPhantomInterface,
  createStandardInterface,
  createFakeBitcoinWalletInterface,
  listFakeBitcoinWalletProperties,
].join('\n')
