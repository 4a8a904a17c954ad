// Announcements for the cross-device phases.
import { expect, test } from 'vitest'
import { createTestTranslator } from '../../../testing/create-test-translator.ts'
import { getCrossDeviceAnnouncement, describeCrossDeviceConnectionError } from './describe-cross-device-phase.ts'
import type { CrossDevicePhase } from './cross-device-proof-phases.ts'

const shown: CrossDevicePhase = {
  at: 'shown',
  code: { id: 'c1', code: '7KQM-RTWX', link: 'https://id.example/device', pair: 'K7', expiresAt: 0 },
}
const inBoth = [{ t: createTestTranslator('en') }, { t: createTestTranslator('de') }]

test.each(inBoth)('announces a cross-device connection error without the visible countdown', ({ t }) => {
  const say = (pollError: string | null) => getCrossDeviceAnnouncement({ phase: shown, pollError }, { t, isOut: false })
  expect(say(null)).toBeNull()
  expect(say('network.offline')).toBe(t('signIn.offlineNotice'))
  expect(say('network.unreachable')).toContain(t('signIn.goesOnByItself'))
  expect(say('rate.limited')).not.toMatch(/\d/)
  expect(describeCrossDeviceConnectionError('rate.limited', t, '42 s')).toContain('42 s')
})

test.each(inBoth)('announces an expired cross-device code only when nothing but links is shown', ({ t }) => {
  const say = (phase: CrossDevicePhase, isOut: boolean) =>
    getCrossDeviceAnnouncement({ phase, pollError: null }, { t, isOut })
  expect(say({ at: 'ended', why: 'ran-out' }, true)).toBe(t('anotherDevice.ended.ran-out.title'))
  expect(say({ at: 'ended', why: 'ran-out' }, false)).toBeNull()
  expect(say(shown, true)).toBeNull()
})
