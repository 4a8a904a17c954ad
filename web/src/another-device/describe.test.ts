// What is said of waiting beside its heading: only what the eyes would notice, and nothing that counts down.
import { expect, test } from 'vitest'
import * as de from '../words/de/common.ts'
import { anotherDevice as inGerman } from '../words/de/another-device.ts'
import * as en from '../words/en/common.ts'
import { anotherDevice as inEnglish } from '../words/en/another-device.ts'
import { asideOf, awayWords } from './describe.ts'
import type { Phase } from './states.ts'

const shown: Phase = {
  at: 'shown',
  code: { id: 'c1', code: '7KQM-RTWX', link: 'https://id.example/device', pair: 'K7', expiresAt: 0 },
}
const inBoth = [
  { all: en, words: inEnglish },
  { all: de, words: inGerman },
]

test.each(inBoth)('what keeps the server away is said, without the seconds that are shown', ({ all, words }) => {
  const say = (trouble: string | null) => asideOf({ phase: shown, trouble }, { all, words, isOut: false })
  expect(say(null)).toBeNull()
  expect(say('network.offline')).toBe(all.signIn.offlineNotice)
  expect(say('network.unreachable')).toContain(all.signIn.goesOnByItself)
  expect(say('rate.limited')).not.toMatch(/\d/)
  expect(awayWords('rate.limited', all, '42 s')).toContain('42 s')
})

test.each(inBoth)('where nothing but links stands there, a code that ran out is said', ({ all, words }) => {
  const say = (phase: Phase, isOut: boolean) => asideOf({ phase, trouble: null }, { all, words, isOut })
  expect(say({ at: 'ended', why: 'ran-out' }, true)).toBe(words.ended['ran-out'].title)
  // The heading says it.
  expect(say({ at: 'ended', why: 'ran-out' }, false)).toBeNull()
  expect(say(shown, true)).toBeNull()
})
