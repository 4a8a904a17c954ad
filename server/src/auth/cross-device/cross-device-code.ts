// Generates cross-device codes and match pairs, without lookalike characters or words.
import type { RandomBytes } from '../../platform/clock.ts'

const digits = '23456789'
/** Letters of OAuth user codes (RFC 8628 §6.1), which have no digit, so one input accepts both. */
const consonants = 'BCDFGHJKLMNPQRSTVWXZ'
const codePattern = new RegExp(`^[${digits}][${consonants}]{7}$`)

/** 33 random bits, such as `7KQMRTWX`; codes are short-lived and tries are limited. */
export const createCrossDeviceCode = (random: RandomBytes): string =>
  pickCharacter(random, digits) + Array.from({ length: 7 }, () => pickCharacter(random, consonants)).join('')

/** Ignores spaces, dashes and case. Null if the text cannot be a code. */
export function normalizeCrossDeviceCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  return codePattern.test(code) ? code : null
}

export const formatCrossDeviceCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

const matchPairLetters = 'ACDEFHJKLMNPRTUVWXY'

export function createCrossDeviceMatchPairs(random: RandomBytes): { pair: string; pairs: string[] } {
  const letters = drawDistinct(random, matchPairLetters, 3)
  const numbers = drawDistinct(random, digits, 3)
  const pairs = letters.map((letter, index) => `${letter}${numbers[index]}`)
  return { pair: pairs[randomBelow(random, pairs.length)] as string, pairs }
}

function drawDistinct(random: RandomBytes, from: string, count: number): string[] {
  const left = [...from]
  return Array.from({ length: count }, () => left.splice(randomBelow(random, left.length), 1)[0] as string)
}

const pickCharacter = (random: RandomBytes, from: string): string => from.charAt(randomBelow(random, from.length))

/** 32 bits, so that the modulo bias is negligible. */
const randomBelow = (random: RandomBytes, count: number): number => Buffer.from(random(4)).readUInt32BE() % count
