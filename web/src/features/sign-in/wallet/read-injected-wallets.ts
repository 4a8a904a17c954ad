// The time before EIP-6963: one wallet, or several in one list, sits at window.ethereum and says by flags what it is.
import { isEip1193Provider } from './eip1193-provider.ts'
import type { Eip1193Provider } from './eip1193-provider.ts'

/** A wallet at `window.ethereum`; without a name where no known flag says one. */
export interface InjectedWallet {
  readonly name: string | null
  readonly provider: Eip1193Provider
}

const maxInjectedWallets = 8

/** Most wallets also set MetaMask's flag, so that it comes last. */
const namesByFlag = [
  ['isRabby', 'Rabby'],
  ['isBraveWallet', 'Brave Wallet'],
  ['isCoinbaseWallet', 'Coinbase Wallet'],
  ['isTrust', 'Trust Wallet'],
  ['isTrustWallet', 'Trust Wallet'],
  ['isOkxWallet', 'OKX Wallet'],
  ['isOKExWallet', 'OKX Wallet'],
  ['isPhantom', 'Phantom'],
  ['isRainbow', 'Rainbow'],
  ['isFrame', 'Frame'],
  ['isTokenPocket', 'TokenPocket'],
  ['isMetaMask', 'MetaMask'],
] as const

/**
 * Reads `window.ethereum`, which any extension may have put there.
 * @returns the wallets in it, each provider once; empty where there is none.
 */
export function readInjectedWallets(ethereum: () => unknown): InjectedWallet[] {
  try {
    const injected = ethereum()
    if (typeof injected !== 'object' || injected === null) return []
    const several =
      'providers' in injected && Array.isArray(injected.providers)
        ? injected.providers.slice(0, maxInjectedWallets)
        : []
    const candidates = several.some(isEip1193Provider) ? several : [injected]
    return [...new Set(candidates.filter(isEip1193Provider))].map((provider) => ({
      name: nameByFlag(provider),
      provider,
    }))
  } catch {
    return []
  }
}

function nameByFlag(provider: Eip1193Provider): string | null {
  const flags = provider as unknown as Record<string, unknown>
  return namesByFlag.find(([flag]) => flags[flag] === true)?.[1] ?? null
}
