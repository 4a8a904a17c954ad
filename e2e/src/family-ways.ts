// The ways in which wallets of Solana and Bitcoin stand in a page and sign, each with a wallet of its own for every test.
import { createBitcoinKey } from '@countersign/testing/bitcoin-keys'
import type { BitcoinKind } from '@countersign/testing/bitcoin-keys'
import { installFamilyWallets } from '@countersign/testing/fake-family-wallets'
import type { BitcoinWalletOptions, FamilyWallets, SolanaWalletOptions } from '@countersign/testing/fake-family-wallets'
import { bitcoinSigner, solanaSigner } from '@countersign/testing/signers'
import type { Signer } from '@countersign/testing/signers'
import { createSolanaKey } from '@countersign/testing/solana-keys'
import type { Page } from '@playwright/test'

/** What the wallet of another chain family in a page calls itself. */
export const sun = 'Sun'

/** One way in which a wallet stands in a page and signs. */
export interface FamilyWay {
  /** In the middle of the name of a test. */
  readonly what: string
  /** The first line of its messages says so. */
  readonly account: 'Solana' | 'Bitcoin'
  /** The chain of its accounts on a server with the settings that it comes with (CAIP-2). */
  readonly chain: string
  /** The wallet with the keys of this number, and whoever signs as its first account does. */
  readonly make: (number: number) => { readonly wallets: FamilyWallets; readonly signer: Signer }
}

const ofSolana = (what: string, options: Omit<SolanaWalletOptions, 'name'>): FamilyWay => ({
  what: `a Solana wallet ${what}`,
  account: 'Solana',
  // The first 32 characters of the genesis block's hash (namespaces.chainagnostic.org/solana/caip2).
  chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  make: (number) => ({
    wallets: { solana: [{ name: sun, key: createSolanaKey(number), ...options }] },
    signer: solanaSigner(number),
  }),
})

const ofBitcoin = (what: string, kind: BitcoinKind, options: Omit<BitcoinWalletOptions, 'name'> = {}): FamilyWay => ({
  what: `a Bitcoin wallet ${what}`,
  account: 'Bitcoin',
  // namespaces.chainagnostic.org/bip122/caip2
  chain: 'bip122:000000000019d6689c085ae165831e93',
  make: (number) => ({
    wallets: { bitcoin: [{ name: nameOf(options), keys: [createBitcoinKey(number, kind)], ...options }] },
    signer: bitcoinSigner(number, kind),
  }),
})

/** Those that stand in a place of their own are called by what they are (wallet/families/bitcoin.ts). */
const nameOf = ({ style = 'listed' }: Omit<BitcoinWalletOptions, 'name'>): string =>
  style === 'leather' ? 'Leather' : style === 'unisat' ? 'UniSat Wallet' : sun

/** One of each kind of wallet: every purpose is tried with these. */
export const kindsOfWallets: readonly FamilyWay[] = [
  ofSolana('that connects and signs in at once', {}),
  ofSolana('that signs messages alone', { offers: ['signMessage'] }),
  ofBitcoin('of the provider list, by native segwit', 'p2wpkh'),
  ofBitcoin('that is Xverse, by native segwit', 'p2wpkh', { style: 'xverse' }),
  ofBitcoin('that is UniSat, by taproot', 'p2tr', { style: 'unisat' }),
  ofBitcoin('that is Leather, by taproot', 'p2tr', { style: 'leather' }),
]

/** Every other way to sign, for the sign-in. */
export const otherWays: readonly FamilyWay[] = [
  ofSolana('that writes its messages itself', { offers: ['signIn'] }),
  ofBitcoin('of the provider list, by taproot', 'p2tr'),
  ofBitcoin('of the provider list, by an address of old', 'p2pkh'),
  ofBitcoin('of the provider list, by nested segwit with the whole transaction', 'p2sh-p2wpkh', {
    behaviour: 'says-its-kind',
  }),
  ofBitcoin('that writes the kind before its signature', 'p2wpkh', { behaviour: 'says-its-kind' }),
  ofBitcoin('that is UniSat, by native segwit', 'p2wpkh', { style: 'unisat' }),
  ofBitcoin('that is UniSat, by an address of old', 'p2pkh', { style: 'unisat' }),
  ofBitcoin('that is Leather, by native segwit', 'p2wpkh', { style: 'leather' }),
]

/** What the wallet of a page is called in the list. */
export const nameIn = ({ solana: [first] = [], bitcoin: [other] = [] }: FamilyWallets): string =>
  first?.name ?? other?.name ?? ''

export const install = (page: Page, wallets: FamilyWallets): Promise<void> => installFamilyWallets(page, wallets)

/** From now on the one wallet of this page behaves otherwise. */
export async function playFamily(page: Page, behaviour: string): Promise<void> {
  await page.evaluate((behaviour) => {
    const { familyWallets } = globalThis as unknown as { familyWallets: Record<string, { play(as: string): void }> }
    for (const wallet of Object.values(familyWallets)) wallet.play(behaviour)
  }, behaviour)
}
