// The demonstration wallet's account of Solana as a page sees it (Wallet Standard): connect, sign in (Sign In With Solana), sign a message.
import type { Message } from '@countersign/message'
import { createAccount } from './account.ts'
import type { AccountParts } from './account.ts'
import type { SolanaKey } from './solana-key.ts'

/** Of the Wallet Standard's account, what is asked for here (@wallet-standard/base §WalletAccount). */
export interface StandardAccount {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}

interface Signed {
  readonly signedMessage: Uint8Array
  readonly signature: Uint8Array
}

type Change = { readonly accounts: readonly StandardAccount[] }

const chains = ['solana:mainnet', 'solana:devnet', 'solana:testnet'] as const
const signing = ['solana:signIn', 'solana:signMessage'] as const

interface SolanaWalletParts extends Omit<AccountParts<SolanaKey>, 'namespace'> {
  readonly name: string
  readonly icon: string
  /** The site that asks, for a message that is to name it and does not. */
  readonly domain: string
  /** Loads what writes a message when it is first needed. */
  readonly loadWriter: () => Promise<(message: Message) => string>
}

export function createSolanaWallet({ name, icon, domain, loadWriter, ...parts }: SolanaWalletParts) {
  const account = createAccount<Uint8Array, SolanaKey>({ ...parts, namespace: 'solana' })
  const listeners = new Set<(change: Change) => void>()
  const accounts = (): readonly StandardAccount[] => {
    const key = account.shared()
    return key ? [Object.freeze({ address: key.address(), publicKey: key.publicKey(), chains, features: signing })] : []
  }
  const told = (): readonly StandardAccount[] => {
    const now = accounts()
    for (const listen of listeners) listen({ accounts: now })
    return now
  }

  return {
    version: '1.0.0' as const,
    name,
    icon,
    chains,
    get accounts() {
      return accounts()
    },
    features: {
      'standard:connect': {
        version: '1.0.0' as const,
        /** @param silent whether nobody may be asked (§StandardConnectInput) */
        connect: async ({ silent = false }: { silent?: boolean } = {}) => {
          if (silent || account.shared()) return { accounts: accounts() }
          await account.connect()
          return { accounts: told() }
        },
      },
      'standard:disconnect': {
        version: '1.0.0' as const,
        disconnect: async () => {
          if (account.disconnect()) told()
        },
      },
      'standard:events': {
        version: '1.0.0' as const,
        on: (_: 'change', listener: (change: Change) => void) => {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
      },
      'solana:signIn': {
        version: '1.0.0' as const,
        /** The wallet fills in the address, and the site where it is not told (SolanaSignInInput). */
        signIn: async (...inputs: readonly Partial<Message>[]) => {
          const write = await loadWriter()
          const outputs: (Signed & { account: StandardAccount })[] = []
          for (const input of inputs.length > 0 ? inputs : [{}]) {
            const { message, signature } = await account.signIn((address) =>
              new TextEncoder().encode(write({ domain, ...input, address } as Message)),
            )
            const [own] = told()
            if (own) outputs.push({ account: own, signedMessage: message, signature })
          }
          return outputs
        },
      },
      'solana:signMessage': {
        version: '1.0.0' as const,
        signMessage: async (...inputs: readonly { account: { address: string }; message: Uint8Array }[]) => {
          const outputs: Signed[] = []
          for (const { account: asked, message } of inputs)
            outputs.push({ signedMessage: message, signature: await account.sign(message, asked.address) })
          return outputs
        },
      },
    },
  }
}
