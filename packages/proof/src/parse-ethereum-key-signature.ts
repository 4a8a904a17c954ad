// A signature's text to its numbers. There is one accepted form for each signature; everything else has its own reason.
import { decodeHex } from './hex-encoding.ts'
import type { EthereumKeyVerificationErrorCode } from './ethereum-verification-errors.ts'

/** A signature that may belong to a key: r and s as 64 bytes, and which of the two possible public keys is meant. */
export interface ParsedEthereumKeySignature {
  readonly rs: Uint8Array
  readonly recoveryId: 0 | 1
}

/** The order of the curve (SEC 2 §2.4.1), and half of it. */
const order = decodeHex('0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141')!
const halfOrder = decodeHex('0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0')!

/** ERC-6492 §Signature Type: the last 32 bytes of a signature of a contract wallet that is not deployed yet. */
const erc6492MagicBytes = '6492'.repeat(16)

/**
 * Reads "0x" and 130 hexadecimal digits: r, s, v. Of the two signatures (r, s) and (r, n − s), which are equally good,
 * only the one with the low s is accepted, as in transactions (EIP-2).
 * @returns the signature, or the reason why it cannot be one of a key
 */
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

/** Wallets write the recovery id as it is or, as Bitcoin did, with 27 added. Ids 2 and 3 belong to an r above the order. */
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

/** Compares 32 bytes as a number, the most significant byte first. */
function compareBytes(bytes: Uint8Array, from: number, number: Uint8Array): number {
  for (let index = 0; index < 32; index += 1) {
    const difference = bytes[from + index]! - number[index]!
    if (difference !== 0) return difference
  }
  return 0
}
