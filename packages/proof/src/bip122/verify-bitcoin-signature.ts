import type { BitcoinVerificationErrorCode } from './bitcoin-verification-errors.ts'
import { verifyBip322 } from './verify-bip322.ts'

/**
 * The result: verified, or refused with a reason, which is a key of `bitcoinVerificationErrors`.
 *
 * @example
 * ```ts
 * import { verifyBitcoinSignature } from '@countersign/proof'
 * import type { BitcoinVerificationResult } from '@countersign/proof'
 *
 * const proof: BitcoinVerificationResult = verifyBitcoinSignature('a text', 'pofcHNidP8B', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
 * proof // => { outcome: 'refused', reason: 'proof_of_funds' }
 * ```
 */
export type BitcoinVerificationResult =
  | { readonly outcome: 'verified'; readonly method: 'bip322' | 'bip137' }
  | { readonly outcome: 'refused'; readonly reason: BitcoinVerificationErrorCode }

/**
 * Verifies that a text was signed with the key or script of an address (BIP-322, BIP-137). Accepts
 * simple signatures for P2WPKH, P2WSH, P2TR and, without a prefix, P2SH-P2WPKH; full signatures for
 * all types; and signatures of 65 bytes for P2PKH, P2WPKH and P2SH-P2WPKH. Never throws.
 *
 * @example
 * ```ts
 * import { verifyBitcoinSignature } from '@countersign/proof'
 *
 * const address = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
 * const signature =
 *   'smpAkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI='
 * verifyBitcoinSignature('', signature, address) // => { outcome: 'verified', method: 'bip322' }
 * verifyBitcoinSignature('a text', signature, address) // => { outcome: 'refused', reason: 'other_signer' }
 * ```
 * @param text the signed text, exactly as received
 * @param signature base64; `ful` precedes full signatures, and `smp` may precede simple ones
 * @param address the address that the text names
 */
export function verifyBitcoinSignature(text: string, signature: string, address: string): BitcoinVerificationResult {
  const verdict = verifyBip322(text, signature, address)
  if (verdict.outcome === 'refused') return verdict
  const { method, lockTime, sequence } = verdict
  return lockTime === 0 && !isRelativeTimelock(sequence)
    ? { outcome: 'verified', method }
    : { outcome: 'refused', reason: 'timelock' }
}

// The highest bit disables relative timelocks (BIP-68); wallets set it in ordinary transactions.
const isRelativeTimelock = (sequence: number): boolean => sequence !== 0 && sequence < 0x8000_0000
