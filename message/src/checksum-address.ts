// ERC-55: the upper and lower case of an address's letters is a checksum of the address.
import { keccak256 } from '#keccak256'
import { belongs, hexDigit } from './characters.ts'
import { MessageFault } from './message-fault.ts'

const digitsOfAddress = 40
const lowerDigits = new Uint8Array(digitsOfAddress)

/**
 * The address in the mixed-case form of ERC-55. The case that it comes in is not judged, because wallets hand out
 * addresses in small letters; `parseMessage` does judge it.
 * @param address "0x" and 40 hexadecimal digits
 * @throws MessageFault `message.address_invalid`
 */
export function toChecksumAddress(address: string): string {
  const end = scanAddress(address, 0)
  if (end !== address.length) throw new MessageFault('message.address_invalid', address, end < 0 ? ~end : end)
  const hash = hashOfDigits(address, 0)
  let result = '0x'
  for (let index = 0; index < digitsOfAddress; index += 1) {
    result += String.fromCharCode(inChecksumCase(lowerDigits[index]!, hash, index))
  }
  return result
}

/**
 * ERC-4361 §Message Format: address = "0x" 40*40HEXDIG. ERC-55 writes the "0x" small; "0X", which the ABNF's case rule
 * (RFC 5234 §2.3) would let pass, is refused.
 * @returns where the address ends, or the bitwise complement of the place at fault
 */
export function scanAddress(text: string, from: number): number {
  if (text.charCodeAt(from) !== 48) return ~from
  if (text.charCodeAt(from + 1) !== 120) return ~(from + 1)
  const end = from + 2 + digitsOfAddress
  for (let at = from + 2; at < end; at += 1) if (!belongs(text.charCodeAt(at), hexDigit)) return ~at
  return end
}

/**
 * ERC-55: which digit of a well-formed address is not in the case that its checksum gives it.
 * @returns its offset, or -1 where the address carries its checksum
 */
export function findChecksumFault(text: string, from: number): number {
  const hash = hashOfDigits(text, from)
  for (let index = 0; index < digitsOfAddress; index += 1) {
    const at = from + 2 + index
    if (text.charCodeAt(at) !== inChecksumCase(lowerDigits[index]!, hash, index)) return at
  }
  return -1
}

/** Leaves the digits in small letters in `lowerDigits` and answers their hash: nothing is allocated for an address. */
function hashOfDigits(text: string, from: number): Uint8Array {
  for (let index = 0; index < digitsOfAddress; index += 1) {
    // The bit that makes a letter small is set in every digit already.
    lowerDigits[index] = text.charCodeAt(from + 2 + index) | 32
  }
  return keccak256(lowerDigits)
}

/** A letter is a capital where the hexadecimal digit of the hash at the same place is 8 or more. */
function inChecksumCase(lowerDigit: number, hash: Uint8Array, index: number): number {
  const pair = hash[index >> 1]!
  const nibble = index % 2 === 0 ? pair >> 4 : pair & 15
  return lowerDigit >= 97 && nibble >= 8 ? lowerDigit - 32 : lowerDigit
}
