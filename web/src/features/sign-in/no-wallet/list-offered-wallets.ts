// Which wallets are offered here, of those that are known: those that the operator has named, in that order. One that proves an account of no
// chain family that signs in here is left out, because whoever got it would come back with it for nothing.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { findWalletAppInCatalog } from '@countersign/api/wallet-app-catalog'
import type { WalletExtensionBrowserFamily, WalletAppCatalogEntry } from '@countersign/api/wallet-app-catalog'

export type SignUpMethods = ApiEndpointOutput<'readSignUpMethods'>

/** A server that is newer than this page may name one that it does not know. */
export const listOfferedWallets = ({
  namespaces,
  wallets,
}: Pick<SignUpMethods, 'namespaces' | 'wallets'>): WalletAppCatalogEntry[] =>
  wallets
    .flatMap((id) => findWalletAppInCatalog(id) ?? [])
    .filter((wallet) => wallet.namespaces.some((name) => namespaces.includes(name)))

/** `none`: a browser for which no maker has anything that we know, such as Safari on a computer. */
export type WalletDownloadPlatform = 'android' | 'ios' | WalletExtensionBrowserFamily | 'none'

export function detectWalletDownloadPlatform({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): WalletDownloadPlatform {
  if (/\bAndroid\b/.test(userAgent)) return 'android'
  // iPads say that they are Macs, but no Mac has a touch screen.
  if (/\b(?:iPhone|iPad|iPod)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1))
    return 'ios'
  if (/\bFirefox\//.test(userAgent)) return 'firefox'
  return /Chrom(?:e|ium)\//.test(userAgent) ? 'chromium' : 'none'
}

/** Where its maker has a wallet for a platform; null where there is none for it. */
export function getWalletDownloadUrl(
  { extension, android, ios }: WalletAppCatalogEntry,
  platform: WalletDownloadPlatform,
): string | null {
  if (platform === 'android') return android
  if (platform === 'ios') return ios
  return platform !== 'none' && extension?.kinds.includes(platform) ? extension.address : null
}

/** What a browser says of its device. */
interface DeviceHints {
  readonly userAgent: string
  readonly maxTouchPoints: number
  readonly userAgentData?: { readonly mobile: boolean }
}

/** Whether this is a phone or a tablet. iPads say that they are Macs, but no Mac has a touch screen. */
export function isMobileDevice(device: DeviceHints): boolean {
  if (device.userAgentData?.mobile) return true
  if (/\b(?:Android|iPhone|iPad|iPod)\b/.test(device.userAgent)) return true
  return /\bMacintosh\b/.test(device.userAgent) && device.maxTouchPoints > 1
}
