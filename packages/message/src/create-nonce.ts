// A nonce that nobody can guess.

/** 32 characters, so that each takes exactly five bits of a byte and none comes more often than another. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
/** 26 characters of five bits: 130 random bits. */
const length = 26

/**
 * Makes a nonce of 26 small letters and digits (ERC-4361 §Message Format asks for 8 or more), which carry 130 random bits.
 *
 * @example
 * ```ts
 * import { createNonce } from '@countersign/message'
 *
 * const nonce = createNonce((bytes) => crypto.getRandomValues(new Uint8Array(bytes)))
 * nonce.length // => 26
 * ```
 * @param random returns as many random bytes as it is asked for; from a source fit for keys
 * @throws TypeError where it returns another number of bytes
 */
export function createNonce(random: (bytes: number) => Uint8Array): string {
  const bytes = random(length)
  if (bytes.length !== length) throw new TypeError(`The random source gave ${bytes.length} bytes instead of ${length}.`)
  let nonce = ''
  for (const byte of bytes) nonce += alphabet[byte & 31]
  return nonce
}
