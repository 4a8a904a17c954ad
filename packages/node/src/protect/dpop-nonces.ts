// Server-provided DPoP nonces (RFC 9449 §9) that need no storage: a MAC of the current period.
import { base64url } from 'jose'
import type { Now } from '../settings/clock.ts'

export interface DpopNonces {
  create: () => Promise<string>
  isCurrent: (nonce: unknown) => Promise<boolean>
}

const periodMs = 120_000

/** @param secret shared by all processes of the API */
export function createDpopNonces(secret: string, now: Now): DpopNonces {
  const encoder = new TextEncoder()
  const key = crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const createForPeriod = async (period: number): Promise<string> => {
    const mac = await crypto.subtle.sign('HMAC', await key, encoder.encode(`countersign dpop nonce ${period}`))
    return base64url.encode(new Uint8Array(mac).slice(0, 16))
  }
  const currentPeriod = (): number => Math.floor(now() / periodMs)
  return {
    create: () => createForPeriod(currentPeriod()),
    isCurrent: async (nonce) => {
      const accepted = await Promise.all([currentPeriod(), currentPeriod() - 1].map(createForPeriod))
      return accepted.some((one) => one === nonce)
    },
  }
}
