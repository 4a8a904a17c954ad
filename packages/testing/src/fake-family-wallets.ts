// Fake wallets of Solana and Bitcoin in a browser page: they stand there as such wallets do, and let Node write and sign, so that the page needs no
// cryptography.
import { decodeBase58 } from '@countersign/message'
import { createSignInMessageText } from '@solana/wallet-standard-util'
import type { Page } from 'playwright-core'
import { createBitcoinKey, signBitcoin, signOldBitcoin } from './bitcoin-keys.ts'
import type { BitcoinKey } from './bitcoin-keys.ts'
import { createFakeBitcoinWallet } from './fake-bitcoin-wallet.ts'
import type { BitcoinBehaviour, BitcoinStyle, FakeBitcoinOptions } from './fake-bitcoin-wallet.ts'
import { createFakeSolanaWallet } from './fake-solana-wallet.ts'
import type { FakeSolanaOptions, SolanaBehaviour, SolanaFeature } from './fake-solana-wallet.ts'
import { createSolanaKey, signSolanaBytes } from './solana-keys.ts'
import type { SolanaKey } from './solana-keys.ts'

/** What is left out is as with most wallets: it does what it is asked, by both features, with the first two test keys. */
export interface SolanaWalletOptions {
  readonly name: string
  readonly behaviour?: SolanaBehaviour
  readonly offers?: readonly SolanaFeature[]
  readonly key?: SolanaKey
  readonly otherKey?: SolanaKey
}

/** What is left out: a wallet of the provider list, on a native segwit and a taproot address. */
export interface BitcoinWalletOptions {
  readonly name: string
  readonly style?: BitcoinStyle
  readonly behaviour?: BitcoinBehaviour
  readonly keys?: readonly BitcoinKey[]
  readonly otherKeys?: readonly BitcoinKey[]
}

export interface FamilyWallets {
  readonly solana?: readonly SolanaWalletOptions[]
  readonly bitcoin?: readonly BitcoinWalletOptions[]
}

/**
 * Puts wallets into a page before any of its scripts run. In the page, `familyWallets` holds them by namespace and name, so that a test can go on with
 * one: `familyWallets['solana:Fox'].play('declines-sign')`. Of Leather and UniSat there is one in a page.
 */
export async function installFamilyWallets(page: Page, { solana = [], bitcoin = [] }: FamilyWallets): Promise<void> {
  const described = { solana: solana.map(describeSolana), bitcoin: bitcoin.map(describeBitcoin) }
  await page.exposeFunction('writeForFamilyWallet', writeSignIn)
  await page.exposeFunction('signForSolanaWallet', solanaSignerOf(solana))
  await page.exposeFunction('signForBitcoinWallet', bitcoinSignerOf(bitcoin))
  await page.addInitScript(
    `(${standInPage.toString()})(${JSON.stringify(described)}, ${createFakeSolanaWallet.toString()}, ${createFakeBitcoinWallet.toString()})`,
  )
}

/** A fake wallet for tests in Node. */
export const createSolanaWallet = (options: SolanaWalletOptions) =>
  createFakeSolanaWallet({ ...describeSolana(options), write: writeSignIn, sign: solanaSignerOf([options]) })

/** A fake wallet for tests in Node; its `provider` is to be put where such wallets stand. */
export const createBitcoinWallet = (options: BitcoinWalletOptions) =>
  createFakeBitcoinWallet({ ...describeBitcoin(options), sign: bitcoinSignerOf([options]) })

/** What `solana:signIn` makes of what it is given, by the library of the standard. */
async function writeSignIn(input: object, address: string): Promise<readonly number[]> {
  const text = createSignInMessageText({ domain: 'wallet.example', ...input, address })
  return [...new TextEncoder().encode(text)]
}

const solanaKeysOf = ({ key = createSolanaKey(1), otherKey = createSolanaKey(2) }: SolanaWalletOptions) =>
  [key, otherKey] as const

const bitcoinKeysOf = ({ keys, otherKeys }: BitcoinWalletOptions) =>
  [
    keys ?? [createBitcoinKey(1, 'p2wpkh'), createBitcoinKey(1, 'p2tr')],
    otherKeys ?? [createBitcoinKey(2, 'p2wpkh'), createBitcoinKey(2, 'p2tr')],
  ] as const

