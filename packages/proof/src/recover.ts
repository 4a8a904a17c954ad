// Which public key made a signature (ECDSA public key recovery), by the engine of this process: libsecp256k1 in Node where it is
// installed, else @noble/curves. `recoverEngine` says which, for the log.
import { recovery } from '#recovery'

/**
 * Recovers the public key, 65 bytes, from the signed hash, the signature's 64 bytes (r and s, both in range) and its
 * recovery id; null where no key can have made the signature (SEC 1 §4.1.6).
 */
export type Recover = (hash: Uint8Array, numbers: Uint8Array, recovery: 0 | 1) => Uint8Array | null

/** What recovers keys in this process. */
export interface Recovery {
  readonly engine: 'native' | 'noble'
  readonly recover: Recover
  /** Why the native library is not used, where it is not. */
  readonly reason?: string
}

/**
 * What recovers keys in this process: `native` is libsecp256k1, compiled code from the optional package `secp256k1`; `noble` is
 * \@noble/curves, which is always there. Both give the same answers; a program that checks many signatures logs which it has.
 *
 * @example
 * ```ts
 * import { recoverEngine, recoverEngineReason } from '@countersign/proof'
 *
 * if (recoverEngine === 'noble') console.log('Signatures are checked in JavaScript:', recoverEngineReason)
 * ['native', 'noble'].includes(recoverEngine) // => true
 * ```
 */
export const recoverEngine: 'native' | 'noble' = recovery.engine

/**
 * Why the native library is not used, where it is not: in Node the error with which it did not load.
 *
 * @example
 * ```ts
 * import { recoverEngine, recoverEngineReason } from '@countersign/proof'
 *
 * (recoverEngineReason === undefined) === (recoverEngine === 'native') // => true
 * ```
 */
export const recoverEngineReason: string | undefined = recovery.reason

/** Recovers a public key with the engine of this process. */
export const recoverPublicKey: Recover = recovery.recover
