import { expect, test } from 'vitest'
import { adminActivity } from '../../../words/en/admin-activity.ts'
import { sayParticulars } from './say-event.ts'

const say = (details: Record<string, string | number>) => sayParticulars(adminActivity, { details })

test('what tells a line from others is said in words, and a reason as it is searched for', () => {
  expect(say({ method: 'ecdsa', namespace: 'eip155', chainId: '1' })).toBe('Plain wallet')
  expect([say({ method: 'erc1271' }), say({ method: 'erc6492' }), say({ method: 'passkey' })]).toEqual(['Contract wallet', 'Contract wallet', 'Passkey'])
  expect(say({ method: 'constructor' })).toBe('constructor')
  expect(say({ reason: 'person suspended', role: 'auditor' })).toBe('person suspended · auditor')
  expect(say({})).toBe('')
})

test('N4 what strangers wrote is cleaned of what turns the reading direction', () => {
  expect(say({ reason: 'a\u202Eb\n\u0000c' })).toBe('ab c')
})
