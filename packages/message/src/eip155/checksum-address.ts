// ERC-55, in which the letter case of an address is its checksum.
import { keccak256 } from '#keccak256'
import { encodeTextForParser } from '../encode-text-for-parser.ts'
import { isInCharacterClass, hexDigitCharacterClassBit } from '../abnf-character-classes.ts'
import { createMessageErrorAtOffset } from '../create-message-error-at-offset.ts'

const digitsOfAddress = 40
// This bit distinguishes lowercase letters from uppercase ones. It is also set in digits.
const lowercaseBit = 32

// The buffer is reused, so that no memory is allocated per address.
const lowercaseDigits = new Uint8Array(digitsOfAddress)

/**
 * Returns the address in ERC-55 mixed case. Accepts any case, because wallets return lowercase
 * addresses; `parseSignInMessage` is strict.
 *
 * @example
 * ```ts
 * import { toChecksumAddress } from '@countersign/message'
 *
 * const address = toChecksumAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')
 * address // => '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
 * ```
 * @param address "0x" followed by 40 hexadecimal digits
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
 * Refuses "0X" although ABNF ignores letter case (RFC 5234 §2.3), because ERC-55 writes "0x".
 * @returns the end of the address, or `~offset` of the error
 */
export function scanEthereumAddress(bytes: Uint8Array, from: number): number {
  if (bytes[from] !== 48) return ~from
  if (bytes[from + 1] !== 120) return ~(from + 1)
  const end = from + 2 + digitsOfAddress
  for (let at = from + 2; at < end; at += 1) if (!isInCharacterClass(bytes[at]!, hexDigitCharacterClassBit)) return ~at
  return end
}

/** Returns the offset of the first letter that does not match the ERC-55 checksum, or -1. */
export function findAddressChecksumMismatch(bytes: Uint8Array, from: number): number {
  const hash = hashAddressDigits(bytes, from)
  for (let index = 0; index < digitsOfAddress; index += 1) {
    const digit = bytes[from + 2 + index]!
    const isLetter = digit >= 65
    if (isLetter && ((digit & lowercaseBit) === 0) !== isUppercase(hash, index)) return from + 2 + index
  }
  return -1
}

// ERC-55 hashes the text of the lowercase digits, without "0x".
function hashAddressDigits(bytes: Uint8Array, from: number): Uint8Array {
  for (let index = 0; index < digitsOfAddress; index += 1)
    lowercaseDigits[index] = bytes[from + 2 + index]! | lowercaseBit
  return keccak256(lowercaseDigits)
}

// A letter is uppercase if the hash has a digit of 8 or more at its position (ERC-55).
function isUppercase(hash: Uint8Array, index: number): boolean {
  return (hash[index >> 1]! & (index % 2 === 0 ? 0x80 : 0x08)) !== 0
}
