import { createNonce } from '@countersign/message'
import type { RandomBytes } from './clock.ts'

/** 26 characters of `0-9a-z`, 130 random bits. */
export const createRandomId = (random: RandomBytes): string => createNonce(random)
