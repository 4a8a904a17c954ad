// ERC-55: the upper and lower case of an address's letters is a checksum of the address.
import { keccak256 } from '#keccak256'
import { encodeTextForParser } from '../encode-text-for-parser.ts'
import { isInCharacterClass, hexDigitCharacterClassBit } from '../abnf-character-classes.ts'
import { createMessageErrorAtOffset } from '../create-message-error-at-offset.ts'

const digitsOfAddress = 40
/** The bit by which a small letter differs from its capital; digits have it too. */
const lowercaseBit = 32

// Used again for every address, so that nothing is allocated.
const lowercaseDigits = new Uint8Array(digitsOfAddress)

/**
 * The address in the mixed-case form of ERC-55. The case that it comes in is not judged, because wallets hand out
 * addresses in small letters; `parseSignInMessage` does judge it.
 *
 * @example
 * ```ts
 * import { toChecksumAddress } from '@countersign/message'
 *
 * const address = toChecksumAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')
 * address // => '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
 * ```
 * @param address "0x" and 40 hexadecimal digits
 * @throws MessageError `message.address_invalid`
 */
export function toChecksumAddress(address: string): string {
  const bytes = encodeTextForParser(address)
  const end = scanEthereumAddress(bytes, 0)
  if (end !== address.length) throw createMessageErrorAtOffset('message.address_invalid', address, end < 0 ? ~end : end)
  const hash = hashAddressDigits(bytes, 0)
  let result = '0x'
  for (let index = 0; index < digitsOfAddress; index += 1) {
    const digit = String.fromCharCode(lowercaseDigits[index]!)
    result += isUppercase(hash, index) ? digit.toUpperCase() : digit
  }
  return result
}

/**
 * ERC-4361 §Message Format: address = "0x" 40*40HEXDIG. ERC-55 writes the "0x" small; "0X", which the ABNF's case rule
 * (RFC 5234 §2.3) would let pass, is refused.
 * @returns where the address ends, or the bitwise complement of the place at fault
 */
export function scanEthereumAddress(bytes: Uint8Array, from: number): number {
  if (bytes[from] !== 48) return ~from
  if (bytes[from + 1] !== 120) return ~(from + 1)
  const end = from + 2 + digitsOfAddress
  for (let at = from + 2; at < end; at += 1) if (!isInCharacterClass(bytes[at]!, hexDigitCharacterClassBit)) return ~at
  return end
}

/**
 * ERC-55: which letter of a well-formed address is not in the case that its checksum gives it.
 * @returns its offset, or -1 where the address carries its checksum
 */
export function findAddressChecksumMismatch(bytes: Uint8Array, from: number): number {
  const hash = hashAddressDigits(bytes, from)
  for (let index = 0; index < digitsOfAddress; index += 1) {
    const digit = bytes[from + 2 + index]!
    const isLetter = digit >= 65
    if (isLetter && ((digit & lowercaseBit) === 0) !== isUppercase(hash, index)) return from + 2 + index
  }
  return -1
}

/** ERC-55 hashes the digits as text, in small letters and without the "0x". */
function hashAddressDigits(bytes: Uint8Array, from: number): Uint8Array {
  for (let index = 0; index < digitsOfAddress; index += 1)
    lowercaseDigits[index] = bytes[from + 2 + index]! | lowercaseBit
  return keccak256(lowercaseDigits)
}

/** ERC-55: a letter is a capital where the hexadecimal digit of the hash at the same place is 8 or more. */
function isUppercase(hash: Uint8Array, index: number): boolean {
  return (hash[index >> 1]! & (index % 2 === 0 ? 0x80 : 0x08)) !== 0
}
