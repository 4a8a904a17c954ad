// What is said of waiting beside its heading: only what the eyes would notice, and nothing that counts down.
import { expect, test } from 'vitest'
import { createTestTranslator } from '../../../testing/create-test-translator.ts'
import { getCrossDeviceAnnouncement, describeCrossDeviceConnectionError } from './describe-cross-device-phase.ts'
import type { CrossDevicePhase } from './cross-device-proof-phases.ts'

const shown: CrossDevicePhase = {
  at: 'shown',
  code: { id: 'c1', code: '7KQM-RTWX', link: 'https://id.example/device', pair: 'K7', expiresAt: 0 },
}
const inBoth = [{ t: createTestTranslator('en') }, { t: createTestTranslator('de') }]

test.each(inBoth)('what keeps the server away is said, without the seconds that are shown', ({ t }) => {
  const say = (pollError: string | null) => getCrossDeviceAnnouncement({ phase: shown, pollError }, { t, isOut: false })
  expect(say(null)).toBeNull()
  expect(say('network.offline')).toBe(t('signIn.offlineNotice'))
  expect(say('network.unreachable')).toContain(t('signIn.goesOnByItself'))
  expect(say('rate.limited')).not.toMatch(/\d/)
  expect(describeCrossDeviceConnectionError('rate.limited', t, '42 s')).toContain('42 s')
})

test.each(inBoth)('where nothing but links stands there, a code that ran out is said', ({ t }) => {
  const say = (phase: CrossDevicePhase, isOut: boolean) =>
    getCrossDeviceAnnouncement({ phase, pollError: null }, { t, isOut })
  expect(say({ at: 'ended', why: 'ran-out' }, true)).toBe(t('anotherDevice.ended.ran-out.title'))
  // The heading says it.
  expect(say({ at: 'ended', why: 'ran-out' }, false)).toBeNull()
  expect(say(shown, true)).toBeNull()
})
