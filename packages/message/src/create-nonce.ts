// There are 32 characters, so each one encodes exactly five bits without bias.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 26

/**
 * Creates a nonce of 26 lowercase letters and digits with 130 random bits (ERC-4361 §Message Format
 * requires at least 8 characters).
 *
 * @example
 * ```ts
 * import { createNonce } from '@countersign/message'
 *
 * const nonce = createNonce((bytes) => crypto.getRandomValues(new Uint8Array(bytes)))
 * nonce.length // => 26
 * ```
 * @param random returns the given number of cryptographically secure random bytes
 * @throws TypeError if `random` returns a different number of bytes
 */
export function createNonce(random: (bytes: number) => Uint8Array): string {
  const bytes = random(length)
  if (bytes.length !== length)
    throw new TypeError(`The random source returned ${bytes.length} bytes instead of ${length}.`)
  let nonce = ''
  for (const byte of bytes) nonce += alphabet[byte & 31]
  return nonce
}
