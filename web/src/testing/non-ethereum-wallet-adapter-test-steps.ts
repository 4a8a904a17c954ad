// Solana and Bitcoin test wallets, in the form in which discovery finds them.
import { bitcoinChainReferences } from '@countersign/message/bip122/bitcoin-chains'
import { messageLayoutByNamespace } from '@countersign/message/message-layout'
import { formatMessageWithOffsets } from '@countersign/message/format-message-with-offsets'
import { listFakeBitcoinWalletProperties } from '@countersign/testing/fake-bitcoin-wallet-interfaces'
import type { FakeBitcoinWalletKind } from '@countersign/testing/fake-bitcoin-wallet-interfaces'
import { createBitcoinTestWallet, createSolanaTestWallet } from '@countersign/testing/fake-non-evm-wallets'
import type { BitcoinTestWalletOptions, SolanaTestWalletOptions } from '@countersign/testing/fake-non-evm-wallets'
import { createInMemoryWebStorage } from '@countersign/testing/in-memory-web-storage'
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

export const createBitcoinMessageText = (address: string): string =>
  formatMessageWithOffsets(
    { ...signInMessageFieldsFixture, address, chainId: bitcoinChainReferences.mainnet },
    messageLayoutByNamespace.bip122,
  ).text

export const requireFirstTestWalletProvider = (
  registered: readonly unknown[],
  window: object,
  storage = createInMemoryWebStorage(),
): Eip1193Provider => {
  const [found] = createNonEthereumWalletDiscovery(() => storage).read(registered, window)
  if (!found) throw new Error('no wallet found')
  return found.provider
}

export const createSolanaTestWalletProvider = (options: Partial<SolanaTestWalletOptions> = {}) => {
  const fake = createSolanaTestWallet({ name: 'Sun', ...options })
  return { ...fake, provider: requireFirstTestWalletProvider([fake.wallet], {}) }
}

/** A page's window with the provider in the place where wallets of this style are. */
export const createWindowWithBitcoinWallet = (style: FakeBitcoinWalletKind, provider: object): object =>
  style === 'listed' || style === 'xverse' || style === 'old-xverse'
    ? { btc_providers: [{ id: 'some.where', name: 'Orange' }], some: { where: provider } }
    : listFakeBitcoinWalletProperties(style, provider)

/** @param storage remembers the wallets that sign with ECDSA only */
export const createBitcoinTestWalletProvider = (
  options: Partial<BitcoinTestWalletOptions> = {},
  storage = createInMemoryWebStorage(),
) => {
  const { style = 'listed' } = options
  const fake = createBitcoinTestWallet({ name: 'Orange', ...options })
  const window = createWindowWithBitcoinWallet(style, fake.provider)
  const registered = style === 'standard' ? [fake.provider] : []
  return { ...fake, provider: requireFirstTestWalletProvider(registered, window, storage) }
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
