// Identifiers of rows: 128 random bits in 26 letters and digits, so that none can be guessed or counted.
import type { Random } from './clock.ts'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** A new identifier: 26 characters of `0-9a-z`, 5 bits each. */
export function createIdentifier(random: Random): string {
  const bytes = random(26)
  let identifier = ''
  for (const byte of bytes) identifier += alphabet[byte & 31]
  return identifier
}
