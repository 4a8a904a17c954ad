// Which public key made a signature. The native library (libsecp256k1) does this thirty times as fast as JavaScript; where
// it does not load, @noble/curves takes its place and `recoverEngine` says so, for the log. The package's own fallback
// (elliptic) is never reached, because it would be taken without a word.
import { createRequire } from 'node:module'

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

type NativeLibrary = Pick<typeof import('secp256k1'), 'ecdsaRecover'>

/**
 * Takes the native library where it loads, and @noble/curves where it does not.
 * @param loadNative loads the native library; may throw
 */
export async function chooseRecovery(loadNative: () => NativeLibrary): Promise<Recovery> {
  try {
    return { engine: 'native', recover: nativeRecover(loadNative()) }
  } catch (error) {
    return {
      engine: 'noble',
      recover: await nobleRecover(),
      reason: error instanceof Error ? error.message : String(error),
    }
  }
}

function nativeRecover(library: NativeLibrary): Recover {
  return (hash, numbers, recovery) => {
    try {
      return library.ecdsaRecover(numbers, recovery, hash, false)
    } catch {
      // It throws for what has no public key, and for nothing else that could be given to it from here.
      return null
    }
  }
}

/** @noble/curves as the engine; exported so that the two can be compared. Loaded only where it is needed. */
export async function nobleRecover(): Promise<Recover> {
  const { secp256k1 } = await import('@noble/curves/secp256k1.js')
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

/** Loads the compiled code itself: the package's main file would hide that it is missing. */
export function loadNativeLibrary(): NativeLibrary {
  return createRequire(import.meta.url)('secp256k1/bindings.js') as NativeLibrary
}

const chosen = await chooseRecovery(loadNativeLibrary)

/** Which library recovers keys in this process; the server logs it at start. */
export const recoverEngine: Recovery['engine'] = chosen.engine

/** Why the native library is not used, where it is not. */
export const recoverEngineReason: string | undefined = chosen.reason

/** Recovers a public key with the engine of this process. */
export const recoverPublicKey: Recover = chosen.recover
