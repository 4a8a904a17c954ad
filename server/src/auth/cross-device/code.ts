// The code that a waiting browser shows, and the pair by which a person tells that they look at the right screen. Both are made to be read and
// typed: no letters that look like others, none that make words.
import type { Random } from '../../platform/clock.ts'

const digits = '23456789'
/** As those of a device's code (RFC 8628 §6.1), which has no digit: so one field takes both, and knows which it has. */
const consonants = 'BCDFGHJKLMNPQRSTVWXZ'
const codeForm = new RegExp(`^[${digits}][${consonants}]{7}$`)

/** A new code of 33 random bits, such as `7KQMRTWX`: as short as its life, and as its tries are few. */
export const createCode = (random: Random): string =>
  pick(random, digits) + Array.from({ length: 7 }, () => pick(random, consonants)).join('')

/** The code in the one spelling that is stored, whatever spaces, dashes and cases were typed; null where it can be none. */
export function normalizeCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  return codeForm.test(code) ? code : null
}

/** The code as it is shown: two groups of four. */
export const showCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** Without those that look like a digit. */
const pairLetters = 'ACDEFHJKLMNPRTUVWXY'

/** Three pairs of a letter and a digit, no two of which share either, and which of them it is. */
export function createPairs(random: Random): { pair: string; pairs: string[] } {
  const letters = draw(random, pairLetters, 3)
  const numbers = draw(random, digits, 3)
  const pairs = letters.map((letter, index) => `${letter}${numbers[index]}`)
  return { pair: pairs[below(random, pairs.length)] as string, pairs }
}

/** So many different ones of these characters, in any order. */
function draw(random: Random, from: string, count: number): string[] {
  const left = [...from]
  return Array.from({ length: count }, () => left.splice(below(random, left.length), 1)[0] as string)
}

const pick = (random: Random, from: string): string => from.charAt(below(random, from.length))

/** A number from 0 up to this; 32 bits, so that none comes noticeably more often than another. */
const below = (random: Random, count: number): number => Buffer.from(random(4)).readUInt32BE() % count
