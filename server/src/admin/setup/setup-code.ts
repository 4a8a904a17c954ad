import { createHash, timingSafeEqual } from 'node:crypto'
import type { RandomBytes } from '../../platform/clock.ts'

/** Crockford's base 32, which has no lookalikes. Each character holds five bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const groups = 5
const groupLength = 4

/** Returns 100 random bits in the form `xxxx-xxxx-xxxx-xxxx-xxxx`. */
export function generateSetupCode(random: RandomBytes): string {
  const text = [...random(groups * groupLength)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return Array.from({ length: groups }, (_, group) => text.slice(group * groupLength, (group + 1) * groupLength)).join(
    '-',
  )
}

export const hashSetupCode = (code: string): string =>
  createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest('base64url')

export const isMatchingSetupCode = (given: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashSetupCode(given)), Buffer.from(hash))
