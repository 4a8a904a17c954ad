// The library is a parameter, because callers load it in different ways.
import type { RecoverPublicKey } from './recover-public-key.ts'

export type NobleSecp256k1 = typeof import('@noble/curves/secp256k1.js')

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
