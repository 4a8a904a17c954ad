import { expect, test } from 'vitest'
import { createTestTranslator } from '../../testing/create-test-translator.ts'
import { getPasskeyLabel, suggestPasskeyName } from './suggest-passkey-name.ts'

const t = createTestTranslator('en')
const made = (isElsewhere: boolean, ...transports: string[]) =>
  ({
    ok: true,
    isElsewhere,
    attestation: { id: 'AQ', clientDataJSON: 'AQ', attestationObject: 'AQ', transports },
  }) as const

test.each([
  [made(false, 'internal', 'hybrid'), 'Chrome on macOS', 'Chrome on macOS'],
  [made(false), 'Chrome on macOS', 'Chrome on macOS'],
  [made(false, 'internal'), null, 'Passkey'],
  [made(true, 'internal', 'hybrid'), 'Chrome on macOS', 'Phone'],
  [made(true, 'nfc', 'usb'), 'Chrome on macOS', 'Security key'],
])('%j in %s is called %s', (passkey, device, name) => {
  expect(suggestPasskeyName(t, passkey, device, [])).toBe(name)
})

test('no two are called the same', () => {
  expect(suggestPasskeyName(t, made(true, 'hybrid'), null, ['Security key', null])).toBe('Phone')
  expect(suggestPasskeyName(t, made(true, 'hybrid'), null, ['Phone', 'Phone 2', 'Phone 4'])).toBe('Phone 3')
})

test('one without a name has a word all the same', () => {
  expect([getPasskeyLabel(t, { label: 'Work' }), getPasskeyLabel(t, { label: null })]).toEqual([
    'Work',
    'Passkey without a name',
  ])
})
