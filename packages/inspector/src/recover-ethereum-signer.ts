// Who signed: the address of the key that made a signature over a text.
import { keccak256, toChecksumAddress } from '@countersign/message'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { encodeHexWithPrefix } from './hex-encoding.ts'

/** The longest text that is hashed, in UTF-16 units: 16 times the longest message. */
const maxTextLength = 65_536

/**
 * The address of the key, in checksum form (ERC-191 version 0x45; the Yellow Paper's appendix F for the address).
 * @param numbers r and s, 64 bytes, both in range
 * @param recovery which of the two possible keys is meant
 * @returns null where there is no such key, or no bytes that anybody could have signed
 */
export function recoverEthereumSignerAddress(text: string, numbers: Uint8Array, recovery: 0 | 1): string | null {
  if (!text.isWellFormed() || text.length > maxTextLength) return null
  try {
    const signature = secp256k1.Signature.fromBytes(numbers, 'compact').addRecoveryBit(recovery)
    const key = signature.recoverPublicKey(hashPersonalMessage(text)).toBytes(false)
    return toChecksumAddress(encodeHexWithPrefix(keccak256(key.subarray(1)).subarray(12)))
  } catch {
    // The library throws for numbers that belong to no key, and for nothing else that could be given to it from here.
    return null
  }
}

/** ERC-191 version 0x45: the prefix names the number of bytes, so that a signed text can never be a transaction. */
function hashPersonalMessage(text: string): Uint8Array {
  const body = new TextEncoder().encode(text)
  const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${body.length}`)
  const bytes = new Uint8Array(prefix.length + body.length)
  bytes.set(prefix)
  bytes.set(body, prefix.length)
  return keccak256(bytes)
}
