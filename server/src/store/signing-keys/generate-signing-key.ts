// Makes the pair of a new signing key. It works outside the event loop: a pair for RS256 takes a good part of a second.
import { calculateJwkThumbprint } from 'jose'
import type { JWK } from 'jose'
import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { TokenSigningAlgorithm } from '../../platform/database/database-column-types.ts'

const generateKeyPairAsync = promisify(generateKeyPair)

/** RFC 7518 §3.3: 2048 bits or more. More would make every signature slower, and the key does not live for long. */
const rsaBits = 2048

/** A pair that has just been made. */
export interface GeneratedSigningKeyPair {
  /** The thumbprint of the public half (RFC 7638), so that no two keys ever share an id. */
  id: string
  publicKey: JWK
  privateKey: JWK
}

/** Makes a pair for an algorithm. */
export async function generateSigningKey(algorithm: TokenSigningAlgorithm): Promise<GeneratedSigningKeyPair> {
  const pair =
    algorithm === 'RS256'
      ? await generateKeyPairAsync('rsa', { modulusLength: rsaBits })
      : await generateKeyPairAsync('ec', { namedCurve: 'P-256' })
  const publicKey = pair.publicKey.export({ format: 'jwk' }) as JWK
  return {
    id: await calculateJwkThumbprint(publicKey),
    publicKey,
    privateKey: pair.privateKey.export({ format: 'jwk' }) as JWK,
  }
}
