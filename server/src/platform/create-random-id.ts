// Identifiers of rows: as random as a nonce, and in the same letters and digits, so that none can be guessed or counted.
import { createNonce } from '@countersign/message'
import type { RandomBytes } from './clock.ts'

/** A new identifier: 26 characters of `0-9a-z`, 130 random bits. */
export const createRandomId = (random: RandomBytes): string => createNonce(random)
