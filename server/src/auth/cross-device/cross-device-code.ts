// The code that a waiting browser shows, and the pair by which a person tells that they look at the right screen. Both are made to be read and
// typed: no letters that look like others, none that make words.
import type { RandomBytes } from '../../platform/clock.ts'

const digits = '23456789'
/** As those of a device's code (RFC 8628 §6.1), which has no digit: so one field takes both, and knows which it has. */
const consonants = 'BCDFGHJKLMNPQRSTVWXZ'
const codePattern = new RegExp(`^[${digits}][${consonants}]{7}$`)

/** A new code of 33 random bits, such as `7KQMRTWX`: as short as its life, and as its tries are few. */
export const createCrossDeviceCode = (random: RandomBytes): string =>
  pickCharacter(random, digits) + Array.from({ length: 7 }, () => pickCharacter(random, consonants)).join('')

/** The code in the one spelling that is stored, whatever spaces, dashes and cases were typed; null where it can be none. */
export function normalizeCrossDeviceCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  return codePattern.test(code) ? code : null
}

/** The code as it is shown: two groups of four. */
export const formatCrossDeviceCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** Without those that look like a digit. */
const matchPairLetters = 'ACDEFHJKLMNPRTUVWXY'

/** Three pairs of a letter and a digit, no two of which share either, and which of them it is. */
export function createCrossDeviceMatchPairs(random: RandomBytes): { pair: string; pairs: string[] } {
  const letters = drawDistinct(random, matchPairLetters, 3)
  const numbers = drawDistinct(random, digits, 3)
  const pairs = letters.map((letter, index) => `${letter}${numbers[index]}`)
  return { pair: pairs[randomBelow(random, pairs.length)] as string, pairs }
}

/** So many different ones of these characters, in any order. */
function drawDistinct(random: RandomBytes, from: string, count: number): string[] {
  const left = [...from]
  return Array.from({ length: count }, () => left.splice(randomBelow(random, left.length), 1)[0] as string)
}

const pickCharacter = (random: RandomBytes, from: string): string => from.charAt(randomBelow(random, from.length))

/** A number from 0 up to this; 32 bits, so that none comes noticeably more often than another. */
const randomBelow = (random: RandomBytes, count: number): number => Buffer.from(random(4)).readUInt32BE() % count
