// The ways in which wallets of Solana and Bitcoin stand in a page and sign, each with a wallet of its own for every test.
import { createBitcoinTestKey } from '@countersign/testing/bitcoin-test-keys'
import type { BitcoinAddressKind } from '@countersign/testing/bitcoin-test-keys'
import { installFakeNonEvmWallets } from '@countersign/testing/fake-non-evm-wallets'
import type {
  BitcoinTestWalletOptions,
  FakeNonEvmWalletOptions,
  SolanaTestWalletOptions,
} from '@countersign/testing/fake-non-evm-wallets'
import { createBitcoinTestSigner, createSolanaTestSigner } from '@countersign/testing/wallet-signer-fixtures'
import type { TestWalletSigner } from '@countersign/testing/wallet-signer-fixtures'
import { createSolanaTestKey } from '@countersign/testing/solana-test-keys'
import type { Page } from '@playwright/test'

/** What the wallet of another chain family in a page calls itself. */
export const fakeNonEvmWalletName = 'Sun'

/** One way in which a wallet stands in a page and signs. */
export interface FakeNonEvmWalletVariant {
  /** In the middle of the name of a test. */
  readonly description: string
  /** The first line of its messages says so. */
  readonly account: 'Solana' | 'Bitcoin'
  /** The chain of its accounts on a server with the settings that it comes with (CAIP-2). */
  readonly chain: string
  /** The wallet with the keys of this number, and whoever signs as its first account does. */
  readonly make: (number: number) => { readonly wallets: FakeNonEvmWalletOptions; readonly signer: TestWalletSigner }
}

const createSolanaVariant = (
  what: string,
  options: Omit<SolanaTestWalletOptions, 'name'>,
): FakeNonEvmWalletVariant => ({
  description: `a Solana wallet ${what}`,
  account: 'Solana',
  // The first 32 characters of the genesis block's hash (namespaces.chainagnostic.org/solana/caip2).
  chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  make: (number) => ({
    wallets: { solana: [{ name: fakeNonEvmWalletName, key: createSolanaTestKey(number), ...options }] },
    signer: createSolanaTestSigner(number),
  }),
})

const createBitcoinVariant = (
  what: string,
  kind: BitcoinAddressKind,
  options: Omit<BitcoinTestWalletOptions, 'name'> = {},
): FakeNonEvmWalletVariant => ({
  description: `a Bitcoin wallet ${what}`,
  account: 'Bitcoin',
  // namespaces.chainagnostic.org/bip122/caip2
  chain: 'bip122:000000000019d6689c085ae165831e93',
  make: (number) => ({
    wallets: {
      bitcoin: [{ name: getBitcoinWalletName(options), keys: [createBitcoinTestKey(number, kind)], ...options }],
    },
    signer: createBitcoinTestSigner(number, kind),
  }),
})

/** Those that stand in a place of their own are called by what they are (wallet/chain-families/find-bitcoin-wallets.ts). */
const getBitcoinWalletName = ({ style = 'listed' }: Omit<BitcoinTestWalletOptions, 'name'>): string =>
  style === 'leather' ? 'Leather' : style === 'unisat' ? 'UniSat Wallet' : fakeNonEvmWalletName

/** One of each kind of wallet: every purpose is tried with these. */
export const representativeFakeNonEvmWalletVariants: readonly FakeNonEvmWalletVariant[] = [
  createSolanaVariant('that connects and signs in at once', {}),
  createSolanaVariant('that signs messages alone', { supportedFeatures: ['signMessage'] }),
  createBitcoinVariant('of the provider list, by native segwit', 'p2wpkh'),
  createBitcoinVariant('that is Xverse, by native segwit', 'p2wpkh', { style: 'xverse' }),
  createBitcoinVariant('that is UniSat, by taproot', 'p2tr', { style: 'unisat' }),
  createBitcoinVariant('that is Leather, by taproot', 'p2tr', { style: 'leather' }),
]

/** Every other way to sign, for the sign-in. */
export const signInOnlyFakeNonEvmWalletVariants: readonly FakeNonEvmWalletVariant[] = [
  createSolanaVariant('that writes its messages itself', { supportedFeatures: ['signIn'] }),
  createBitcoinVariant('of the provider list, by taproot', 'p2tr'),
  createBitcoinVariant('of the provider list, by an address of old', 'p2pkh'),
  createBitcoinVariant('of the provider list, by nested segwit with the whole transaction', 'p2sh-p2wpkh', {
    behavior: 'says-its-kind',
  }),
  createBitcoinVariant('that writes the kind before its signature', 'p2wpkh', { behavior: 'says-its-kind' }),
  createBitcoinVariant('that is UniSat, by native segwit', 'p2wpkh', { style: 'unisat' }),
  createBitcoinVariant('that is UniSat, by an address of old', 'p2pkh', { style: 'unisat' }),
  createBitcoinVariant('that is Leather, by native segwit', 'p2wpkh', { style: 'leather' }),
]

/** What the wallet of a page is called in the list. */
export const getInstalledFakeNonEvmWalletName = ({
  solana: [first] = [],
  bitcoin: [other] = [],
}: FakeNonEvmWalletOptions): string => first?.name ?? other?.name ?? ''

export const installFakeNonEvmVariantWallets = (page: Page, wallets: FakeNonEvmWalletOptions): Promise<void> =>
  installFakeNonEvmWallets(page, wallets)

/** From now on the one wallet of this page behaves otherwise. */
export async function setFakeNonEvmWalletBehavior(page: Page, behavior: string): Promise<void> {
  await page.evaluate((behavior) => {
    const { familyWallets } = globalThis as unknown as { familyWallets: Record<string, { play(as: string): void }> }
    for (const wallet of Object.values(familyWallets)) wallet.play(behavior)
  }, behavior)
}
