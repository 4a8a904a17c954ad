// What recovers keys in Node. The native library (libsecp256k1) does this thirty times as fast as JavaScript; where it is not
// installed, or does not load, @noble/curves takes its place. That package's own fallback (elliptic) is never reached, because it would be
// taken without a word.
import { createRequire } from 'node:module'
import { createNoblePublicKeyRecovery } from './create-noble-public-key-recovery.ts'
import type { NobleSecp256k1 } from './create-noble-public-key-recovery.ts'
import type { RecoverPublicKey, PublicKeyRecoveryEngine } from './recover-public-key.ts'

/** The part of the package `secp256k1` that recovers keys. */
export interface NativeSecp256k1 {
  ecdsaRecover: (numbers: Uint8Array, recoveryEngine: number, hash: Uint8Array, compressed: boolean) => Uint8Array
}

/** The two ways to @noble/curves. */
export interface NobleSecp256k1Loader {
  /** At once; throws where there is nothing to be required, as in a bundle. */
  require: () => NobleSecp256k1
  /** After a moment, and found by bundlers. */
  load: () => Promise<NobleSecp256k1>
}

const requireHere = createRequire(import.meta.url)

/** Loads the compiled code itself: the package's main file would hide that it is missing. */
export const loadNativeSecp256k1 = (): NativeSecp256k1 => requireHere('secp256k1/bindings.js') as NativeSecp256k1

export const nobleSecp256k1Loader: NobleSecp256k1Loader = {
  require: () => requireHere('@noble/curves/secp256k1.js') as NobleSecp256k1,
  load: () => import('@noble/curves/secp256k1.js'),
}

/**
 * Takes the native library where it loads, and @noble/curves where it does not. Nothing waits (no top-level await), so that this package can
 * be loaded by `require` too; and what is not needed is not loaded, because it is twelve megabytes in memory.
 * @param loadNative loads the native library; may throw
 */
export function choosePublicKeyRecoveryEngine(
  loadNative: () => NativeSecp256k1,
  noble: NobleSecp256k1Loader,
): PublicKeyRecoveryEngine {
  try {
    return { name: 'native', recover: createNativeRecover(loadNative()) }
  } catch (error) {
    const [fallbackReason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    return { name: 'noble', recover: createLazyNobleRecover(noble), fallbackReason }
  }
}

function createNativeRecover(library: NativeSecp256k1): RecoverPublicKey {
  return (hash, numbers, recoveryEngine) => {
    try {
      return library.ecdsaRecover(numbers, recoveryEngine, hash, false)
    } catch {
      // It throws for what has no public key, and for nothing else that could be given to it from here.
      return null
    }
  }
}

/** Never both ways at once: Node refuses to require what it is importing. */
function createLazyNobleRecover(noble: NobleSecp256k1Loader): RecoverPublicKey {
  let recover: RecoverPublicKey | undefined
  try {
    recover = createNoblePublicKeyRecovery(noble.require())
  } catch {
    noble.load().then(
      (library) => (recover = createNoblePublicKeyRecovery(library)),
      // Then it is required where it is used, which says what is wrong.
      () => undefined,
    )
  }
  return (hash, numbers, recoveryEngine) =>
    (recover ??= createNoblePublicKeyRecovery(noble.require()))(hash, numbers, recoveryEngine)
}

export const publicKeyRecoveryEngine: PublicKeyRecoveryEngine = choosePublicKeyRecoveryEngine(
  loadNativeSecp256k1,
  nobleSecp256k1Loader,
)
