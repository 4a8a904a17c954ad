// The bytes that a wallet reports as signed must be the message, or contain it (Wallet Standard).
import { encodeBase58 } from '@countersign/message/base58'
import { solanaMessageLayout } from '@countersign/message/message-layout'
import { messageFieldLabels } from '@countersign/message/message-field-line-prefixes'
import { isEqualBytes } from '@countersign/proof/is-equal-bytes'
import { encodeSolanaOffchainEnvelope } from '@countersign/proof/solana/encode-solana-offchain-envelope'
import {
  isSolanaOffchainMessage,
  isTextWithLength,
  parseSolanaOffchainMessage,
} from '@countersign/proof/solana/parse-solana-offchain-message'
import type { SolanaOffchainMessage } from '@countersign/proof/solana/parse-solana-offchain-message'
import { parseWalletError } from '../parse-wallet-provider-error.ts'
import { UnusableSignatureError } from '../unusable-signature-error.ts'
import type { NonEthereumWalletAdapter } from './adapt-non-ethereum-wallet-to-eip1193.ts'

interface WalletStandardAccount {
  readonly address: string
  readonly publicKey: Uint8Array
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
    readonly 'solana:signOffchainMessage'?: {
      readonly supportedMessageVersions: readonly number[]
      signOffchainMessage(input: {
        messageVersion: 1
        account: WalletStandardAccount
        message: string
        requiredSigners: readonly Uint8Array[]
      }): Promise<readonly { signedOffchainMessage: Uint8Array; signature: Uint8Array }[]>
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
      ['solana:signIn', 'solana:signMessage', 'solana:signOffchainMessage'].some((feature) => feature in features)
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
  const signOffchain = createOffchainMessageSigner(wallet)
  /** Some wallets do not expose the accounts that they shared. */
  let accounts = wallet.accounts
  const known = () => (wallet.accounts.length > 0 ? wallet.accounts : accounts)

  const signedInBy = async (input: object) => {
    const [signed] = await signIn!.signIn(input)
    if (!signed) throw new UnusableSignatureError('wallet.text_changed')
    return signed
  }
  const signText = async (account: WalletStandardAccount, text: string, message: Uint8Array) => {
    if (signMessage) return (await signMessage.signMessage({ account, message }))[0]
    if (signIn) return signedInBy(toSignInInput(text))
    throw Object.assign(new Error('unsupported'), { code: 4200 })
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
      const signed = (await signOffchain?.(account, text)) ?? (await signText(account, text, message))
      if (!signed) throw new UnusableSignatureError('wallet.text_changed')
      const read = readSignedText(signed)
      if (!isEqualBytes(read.text, message))
        throw new UnusableSignatureError(
          read.offchain && isTextWithLength(read.offchain, message) ? 'wallet.old_hardware_app' : 'wallet.text_changed',
        )
      return encodeSignature(signed)
    },
    ...(signIn && {
      async signIn(fields) {
        const signed = await signedInBy(fields)
        const { text } = readSignedText(signed)
        accounts = [signed.account]
        const { address } = signed.account
        return { address, text: new TextDecoder().decode(text), signature: encodeSignature(signed) }
      },
    }),
    onChange: (tell) =>
      void features['standard:events']?.on(
        'change',
        (changes) => changes.accounts && tell(listSolanaAddresses(changes.accounts)),
      ),
  }
}

const isListWith = (list: unknown, item: unknown): boolean => Array.isArray(list) && list.includes(item)

/** Undefined if the wallet cannot sign off-chain messages of version 1. */
function createOffchainMessageSigner({ features }: WalletStandardWallet) {
  const feature = features['solana:signOffchainMessage']
  if (!feature || !isListWith(feature.supportedMessageVersions, 1)) return undefined
  return async (account: WalletStandardAccount, text: string): Promise<SignedMessage | undefined> => {
    const requiredSigners = [account.publicKey]
    try {
      const [signed] = await feature.signOffchainMessage({ messageVersion: 1, account, message: text, requiredSigners })
      return signed && { signedMessage: signed.signedOffchainMessage, signature: signed.signature }
    } catch (thrown) {
      if (parseWalletError(thrown).kind === 'cannot-sign') return undefined
      throw thrown
    }
  }
}

function readSignedText({ signedMessage }: SignedMessage): { text: Uint8Array; offchain?: SolanaOffchainMessage } {
  if (!isSolanaOffchainMessage(signedMessage)) return { text: signedMessage }
  const offchain = parseSolanaOffchainMessage(signedMessage)
  if (offchain === 'offchain_old_header') throw new UnusableSignatureError('wallet.old_hardware_app')
  if (typeof offchain === 'string') throw new UnusableSignatureError('wallet.text_changed')
  return { text: offchain.content, offchain }
}

/** Hardware wallets sign an off-chain message; what they signed is then part of the signature. */
const encodeSignature = ({ signedMessage, signature }: SignedMessage): string =>
  isSolanaOffchainMessage(signedMessage)
    ? encodeSolanaOffchainEnvelope(signature, signedMessage)
    : encodeBase58(signature)

function toSignInInput(text: string): object {
  const [domain] = text.split(solanaMessageLayout.header)
  const [, address, , ...rest] = text.split('\n')
  const valueOf = (label: string): string | undefined =>
    rest.find((line) => line.startsWith(label))?.slice(label.length)
  const { resources: _, ...named } = messageFieldLabels
  const fields = Object.entries(named).map(([field, label]) => [field, valueOf(label)])
  const resources = rest.filter((line) => line.startsWith('- ')).map((line) => line.slice(2))
  const statement = rest[0]?.startsWith(messageFieldLabels.uri) ? undefined : rest[0]
  const given = [['domain', domain], ['address', address], ['statement', statement], ...fields]
  return {
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
    ...(resources[0] && { resources }),
  }
}
