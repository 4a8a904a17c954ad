// Suggestions from ENS names reveal the wallet, so they come last (THREATS O11).
import { isUsername, maxUsernameLength } from '@countersign/api/username-format'
import type { RandomBytes } from '../../platform/clock.ts'

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

export function suggestRandomUsername(random: RandomBytes): string {
  const [byte = 0] = random(1)
  return `${pickWord(random, adjectives)}-${pickWord(random, nouns)}-${10 + (byte % 90)}`
}

/** @returns null if too few characters remain */
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

export const suggestUsernameFromEnsName = (walletName: string): string | null =>
  suggestUsernameFromText(walletName.split('.')[0] ?? '')

export function appendDigitsToUsername(name: string, random: RandomBytes): string {
  const [one = 0, two = 0] = random(2)
  return `${name.slice(0, maxUsernameLength - 3)}${100 + ((one * 256 + two) % 900)}`
}
