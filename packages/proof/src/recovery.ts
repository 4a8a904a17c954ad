// What recovers keys where there is no Node: in browsers, workers and at the edge.
import * as noble from '@noble/curves/secp256k1.js'
import { nobleRecover } from './noble-recover.ts'
import type { Recovery } from './recover.ts'

export const recovery: Recovery = {
  engine: 'noble',
  recover: nobleRecover(noble),
  reason: 'native code is used in Node only',
}
