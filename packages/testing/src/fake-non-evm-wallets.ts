// Fake Solana and Bitcoin wallets in a page. They sign in Node, so that the page needs no
// cryptography.
import { decodeBase58 } from '@countersign/message'
import { createSignInMessageText } from '@solana/wallet-standard-util'
import type { Page } from 'playwright-core'
import { createBitcoinTestKey, signBitcoinMessage, signLegacyBitcoinMessage } from './bitcoin-test-keys.ts'
import type { BitcoinTestKey } from './bitcoin-test-keys.ts'
import { createFakeBitcoinWallet, fakeBitcoinWalletSource } from './fake-bitcoin-wallet.ts'
import type {
  FakeBitcoinWalletBehavior,
  FakeBitcoinWalletOptions,
  FakeBitcoinWalletPageFunctions,
} from './fake-bitcoin-wallet.ts'
import type { FakeBitcoinWalletKind } from './fake-bitcoin-wallet-interfaces.ts'
import { createFakeSolanaWallet, fakeSolanaWalletSource } from './fake-solana-wallet.ts'
import type {
  FakeSolanaWalletOptions,
  FakeSolanaWalletBehavior,
  FakeSolanaWalletFeature,
} from './fake-solana-wallet.ts'
import { createSolanaTestKey, signSolanaBytes } from './solana-test-keys.ts'
import type { SolanaTestKey } from './solana-test-keys.ts'

/** By default, the wallet works normally, has both features, and uses the first two test keys. */
export interface SolanaTestWalletOptions {
  readonly name: string
  readonly behavior?: FakeSolanaWalletBehavior
  readonly supportedFeatures?: readonly FakeSolanaWalletFeature[]
  readonly key?: SolanaTestKey
  readonly otherKey?: SolanaTestKey
}

/** By default, the wallet lists itself and has a native segwit address and a taproot address. */
export interface BitcoinTestWalletOptions {
  readonly name: string
  readonly style?: FakeBitcoinWalletKind
  readonly behavior?: FakeBitcoinWalletBehavior
  readonly keys?: readonly BitcoinTestKey[]
  readonly otherKeys?: readonly BitcoinTestKey[]
}

export interface FakeNonEvmWalletOptions {
  readonly solana?: readonly SolanaTestWalletOptions[]
  readonly bitcoin?: readonly BitcoinTestWalletOptions[]
}

// In the page, tests use `familyWallets['solana:Fox'].play('declines-sign')`. A page can have only
// one wallet at each of the places that wallets have for themselves.
export async function installFakeNonEvmWallets(
  page: Page,
  { solana = [], bitcoin = [] }: FakeNonEvmWalletOptions,
): Promise<void> {
  const described = { solana: solana.map(describeSolana), bitcoin: bitcoin.map(describeBitcoin) }
  await page.exposeFunction('writeForFamilyWallet', writeSignIn)
  await page.exposeFunction('signForSolanaWallet', createSolanaSigner(solana))
  await page.exposeFunction('signForBitcoinWallet', createBitcoinSigner(bitcoin))
  await page.addInitScript(
    `(${registerWalletsInPage.toString()})(${JSON.stringify(described)}, ${fakeSolanaWalletSource}, ${fakeBitcoinWalletSource})`,
  )
}

export const createSolanaTestWallet = (options: SolanaTestWalletOptions) =>
  createFakeSolanaWallet({ ...describeSolana(options), write: writeSignIn, sign: createSolanaSigner([options]) })

/** Tests put the `provider` in the place where pages look for such wallets, or register it. */
export const createBitcoinTestWallet = (options: BitcoinTestWalletOptions) =>
  createFakeBitcoinWallet({ ...describeBitcoin(options), sign: createBitcoinSigner([options]) })

// Writes the message with the standard's own library.
async function writeSignIn(input: object, address: string): Promise<readonly number[]> {
  const text = createSignInMessageText({ domain: 'wallet.example', ...input, address })
  return [...new TextEncoder().encode(text)]
}

const getSolanaKeys = ({ key = createSolanaTestKey(1), otherKey = createSolanaTestKey(2) }: SolanaTestWalletOptions) =>
  [key, otherKey] as const

const getBitcoinKeys = ({ keys, otherKeys }: BitcoinTestWalletOptions) =>
  [
    keys ?? [createBitcoinTestKey(1, 'p2wpkh'), createBitcoinTestKey(1, 'p2tr')],
    otherKeys ?? [createBitcoinTestKey(2, 'p2wpkh'), createBitcoinTestKey(2, 'p2tr')],
  ] as const

