// A fake Solana wallet that implements the Wallet Standard. Its functions must not use anything
// outside this file, because their source is injected into pages.

/** A behavior changes only what its name says; the rest works normally. */
export type FakeSolanaWalletBehavior =
  | 'good'
  | 'declines-connect'
  | 'declines-sign'
  | 'never-connects'
  | 'never-signs'
  | 'no-account'
  | 'locked'
  /** Signs with the other account but reports the first one. */
  | 'wrong-signer'
  /**
   * These sign a changed text: with an added line feed, with reordered fields, or without the last
   * field.
   */
  | 'adds-line-feed'
  | 'reorders'
  | 'leaves-out'
  /** These sign an off-chain message, as hardware wallets do; the last one with the old header. */
  | 'signs-offchain-v0'
  | 'signs-offchain-v1'
  | 'signs-offchain-old'
  /** Has `solana:signOffchainMessage`, but cannot use it with its current account. */
  | 'refuses-offchain'
  /** Switches accounts when asked to sign, reports the change, and never signs. */
  | 'switches-account-midway'
  /** Throws a non-error. */
  | 'throws-oddly'

export type FakeSolanaWalletFeature = 'signIn' | 'signMessage' | 'signOffchainMessage'

export interface WalletStandardSolanaAccount {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly `solana:${string}`[]
  readonly features: readonly `solana:${string}`[]
}

export interface FakeSolanaWalletOptions {
  readonly name: string
  readonly icon: `data:image/svg+xml;base64,${string}`
  readonly behavior: FakeSolanaWalletBehavior
  readonly supportedFeatures: readonly FakeSolanaWalletFeature[]
  /**
   * The current and the other account. Bytes are numbers, because only JSON can pass between Node
   * and the page.
   */
  readonly accounts: readonly [FakeSolanaAccountOptions, FakeSolanaAccountOptions]
  /** Writes the message of `solana:signIn` with the standard's own library. */
  readonly write: (input: object, address: string) => Promise<readonly number[]>
  readonly sign: (address: string, bytes: readonly number[]) => Promise<readonly number[]>
}

export interface FakeSolanaAccountOptions {
  readonly address: string
  readonly publicKey: readonly number[]
}

interface Signed {
  readonly account: WalletStandardSolanaAccount
  readonly signedMessage: Uint8Array
  readonly signature: Uint8Array
}

export interface FakeSolanaWallet {
  readonly wallet: {
    readonly version: '1.0.0'
    readonly name: string
    readonly icon: `data:image/svg+xml;base64,${string}`
    readonly chains: readonly `solana:${string}`[]
    readonly accounts: readonly WalletStandardSolanaAccount[]
    readonly features: Readonly<Record<`${string}:${string}`, unknown>>
  }
  readonly methods: string[]
  readonly texts: string[]
  play(behavior: FakeSolanaWalletBehavior): void
  switchAccount(): void
}

function toWalletAccount(
  { address, publicKey }: FakeSolanaAccountOptions,
  chains: WalletStandardSolanaAccount['chains'],
  features: readonly FakeSolanaWalletFeature[],
): WalletStandardSolanaAccount {
  return {
    address,
    publicKey: Uint8Array.from(publicKey),
    chains,
    features: features.map((offer) => `solana:${offer}` as const),
  }
}

function createSolanaWalletError(code: number, message: string): Error & { code: number } {
  return Object.assign(new Error(message), { code })
}

/** Returns the error with which connecting fails, or undefined if it succeeds. */
function findSolanaConnectionError(behavior: FakeSolanaWalletBehavior): unknown {
  if (behavior === 'declines-connect') return createSolanaWalletError(4001, 'User rejected the request.')
  if (behavior === 'locked') return createSolanaWalletError(-32603, 'The wallet is locked.')
  return behavior === 'throws-oddly' ? 'User cancelled' : undefined
}

function alterSignedText(behavior: FakeSolanaWalletBehavior, text: string): string {
  if (behavior === 'adds-line-feed') return `${text}\n`
  if (behavior === 'reorders') return text.replace(/(Nonce: .*)\n(Issued At: .*)/, '$2\n$1')
  return behavior === 'leaves-out' ? text.replace(/\nExpiration Time: .*/, '') : text
}

function addOffchainPreamble(
  behavior: FakeSolanaWalletBehavior,
  body: readonly number[],
  publicKey: Uint8Array,
): readonly number[] {
  const domain = [0xff, ...new TextEncoder().encode('solana offchain')]
  const length = [body.length & 255, body.length >> 8]
  if (behavior === 'signs-offchain-v0')
    return [...domain, 0, ...new Uint8Array(32), 1, 1, ...publicKey, ...length, ...body]
  if (behavior === 'signs-offchain-v1') return [...domain, 1, 1, ...publicKey, ...body]
  return behavior === 'signs-offchain-old' ? [...domain, 0, 0, ...length, ...body] : body
}

