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

/** The code of the fault, or null, of the sound message with some fields, expectations or the moment changed. */
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

test('what was issued is accepted', () => expect(check()).toBeNull())

test('the fault points at the field', () => {
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
      "message": "Nonce is not the expected one.",
      "name": "MessageError",
      "offset": 197,
    }
  `)
  expect(validEthereumMessageExample.slice(fault.offset)).toMatch(/^8mzv3kcq7h2ydx5w\n/)
})

describe('no check is skipped because an expectation is missing', () => {
  test.each(Object.keys(expectedExampleMessageFields))('%s left out is an error of the caller', (name) => {
    const { [name as keyof ExpectedSignInMessage]: _, ...rest } = expectedExampleMessageFields
    expect(() => validateSignInMessage(sound, rest as ExpectedSignInMessage, exampleMessageValidationClock)).toThrow(
      new TypeError(`Say what ${name} must be, or write ${name}: anyValue.`),
    )
    expect(() =>
      validateSignInMessage(
        sound,
        Object.assign(Object.create(expectedExampleMessageFields), rest),
        exampleMessageValidationClock,
      ),
    ).toThrow(TypeError)
  })

  test('a misspelt expectation is an error of the caller', () => {
    expect(() =>
      validateSignInMessage(
        sound,
        { ...expectedExampleMessageFields, chainId: '1' } as ExpectedSignInMessage,
        exampleMessageValidationClock,
      ),
    ).toThrow(TypeError)
  })

  test.each(Object.keys(expectedExampleMessageFields))('%s unchecked may be anything', (name) => {
    const field = name === 'chainIds' ? 'chainId' : name
    const { [field as keyof SignInMessage]: _, ...without } = sound
    const expected = { ...expectedExampleMessageFields, [name]: anyValue }
    expect(validateSignInMessage(sound, expected, exampleMessageValidationClock)).toBeNull()
    expect(validateSignInMessage(without as SignInMessage, expected, exampleMessageValidationClock)).toBeNull()
  })

  test('a clock that is no number is an error of the caller', () => {
    for (const now of [NaN, Infinity, '0'])
      expect(() => validateSignInMessage(sound, nothing, { now: now as number, toleranceMs: 0 })).toThrow(TypeError)
    for (const toleranceMs of [NaN, Infinity, -1])
      expect(() => validateSignInMessage(sound, nothing, { now: 0, toleranceMs })).toThrow(TypeError)
  })
})

describe('M7 the domain is exactly the expected one', () => {
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
  ])('M7 %j is not', (domain) => expect(check({ message: { domain } })).toBe('message.domain_mismatch'))
})

test('M8 another scheme or uri is refused', () => {
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

test('M9 a chain that is not allowed is refused, in other digits too', () => {
  expect(check({ message: { chainId: '10' } })).toBeNull()
  for (const chainId of ['0', '01', '001', '2', '100', '11', ''])
    expect(check({ message: { chainId } })).toBe('message.chain_not_allowed')
  expect(check({ expected: { chainIds: [] } })).toBe('message.chain_not_allowed')
})

describe('M10 each time is enforced alone', () => {
  const minute = 60_000
  const issuedAt = Date.UTC(2024, 1, 29, 12, 0)
  const expiresAt = Date.UTC(2024, 1, 29, 12, 5)

  test('M10 issued in the future, beyond the tolerance', () => {
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

  test('M10 expired, from the very millisecond', () => {
    expect(check({ now: expiresAt - 1 })).toBeNull()
    expect(check({ now: expiresAt })).toBe('message.expired')
    expect(check({ now: expiresAt + 365 * 24 * 60 * minute })).toBe('message.expired')
  })

  test('M10 not valid yet, to the very millisecond', () => {
    const expected = { ...nothing }
    const notBefore = Date.UTC(2024, 1, 29, 11, 59)
    expect(validateSignInMessage(sound, expected, { now: notBefore, toleranceMs: minute })).toBeNull()
    expect(validateSignInMessage(sound, expected, { now: notBefore - 1, toleranceMs: 2 * minute })?.code).toBe(
      'message.not_yet_valid',
    )
  })

  test('M10 every combination of the three: any one of them refuses', () => {
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

  test('M10 a time that cannot be read is a fault, though nobody compares it', () => {
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

  test('M10 offsets and leap seconds name the same moments', () => {
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

test('M13 resources are the issued ones, in their order', () => {
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

test('M15 the address in another form is another one', () => {
  expect(check({ expected: { address: expectedExampleMessageFields.address.toString().toLowerCase() } })).toBe(
    'message.address_mismatch',
  )
})

test('an absent statement and an empty one are told apart', () => {
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
