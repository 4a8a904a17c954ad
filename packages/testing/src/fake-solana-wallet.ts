// A fake wallet of Solana, as the Wallet Standard has them (`standard:connect`, `standard:events`, `solana:signIn`, `solana:signMessage`). The
// functions here use nothing from outside this file, because their source is also put into browser pages; fake-non-evm-wallets.ts gives it keys.

/** What it does when it is asked. Everything that is not named is done as a good wallet does it. */
export type FakeSolanaWalletBehavior =
  | 'good'
  | 'declines-connect'
  | 'declines-sign'
  | 'never-connects'
  | 'never-signs'
  | 'no-account'
  | 'locked'
  /** Signs with its other account, and says that it was the first. */
  | 'wrong-signer'
  /** Signs another text than the one it was given: with a line feed behind it, its fields in another order, or without its last field. */
  | 'adds-line-feed'
  | 'reorders'
  | 'leaves-out'
  /** A hardware wallet: signs what Solana's off-chain messages begin with, and then the text. */
  | 'prefixes'
  /** Changes to its other account when it is asked to sign, says so, and never signs the old text. */
  | 'switches-account-midway'
  /** Throws what is no error. */
  | 'throws-oddly'

export type FakeSolanaWalletFeature = 'signIn' | 'signMessage'

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
  /** The account that it is on, and the one that it can be switched to. Bytes are lists of numbers, because they come from outside of the page. */
  readonly accounts: readonly [FakeSolanaAccountOptions, FakeSolanaAccountOptions]
  /** Writes the message of `solana:signIn` as the standard's own library does. */
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

/** In the shape of a wallet of the Wallet Standard, with what a test needs to look at it and to go on beside it. */
export interface FakeSolanaWallet {
  readonly wallet: {
    readonly version: '1.0.0'
    readonly name: string
    readonly icon: `data:image/svg+xml;base64,${string}`
    readonly chains: readonly `solana:${string}`[]
    readonly accounts: readonly WalletStandardSolanaAccount[]
    readonly features: Readonly<Record<`${string}:${string}`, unknown>>
  }
  /** Every feature asked for so far, in order. */
  readonly methods: string[]
  /** The texts that it signed. */
  readonly texts: string[]
  play(behavior: FakeSolanaWalletBehavior): void
  /** The person changes to the other account, or back. */
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

/** What a wallet of this behavior throws when it is asked to connect; undefined where it connects. */
function findSolanaConnectionError(behavior: FakeSolanaWalletBehavior): unknown {
  if (behavior === 'declines-connect') return createSolanaWalletError(4001, 'User rejected the request.')
  if (behavior === 'locked') return createSolanaWalletError(-32603, 'The wallet is locked.')
  return behavior === 'throws-oddly' ? 'User cancelled' : undefined
}

/** The text that a wallet of this behavior signs in place of the one that it is given. */
function alterSignedText(behavior: FakeSolanaWalletBehavior, text: string): string {
  if (behavior === 'adds-line-feed') return `${text}\n`
  if (behavior === 'reorders') return text.replace(/(Nonce: .*)\n(Issued At: .*)/, '$2\n$1')
  return behavior === 'leaves-out' ? text.replace(/\nExpiration Time: .*/, '') : text
}

/** The bytes that hardware wallets sign: Solana's off-chain message header, then the text. */
function prefixOffchainHeader(body: readonly number[]): number[] {
  return [0xff, ...new TextEncoder().encode('solana offchain'), 0, 0, body.length & 255, body.length >> 8, ...body]
}

/** Makes a fake wallet. */
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
    const bytes = behavior === 'prefixes' ? prefixOffchainHeader(body) : body
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

/** An expression for a page: the function that makes a fake wallet, with those that it calls. */
export const fakeSolanaWalletSource = `(() => {
${[
  toWalletAccount,
  createSolanaWalletError,
  findSolanaConnectionError,
  alterSignedText,
  prefixOffchainHeader,
  createFakeSolanaWallet,
].join('\n')}
return createFakeSolanaWallet
})()`
