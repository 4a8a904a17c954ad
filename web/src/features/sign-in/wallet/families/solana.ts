// Wallets of Solana by the Wallet Standard: connect, sign in, sign a message. The bytes that a wallet says it signed are what counts: where they
// are not the text, nobody is asked to believe them.
import { encodeBase58 } from '@countersign/message/base58'
import { solanaLayout } from '@countersign/message/layout'
import { labels } from '@countersign/message/labels'
import { SignedOtherwise } from './signed-otherwise.ts'
import type { WalletPort } from './facade.ts'

interface Account {
  readonly address: string
  readonly chains: readonly string[]
}

interface SignedMessage {
  readonly signedMessage: Uint8Array
  readonly signature: Uint8Array
}

/** Of the Wallet Standard, what signing in needs (@wallet-standard/base, @solana/wallet-standard-features). */
export interface StandardWallet {
  readonly name: string
  readonly icon?: string
  readonly chains: readonly string[]
  readonly accounts: readonly Account[]
  readonly features: {
    readonly 'standard:connect': { connect(): Promise<{ accounts: readonly Account[] }> }
    readonly 'standard:events'?: {
      on(event: 'change', listener: (changes: { accounts?: readonly Account[] }) => void): unknown
    }
    readonly 'solana:signIn'?: {
      signIn(input: object): Promise<readonly (SignedMessage & { account: Account })[]>
    }
    readonly 'solana:signMessage'?: {
      signMessage(input: { account: Account; message: Uint8Array }): Promise<readonly SignedMessage[]>
    }
  }
}

/** Whether something that was registered is a wallet that can sign in with Solana. */
export function isSolanaWallet(value: unknown): value is StandardWallet {
  try {
    const { name, chains, features } = value as StandardWallet
    return (
      typeof name === 'string' &&
      chains.some(isSolana) &&
      'standard:connect' in features &&
      ('solana:signIn' in features || 'solana:signMessage' in features)
    )
  } catch {
    return false
  }
}

const isSolana = (chain: string): boolean => chain.startsWith('solana:')
const addressesOf = (accounts: readonly Account[]): string[] =>
  accounts.filter(({ chains }) => chains.some(isSolana)).map(({ address }) => address)

export function solanaPort(wallet: StandardWallet): WalletPort {
  const { features } = wallet
  const [connect, signIn, signMessage] = [
    features['standard:connect'],
    features['solana:signIn'],
    features['solana:signMessage'],
  ]
  /** Some wallets keep no list of what they shared. */
  let accounts = wallet.accounts
  const known = () => (wallet.accounts.length > 0 ? wallet.accounts : accounts)

  const signedInBy = async (input: object) => {
    const [signed] = await signIn!.signIn(input)
    if (!signed) throw new SignedOtherwise('wallet.text_changed')
    return signed
  }

  return {
    async connect() {
      accounts = (await connect.connect()).accounts
      return addressesOf(accounts)
    },
    shared: async () => addressesOf(wallet.accounts),
    chain: () => 'solana',
    async sign(text, address) {
      const account = known().find((one) => one.address === address)
      if (!account) throw Object.assign(new Error('no account'), { code: 4100 })
      const message = new TextEncoder().encode(text)
      const [signed] = signMessage
        ? await signMessage.signMessage({ account, message })
        : [await signedInBy(inputOf(text))]
      if (!signed) throw new SignedOtherwise('wallet.text_changed')
      checkSame(signed.signedMessage, message)
      return encodeBase58(signed.signature)
    },
    ...(signIn && {
      async signIn(fields) {
        const { account, signedMessage, signature } = await signedInBy(fields)
        accounts = [account]
        return {
          address: account.address,
          text: new TextDecoder().decode(signedMessage),
          signature: encodeBase58(signature),
        }
      },
    }),
    onChange: (tell) =>
      void features['standard:events']?.on(
        'change',
        (changes) => changes.accounts && tell(addressesOf(changes.accounts)),
      ),
  }
}

/** What hardware wallets put before a text, so that it can never be a transaction (Solana’s off-chain messages). */
const offChain = [0xff, ...new TextEncoder().encode('solana offchain')]

function checkSame(signed: Uint8Array, message: Uint8Array): void {
  if (signed.length === message.length && signed.every((byte, index) => byte === message[index])) return
  throw new SignedOtherwise(
    offChain.every((byte, index) => byte === signed[index]) ? 'wallet.text_prefixed' : 'wallet.text_changed',
  )
}

/** The fields of a message that this page wrote, for a wallet that writes it itself. */
function inputOf(text: string): object {
  const [domain] = text.split(solanaLayout.header)
  const [, address, , ...rest] = text.split('\n')
  const valueOf = (label: string): string | undefined =>
    rest.find((line) => line.startsWith(label))?.slice(label.length)
  const { resources: _, ...named } = labels
  const fields = Object.entries(named).map(([field, label]) => [field, valueOf(label)])
  const statement = rest[0]?.startsWith(labels.uri) ? undefined : rest[0]
  const given = [['domain', domain], ['address', address], ['statement', statement], ...fields]
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}
