// The content of an EIP-6963 announcement is untrusted, so every field is checked.
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { isEip1193Provider } from './eip1193-provider.ts'
import type { Eip1193Provider } from './eip1193-provider.ts'

/** The fields of EIP-6963 §Provider Info, after they were checked. */
export interface WalletAnnouncement {
  readonly uuid: string
  readonly name: string
  readonly rdns: string | null
  readonly icon: string | null
  readonly provider: Eip1193Provider
}

export const maxWalletNameLength = 40
const maxWalletIconLength = 128 * 1024

/** Leather uses `image/svg`, which browsers do not display. */
const misnamedSvg = /^data:image\/svg(?=[;,])/i

/** Only data URIs are accepted, because a remote icon would reveal sign-ins to its server. */
export const parseWalletIcon = (icon: unknown): string | null =>
  typeof icon === 'string' &&
  icon.length <= maxWalletIconLength &&
  /^data:image\/(?:png|svg(?:\+xml)?|webp|gif|jpeg)[;,]/i.test(icon)
    ? icon.replace(misnamedSvg, 'data:image/svg+xml')
    : null

/** @returns null if the wallet cannot be shown or used */
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
      icon: parseWalletIcon(icon),
      provider,
    }
  } catch {
    return null
  }
}

function isReverseDomain(text: string): boolean {
  return text.length <= 100 && /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/i.test(text)
}
