import { ed25519SignatureByteLength } from './strict-ed25519-validation.ts'

/**
 * Encodes what a hardware wallet returns for an off-chain message as one text, which
 * `verifySolanaSignature` accepts as the signature: the number of signatures (1), the signature, and
 * the signed message, in base64.
 *
 * @example
 * ```ts
 * import { encodeSolanaOffchainEnvelope } from '@countersign/proof'
 *
 * encodeSolanaOffchainEnvelope(new Uint8Array(64), Uint8Array.of(0xff)).length // => 88
 * ```
 * @param signature 64 bytes
 * @param signedMessage the bytes that the wallet reports as signed, preamble included
 * @returns base64
 * @throws RangeError if the signature does not have 64 bytes
 */
export function encodeSolanaOffchainEnvelope(signature: Uint8Array, signedMessage: Uint8Array): string {
  if (signature.length !== ed25519SignatureByteLength) throw new RangeError('The signature must have 64 bytes.')
  let envelope = '\u0001'
  for (const part of [signature, signedMessage]) for (const byte of part) envelope += String.fromCharCode(byte)
  return btoa(envelope)
}
