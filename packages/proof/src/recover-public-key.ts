import { publicKeyRecoveryEngine } from '#recovery-engine'

/** Takes r and s, both in range. Returns 65 bytes, or null if there is no key (SEC 1 §4.1.6). */
export type RecoverPublicKey = (hash: Uint8Array, numbers: Uint8Array, recovery: 0 | 1) => Uint8Array | null

export interface PublicKeyRecoveryEngine {
  readonly name: 'native' | 'noble'
  readonly recover: RecoverPublicKey
  readonly fallbackReason?: string
}

/**
 * The recovery engine of this process: `native` is libsecp256k1 from the optional package
 * `secp256k1`, and `noble` is \@noble/curves. Both give the same results. Log the engine if you
 * verify many signatures, because `noble` is slower.
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
 * The reason why the native library is not used, such as its load error; undefined if it is used.
 *
 * @example
 * ```ts
 * import { publicKeyRecoveryEngineName, publicKeyRecoveryFallbackReason } from '@countersign/proof'
 *
 * (publicKeyRecoveryFallbackReason === undefined) === (publicKeyRecoveryEngineName === 'native') // => true
 * ```
 */
export const publicKeyRecoveryFallbackReason: string | undefined = publicKeyRecoveryEngine.fallbackReason

export const recoverPublicKey: RecoverPublicKey = publicKeyRecoveryEngine.recover
