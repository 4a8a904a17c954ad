// For which platform somebody is offered a wallet: what their browser takes (an extension) or their phone (an app), by what the browser says of
// itself (the user agent). Only which address of a maker is shown hangs on it, so that a guess will do.
import type { ExtensionKind, KnownWallet } from '@countersign/api/known-wallets'

/** `none`: a browser for which no maker has anything that we know, such as Safari on a computer. */
export type Platform = 'android' | 'ios' | ExtensionKind | 'none'

export function platformOf({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Platform {
  if (/\bAndroid\b/.test(userAgent)) return 'android'
  // iPads say that they are Macs, but no Mac has a touch screen.
  if (/\b(?:iPhone|iPad|iPod)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1))
    return 'ios'
  if (/\bFirefox\//.test(userAgent)) return 'firefox'
  return /Chrom(?:e|ium)\//.test(userAgent) ? 'chromium' : 'none'
}

/** Where its maker has a wallet for a platform; null where there is none for it. */
export function addressFor({ extension, android, ios }: KnownWallet, platform: Platform): string | null {
  if (platform === 'android') return android
  if (platform === 'ios') return ios
  return platform !== 'none' && extension?.kinds.includes(platform) ? extension.address : null
}
