// Reads one EIP-6963 announcement. Everything in it was written by an extension that proves nothing about itself, so
// each field is checked, shortened and cleaned before it can reach the screen.
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { isEip1193Provider } from './eip1193-provider.ts'
import type { Eip1193Provider } from './eip1193-provider.ts'

/** What a wallet says of itself (EIP-6963 §Provider Info), after checking. */
export interface WalletAnnouncement {
  readonly uuid: string
  readonly name: string
  /** The wallet's reverse domain name; null where it is not one. */
  readonly rdns: string | null
  /** A `data:` image for `<img>`; null where it was anything else. */
  readonly icon: string | null
  readonly provider: Eip1193Provider
}

export const maxWalletNameLength = 40
export const maxWalletIconLength = 128 * 1024

/** Images by value only: a remote icon would tell a stranger's server who signs in here, and a script is no icon. */
export const walletIconPattern = /^data:image\/(?:png|svg\+xml|webp|gif|jpeg)[;,]/i

/**
 * Checks the detail of an `eip6963:announceProvider` event.
 * @returns the announcement, or null where it is not one that can be shown and asked.
 */
export function parseWalletAnnouncement(detail: unknown): WalletAnnouncement | null {
  try {
    const { info, provider } = detail as { info: Record<string, unknown>; provider: unknown }
    const { uuid, name, rdns, icon } = info
    if (typeof uuid !== 'string' || uuid.length === 0 || uuid.length > 64) return null
    if (typeof name !== 'string' || !isEip1193Provider(provider)) return null
    const cleanName = sanitizeDisplayText(name, maxWalletNameLength)
    if (cleanName === '') return null
    return {
      uuid,
      name: cleanName,
      rdns: typeof rdns === 'string' && isReverseDomain(rdns) ? rdns.toLowerCase() : null,
      icon:
        typeof icon === 'string' && icon.length <= maxWalletIconLength && walletIconPattern.test(icon) ? icon : null,
      provider,
    }
  } catch {
    return null
  }
}

function isReverseDomain(text: string): boolean {
  return text.length <= 100 && /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/i.test(text)
}
