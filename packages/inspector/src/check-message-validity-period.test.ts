import { validateSignInMessage, parseSignInMessage, anyValue } from '@countersign/message'
import type { ExpectedSignInMessage } from '@countersign/message'
import { validEthereumMessageExample } from '@countersign/message/message-error-examples'
import { expect, test } from 'vitest'
import { checkMessageValidityPeriod } from './check-message-validity-period.ts'

const message = parseSignInMessage(validEthereumMessageExample.replace('11:59:00Z', '12:01:00Z'))
const at = (minutes: number, ms = 0): number => Date.UTC(2024, 1, 29, 12, minutes) + ms
const names = [
  'scheme',
  'domain',
  'address',
  'statement',
  'uri',
  'chainIds',
  'nonce',
  'issuedAt',
  'expirationTime',
  'notBefore',
  'requestId',
  'resources',
]
const anything = Object.fromEntries(names.map((name) => [name, anyValue])) as unknown as ExpectedSignInMessage

test.each([
  [at(0, -1), 'issued-in-future', 'message.issued_in_future'],
  [at(0), 'not-yet-valid', 'message.not_yet_valid'],
  [at(1, -1), 'not-yet-valid', 'message.not_yet_valid'],
  [at(1), 'valid', undefined],
  [at(5, -1), 'valid', undefined],
  [at(5), 'expired', 'message.expired'],
] as const)('at %d the message is %s, as in validateSignInMessage with zero tolerance', (now, state, code) => {
  expect(checkMessageValidityPeriod(message, now)).toEqual({
    at: now,
    state,
    issuedAt: at(0),
    notBefore: at(1),
    expirationTime: at(5),
  })
  expect(validateSignInMessage(message, anything, { now, toleranceMs: 0 })?.code).toBe(code)
})

test('a message without an expiration or not-before time has no bound there', () => {
  const open = parseSignInMessage(validEthereumMessageExample.replace(/\n(?:Expiration Time|Not Before): .*/g, ''))
  expect(checkMessageValidityPeriod(open, at(9_999_999))).toMatchObject({
    state: 'valid',
    notBefore: null,
    expirationTime: null,
  })
})
