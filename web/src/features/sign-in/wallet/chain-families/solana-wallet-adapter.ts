// The bytes that a wallet reports as signed must equal the message (Wallet Standard).
import { encodeBase58 } from '@countersign/message/base58'
import { solanaMessageLayout } from '@countersign/message/message-layout'
import { messageFieldLabels } from '@countersign/message/message-field-line-prefixes'
import { UnusableSignatureError } from './unusable-signature-error.ts'
import type { NonEthereumWalletAdapter } from './adapt-non-ethereum-wallet-to-eip1193.ts'

interface WalletStandardAccount {
  readonly address: string
  readonly chains: readonly string[]
}

interface SignedMessage {
  readonly signedMessage: Uint8Array
  readonly signature: Uint8Array
}

export interface WalletStandardWallet {
  readonly name: string
  readonly icon?: string
  readonly chains: readonly string[]
  readonly accounts: readonly WalletStandardAccount[]
  readonly features: {
    readonly 'standard:connect': { connect(): Promise<{ accounts: readonly WalletStandardAccount[] }> }
    readonly 'standard:events'?: {
      on(event: 'change', listener: (changes: { accounts?: readonly WalletStandardAccount[] }) => void): unknown
    }
    readonly 'solana:signIn'?: {
      signIn(input: object): Promise<readonly (SignedMessage & { account: WalletStandardAccount })[]>
    }
    readonly 'solana:signMessage'?: {
      signMessage(input: { account: WalletStandardAccount; message: Uint8Array }): Promise<readonly SignedMessage[]>
    }
  }
}

export function isSolanaWallet(value: unknown): value is WalletStandardWallet {
  try {
    const { name, chains, features } = value as WalletStandardWallet
    return (
      typeof name === 'string' &&
      chains.some(isSolanaChain) &&
      'standard:connect' in features &&
      ('solana:signIn' in features || 'solana:signMessage' in features)
    )
  } catch {
    return false
  }
}

const isSolanaChain = (chain: string): boolean => chain.startsWith('solana:')
const listSolanaAddresses = (accounts: readonly WalletStandardAccount[]): string[] =>
  accounts.filter(({ chains }) => chains.some(isSolanaChain)).map(({ address }) => address)

export function createSolanaWalletAdapter(wallet: WalletStandardWallet): NonEthereumWalletAdapter {
  const { features } = wallet
  const [connect, signIn, signMessage] = [
    features['standard:connect'],
    features['solana:signIn'],
    features['solana:signMessage'],
  ]
  /** Some wallets do not expose the accounts that they shared. */
  let accounts = wallet.accounts
  const known = () => (wallet.accounts.length > 0 ? wallet.accounts : accounts)

  const signedInBy = async (input: object) => {
    const [signed] = await signIn!.signIn(input)
    if (!signed) throw new UnusableSignatureError('wallet.text_changed')
    return signed
  }

  return {
    async connect() {
      accounts = (await connect.connect()).accounts
      return listSolanaAddresses(accounts)
    },
    getSharedAccounts: async () => listSolanaAddresses(wallet.accounts),
    getChain: () => 'solana',
    async sign(text, address) {
      const account = known().find((one) => one.address === address)
      if (!account) throw Object.assign(new Error('no account'), { code: 4100 })
      const message = new TextEncoder().encode(text)
      const [signed] = signMessage
        ? await signMessage.signMessage({ account, message })
        : [await signedInBy(toSignInInput(text))]
      if (!signed) throw new UnusableSignatureError('wallet.text_changed')
      assertSameMessage(signed.signedMessage, message)
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
        (changes) => changes.accounts && tell(listSolanaAddresses(changes.accounts)),
      ),
  }
}

/** Hardware wallets prepend this, so that a text can never be a transaction. */
const offchainMessagePrefix = [0xff, ...new TextEncoder().encode('solana offchain')]

function assertSameMessage(signed: Uint8Array, message: Uint8Array): void {
  if (signed.length === message.length && signed.every((byte, index) => byte === message[index])) return
  throw new UnusableSignatureError(
    offchainMessagePrefix.every((byte, index) => byte === signed[index])
      ? 'wallet.text_prefixed'
      : 'wallet.text_changed',
  )
}

function toSignInInput(text: string): object {
  const [domain] = text.split(solanaMessageLayout.header)
  const [, address, , ...rest] = text.split('\n')
  const valueOf = (label: string): string | undefined =>
    rest.find((line) => line.startsWith(label))?.slice(label.length)
  const { resources: _, ...named } = messageFieldLabels
  const fields = Object.entries(named).map(([field, label]) => [field, valueOf(label)])
  const statement = rest[0]?.startsWith(messageFieldLabels.uri) ? undefined : rest[0]
  const given = [['domain', domain], ['address', address], ['statement', statement], ...fields]
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}
