// What a person could be called, for who does not want to think: made of what they call themselves, of their wallet's name, or of two words.
// A proposal is only that. One that is made of a wallet's name tells the wallet to everybody who hears it, and so comes with a warning, and
// is never the first (THREATS O11).
import { isUsername, maxUsernameLength } from '@countersign/api/username-format'
import type { RandomBytes } from '../../platform/clock.ts'

/** Short, friendly, and the same in no trade or party. */
const adjectives =
  'amber brave bright calm clear early gentle golden green happy little lucky merry mild noble quick quiet rapid silver small soft sunny swift warm'.split(
    ' ',
  )
const nouns =
  'badger beaver birch cedar comet falcon fern finch harbour heron island lantern maple meadow otter pebble pine raven river robin sparrow stone violet willow'.split(
    ' ',
  )

const pickWord = (random: RandomBytes, from: readonly string[]): string => {
  const [byte = 0] = random(1)
  return from[byte % from.length] ?? ''
}

/** Two words and two digits, such as "calm-otter-42": no more is known of who is called so. */
export function suggestRandomUsername(random: RandomBytes): string {
  const [byte = 0] = random(1)
  return `${pickWord(random, adjectives)}-${pickWord(random, nouns)}-${10 + (byte % 90)}`
}

/**
 * What is left of a name in the letters that a user name may have.
 * @returns null where too little is
 */
export function suggestUsernameFromText(text: string): string | null {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/['’.]/g, '')
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^[^a-z]+/g, '')
    .slice(0, maxUsernameLength)
    .replaceAll(/[_-]+$/g, '')
  return isUsername(plain) ? plain : null
}

/** The same of a wallet's name: without what it stands under, "vitalik" of "vitalik.eth". */
export const suggestUsernameFromEnsName = (walletName: string): string | null =>
  suggestUsernameFromText(walletName.split('.')[0] ?? '')

/** The same name with digits behind it, for where it is taken. */
export function appendDigitsToUsername(name: string, random: RandomBytes): string {
  const [one = 0, two = 0] = random(2)
  return `${name.slice(0, maxUsernameLength - 3)}${100 + ((one * 256 + two) % 900)}`
}
