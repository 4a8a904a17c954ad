// The ways in which Solana and Bitcoin wallets appear in a page and sign.
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

export const fakeNonEvmWalletName = 'Sun'

export interface FakeNonEvmWalletVariant {
  readonly description: string
  /** The kind of account that the first line of the wallet's messages names. */
  readonly account: 'Solana' | 'Bitcoin'
  /** CAIP-2 chain of its accounts with the default server settings. */
  readonly chain: string
  /** `number` selects the keys; `signer` signs with the wallet's first account. */
  readonly make: (number: number) => { readonly wallets: FakeNonEvmWalletOptions; readonly signer: TestWalletSigner }
}

const createSolanaVariant = (
  what: string,
  options: Omit<SolanaTestWalletOptions, 'name'>,
): FakeNonEvmWalletVariant => ({
  description: `a Solana wallet ${what}`,
  account: 'Solana',
  // The start of the genesis block's hash (namespaces.chainagnostic.org/solana/caip2).
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

/** Some names are fixed (wallet/chain-families/find-bitcoin-wallets.ts). */
const fixedBitcoinWalletNames: Readonly<Partial<Record<NonNullable<BitcoinTestWalletOptions['style']>, string>>> = {
  leather: 'Leather',
  unisat: 'UniSat Wallet',
  onekey: 'OneKey',
  okx: 'OKX Wallet',
  phantom: 'Phantom',
}
const getBitcoinWalletName = ({ style = 'listed' }: Omit<BitcoinTestWalletOptions, 'name'>): string =>
  fixedBitcoinWalletNames[style] ?? fakeNonEvmWalletName

/** One of each kind of wallet, tested with every purpose. */
export const representativeFakeNonEvmWalletVariants: readonly FakeNonEvmWalletVariant[] = [
  createSolanaVariant('that connects and signs in one step', {}),
  createSolanaVariant('that only signs messages', { supportedFeatures: ['signMessage'] }),
  createBitcoinVariant('in the provider list with native segwit', 'p2wpkh'),
  createBitcoinVariant('(Xverse) with native segwit', 'p2wpkh', { style: 'xverse' }),
  createBitcoinVariant('(UniSat) with taproot', 'p2tr', { style: 'unisat' }),
  createBitcoinVariant('(Leather) with taproot', 'p2tr', { style: 'leather' }),
]

export const signInOnlyFakeNonEvmWalletVariants: readonly FakeNonEvmWalletVariant[] = [
  createSolanaVariant('that formats the message itself', { supportedFeatures: ['signIn'] }),
  createBitcoinVariant('in the provider list with taproot', 'p2tr'),
  createBitcoinVariant('in the provider list with a legacy address', 'p2pkh'),
  createBitcoinVariant('in the provider list with nested segwit and a full transaction', 'p2sh-p2wpkh', {
    behavior: 'says-its-kind',
  }),
  createBitcoinVariant('that prefixes its signature with the format', 'p2wpkh', { behavior: 'says-its-kind' }),
  createBitcoinVariant('(UniSat) with native segwit', 'p2wpkh', { style: 'unisat' }),
  createBitcoinVariant('(UniSat) with a legacy address', 'p2pkh', { style: 'unisat' }),
  createBitcoinVariant('(Leather) with native segwit', 'p2wpkh', { style: 'leather' }),
  createBitcoinVariant('that signs with ECDSA only', 'p2wpkh', { behavior: 'ecdsa-only' }),
  createBitcoinVariant('(UniSat) with nested segwit', 'p2sh-p2wpkh', { style: 'unisat' }),
  createBitcoinVariant('(OneKey) with native segwit', 'p2wpkh', { style: 'onekey' }),
  createBitcoinVariant('(OKX) with taproot', 'p2tr', { style: 'okx' }),
  createBitcoinVariant('(Phantom) with native segwit', 'p2wpkh', { style: 'phantom' }),
  createBitcoinVariant('registered with the Wallet Standard with taproot', 'p2tr', { style: 'standard' }),
]

export const getInstalledFakeNonEvmWalletName = ({
  solana: [first] = [],
  bitcoin: [other] = [],
}: FakeNonEvmWalletOptions): string => first?.name ?? other?.name ?? ''

export const installFakeNonEvmVariantWallets = (page: Page, wallets: FakeNonEvmWalletOptions): Promise<void> =>
  installFakeNonEvmWallets(page, wallets)

export async function setFakeNonEvmWalletBehavior(page: Page, behavior: string): Promise<void> {
  await page.evaluate((behavior) => {
    const { familyWallets } = globalThis as unknown as { familyWallets: Record<string, { play(as: string): void }> }
    for (const wallet of Object.values(familyWallets)) wallet.play(behavior)
  }, behavior)
}
