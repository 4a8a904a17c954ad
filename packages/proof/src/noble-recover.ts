// Recovery of public keys by @noble/curves. The library comes in as an argument, because it is loaded in several ways.
import type { Recover } from './recover.ts'

/** The part of `@noble/curves/secp256k1.js` that recovers keys. */
export type NobleLibrary = typeof import('@noble/curves/secp256k1.js')

/** @noble/curves as the engine. */
export function nobleRecover({ secp256k1 }: NobleLibrary): Recover {
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
