// Wallets at window.ethereum that predate EIP-6963, recognized by their flags.
import { isEip1193Provider } from './eip1193-provider.ts'
import type { Eip1193Provider } from './eip1193-provider.ts'

export interface InjectedWallet {
  readonly name: string | null
  readonly provider: Eip1193Provider
}

const maxInjectedWallets = 8

/** Most wallets also set MetaMask's flag, so MetaMask is checked last. */
const namesByFlag = [
  ['isRabby', 'Rabby'],
  ['isBraveWallet', 'Brave Wallet'],
  ['isCoinbaseWallet', 'Coinbase Wallet'],
  ['isTrust', 'Trust Wallet'],
  ['isTrustWallet', 'Trust Wallet'],
  ['isOkxWallet', 'OKX Wallet'],
  ['isOKExWallet', 'OKX Wallet'],
  ['isOneKey', 'OneKey'],
  ['isPhantom', 'Phantom'],
  ['isRainbow', 'Rainbow'],
  ['isFrame', 'Frame'],
  ['isTokenPocket', 'TokenPocket'],
  ['isMetaMask', 'MetaMask'],
] as const

/** Returns each provider once. Any extension may have set `window.ethereum`. */
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
