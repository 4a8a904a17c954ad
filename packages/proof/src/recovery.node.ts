// What recovers keys in Node. The native library (libsecp256k1) does this thirty times as fast as JavaScript; where it is not
// installed, or does not load, @noble/curves takes its place. That package's own fallback (elliptic) is never reached, because it would be
// taken without a word.
import { createRequire } from 'node:module'
import { nobleRecover } from './noble-recover.ts'
import type { NobleLibrary } from './noble-recover.ts'
import type { Recover, Recovery } from './recover.ts'

/** The part of the package `secp256k1` that recovers keys. */
export interface NativeLibrary {
  ecdsaRecover: (numbers: Uint8Array, recovery: number, hash: Uint8Array, compressed: boolean) => Uint8Array
}

/** The two ways to @noble/curves. */
export interface NobleLoader {
  /** At once; throws where there is nothing to be required, as in a bundle. */
  require: () => NobleLibrary
  /** After a moment, and found by bundlers. */
  load: () => Promise<NobleLibrary>
}

const requireHere = createRequire(import.meta.url)

/** Loads the compiled code itself: the package's main file would hide that it is missing. */
export const loadNativeLibrary = (): NativeLibrary => requireHere('secp256k1/bindings.js') as NativeLibrary

export const nobleLoader: NobleLoader = {
  require: () => requireHere('@noble/curves/secp256k1.js') as NobleLibrary,
  load: () => import('@noble/curves/secp256k1.js'),
}

/**
 * Takes the native library where it loads, and @noble/curves where it does not. Nothing waits (no top-level await), so that this package can
 * be loaded by `require` too; and what is not needed is not loaded, because it is twelve megabytes in memory.
 * @param loadNative loads the native library; may throw
 */
export function chooseRecovery(loadNative: () => NativeLibrary, noble: NobleLoader): Recovery {
  try {
    return { engine: 'native', recover: nativeRecover(loadNative()) }
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    return { engine: 'noble', recover: nobleSoon(noble), reason }
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

/** Never both ways at once: Node refuses to require what it is importing. */
function nobleSoon(noble: NobleLoader): Recover {
  let recover: Recover | undefined
  try {
    recover = nobleRecover(noble.require())
  } catch {
    noble.load().then(
      (library) => (recover = nobleRecover(library)),
      // Then it is required where it is used, which says what is wrong.
      () => undefined,
    )
  }
  return (hash, numbers, recovery) => (recover ??= nobleRecover(noble.require()))(hash, numbers, recovery)
}

export const recovery: Recovery = chooseRecovery(loadNativeLibrary, nobleLoader)
