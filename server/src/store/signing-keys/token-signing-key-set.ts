import { SignJWT } from 'jose'
import type { JWK, JWTPayload } from 'jose'
import { createHash, createPrivateKey } from 'node:crypto'
import type { JsonWebKeyInput } from 'node:crypto'
import type { TokenSigningAlgorithm } from '../../platform/database/database-column-types.ts'
import type { SigningKeysTable } from '../../platform/database/database-schema.ts'
import {
  findNextTokenSigningKeyStateChange,
  computeTokenSigningKeyRotationStates,
} from './compute-token-signing-key-rotation-states.ts'
import type { TokenSigningKeyWithRotationState } from './compute-token-signing-key-rotation-states.ts'
import { unwrapPrivateKey } from '../../platform/wrap-private-key.ts'

export interface TokenSigningKeySet {
  /** Changes whenever the published or signing keys change. */
  version: string
  /** Private keys; the provider signs with the first key of each algorithm. */
  jwks: { keys: JWK[] }
  /** Adds no other header parameters (THREATS O7). */
  sign: (payload: JWTPayload, header: { typ: string; algorithm: TokenSigningAlgorithm }) => Promise<string>
  /** In milliseconds since 1970; null if no change is scheduled. */
  nextChangeAt: number | null
}

/** Cache lifetime of the JWKS and the discovery document (OpenID Connect Core §10.1.1). */
export const jwksMaxAgeSeconds = 300

/** The order matters, because the provider signs with the first match. */
const publishedStates = ['current', 'next', 'retiring'] as const

const listPublishedKeys = (keys: readonly SigningKeysTable[], now: number): TokenSigningKeyWithRotationState[] => {
  const stated = computeTokenSigningKeyRotationStates(keys, now)
  return publishedStates.flatMap((wanted) => stated.filter(({ state }) => state === wanted))
}

export const computeTokenSigningKeySetVersion = (keys: readonly SigningKeysTable[], now: number): string =>
  createHash('sha256')
    .update(
      listPublishedKeys(keys, now)
        .map(({ key, state }) => `${key.id} ${state}`)
        .join('\n'),
    )
    .digest('base64url')

/** @throws if the master key does not match the database */
export function createTokenSigningKeySet(
  keys: readonly SigningKeysTable[],
  serverKey: Buffer,
  now: number,
): TokenSigningKeySet {
  const stated = listPublishedKeys(keys, now)
  const opened = stated.map(({ key }) => decryptSigningKey(key, serverKey))
  const signers = new Map(
    stated.flatMap(({ key, state }, index) =>
      state === 'current'
        ? [
            [
              key.algorithm,
              { kid: key.id, key: createPrivateKey({ key: opened[index], format: 'jwk' } as JsonWebKeyInput) },
            ],
          ]
        : [],
    ),
  )
  return {
    version: computeTokenSigningKeySetVersion(keys, now),
    jwks: { keys: opened },
    sign: async (payload, { typ, algorithm }) => {
      const signer = signers.get(algorithm)
      if (signer === undefined) throw new Error(`No signing key for ${algorithm}.`)
      return new SignJWT(payload).setProtectedHeader({ alg: algorithm, kid: signer.kid, typ }).sign(signer.key)
    },
    nextChangeAt: findNextTokenSigningKeyStateChange(keys, now),
  }
}

function decryptSigningKey(row: SigningKeysTable, serverKey: Buffer): JWK {
  const key = row.private_key === null ? null : unwrapPrivateKey(serverKey, row, row.private_key)
  if (key === null)
    throw new Error(
      `The signing key ${row.id} was encrypted with a different server key (COUNTERSIGN_KEY_FILE) than the one that this instance loaded.`,
    )
  // The key is restricted to one algorithm and one use (RFC 7517 §4.2, §4.4).
  return { ...key, kid: row.id, alg: row.algorithm, use: 'sig' }
}
