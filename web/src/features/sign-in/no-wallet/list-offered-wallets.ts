// Offers wallets that the operator lists, if their chain families can sign in here.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { findWalletAppInCatalog } from '@countersign/api/wallet-app-catalog'
import type { WalletExtensionBrowserFamily, WalletAppCatalogEntry } from '@countersign/api/wallet-app-catalog'

export type SignUpMethods = ApiEndpointOutput<'readSignUpMethods'>

/** A newer server may send unknown wallets. */
export const listOfferedWallets = ({
  namespaces,
  wallets,
}: Pick<SignUpMethods, 'namespaces' | 'wallets'>): WalletAppCatalogEntry[] =>
  wallets
    .flatMap((id) => findWalletAppInCatalog(id) ?? [])
    .filter((wallet) => wallet.namespaces.some((name) => namespaces.includes(name)))

/** `none` means that no known wallet supports this browser, such as Safari on a computer. */
export type WalletDownloadPlatform = 'android' | 'ios' | WalletExtensionBrowserFamily | 'none'

export function detectWalletDownloadPlatform({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): WalletDownloadPlatform {
  if (/\bAndroid\b/.test(userAgent)) return 'android'
  // iPads claim to be Macs, but no Mac has a touch screen.
  if (/\b(?:iPhone|iPad|iPod)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1))
    return 'ios'
  if (/\bFirefox\//.test(userAgent)) return 'firefox'
  return /Chrom(?:e|ium)\//.test(userAgent) ? 'chromium' : 'none'
}

/** @returns null if the wallet does not support the platform */
export function getWalletDownloadUrl(
  { extension, android, ios }: WalletAppCatalogEntry,
  platform: WalletDownloadPlatform,
): string | null {
  if (platform === 'android') return android
  if (platform === 'ios') return ios
  return platform !== 'none' && extension?.kinds.includes(platform) ? extension.address : null
}

interface DeviceHints {
  readonly userAgent: string
  readonly maxTouchPoints: number
  readonly userAgentData?: { readonly mobile: boolean }
}

export function isMobileDevice(device: DeviceHints): boolean {
  if (device.userAgentData?.mobile) return true
  if (/\b(?:Android|iPhone|iPad|iPod)\b/.test(device.userAgent)) return true
  return /\bMacintosh\b/.test(device.userAgent) && device.maxTouchPoints > 1
}
