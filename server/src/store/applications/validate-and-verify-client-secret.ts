import { timingSafeEqual } from 'node:crypto'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import type { ApplicationRecord } from './application-store.ts'

const minSecretLength = 32
const maxSecretLength = 256
const minDistinctCharacters = 12

/** Must be header-safe (RFC 6749 §2.3.1), and random, because only a plain hash is stored. */
export function validateClientSecret(secret: string): string | null {
  if (secret.length < minSecretLength || secret.length > maxSecretLength)
    return `must have ${minSecretLength} to ${maxSecretLength} characters`
  if (!/^[0-9A-Za-z._~-]+$/.test(secret)) return 'must contain only letters, digits, ".", "_", "~" and "-"'
  if (new Set(secret).size < minDistinctCharacters) return 'must be random; generate it with "openssl rand -hex 32"'
  return null
}

const emptyHash = Buffer.alloc(32)

/** Runs in constant time. */
export function verifyClientSecret(
  record: Pick<ApplicationRecord, 'secretHash' | 'previousSecretHash' | 'previousSecretExpiresAt'>,
  secret: string,
  now: number,
): boolean {
  const given = Buffer.from(hashBearerSecret(secret), 'base64url')
  const isCurrent = isEqualHash(given, record.secretHash)
  const isPrevious = isEqualHash(given, record.previousSecretHash)
  const previousWorks = record.previousSecretExpiresAt !== null && now < record.previousSecretExpiresAt
  return isCurrent || (isPrevious && previousWorks)
}

function isEqualHash(given: Buffer, hash: string | null): boolean {
  const expected = hash === null ? emptyHash : Buffer.from(hash, 'base64url')
  return timingSafeEqual(given, expected) && hash !== null
}
