// Generates signing key pairs outside the event loop, because RS256 takes up to a second.
import { calculateJwkThumbprint } from 'jose'
import type { JWK } from 'jose'
import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { TokenSigningAlgorithm } from '../../platform/database/database-column-types.ts'

const generateKeyPairAsync = promisify(generateKeyPair)

/** The minimum in RFC 7518 §3.3; larger keys slow down every signature. */
const rsaBits = 2048

export interface GeneratedSigningKeyPair {
  /** Thumbprint of the public key (RFC 7638). */
  id: string
  publicKey: JWK
  privateKey: JWK
}

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
