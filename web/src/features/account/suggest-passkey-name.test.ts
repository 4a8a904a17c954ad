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
])('passkey %j created in %s is named %s', (passkey, device, name) => {
  expect(suggestPasskeyName(t, passkey, device, [])).toBe(name)
})

test('suggests a passkey name that is not taken yet', () => {
  expect(suggestPasskeyName(t, made(true, 'hybrid'), null, ['Security key', null])).toBe('Phone')
  expect(suggestPasskeyName(t, made(true, 'hybrid'), null, ['Phone', 'Phone 2', 'Phone 4'])).toBe('Phone 3')
})

test('labels a passkey without a name', () => {
  expect([getPasskeyLabel(t, { label: 'Work' }), getPasskeyLabel(t, { label: null })]).toEqual([
    'Work',
    'Unnamed passkey',
  ])
})