export function createFakeSolanaWallet(options: FakeSolanaWalletOptions): FakeSolanaWallet {
  const { name, icon, supportedFeatures, write, sign } = options
  const chains = ['solana:mainnet', 'solana:devnet'] as const
  const first = toWalletAccount(options.accounts[0], chains, supportedFeatures)
  const other = toWalletAccount(options.accounts[1], chains, supportedFeatures)
  const methods: string[] = []
  const texts: string[] = []
  const listeners = new Set<(changes: { accounts: readonly WalletStandardSolanaAccount[] }) => void>()
  let behavior = options.behavior
  let current = first
  let accounts: readonly WalletStandardSolanaAccount[] = []

  const share = () => {
    accounts = [current]
    for (const listen of listeners) listen({ accounts })
  }
  const switchAccount = () => {
    current = current === first ? other : first
    share()
  }

  const open = async () => {
    if (behavior === 'never-connects') await new Promise<never>(() => {})
    const error = findSolanaConnectionError(behavior)
    if (error !== undefined) throw error
  }

  const connect = async () => {
    methods.push('standard:connect')
    await open()
    if (behavior === 'no-account') return { accounts: [] }
    share()
    return { accounts }
  }

  const signBytes = async (account: WalletStandardSolanaAccount, given: readonly number[]): Promise<Signed> => {
    if (behavior === 'never-signs') await new Promise<never>(() => {})
    if (behavior === 'declines-sign') throw createSolanaWalletError(4001, 'User rejected the request.')
    if (behavior === 'switches-account-midway') {
      behavior = 'good'
      switchAccount()
      await new Promise<never>(() => {})
    }
    const text = alterSignedText(behavior, new TextDecoder().decode(Uint8Array.from(given)))
    texts.push(text)
    const body = [...new TextEncoder().encode(text)]
    const bytes = addOffchainPreamble(behavior, body, account.publicKey)
    const signer = behavior === 'wrong-signer' ? other : account
    return {
      account,
      signedMessage: Uint8Array.from(bytes),
      signature: Uint8Array.from(await sign(signer.address, bytes)),
    }
  }

  const signIn = async (input: object = {}) => {
    methods.push('solana:signIn')
    await open()
    share()
    return [await signBytes(current, await write(input, current.address))]
  }

  const signMessage = async (input: { account: WalletStandardSolanaAccount; message: Uint8Array }) => {
    methods.push('solana:signMessage')
    if (input.account.address !== current.address) throw createSolanaWalletError(4100, 'The account is not authorized.')
    return [await signBytes(current, [...input.message])]
  }

  const signOffchainMessage = async (input: {
    messageVersion: number
    account: WalletStandardSolanaAccount
    message: string
    requiredSigners: readonly Uint8Array[]
  }) => {
    methods.push(`solana:signOffchainMessage ${input.messageVersion}`)
    if (behavior === 'refuses-offchain') throw createSolanaWalletError(4200, 'The method is not supported.')
    if (input.account.address !== current.address) throw createSolanaWalletError(4100, 'The account is not authorized.')
    const own = behavior
    if (own === 'good') behavior = 'signs-offchain-v1'
    const signed = await signBytes(current, [...new TextEncoder().encode(input.message)])
    behavior = own
    return [{ signedOffchainMessage: signed.signedMessage, signature: signed.signature }]
  }

  const features: Record<`${string}:${string}`, unknown> = {
    'standard:connect': { version: '1.0.0', connect },
    'standard:events': {
      version: '1.0.0',
      on: (_event: 'change', listen: (changes: { accounts: readonly WalletStandardSolanaAccount[] }) => void) => {
        listeners.add(listen)
        return () => listeners.delete(listen)
      },
    },
  }
  if (supportedFeatures.includes('signIn')) features['solana:signIn'] = { version: '1.0.0', signIn }
  if (supportedFeatures.includes('signMessage')) features['solana:signMessage'] = { version: '1.1.0', signMessage }
  if (supportedFeatures.includes('signOffchainMessage'))
    features['solana:signOffchainMessage'] = { version: '1.0.0', supportedMessageVersions: [1], signOffchainMessage }

  return {
    wallet: {
      version: '1.0.0',
      name,
      icon,
      chains,
      get accounts() {
        return accounts
      },
      features,
    },
    methods,
    texts,
    play(next) {
      behavior = next
    },
    switchAccount,
  }
}

/** A JavaScript expression that defines `createFakeSolanaWallet` and its helpers in a page. */
export const fakeSolanaWalletSource = `(() => {
${[
  toWalletAccount,
  createSolanaWalletError,
  findSolanaConnectionError,
  alterSignedText,
  addOffchainPreamble,
  createFakeSolanaWallet,
].join('\n')}
return createFakeSolanaWallet
})()`