const createSolanaSigner =
  (wallets: readonly SolanaTestWalletOptions[]): FakeSolanaWalletOptions['sign'] =>
  async (address, bytes) => {
    const key = wallets.flatMap(getSolanaKeys).find((known) => known.address === address)
    if (!key) throw new Error(`no test key has the address ${address}`)
    return [...signSolanaBytes(key, Uint8Array.from(bytes))]
  }

const createBitcoinSigner =
  (wallets: readonly BitcoinTestWalletOptions[]): FakeBitcoinWalletOptions['sign'] =>
  async (address, text, kind, prefixed) => {
    const key = wallets.flatMap((wallet) => getBitcoinKeys(wallet).flat()).find((known) => known.address === address)
    if (!key) throw new Error(`no test key has the address ${address}`)
    if (kind === 'ecdsa') return signLegacyBitcoinMessage(key, text)
    return signBitcoinMessage(key, text, key.kind === 'p2sh-p2wpkh' ? 'full' : 'simple', prefixed)
  }

type DescribedSolana = Omit<FakeSolanaWalletOptions, 'write' | 'sign'>
type DescribedBitcoin = Omit<FakeBitcoinWalletOptions, 'sign'>

function describeSolana(options: SolanaTestWalletOptions): DescribedSolana {
  const [key, otherKey] = getSolanaKeys(options)
  return {
    name: options.name,
    icon: plainIcon,
    behavior: options.behavior ?? 'good',
    supportedFeatures: options.supportedFeatures ?? ['signIn', 'signMessage'],
    accounts: [toSolanaAccount(key), toSolanaAccount(otherKey)],
  }
}

const toSolanaAccount = ({ address }: SolanaTestKey) => ({
  address,
  publicKey: [...(decodeBase58(address, 32) as Uint8Array)],
})

function describeBitcoin(options: BitcoinTestWalletOptions): DescribedBitcoin {
  const [keys, otherKeys] = getBitcoinKeys(options)
  const describe = ({ address, kind }: BitcoinTestKey) => ({ address, kind })
  const { name, style = 'listed', behavior = 'good' } = options
  return { name, style, behavior, accounts: keys.map(describe), otherAccounts: otherKeys.map(describe) }
}

const plainIcon = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#364"/></svg>',
).toString('base64')}` as const

interface NonEvmWalletWindow {
  familyWallets: Record<string, object>
  writeForFamilyWallet: FakeSolanaWalletOptions['write']
  signForSolanaWallet: FakeSolanaWalletOptions['sign']
  signForBitcoinWallet: FakeBitcoinWalletOptions['sign']
  btc_providers?: object[]
  fakeProviders: Record<string, object>
}

// This function runs in the page, so it must not use anything outside itself.
function registerWalletsInPage(
  { solana, bitcoin }: { solana: readonly DescribedSolana[]; bitcoin: readonly DescribedBitcoin[] },
  createSolana: typeof createFakeSolanaWallet,
  bitcoinFunctions: FakeBitcoinWalletPageFunctions,
): void {
  const page = globalThis as unknown as typeof globalThis & NonEvmWalletWindow
  page.familyWallets = {}
  // In the Wallet Standard, the wallet and the page each notify the other when they load, so that
  // the order does not matter.
  const registerWallet = (wallet: object) => {
    const register = (api: { register: (wallet: object) => void }) => api.register(wallet)
    page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
    page.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail))
  }
  for (const options of solana) {
    const made = createSolana({
      ...options,
      write: (input, address) => page.writeForFamilyWallet(input, address),
      sign: (address, bytes) => page.signForSolanaWallet(address, bytes),
    })
    page.familyWallets[`solana:${options.name}`] = made
    registerWallet(made.wallet)
  }
  page.fakeProviders = {}
  for (const [index, options] of bitcoin.entries()) {
    const made = bitcoinFunctions.create({
      ...options,
      sign: (address, text, kind, prefixed) => page.signForBitcoinWallet(address, text, kind, prefixed),
    })
    page.familyWallets[`bip122:${options.name}`] = made
    if (options.style === 'standard') registerWallet(made.provider)
    else if (options.style === 'listed' || options.style === 'xverse' || options.style === 'old-xverse') {
      page.fakeProviders[`wallet${index}`] = made.provider
      page.btc_providers = [...(page.btc_providers ?? []), { id: `fakeProviders.wallet${index}`, name: options.name }]
    } else Object.assign(page, bitcoinFunctions.listProperties(options.style, made.provider))
  }
}
