// What recovers keys where there is no Node: in browsers, workers and at the edge.
import * as noble from '@noble/curves/secp256k1.js'
import { createNobleRecover } from './recover-with-noble.ts'
import type { RecoveryEngine } from './recover-public-key.ts'

export const recoveryEngine: RecoveryEngine = {
  name: 'noble',
  recover: createNobleRecover(noble),
  fallbackReason: 'native code is used in Node only',
}
