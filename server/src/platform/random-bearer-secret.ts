// Bearer secrets that a browser holds (session tokens): given out once, kept here only as a hash (THREATS P9).
import { hash } from 'node:crypto'
import type { RandomBytes } from './clock.ts'

/** A new secret of 256 random bits, as 43 characters that are safe in a cookie. */
export const createBearerSecret = (random: RandomBytes): string => Buffer.from(random(32)).toString('base64url')

const bearerSecretPattern = /^[0-9A-Za-z_-]{43}$/

/** Whether this text can be a secret made by `createBearerSecret`; anything else is not worth a look-up. */
export const isBearerSecret = (text: string | undefined): text is string =>
  text !== undefined && bearerSecretPattern.test(text)

/** What is stored of a secret. The secret is random enough that a plain hash cannot be searched. */
export const hashBearerSecret = (secret: string): string => hash('sha256', secret, 'base64url')
