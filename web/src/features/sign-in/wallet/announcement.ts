// Reads one EIP-6963 announcement. Everything in it was written by an extension that proves nothing about itself, so
// each field is checked, shortened and cleaned before it can reach the screen.
import { cleanText } from '../../../ui/clean-text.ts'
import { isProvider } from './provider.ts'
import type { Provider } from './provider.ts'

/** What a wallet says of itself (EIP-6963 §Provider Info), after checking. */
export interface Announcement {
  readonly uuid: string
  readonly name: string
  /** The wallet's reverse domain name; null where it is not one. */
  readonly rdns: string | null
  /** A `data:` image for `<img>`; null where it was anything else. */
  readonly icon: string | null
  readonly provider: Provider
}

export const nameLimit = 40
export const iconLimit = 128 * 1024

/** Images by value only: a remote icon would tell a stranger's server who signs in here, and a script is no icon. */
export const iconForm = /^data:image\/(?:png|svg\+xml|webp|gif|jpeg)[;,]/i

/**
 * Checks the detail of an `eip6963:announceProvider` event.
 * @returns the announcement, or null where it is not one that can be shown and asked.
 */
export function readAnnouncement(detail: unknown): Announcement | null {
  try {
    const { info, provider } = detail as { info: Record<string, unknown>; provider: unknown }
    const { uuid, name, rdns, icon } = info
    if (typeof uuid !== 'string' || uuid.length === 0 || uuid.length > 64) return null
    if (typeof name !== 'string' || !isProvider(provider)) return null
    const cleanName = cleanText(name, nameLimit)
    if (cleanName === '') return null
    return {
      uuid,
      name: cleanName,
      rdns: typeof rdns === 'string' && isReverseDomain(rdns) ? rdns.toLowerCase() : null,
      icon: typeof icon === 'string' && icon.length <= iconLimit && iconForm.test(icon) ? icon : null,
      provider,
    }
  } catch {
    return null
  }
}

function isReverseDomain(text: string): boolean {
  return text.length <= 100 && /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/i.test(text)
}
