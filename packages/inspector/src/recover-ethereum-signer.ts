import { keccak256, toChecksumAddress } from '@countersign/message'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { encodeHexWithPrefix } from './hex-encoding.ts'

// Sixteen times the length of the longest message, in UTF-16 code units.
const maxTextLength = 65_536

/**
 * Returns null if no key can have made the signature (Yellow Paper, appendix F).
 * @param numbers r and s, 64 bytes, both in range
 */
export function recoverEthereumSignerAddress(text: string, numbers: Uint8Array, recovery: 0 | 1): string | null {
  if (!text.isWellFormed() || text.length > maxTextLength) return null
  try {
    const signature = secp256k1.Signature.fromBytes(numbers, 'compact').addRecoveryBit(recovery)
    const key = signature.recoverPublicKey(hashPersonalMessage(text)).toBytes(false)
    return toChecksumAddress(encodeHexWithPrefix(keccak256(key.subarray(1)).subarray(12)))
  } catch {
    // The library throws only for numbers that do not belong to any key.
    return null
  }
}

// Because of the prefix of ERC-191 version 0x45, a signed text can never be a transaction.
function hashPersonalMessage(text: string): Uint8Array {
  const body = new TextEncoder().encode(text)
  const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${body.length}`)
  const bytes = new Uint8Array(prefix.length + body.length)
  bytes.set(prefix)
  bytes.set(body, prefix.length)
  return keccak256(bytes)
}
