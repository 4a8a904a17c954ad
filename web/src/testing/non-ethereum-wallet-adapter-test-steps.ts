// Solana and Bitcoin test wallets, in the form in which discovery finds them.
import { messageLayoutByNamespace } from '@countersign/message/message-layout'
import { formatMessageWithOffsets } from '@countersign/message/format-message-with-offsets'
import { createSolanaTestWallet } from '@countersign/testing/fake-non-evm-wallets'
import type { SolanaTestWalletOptions } from '@countersign/testing/fake-non-evm-wallets'
import { createSolanaTestKey } from '@countersign/testing/solana-test-keys'
import type { Eip1193Provider } from '../features/sign-in/wallet/eip1193-provider.ts'
import { parseWalletError } from '../features/sign-in/wallet/parse-wallet-provider-error.ts'
import { encodeHexText } from '../features/sign-in/wallet/eip1193-provider.ts'
import { createNonEthereumWalletDiscovery } from '../features/sign-in/wallet/chain-families/non-ethereum-wallet-discovery.ts'

export const signInMessageFieldsFixture = {
  domain: 'site.example',
  statement: 'Sign in.',
  uri: 'https://site.example',
  version: '1' as const,
  chainId: 'mainnet',
  nonce: '8mzv3kcq7h2ydx5w',
  issuedAt: '2026-01-01T00:00:00.000Z',
  expirationTime: '2026-01-01T00:05:00.000Z',
}

export const solanaMessageTextFixture = formatMessageWithOffsets(
  { ...signInMessageFieldsFixture, address: createSolanaTestKey(1).address },
  messageLayoutByNamespace.solana,
).text

export const requireFirstTestWalletProvider = (registered: readonly unknown[], window: object): Eip1193Provider => {
  const [found] = createNonEthereumWalletDiscovery().read(registered, window)
  if (!found) throw new Error('no wallet found')
  return found.provider
}

export const createSolanaTestWalletProvider = (options: Partial<SolanaTestWalletOptions> = {}) => {
  const fake = createSolanaTestWallet({ name: 'Sun', ...options })
  return { ...fake, provider: requireFirstTestWalletProvider([fake.wallet], {}) }
}

export const connectTestWalletAccounts = (provider: Eip1193Provider) =>
  provider.request({ method: 'eth_requestAccounts' }) as Promise<string[]>
export const signTextWithTestWallet = (provider: Eip1193Provider, address: string, what = solanaMessageTextFixture) =>
  provider.request({ method: 'personal_sign', params: [encodeHexText(what), address] }) as Promise<string>
export const readTestWalletErrorKind = (asked: Promise<unknown>) =>
  asked.then(
    () => 'none',
    (thrown: unknown) => parseWalletError(thrown).refusal ?? parseWalletError(thrown).kind,
  )
