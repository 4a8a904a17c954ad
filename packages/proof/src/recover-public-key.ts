// Which public key made a signature (ECDSA public key recovery), by the engine of this process: libsecp256k1 in Node where it is
// installed, else @noble/curves. `publicKeyRecoveryEngineName` says which, for the log.
import { publicKeyRecoveryEngine } from '#recovery-engine'

/**
 * Recovers the public key, 65 bytes, from the signed hash, the signature's 64 bytes (r and s, both in range) and its
 * recovery id; null where no key can have made the signature (SEC 1 §4.1.6).
 */
export type RecoverPublicKey = (hash: Uint8Array, numbers: Uint8Array, recovery: 0 | 1) => Uint8Array | null

/** What recovers keys in this process. */
export interface PublicKeyRecoveryEngine {
  readonly name: 'native' | 'noble'
  readonly recover: RecoverPublicKey
  /** Why the native library is not used, where it is not. */
  readonly fallbackReason?: string
}

/**
 * What recovers keys in this process: `native` is libsecp256k1, compiled code from the optional package `secp256k1`; `noble` is
 * \@noble/curves, which is always there. Both give the same answers; a program that checks many signatures logs which it has.
 *
 * @example
 * ```ts
 * import { publicKeyRecoveryEngineName, publicKeyRecoveryFallbackReason } from '@countersign/proof'
 *
 * if (publicKeyRecoveryEngineName === 'noble') console.log('Signatures are checked in JavaScript:', publicKeyRecoveryFallbackReason)
 * ['native', 'noble'].includes(publicKeyRecoveryEngineName) // => true
 * ```
 */
export const publicKeyRecoveryEngineName: 'native' | 'noble' = publicKeyRecoveryEngine.name

/**
 * Why the native library is not used, where it is not: in Node the error with which it did not load.
 *
 * @example
 * ```ts
 * import { publicKeyRecoveryEngineName, publicKeyRecoveryFallbackReason } from '@countersign/proof'
 *
 * (publicKeyRecoveryFallbackReason === undefined) === (publicKeyRecoveryEngineName === 'native') // => true
 * ```
 */
export const publicKeyRecoveryFallbackReason: string | undefined = publicKeyRecoveryEngine.fallbackReason

/** Recovers a public key with the engine of this process. */
export const recoverPublicKey: RecoverPublicKey = publicKeyRecoveryEngine.recover
