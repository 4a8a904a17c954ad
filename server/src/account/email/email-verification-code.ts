// Eight-digit email codes, stored as keyed hashes bound to person, session and address.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { RandomBytes } from '../../platform/clock.ts'

const digitCount = 8

/** Rejects random values that would make some codes more likely than others (modulo bias). */
export function generateEmailVerificationCode(random: RandomBytes): string {
  const range = 10 ** digitCount
  const even = Math.floor(2 ** 32 / range) * range
  for (;;) {
    const [one = 0, two = 0, three = 0, four = 0] = random(4)
    const number = one * 2 ** 24 + two * 2 ** 16 + three * 2 ** 8 + four
    if (number < even) return String(number % range).padStart(digitCount, '0')
  }
}

export interface EmailVerificationHasher {
  hashCode: (code: string, bound: { personId: string; sessionId: string; address: string }) => string
  hashSendCountKey: (kind: 'person' | 'address', value: string) => string
}

export function createEmailVerificationHasher(serverKey: Buffer): EmailVerificationHasher {
  const key = createHmac('sha256', serverKey).update('e-mail').digest()
  const hash = (parts: readonly string[]): string =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
  return {
    hashCode: (code, { personId, sessionId, address }) => hash(['code', code, personId, sessionId, address]),
    hashSendCountKey: (kind, value) => hash(['count', kind, value]),
  }
}

export const areHashesEqualTimingSafe = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
