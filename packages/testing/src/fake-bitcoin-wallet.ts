// A fake Bitcoin wallet: Xverse, Leather, UniSat, or one that lists itself (WBIP004). The functions
// must not use anything outside this file, because their source is injected into pages.

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
  /** Always makes legacy signatures. */
  | 'old-signature'
  /** These sign with another account, or sign another text. */
  | 'wrong-signer'
  | 'adds-line-feed'
  /** Switches accounts when asked to sign, and then never signs. */
  | 'switches-account-midway'

// `getAddresses` works only after `wallet_connect` for `xverse`, and only after `getAccounts` for
// `old-xverse`.
export type FakeBitcoinWalletKind = 'listed' | 'xverse' | 'old-xverse' | 'leather' | 'unisat'

export interface FakeBitcoinAccount {
  readonly address: string
  readonly kind: 'p2wpkh' | 'p2tr' | 'p2sh-p2wpkh' | 'p2pkh'
}

export interface FakeBitcoinWalletOptions {
  readonly style: FakeBitcoinWalletKind
  readonly behavior: FakeBitcoinWalletBehavior
  /**
   * The current accounts, which the wallet shares together (UniSat shares only the first), and the
   * accounts to switch to.
   */
  readonly accounts: readonly FakeBitcoinAccount[]
  readonly otherAccounts: readonly FakeBitcoinAccount[]
  readonly sign: (address: string, text: string, kind: 'bip322' | 'ecdsa', prefixed: boolean) => Promise<string>
}

export interface FakeBitcoinWallet {
  readonly provider: object
  readonly methods: string[]
  readonly texts: string[]
  play(behavior: FakeBitcoinWalletBehavior): void
  switchAccount(): void
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

// All except UniSat's.
function createRpcProvider(style: FakeBitcoinWalletKind, methods: string[], answers: RpcAnswers): object {
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

export function createFakeBitcoinWallet(options: FakeBitcoinWalletOptions): FakeBitcoinWallet {
  const { style, sign } = options
  const methods: string[] = []
  const texts: string[] = []
  const listeners: ((accounts: string[]) => void)[] = []
  let behavior = options.behavior
  let current = options.accounts
  const others = () => (current === options.accounts ? options.otherAccounts : options.accounts)
  const never = () => new Promise<never>(() => {})
  /** The error code that each wallet returns if the user refuses. */
  const noOf = { listed: -32000, xverse: -32000, 'old-xverse': -32000, leather: 4001, unisat: 4001 }
  const isXverse = style === 'xverse' || style === 'old-xverse'
  /** Whether the page may read the accounts. */
  let isConnected = false
  const refuse = () => Object.assign(new Error('User rejected the request.'), { code: noOf[style] })

  const switchAccount = () => {
    current = others()
    for (const listen of listeners) listen(current.slice(0, 1).map(({ address }) => address))
  }

  const connect = async (): Promise<readonly FakeBitcoinAccount[]> => {
    if (behavior === 'never-connects') await never()
    if (behavior === 'declines-connect') throw refuse()
    return behavior === 'no-account' ? [] : current
  }

  const signText = async (address: string, given: string, kind: 'bip322' | 'ecdsa'): Promise<string> => {
    if (behavior === 'never-signs') await never()
    if (behavior === 'declines-sign') throw refuse()
    if (behavior === 'switches-account-midway') {
      behavior = 'good'
      switchAccount()
      await never()
    }
    const place = current.findIndex((account) => account.address === address)
    if (place < 0) throw Object.assign(new Error('The address is not shared.'), { code: 4100 })
    const text = behavior === 'adds-line-feed' ? `${given}\n` : given
    texts.push(text)
    const signer = (behavior === 'wrong-signer' ? (others()[place] ?? others()[0]) : current[place])?.address ?? address
    return sign(signer, text, behavior === 'old-signature' ? 'ecdsa' : kind, behavior === 'says-its-kind')
  }

  const unisat = {
    async requestAccounts() {
      methods.push('requestAccounts')
      return (await connect()).slice(0, 1).map(({ address }) => address)
    },
    async getAccounts() {
      return current.slice(0, 1).map(({ address }) => address)
    },
    async signMessage(text: string, kind: 'ecdsa' | 'bip322-simple' = 'ecdsa') {
      methods.push(`signMessage ${kind}`)
      return signText(current[0]?.address ?? '', text, kind === 'bip322-simple' ? 'bip322' : 'ecdsa')
    },
    on(event: string, listen: (accounts: string[]) => void) {
      if (event === 'accountsChanged') listeners.push(listen)
    },
  }

  const connectXverse = async () => {
    const entries = describeAddresses(await connect())
    isConnected = true
    return entries
  }
  const answers: RpcAnswers = {
    ...(style === 'xverse' && {
      wallet_connect: async () => ({ id: 'account', addresses: await connectXverse(), walletType: 'software' }),
    }),
    ...(isXverse && { getAccounts: connectXverse }),
    async getAddresses() {
      if (isXverse && !isConnected) throw Object.assign(new Error('Access denied.'), { code: -32002 })
      const shared = isXverse ? current : await connect()
      return { addresses: style === 'leather' ? describeLeatherAddresses(shared) : describeAddresses(shared) }
    },
    async signMessage({ address = '', message = '', protocol, paymentType }) {
      // Leather expects the type of an address instead of an address.
      const signer = style === 'leather' ? current.find(({ kind }) => kind === paymentType)?.address : address
      const isOld = style !== 'leather' && (protocol ?? (/^(bc|tb)1p/.test(address) ? 'BIP322' : 'ECDSA')) === 'ECDSA'
      const signature = await signText(signer ?? '', message, isOld ? 'ecdsa' : 'bip322')
      return style === 'leather'
        ? { signature, address: signer }
        : { signature, messageHash: '', address, protocol: isOld ? 'ECDSA' : 'BIP322' }
    },
  }
  return {
    provider: style === 'unisat' ? unisat : createRpcProvider(style, methods, answers),
    methods,
    texts,
    play(next) {
      behavior = next
    },
    switchAccount,
  }
}

/** A JavaScript expression that defines `createFakeBitcoinWallet` and its helpers in a page. */
export const fakeBitcoinWalletSource = `(() => {
${[describeAddresses, describeLeatherAddresses, createRpcProvider, createFakeBitcoinWallet].join('\n')}
return createFakeBitcoinWallet
})()`
