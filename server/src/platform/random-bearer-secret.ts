// Bearer secrets that a browser holds (session tokens). Only their hash is stored (THREATS P9).
import { hash } from 'node:crypto'
import type { RandomBytes } from './clock.ts'

/** Returns 256 random bits as 43 characters that are safe in a cookie. */
export const createBearerSecret = (random: RandomBytes): string => Buffer.from(random(32)).toString('base64url')

const bearerSecretPattern = /^[0-9A-Za-z_-]{43}$/

export const isBearerSecret = (text: string | undefined): text is string =>
  text !== undefined && bearerSecretPattern.test(text)

/** The secret is so random that a plain hash cannot be reversed by guessing. */
export const hashBearerSecret = (secret: string): string => hash('sha256', secret, 'base64url')
