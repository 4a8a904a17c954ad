// ERC-55, in which the letter case of an address is its checksum. Loads no error texts.
import { keccak256 } from '#keccak256'
import { encodeTextForParser } from '../encode-text-for-parser.ts'
import { isInCharacterClass, hexDigitCharacterClassBit } from '../abnf-character-classes.ts'

const digitsOfAddress = 40
// This bit distinguishes lowercase letters from uppercase ones. It is also set in digits.
const lowercaseBit = 32

// The buffer is reused, so that no memory is allocated per address.
const lowercaseDigits = new Uint8Array(digitsOfAddress)

/** Returns the address in ERC-55 mixed case; null if it is not 0x and 40 hexadecimal digits. */
export function applyAddressChecksum(address: string): string | null {
  const bytes = encodeTextForParser(address)
  if (scanEthereumAddress(bytes, 0) !== address.length) return null
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
