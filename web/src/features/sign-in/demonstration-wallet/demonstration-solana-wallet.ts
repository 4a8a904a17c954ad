// Solana wallet of the demonstration wallet (Wallet Standard): connect, sign in, sign message.
import type { SignInMessage } from '@countersign/message'
import { createDemonstrationWalletAccount } from './demonstration-wallet-account.ts'
import type { DemonstrationWalletAccountOptions } from './demonstration-wallet-account.ts'
import type { DemonstrationSolanaKey } from './load-or-create-demonstration-solana-key.ts'

/** Subset of @wallet-standard/base §WalletAccount. */
export interface WalletStandardAccount {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}

interface SignedMessageOutput {
  readonly signedMessage: Uint8Array
  readonly signature: Uint8Array
}

type AccountsChange = { readonly accounts: readonly WalletStandardAccount[] }

const chains = ['solana:mainnet', 'solana:devnet', 'solana:testnet'] as const
const signingFeatures = ['solana:signIn', 'solana:signMessage'] as const

interface DemonstrationSolanaWalletOptions extends Omit<
  DemonstrationWalletAccountOptions<DemonstrationSolanaKey>,
  'namespace'
> {
  readonly name: string
  readonly icon: string
  readonly domain: string
  readonly loadWriter: () => Promise<(message: SignInMessage) => string>
}

export function createDemonstrationSolanaWallet({
  name,
  icon,
  domain,
  loadWriter,
  ...parts
}: DemonstrationSolanaWalletOptions) {
  const account = createDemonstrationWalletAccount<Uint8Array, DemonstrationSolanaKey>({
    ...parts,
    namespace: 'solana',
  })
  const listeners = new Set<(change: AccountsChange) => void>()
  const accounts = (): readonly WalletStandardAccount[] => {
    const key = account.shared()
    return key
      ? [Object.freeze({ address: key.address(), publicKey: key.publicKey(), chains, features: signingFeatures })]
      : []
  }
  const notifyAccountsChange = (): readonly WalletStandardAccount[] => {
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
        /** `silent` returns only accounts that are already shared (§StandardConnectInput). */
        connect: async ({ silent = false }: { silent?: boolean } = {}) => {
          if (silent || account.shared()) return { accounts: accounts() }
          await account.connect()
          return { accounts: notifyAccountsChange() }
        },
      },
      'standard:disconnect': {
        version: '1.0.0' as const,
        disconnect: async () => {
          if (account.disconnect()) notifyAccountsChange()
        },
      },
      'standard:events': {
        version: '1.0.0' as const,
        on: (_: 'change', listener: (change: AccountsChange) => void) => {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
      },
      'solana:signIn': {
        version: '1.0.0' as const,
        /** The wallet fills in the address, and the domain if it is missing (SolanaSignInInput). */
        signIn: async (...inputs: readonly Partial<SignInMessage>[]) => {
          const write = await loadWriter()
          const outputs: (SignedMessageOutput & { account: WalletStandardAccount })[] = []
          for (const input of inputs.length > 0 ? inputs : [{}]) {
            const { message, signature } = await account.signIn((address) =>
              new TextEncoder().encode(write({ domain, ...input, address } as SignInMessage)),
            )
            const [own] = notifyAccountsChange()
            if (own) outputs.push({ account: own, signedMessage: message, signature })
          }
          return outputs
        },
      },
      'solana:signMessage': {
        version: '1.0.0' as const,
        signMessage: async (...inputs: readonly { account: { address: string }; message: Uint8Array }[]) => {
          const outputs: SignedMessageOutput[] = []
          for (const { account: asked, message } of inputs)
            outputs.push({ signedMessage: message, signature: await account.sign(message, asked.address) })
          return outputs
        },
      },
    },
  }
}
