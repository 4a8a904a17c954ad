// Does this signature prove control of this Bitcoin address, now and without conditions?
import type { BitcoinProofRefusal } from './refusals.ts'
import { verifyBip322 } from './verify-bip322.ts'

/**
 * The answer: proved, or refused with the reason (`bitcoinProofRefusals` has its words).
 *
 * @example
 * ```ts
 * import { proveBitcoin } from '@countersign/proof'
 * import type { BitcoinProof } from '@countersign/proof'
 *
 * const proof: BitcoinProof = proveBitcoin('a text', 'pofcHNidP8B', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
 * proof // => { outcome: 'refused', reason: 'proof_of_funds' }
 * ```
 */
export type BitcoinProof =
  | { readonly outcome: 'proved'; readonly method: 'bip322' }
  | { readonly outcome: 'refused'; readonly reason: BitcoinProofRefusal }

/**
 * Checks that whoever can spend what an address holds signed a text (BIP-322): simple for P2WPKH, P2WSH and P2TR, full for these, P2SH and P2PKH,
 * and the signature of old for P2PKH. Never throws.
 *
 * @example
 * ```ts
 * import { proveBitcoin } from '@countersign/proof'
 *
 * const address = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
 * const signature =
 *   'smpAkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI='
 * proveBitcoin('', signature, address) // => { outcome: 'proved', method: 'bip322' }
 * proveBitcoin('a text', signature, address) // => { outcome: 'refused', reason: 'other_signer' }
 * ```
 * @param text the text that was shown to the person, as it came in
 * @param signature base64, with the prefix `smp` or `ful`; without one where the address leaves no doubt
 * @param address the address that the text names
 */
export function proveBitcoin(text: string, signature: string, address: string): BitcoinProof {
  const verdict = verifyBip322(text, signature, address)
  if (verdict.outcome === 'refused') return verdict
  return verdict.lockTime === 0 && verdict.sequence === 0
    ? { outcome: 'proved', method: 'bip322' }
    : { outcome: 'refused', reason: 'timelock' }
}
