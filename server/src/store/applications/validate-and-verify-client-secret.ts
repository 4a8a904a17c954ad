// The secrets that applications prove themselves with: made here or given by an operator, shown once, stored as hashes.
import { timingSafeEqual } from 'node:crypto'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import type { ApplicationRecord } from './application-store.ts'

const minSecretLength = 32
const maxSecretLength = 256
const minDistinctCharacters = 12

/**
 * Looks at a secret that an operator chose. What is stored is a plain hash, so it must be random; and some libraries
 * change other characters on the way (RFC 6749 §2.3.1 has the header encoded twice).
 * @returns what is wrong with it and what is allowed, without repeating it; null where nothing is
 */
export function validateClientSecret(secret: string): string | null {
  if (secret.length < minSecretLength || secret.length > maxSecretLength)
    return `must have ${minSecretLength} to ${maxSecretLength} characters`
  if (!/^[0-9A-Za-z._~-]+$/.test(secret)) return 'must consist of letters, digits, ".", "_", "~" and "-"'
  if (new Set(secret).size < minDistinctCharacters) return 'must be random, as "openssl rand -hex 32" makes it'
  return null
}

const emptyHash = Buffer.alloc(32)

/**
 * Whether this is the secret of an application: the current one, or the one before while that still works. Takes the
 * same time whichever it is, and however much of it is right.
 * @param now milliseconds since 1970
 */
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
