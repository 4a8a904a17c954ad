// Only one form is accepted; each other form is refused with a specific reason.
import { decodeHex } from './hex-encoding.ts'
import type { EthereumKeyVerificationErrorCode } from './ethereum-verification-errors.ts'

export interface ParsedEthereumKeySignature {
  readonly rs: Uint8Array
  readonly recoveryId: 0 | 1
}

// The order of the curve secp256k1 (SEC 2 §2.4.1), and half of it.
const order = decodeHex('0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141')!
const halfOrder = decodeHex('0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0')!

// How signatures of undeployed contract wallets end (ERC-6492 §Signature Type).
const erc6492MagicBytes = '6492'.repeat(16)

/** Refuses a high s, as transactions do (EIP-2), so that each signature has only one form. */
export function parseEthereumKeySignature(text: string): ParsedEthereumKeySignature | EthereumKeyVerificationErrorCode {
  const bytes = typeof text === 'string' ? decodeHex(text) : null
  if (!bytes) return 'not_hex'
  if (bytes.length !== 65) return explainLength(text, bytes.length)
  if (isZero(bytes, 0) || isAtLeast(bytes, 0, order)) return 'r_out_of_range'
  if (isZero(bytes, 32) || isAtLeast(bytes, 32, order)) return 's_out_of_range'
  if (isAbove(bytes, 32, halfOrder)) return 'high_s'
  const recoveryId = parseRecoveryId(bytes[64]!)
  if (recoveryId === null) return 'recovery_id'
  return { rs: bytes.subarray(0, 64), recoveryId }
}

function explainLength(text: string, length: number): EthereumKeyVerificationErrorCode {
  if (length === 64) return 'length_compact'
  if (length < 65) return 'length'
  return text.endsWith(erc6492MagicBytes) ? 'length_erc6492' : 'length_contract'
}

// Some wallets add 27 to the recovery ID. IDs 2 and 3 would need an r above the curve order.
function parseRecoveryId(v: number): 0 | 1 | null {
  if (v === 0 || v === 27) return 0
  if (v === 1 || v === 28) return 1
  return null
}

function isZero(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < from + 32; at += 1) if (bytes[at] !== 0) return false
  return true
}

function isAtLeast(bytes: Uint8Array, from: number, number: Uint8Array): boolean {
  return compareBytes(bytes, from, number) >= 0
}

function isAbove(bytes: Uint8Array, from: number, number: Uint8Array): boolean {
  return compareBytes(bytes, from, number) > 0
}

function compareBytes(bytes: Uint8Array, from: number, number: Uint8Array): number {
  for (let index = 0; index < 32; index += 1) {
    const difference = bytes[from + index]! - number[index]!
    if (difference !== 0) return difference
  }
  return 0
}
