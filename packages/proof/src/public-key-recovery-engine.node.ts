// Native libsecp256k1, which is 30 times faster than @noble/curves, is used if it can be loaded.
import { createRequire } from 'node:module'
import { createNoblePublicKeyRecovery } from './create-noble-public-key-recovery.ts'
import type { NobleSecp256k1 } from './create-noble-public-key-recovery.ts'
import type { RecoverPublicKey, PublicKeyRecoveryEngine } from './recover-public-key.ts'

export interface NativeSecp256k1 {
  ecdsaRecover: (numbers: Uint8Array, recoveryEngine: number, hash: Uint8Array, compressed: boolean) => Uint8Array
}

export interface NobleSecp256k1Loader {
  /** Throws if there is nothing to require, as in a bundle. */
  require: () => NobleSecp256k1
  /** Bundlers recognize this import. */
  load: () => Promise<NobleSecp256k1>
}

const requireHere = createRequire(import.meta.url)

/** Skips the package's main file, which would silently use its fallback (elliptic). */
export const loadNativeSecp256k1 = (): NativeSecp256k1 => requireHere('secp256k1/bindings.js') as NativeSecp256k1

export const nobleSecp256k1Loader: NobleSecp256k1Loader = {
  require: () => requireHere('@noble/curves/secp256k1.js') as NobleSecp256k1,
  load: () => import('@noble/curves/secp256k1.js'),
}

// There is no top-level await, so that `require` works. Only the chosen engine is loaded, because
// each takes up to 12 MB.
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
      // The library throws only if there is no public key.
      return null
    }
  }
}

// Imports only if `require` fails, because Node cannot require a module that is being imported.
function createLazyNobleRecover(noble: NobleSecp256k1Loader): RecoverPublicKey {
  let recover: RecoverPublicKey | undefined
  try {
    recover = createNoblePublicKeyRecovery(noble.require())
  } catch {
    noble.load().then(
      (library) => (recover = createNoblePublicKeyRecovery(library)),
      // If the import fails, the later `require` reports the error.
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
