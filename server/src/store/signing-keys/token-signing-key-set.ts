// The signing keys as the provider uses them (JWKS): what is published, and what signs.
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

/** The signing keys at one moment. */
export interface TokenSigningKeySet {
  /** Another one whenever another key signs, or others are published. */
  version: string
  /** With the private halves, for the provider; it signs with the first of an algorithm, which is the current one. */
  jwks: { keys: JWK[] }
  /** Signs claims with the current key of an algorithm, and with nothing in the header but that (THREATS O7). */
  sign: (payload: JWTPayload, header: { typ: string; algorithm: TokenSigningAlgorithm }) => Promise<string>
  /** When the version changes by the clock alone, in milliseconds since 1970; null where it will not. */
  nextChangeAt: number | null
}

/** For how long programs may cache the published keys and the discovery document (OpenID Connect Core §10.1.1). */
export const jwksMaxAgeSeconds = 300

/** The provider takes the first key that fits, so the order decides which one signs. */
const publishedStates = ['current', 'next', 'retiring'] as const

/** The keys of a moment that are published, in the order in which they are. */
const listPublishedKeys = (keys: readonly SigningKeysTable[], now: number): TokenSigningKeyWithRotationState[] => {
  const stated = computeTokenSigningKeyRotationStates(keys, now)
  return publishedStates.flatMap((wanted) => stated.filter(({ state }) => state === wanted))
}

/** The version of the set that these keys are at this moment. */
export const computeTokenSigningKeySetVersion = (keys: readonly SigningKeysTable[], now: number): string =>
  createHash('sha256')
    .update(
      listPublishedKeys(keys, now)
        .map(({ key, state }) => `${key.id} ${state}`)
        .join('\n'),
    )
    .digest('base64url')

/**
 * The set that these keys are at this moment.
 * @throws Error where the key of the server does not belong to this database
 */
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
      if (signer === undefined) throw new Error(`There is no signing key for ${algorithm}.`)
      return new SignJWT(payload).setProtectedHeader({ alg: algorithm, kid: signer.kid, typ }).sign(signer.key)
    },
    nextChangeAt: findNextTokenSigningKeyStateChange(keys, now),
  }
}

function decryptSigningKey(row: SigningKeysTable, serverKey: Buffer): JWK {
  const key = row.private_key === null ? null : unwrapPrivateKey(serverKey, row, row.private_key)
  if (key === null)
    throw new Error(
      `The signing key ${row.id} was encrypted with another key of the server than the one this instance has read.`,
    )
  // Named for one algorithm and one use, so that it serves no other (RFC 7517 §4.2, §4.4).
  return { ...key, kid: row.id, alg: row.algorithm, use: 'sig' }
}
