import { describe, expect, test } from 'vitest'
import { validateSignInMessage, anyValue } from './validate-sign-in-message.ts'
import type { ExpectedSignInMessage } from './validate-sign-in-message.ts'
import {
  expectedExampleMessageFields,
  validEthereumMessageExample,
  exampleMessageValidationClock,
} from './message-error-examples.ts'
import type { SignInMessage } from './sign-in-message.ts'
import { parseSignInMessage } from './parse-sign-in-message.ts'

const sound = parseSignInMessage(validEthereumMessageExample)

function check(
  changed: { message?: Partial<SignInMessage>; expected?: Partial<ExpectedSignInMessage>; now?: number } = {},
): string | null {
  const { message, expected, now = exampleMessageValidationClock.now } = changed
  const moment = { ...exampleMessageValidationClock, now }
  const fault = validateSignInMessage(
    { ...sound, ...message },
    { ...expectedExampleMessageFields, ...expected } as ExpectedSignInMessage,
    moment,
  )
  return fault && fault.code
}

const nothing: ExpectedSignInMessage = {
  scheme: anyValue,
  domain: anyValue,
  address: anyValue,
  statement: anyValue,
  uri: anyValue,
  chainIds: anyValue,
  nonce: anyValue,
  issuedAt: anyValue,
  expirationTime: anyValue,
  notBefore: anyValue,
  requestId: anyValue,
  resources: anyValue,
}

test('accepts a message if every field has the expected value', () => expect(check()).toBeNull())

test('a mismatch error has the position of the field in the text', () => {
  const fault = validateSignInMessage(
    sound,
    { ...expectedExampleMessageFields, nonce: 'other' },
    exampleMessageValidationClock,
  )!
  expect({ ...fault, message: fault.message }).toMatchInlineSnapshot(`
    {
      "code": "message.nonce_mismatch",
      "field": "nonce",
      "line": 9,
      "message": "The nonce is not the expected one.",
      "name": "MessageError",
      "offset": 197,
    }
  `)
  expect(validEthereumMessageExample.slice(fault.offset)).toMatch(/^8mzv3kcq7h2ydx5w\n/)
})

describe('expected fields of a message', () => {
  test.each(Object.keys(expectedExampleMessageFields))('throws a TypeError if %s is missing', (name) => {
    const { [name as keyof ExpectedSignInMessage]: _, ...rest } = expectedExampleMessageFields
    expect(() => validateSignInMessage(sound, rest as ExpectedSignInMessage, exampleMessageValidationClock)).toThrow(
      new TypeError(`Missing expectation for ${name}: set it, or use ${name}: anyValue.`),
    )
    expect(() =>
      validateSignInMessage(
        sound,
        Object.assign(Object.create(expectedExampleMessageFields), rest),
        exampleMessageValidationClock,
      ),
    ).toThrow(TypeError)
  })

  test('throws a TypeError for an unknown expected field', () => {
    expect(() =>
      validateSignInMessage(
        sound,
        { ...expectedExampleMessageFields, chainId: '1' } as ExpectedSignInMessage,
        exampleMessageValidationClock,
      ),
    ).toThrow(TypeError)
  })

  test.each(Object.keys(expectedExampleMessageFields))(
    'accepts a message with or without a value if %s is anyValue',
    (name) => {
      const field = name === 'chainIds' ? 'chainId' : name
      const { [field as keyof SignInMessage]: _, ...without } = sound
      const expected = { ...expectedExampleMessageFields, [name]: anyValue }
      expect(validateSignInMessage(sound, expected, exampleMessageValidationClock)).toBeNull()
      expect(validateSignInMessage(without as SignInMessage, expected, exampleMessageValidationClock)).toBeNull()
    },
  )

  test('throws a TypeError if the clock or the tolerance is invalid', () => {
    for (const now of [NaN, Infinity, '0'])
      expect(() => validateSignInMessage(sound, nothing, { now: now as number, toleranceMs: 0 })).toThrow(TypeError)
    for (const toleranceMs of [NaN, Infinity, -1])
      expect(() => validateSignInMessage(sound, nothing, { now: 0, toleranceMs })).toThrow(TypeError)
  })
})

describe('M7: the domain must match exactly', () => {
  test.each([
    'example.org',
    'www.example.com',
    'com',
    'notexample.com',
    'example.com.evil.example',
    'user@example.com',
    'example.com@evil.example',
    'example.com:8443',
    'example.com:443',
    'example.com:',
    'example.com.',
    'EXAMPLE.com',
    'xn--exmple-cua.com',
    '[::1]',
    'example%2ecom',
    '',
  ])('M7: refuses the domain %j', (domain) => expect(check({ message: { domain } })).toBe('message.domain_mismatch'))
})

test('M8: refuses a scheme or URI that differs from the expected one', () => {
  expect(check({ message: { scheme: 'http' } })).toBe('message.scheme_mismatch')
  expect(check({ message: { scheme: 'HTTPS' } })).toBe('message.scheme_mismatch')
  expect(check({ expected: { scheme: undefined } })).toBe('message.scheme_mismatch')
  for (const place of [
    'evil.example/sign-in',
    'example.com/sign-in#a',
    'user@example.com/sign-in',
    'example.com/sign-in/',
    'example.com:443/sign-in',
  ]) {
    const uri = 'https://' + place
    expect(check({ message: { uri } })).toBe('message.uri_mismatch')
  }
})

test('M9: refuses a chain ID that is not allowed, or that has leading zeros', () => {
  expect(check({ message: { chainId: '10' } })).toBeNull()
  for (const chainId of ['0', '01', '001', '2', '100', '11', ''])
    expect(check({ message: { chainId } })).toBe('message.chain_not_allowed')
  expect(check({ expected: { chainIds: [] } })).toBe('message.chain_not_allowed')
})

