// Recovery of public keys by @noble/curves. The library comes in as an argument, because it is loaded in several ways.
import type { RecoverPublicKey } from './recover-public-key.ts'

/** The part of `@noble/curves/secp256k1.js` that recovers keys. */
export type NobleSecp256k1 = typeof import('@noble/curves/secp256k1.js')

/** @noble/curves as the engine. */
export function createNoblePublicKeyRecovery({ secp256k1 }: NobleSecp256k1): RecoverPublicKey {
  return (hash, numbers, recovery) => {
    try {
      return secp256k1.Signature.fromBytes(numbers, 'compact')
        .addRecoveryBit(recovery)
        .recoverPublicKey(hash)
        .toBytes(false)
    } catch {
      return null
    }
  }
}