const solanaSignerOf =
  (wallets: readonly SolanaWalletOptions[]): FakeSolanaOptions['sign'] =>
  async (address, bytes) => {
    const key = wallets.flatMap(solanaKeysOf).find((known) => known.address === address)
    if (!key) throw new Error(`no test key has the address ${address}`)
    return [...signSolanaBytes(key, Uint8Array.from(bytes))]
  }

const bitcoinSignerOf =
  (wallets: readonly BitcoinWalletOptions[]): FakeBitcoinOptions['sign'] =>
  async (address, text, kind, prefixed) => {
    const key = wallets.flatMap((wallet) => bitcoinKeysOf(wallet).flat()).find((known) => known.address === address)
    if (!key) throw new Error(`no test key has the address ${address}`)
    if (kind === 'ecdsa') return signOldBitcoin(key, text)
    return signBitcoin(key, text, key.kind === 'p2sh-p2wpkh' ? 'full' : 'simple', prefixed)
  }

type DescribedSolana = Omit<FakeSolanaOptions, 'write' | 'sign'>
type DescribedBitcoin = Omit<FakeBitcoinOptions, 'sign'> & { readonly name: string }

function describeSolana(options: SolanaWalletOptions): DescribedSolana {
  const [key, otherKey] = solanaKeysOf(options)
  return {
    name: options.name,
    icon: plainIcon,
    behaviour: options.behaviour ?? 'good',
    offers: options.offers ?? ['signIn', 'signMessage'],
    accounts: [accountOf(key), accountOf(otherKey)],
  }
}

const accountOf = ({ address }: SolanaKey) => ({
  address,
  publicKey: [...(decodeBase58(address, 32) as Uint8Array)],
})

function describeBitcoin(options: BitcoinWalletOptions): DescribedBitcoin {
  const [keys, otherKeys] = bitcoinKeysOf(options)
  const describe = ({ address, kind }: BitcoinKey) => ({ address, kind })
  const { name, style = 'listed', behaviour = 'good' } = options
  return { name, style, behaviour, accounts: keys.map(describe), otherAccounts: otherKeys.map(describe) }
}

const plainIcon = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#364"/></svg>',
).toString('base64')}` as const

interface FamilyPage {
  familyWallets: Record<string, object>
  writeForFamilyWallet: FakeSolanaOptions['write']
  signForSolanaWallet: FakeSolanaOptions['sign']
  signForBitcoinWallet: FakeBitcoinOptions['sign']
  btc_providers?: object[]
  LeatherProvider?: object
  unisat?: object
  fakeProviders: Record<string, object>
}

/** Runs in the page: its source is sent there, so that it uses nothing from outside itself. */
function standInPage(
  { solana, bitcoin }: { solana: readonly DescribedSolana[]; bitcoin: readonly DescribedBitcoin[] },
  createSolana: typeof createFakeSolanaWallet,
  createBitcoin: typeof createFakeBitcoinWallet,
): void {
  const page = globalThis as unknown as typeof globalThis & FamilyPage
  page.familyWallets = {}
  for (const options of solana) {
    const made = createSolana({
      ...options,
      write: (input, address) => page.writeForFamilyWallet(input, address),
      sign: (address, bytes) => page.signForSolanaWallet(address, bytes),
    })
    page.familyWallets[`solana:${options.name}`] = made
    // Wallet Standard: whoever comes first tells the other.
    const register = (api: { register: (wallet: object) => void }) => api.register(made.wallet)
    page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
    page.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail))
  }
  page.fakeProviders = {}
  for (const [index, options] of bitcoin.entries()) {
    const made = createBitcoin({
      ...options,
      sign: (address, text, kind, prefixed) => page.signForBitcoinWallet(address, text, kind, prefixed),
    })
    page.familyWallets[`bip122:${options.name}`] = made
    if (options.style === 'leather') page.LeatherProvider = made.provider
    else if (options.style === 'unisat') page.unisat = made.provider
    else {
      page.fakeProviders[`wallet${index}`] = made.provider
      page.btc_providers = [...(page.btc_providers ?? []), { id: `fakeProviders.wallet${index}`, name: options.name }]
    }
  }
}
