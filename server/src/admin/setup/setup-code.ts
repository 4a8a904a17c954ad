// The one-time code that makes the first owner: read from a terminal, typed or pasted into a page, kept here only as a hash.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { RandomBytes } from '../../platform/clock.ts'

/** Without letters and digits that look alike (Crockford's base 32): 32 of them, so that each stands for five random bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const groups = 5
const groupLength = 4

/** A new code of 100 random bits, as `xxxx-xxxx-xxxx-xxxx-xxxx`. */
export function generateSetupCode(random: RandomBytes): string {
  const text = [...random(groups * groupLength)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return Array.from({ length: groups }, (_, group) => text.slice(group * groupLength, (group + 1) * groupLength)).join(
    '-',
  )
}

/** What is stored of a code; upper case, spaces and missing dashes are forgiven. */
export const hashSetupCode = (code: string): string =>
  createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest('base64url')

/** Whether this is the code with this hash, told in a time that says nothing of how nearly it was. */
export const isMatchingSetupCode = (given: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashSetupCode(given)), Buffer.from(hash))
