// A fake wallet of Bitcoin, in each of the ways in which such wallets stand in a page: in the provider list (WBIP004) and asked as
// sats-connect asks, the same as Xverse answers it, as Leather's own provider, and as UniSat's. The functions here use nothing from outside this file, because their source is
// also put into browser pages; fake-non-evm-wallets.ts gives it keys.

/** What it does when it is asked. Everything that is not named is done as a good wallet does it. */
export type FakeBitcoinWalletBehavior =
  | 'good'
  | 'declines-connect'
  | 'declines-sign'
  | 'never-connects'
  | 'never-signs'
  | 'no-account'
  /** Writes the kind of its signature before it. */
  | 'says-its-kind'
  /** Signs in the old way, whatever is asked for. */
  | 'old-signature'
  /** Signs with its other accounts, or another text. */
  | 'wrong-signer'
  | 'adds-line-feed'
  /** Changes to its other accounts when it is asked to sign, and never signs the old text. */
  | 'switches-account-midway'

/**
 * `xverse` is in the provider list as well, but `getAddresses` only reads: it refuses until the person has connected by
 * `wallet_connect`, or by `getAccounts` in releases that do not know that (`old-xverse`).
 */
export type FakeBitcoinWalletKind = 'listed' | 'xverse' | 'old-xverse' | 'leather' | 'unisat'

/** An account with what wallets say of it. */
export interface FakeBitcoinAccount {
  readonly address: string
  readonly kind: 'p2wpkh' | 'p2tr' | 'p2sh-p2wpkh' | 'p2pkh'
}

export interface FakeBitcoinWalletOptions {
  readonly style: FakeBitcoinWalletKind
  readonly behavior: FakeBitcoinWalletBehavior
  /** Those that it is on, which it shares together (UniSat shares the first alone), and those that it can be switched to. */
  readonly accounts: readonly FakeBitcoinAccount[]
  readonly otherAccounts: readonly FakeBitcoinAccount[]
  readonly sign: (address: string, text: string, kind: 'bip322' | 'ecdsa', prefixed: boolean) => Promise<string>
}

export interface FakeBitcoinWallet {
  /** What stands in the page. */
  readonly provider: object
  readonly methods: string[]
  readonly texts: string[]
  play(behavior: FakeBitcoinWalletBehavior): void
  switchAccount(): void
}

type RpcParameters = Readonly<Record<string, string>>
type RpcAnswers = Readonly<Record<string, (params: RpcParameters) => Promise<unknown>>>

/** Accounts as sats-connect describes them. */
function describeAddresses(shared: readonly FakeBitcoinAccount[]) {
  return shared.map(({ address, kind }) => ({
    address,
    publicKey: '',
    purpose: kind === 'p2tr' ? 'ordinals' : 'payment',
    addressType: kind === 'p2sh-p2wpkh' ? 'p2sh' : kind,
    walletType: 'software',
  }))
}

/** Accounts as Leather describes them, with one of Stacks. */
function describeLeatherAddresses(shared: readonly FakeBitcoinAccount[]) {
  const stacks = { symbol: 'STX', address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7' }
  return [...shared.map(({ address, kind }) => ({ symbol: 'BTC', type: kind, address })), stacks]
}

/** A provider that is asked in JSON-RPC: all but UniSat's. */
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
        // Leather rejects with the whole answer, others resolve to it.
        if (style === 'leather') throw { ...envelope, error: { code, message } }
        return { ...envelope, error: { code, message } }
      }
    },
  }
}

/** Makes a fake wallet. */
export function createFakeBitcoinWallet(options: FakeBitcoinWalletOptions): FakeBitcoinWallet {
  const { style, sign } = options
  const methods: string[] = []
  const texts: string[] = []
  const listeners: ((accounts: string[]) => void)[] = []
  let behavior = options.behavior
  let current = options.accounts
  const others = () => (current === options.accounts ? options.otherAccounts : options.accounts)
  const never = () => new Promise<never>(() => {})
  /** sats-connect's and Leather's codes are those of JSON-RPC; a person's no is -32000 and 4001. */
  const noOf = { listed: -32000, xverse: -32000, 'old-xverse': -32000, leather: 4001, unisat: 4001 }
  const isXverse = style === 'xverse' || style === 'old-xverse'
  /** Whether this page may read the accounts. */
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

  /** What opens Xverse's window. */
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
      // Leather takes no address: the kind of address that is to sign is named.
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

/** An expression for a page: the function that makes a fake wallet, with those that it calls. */
export const fakeBitcoinWalletSource = `(() => {
${[describeAddresses, describeLeatherAddresses, createRpcProvider, createFakeBitcoinWallet].join('\n')}
return createFakeBitcoinWallet
})()`
