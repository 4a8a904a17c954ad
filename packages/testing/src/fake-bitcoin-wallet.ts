// A fake Bitcoin wallet with the interface of a real one.
import {
  createFakeBitcoinWalletInterface,
  fakeBitcoinWalletInterfacesSource,
} from './fake-bitcoin-wallet-interfaces.ts'
import type {
  FakeBitcoinAccount,
  FakeBitcoinSignatureType,
  FakeBitcoinWalletCore,
  FakeBitcoinWalletKind,
} from './fake-bitcoin-wallet-interfaces.ts'

/** A behavior changes only what its name says; the rest works normally. */
export type FakeBitcoinWalletBehavior =
  | 'good'
  | 'declines-connect'
  | 'declines-sign'
  | 'never-connects'
  | 'never-signs'
  | 'no-account'
  /** Returns signatures that start with the prefix of their format. */
  | 'says-its-kind'
  /** Always makes 65-byte signatures, whatever the page requests. */
  | 'old-signature'
  /** Refuses BIP-322 as unsupported, and signs with ECDSA. */
  | 'ecdsa-only'
  /** Refuses every signature type as unsupported. */
  | 'signs-no-type'
  /** Connects, and is locked when asked to sign. */
  | 'is-locked'
  /** These sign with another account, or sign another text. */
  | 'wrong-signer'
  | 'adds-line-feed'
  /** Switches accounts when asked to sign, and then never signs. */
  | 'switches-account-midway'

export interface FakeBitcoinWalletOptions {
  readonly name: string
  readonly style: FakeBitcoinWalletKind
  readonly behavior: FakeBitcoinWalletBehavior
  /**
   * The current accounts, which the wallet shares together (UniSat shares only the first), and the
   * accounts to switch to.
   */
  readonly accounts: readonly FakeBitcoinAccount[]
  readonly otherAccounts: readonly FakeBitcoinAccount[]
  readonly sign: (address: string, text: string, type: FakeBitcoinSignatureType, prefixed: boolean) => Promise<string>
}

export interface FakeBitcoinWallet {
  /** The wallet object, for the Wallet Standard. */
  readonly provider: object
  readonly methods: string[]
  readonly texts: string[]
  play(behavior: FakeBitcoinWalletBehavior): void
  switchAccount(): void
  disconnect(): void
}

export const createFakeBitcoinWallet = (options: FakeBitcoinWalletOptions): FakeBitcoinWallet =>
  createFakeBitcoinWalletWith(createFakeBitcoinWalletInterface, options)

// This function also runs in pages, so it must not use anything outside itself.
function createFakeBitcoinWalletWith(
  createInterface: (wallet: FakeBitcoinWalletCore) => object,
  options: FakeBitcoinWalletOptions,
): FakeBitcoinWallet {
  const { name, style } = options
  const methods: string[] = []
  const texts: string[] = []
  const listeners: (() => void)[] = []
  let behavior = options.behavior
  let current = options.accounts
  /** Whether the page may read the accounts. UniSat was connected before. */
  let isConnected = style === 'unisat'
  const others = () => (current === options.accounts ? options.otherAccounts : options.accounts)
  const never = () => new Promise<never>(() => {})
  const usesRpcCodes = style === 'listed' || style === 'xverse' || style === 'old-xverse'
  const createError = (code: number, message: string) => Object.assign(new Error(message), { code })
  const createRefusal = () => createError(usesRpcCodes ? -32000 : 4001, 'User rejected the request.')
  const createUnsupportedError = () => {
    if (style === 'listed') return createError(-32602, 'Invalid parameters.')
    return createError(usesRpcCodes ? -32001 : -32603, 'Not supported for this address type.')
  }
  const tellListeners = () => {
    for (const tell of listeners) tell()
  }
  const switchAccount = () => {
    current = others()
    tellListeners()
  }

  const connect = async (): Promise<readonly FakeBitcoinAccount[]> => {
    if (behavior === 'never-connects') await never()
    if (behavior === 'declines-connect') throw createRefusal()
    if (behavior === 'no-account') return []
    isConnected = true
    return current
  }

  const sign = async (address: string, given: string, type: FakeBitcoinSignatureType): Promise<string> => {
    if (behavior === 'never-signs') await never()
    if (behavior === 'declines-sign') throw createRefusal()
    if (behavior === 'is-locked') throw createError(-32603, 'The wallet is locked.')
    if (behavior === 'signs-no-type' || (behavior === 'ecdsa-only' && type === 'bip322')) throw createUnsupportedError()
    if (behavior === 'switches-account-midway') {
      behavior = 'good'
      switchAccount()
      await never()
    }
    const place = current.findIndex((account) => account.address === address)
    if (place < 0) throw createError(4100, 'The address is not shared.')
    const text = behavior === 'adds-line-feed' ? `${given}\n` : given
    texts.push(text)
    const signer = (behavior === 'wrong-signer' ? (others()[place] ?? others()[0]) : current[place])?.address ?? address
    return options.sign(signer, text, behavior === 'old-signature' ? 'ecdsa' : type, behavior === 'says-its-kind')
  }

  const provider = createInterface({
    style,
    name,
    methods,
    connect,
    getShared: () => (isConnected ? current : []),
    getCurrent: () => current,
    sign,
    listen: (listener) => void listeners.push(listener),
  })
  return {
    provider,
    methods,
    texts,
    play(next) {
      behavior = next
    },
    switchAccount,
    disconnect() {
      isConnected = false
      tellListeners()
    },
  }
}

/** The functions that a page needs to install fake wallets. */
export interface FakeBitcoinWalletPageFunctions {
  create(options: FakeBitcoinWalletOptions): FakeBitcoinWallet
  listProperties(style: FakeBitcoinWalletKind, provider: object): Readonly<Record<string, object>>
}

/** A JavaScript expression of the type `FakeBitcoinWalletPageFunctions`. */
export const fakeBitcoinWalletSource = `(() => {
${fakeBitcoinWalletInterfacesSource}
${createFakeBitcoinWalletWith.toString()}
return {
  create: (options) => createFakeBitcoinWalletWith(createFakeBitcoinWalletInterface, options),
  listProperties: listFakeBitcoinWalletProperties,
}
})()`