describe('M10: each of the three times in a message is enforced', () => {
  const minute = 60_000
  const issuedAt = Date.UTC(2024, 1, 29, 12, 0)
  const expiresAt = Date.UTC(2024, 1, 29, 12, 5)

  test('M10: refuses an issue time that is further in the future than the tolerance', () => {
    const { notBefore: _, ...message } = sound
    const expected = { ...expectedExampleMessageFields, notBefore: undefined }
    expect(validateSignInMessage(message, expected, { now: issuedAt - minute, toleranceMs: minute })).toBeNull()
    expect(validateSignInMessage(message, expected, { now: issuedAt - minute - 1, toleranceMs: minute })?.code).toBe(
      'message.issued_in_future',
    )
    expect(validateSignInMessage(message, expected, { now: issuedAt - 1, toleranceMs: 0 })?.code).toBe(
      'message.issued_in_future',
    )
  })

  test('M10: refuses a message from its expiration time on, to the millisecond', () => {
    expect(check({ now: expiresAt - 1 })).toBeNull()
    expect(check({ now: expiresAt })).toBe('message.expired')
    expect(check({ now: expiresAt + 365 * 24 * 60 * minute })).toBe('message.expired')
  })

  test('M10: refuses a message until its not-before time, to the millisecond', () => {
    const expected = { ...nothing }
    const notBefore = Date.UTC(2024, 1, 29, 11, 59)
    expect(validateSignInMessage(sound, expected, { now: notBefore, toleranceMs: minute })).toBeNull()
    expect(validateSignInMessage(sound, expected, { now: notBefore - 1, toleranceMs: 2 * minute })?.code).toBe(
      'message.not_yet_valid',
    )
  })

  test('M10: refuses a message if any of its three times is not valid now', () => {
    const past = '2024-02-29T12:00:30Z'
    const future = '2024-02-29T12:05:00Z'
    for (const issued of [past, future]) {
      for (const expiration of [past, future, undefined]) {
        for (const from of [past, future, undefined]) {
          const message: SignInMessage = {
            ...sound,
            issuedAt: issued,
            expirationTime: expiration as string,
            notBefore: from as string,
          }
          const fault = validateSignInMessage(message, nothing, {
            now: Date.UTC(2024, 1, 29, 12, 1),
            toleranceMs: minute,
          })
          expect(fault === null).toBe(issued === past && expiration !== past && from !== future)
        }
      }
    }
  })

  test('M10: refuses an invalid time even if no time is expected', () => {
    for (const field of ['issuedAt', 'expirationTime', 'notBefore']) {
      expect(validateSignInMessage({ ...sound, [field]: 'never' }, nothing, exampleMessageValidationClock)?.code).toBe(
        'message.time_malformed',
      )
      expect(validateSignInMessage({ ...sound, [field]: '' }, nothing, exampleMessageValidationClock)?.code).toBe(
        'message.time_malformed',
      )
      expect(
        validateSignInMessage({ ...sound, [field]: '2024-02-30T12:00:00Z' }, nothing, exampleMessageValidationClock)
          ?.code,
      ).toBe('message.time_nonexistent')
    }
  })

  test('M10: takes UTC offsets and leap seconds into account when comparing times', () => {
    const changed = {
      message: { expirationTime: '2024-02-29T14:05:00+02:00' },
      expected: { expirationTime: anyValue },
    } as const
    expect(check({ ...changed, now: expiresAt - 1 })).toBeNull()
    expect(check({ ...changed, now: expiresAt })).toBe('message.expired')
    const leap = {
      ...sound,
      issuedAt: '2016-12-31T23:59:00Z',
      expirationTime: '2016-12-31T23:59:60Z',
      notBefore: '2016-12-31T23:59:00Z',
    }
    expect(validateSignInMessage(leap, nothing, { now: Date.UTC(2017, 0, 1) - 1, toleranceMs: 0 })).toBeNull()
    expect(validateSignInMessage(leap, nothing, { now: Date.UTC(2017, 0, 1), toleranceMs: 0 })?.code).toBe(
      'message.expired',
    )
  })
})

test('M13: requires exactly the expected resources in the same order', () => {
  const [a, b] = ['https://example.com/a', 'https://example.com/b']
  const expected = { resources: [a, b] }
  expect(check({ message: { resources: [a, b] }, expected })).toBeNull()
  for (const resources of [[a], [b, a], [a, b, a], [a, b, 'javascript:alert(1)'], [a, a], [], undefined]) {
    const { resources: _, ...message } = sound
    const changed = resources === undefined ? message : { ...message, resources }
    expect(
      validateSignInMessage(changed, { ...expectedExampleMessageFields, ...expected }, exampleMessageValidationClock)
        ?.code,
    ).toBe('message.resources_mismatch')
  }
  expect(check({ message: { resources: [] }, expected: { resources: undefined } })).toBe('message.resources_mismatch')
})

test('M15: refuses the expected address in a different letter case', () => {
  expect(check({ expected: { address: expectedExampleMessageFields.address.toString().toLowerCase() } })).toBe(
    'message.address_mismatch',
  )
})

test('distinguishes a missing statement from an empty one', () => {
  const { statement: _, ...message } = sound
  expect(
    validateSignInMessage(message, { ...expectedExampleMessageFields, statement: '' }, exampleMessageValidationClock)
      ?.code,
  ).toBe('message.statement_mismatch')
  expect(
    validateSignInMessage(
      message,
      { ...expectedExampleMessageFields, statement: undefined },
      exampleMessageValidationClock,
    ),
  ).toBeNull()
  expect(check({ message: { statement: '' }, expected: { statement: undefined } })).toBe('message.statement_mismatch')
})
