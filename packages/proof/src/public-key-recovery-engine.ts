// Public key recovery outside of Node: in browsers, workers and edge runtimes.
import * as noble from '@noble/curves/secp256k1.js'
import { createNoblePublicKeyRecovery } from './create-noble-public-key-recovery.ts'
import type { PublicKeyRecoveryEngine } from './recover-public-key.ts'

export const publicKeyRecoveryEngine: PublicKeyRecoveryEngine = {
  name: 'noble',
  recover: createNoblePublicKeyRecovery(noble),
  fallbackReason: 'native code is used only in Node.js',
}
