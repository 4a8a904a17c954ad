// A fake Ethereum wallet, either as a provider in Node or as an EIP-6963 extension in a page, which
// signs in Node.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { createFakeEthereumProvider, fakeEthereumProviderSource } from './fake-ethereum-provider.ts'
import type { FakeEthereumProvider, FakeEthereumProviderOptions } from './fake-ethereum-provider.ts'
import type { FakeEthereumWalletBehavior } from './fake-ethereum-wallet-behavior.ts'
import { signEthereumMessage, ethereumTestKeys } from './ethereum-test-keys.ts'
import type { EthereumTestKey } from './ethereum-test-keys.ts'

/** By default, the wallet uses alice's key and mainnet, and takes two seconds if it is slow. */
export interface FakeEthereumWalletOptions {
  readonly behavior: FakeEthereumWalletBehavior
  readonly contract?: FakeContractWallet
  readonly key?: EthereumTestKey
  readonly otherKey?: EthereumTestKey
  readonly chainId?: string
  readonly slowMilliseconds?: number
}

export interface FakeContractWallet {
  readonly address: string
  readonly chainId: number
  readonly sign: (text: string) => Promise<string>
  readonly callChain: (method: string, params: readonly unknown[]) => Promise<unknown>
}

export interface InjectedFakeEthereumWalletOptions extends FakeEthereumWalletOptions {
  readonly name?: string
  readonly rdns?: string
}

export function createFakeEthereumWallet(options: FakeEthereumWalletOptions): FakeEthereumProvider {
  const { contract } = options
  return createFakeEthereumProvider({
    ...describeWallet(options),
    sign: createSigner([options]),
    ...(contract && { callChain: contract.callChain }),
  })
}

export interface ScriptInjectablePage {
  exposeFunction(name: string, called: (...given: never[]) => unknown): Promise<unknown>
  addInitScript(script: string): Promise<unknown>
}

// In the page, tests use `fakeWallets` in the order of this list:
// `page.evaluate(() => window.fakeWallets[0].approve())`.
export async function installFakeEthereumWallets(
  page: ScriptInjectablePage,
  wallets: readonly InjectedFakeEthereumWalletOptions[],
): Promise<void> {
  await page.exposeFunction('signForFakeWallet', createSigner(wallets))
  await page.exposeFunction('askChainForFakeWallet', (index: number, method: string, params: readonly unknown[]) =>
    wallets[index]?.contract?.callChain(method, params),
  )
  const described = wallets.map((wallet, index) => ({
    ...describeWallet(wallet),
    ...describeAnnouncedWallet(wallet, index),
    hasChain: wallet.contract !== undefined,
  }))
  await page.addInitScript(
    `(${announceFakeWallets.toString()})(${JSON.stringify(described)}, ${fakeEthereumProviderSource})`,
  )
}

type DescribedWallet = Omit<FakeEthereumProviderOptions, 'sign' | 'callChain'>
type AnnouncedWallet = DescribedWallet & {
  readonly hasChain: boolean
  readonly info: { uuid: string; name: string; rdns: string; icon: string }
}

function describeWallet(options: FakeEthereumWalletOptions): DescribedWallet {
  return {
    behavior: options.behavior,
    address: options.contract?.address ?? (options.key ?? ethereumTestKeys.alice).address,
    otherAddress: (options.otherKey ?? ethereumTestKeys.bob).address,
    chainId: options.chainId ?? `0x${(options.contract?.chainId ?? 1).toString(16)}`,
    slowMilliseconds: options.slowMilliseconds ?? 2_000,
  }
}

const plainIcon =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" rx="2" fill="#445"/></svg>',
  )

function describeAnnouncedWallet(wallet: InjectedFakeEthereumWalletOptions, index: number) {
  const isImpostor = wallet.behavior === 'impostor'
  const name = wallet.name ?? (isImpostor ? 'MetaMask' : `Test Wallet ${index + 1}`)
  const rdns = wallet.rdns ?? (isImpostor ? 'io.metamask' : `test.wallet${index + 1}`)
  const icon = wallet.behavior === 'evil-icon' ? 'javascript:document.title="taken over"' : plainIcon
  return { info: { uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`, name, rdns, icon } }
}

type FakeWalletWindow = typeof globalThis & {
  fakeWallets?: FakeEthereumProvider[]
  signForFakeWallet: FakeEthereumProviderOptions['sign']
  askChainForFakeWallet: (index: number, method: string, params: readonly unknown[]) => Promise<unknown>
}

// This function runs in the page, so it must not use anything outside itself.
function announceFakeWallets(wallets: readonly AnnouncedWallet[], create: typeof createFakeEthereumProvider): void {
  const page = globalThis as unknown as FakeWalletWindow
  const sign: FakeEthereumProviderOptions['sign'] = (address, text, form) => page.signForFakeWallet(address, text, form)
  page.fakeWallets = wallets.map(({ info, hasChain, ...options }, index) => {
    const callChain: FakeEthereumProviderOptions['callChain'] = (method, params) =>
      page.askChainForFakeWallet(index, method, params)
    const provider = create({ ...options, sign, ...(hasChain && { callChain }) })
    const announce = () => {
      page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
    }
    const startAnnouncing = () => {
      page.addEventListener('eip6963:requestProvider', announce)
      announce()
      if (options.behavior === 'announces-twice') announce()
    }
    if (options.behavior === 'announces-late') setTimeout(startAnnouncing, 1_500)
    else startAnnouncing()
    return provider
  })
}

function createSigner(wallets: readonly FakeEthereumWalletOptions[]): FakeEthereumProviderOptions['sign'] {
  const keys = wallets.flatMap(({ key, otherKey }) => [key ?? ethereumTestKeys.alice, otherKey ?? ethereumTestKeys.bob])
  const contracts = wallets.flatMap(({ contract }) => contract ?? [])
  return async (address, text, form) => {
    const contract = contracts.find((known) => known.address === address)
    if (contract) return contract.sign(text)
    const key = keys.find((known) => known.address === address)
    if (!key) throw new Error(`no test key has the address ${address}`)
    const signature = signEthereumMessage(key, text)
    return form === 'high-s' ? convertToHighS(signature) : signature
  }
}

/** Returns the other valid form of the signature, in which s becomes n − s and the parity flips. */
export function convertToHighS(signature: string): string {
  const s = secp256k1.Point.CURVE().n - BigInt(`0x${signature.slice(66, 130)}`)
  const v = signature.endsWith('1b') ? '1c' : '1b'
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}`
}
