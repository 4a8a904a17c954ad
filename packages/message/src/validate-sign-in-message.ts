// Every field needs an expected value, so that no check is skipped by accident.
import { parseDateTime } from './parse-rfc3339-date-time.ts'
import type { MessageErrorCode } from './message-error-texts.ts'
import type { SignInMessage, MessageField } from './sign-in-message.ts'
import { MessageError } from './message-error.ts'
import type { MessageLayout } from './message-layout.ts'
import { formatMessageWithOffsets } from './format-message-with-offsets.ts'

/**
 * Matches any value and also an absent field. This is the only way to leave a field unchecked.
 *
 * @example
 * ```ts
 * import { anyValue } from '@countersign/message'
 * import type { ExpectedSignInMessage } from '@countersign/message'
 *
 * const anyWallet: Pick<ExpectedSignInMessage, 'address' | 'chainIds'> = { address: anyValue, chainIds: ['1'] }
 * anyWallet.address === anyValue // => true
 * ```
 */
export const anyValue: unique symbol = Symbol('anyValue')

type AnyValue = typeof anyValue

/**
 * The expected value of each field; `undefined` means that the field must be absent.
 *
 * @example
 * ```ts
 * import { anyValue } from '@countersign/message'
 * import type { ExpectedSignInMessage } from '@countersign/message'
 *
 * const expected: ExpectedSignInMessage = {
 *   scheme: undefined,
 *   domain: 'example.com',
 *   address: anyValue,
 *   statement: undefined,
 *   uri: 'https://example.com',
 *   chainIds: ['1', '10'],
 *   nonce: '8mzv3kcq7h2ydx5w',
 *   issuedAt: '2024-02-29T12:00:00Z',
 *   expirationTime: undefined,
 *   notBefore: undefined,
 *   requestId: undefined,
 *   resources: undefined,
 * }
 * Object.keys(expected).length // => 12
 * ```
 */
export interface ExpectedSignInMessage {
  readonly scheme: string | undefined | AnyValue
  readonly domain: string | AnyValue
  /** An address in the form that `toChecksumAddress` returns. */
  readonly address: string | AnyValue
  readonly statement: string | undefined | AnyValue
  readonly uri: string | AnyValue
  /** The message must name one of these chains with exactly these digits. */
  readonly chainIds: readonly string[] | AnyValue
  readonly nonce: string | AnyValue
  readonly issuedAt: string | AnyValue
  readonly expirationTime: string | undefined | AnyValue
  readonly notBefore: string | undefined | AnyValue
  readonly requestId: string | undefined | AnyValue
  readonly resources: readonly string[] | undefined | AnyValue
}

/**
 * The clock for validation.
 *
 * @example
 * ```ts
 * import type { ValidationClock } from '@countersign/message'
 *
 * const at: ValidationClock = { now: Date.now(), toleranceMs: 60_000 }
 * at.toleranceMs // => 60_000
 * ```
 */
export interface ValidationClock {
  /** Milliseconds since 1970. */
  readonly now: number
  /** How far the issued-at time may be ahead of `now`, to allow for clock skew. */
  readonly toleranceMs: number
}

const comparisons = [
  ['scheme', 'message.scheme_mismatch'],
  ['domain', 'message.domain_mismatch'],
  ['address', 'message.address_mismatch'],
  ['statement', 'message.statement_mismatch'],
  ['uri', 'message.uri_mismatch'],
  ['nonce', 'message.nonce_mismatch'],
  ['issuedAt', 'message.issued_at_mismatch'],
  ['expirationTime', 'message.expiration_time_mismatch'],
  ['notBefore', 'message.not_before_mismatch'],
  ['requestId', 'message.request_id_mismatch'],
] as const satisfies [keyof ExpectedSignInMessage & MessageField, MessageErrorCode][]

const comparedFields = comparisons.map(([field]) => field)
const expectedFields: readonly string[] = [
  ...comparedFields,
  'chainIds',
  'resources',
] satisfies (keyof ExpectedSignInMessage)[]

/**
 * Validates a parsed message (ERC-4361 §Verifying a signed Message). Texts must match exactly.
 *
 * @example
 * ```ts
 * import { validateSignInMessage, anyValue } from '@countersign/message'
 * import type { ExpectedSignInMessage, SignInMessage } from '@countersign/message'
 *
 * const message: SignInMessage = {
 *   domain: 'example.com',
 *   address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
 *   uri: 'https://example.com',
 *   version: '1',
 *   chainId: '1',
 *   nonce: '8mzv3kcq7h2ydx5w',
 *   issuedAt: '2024-02-29T12:00:00Z',
 * }
 * const expected: ExpectedSignInMessage = {
 *   scheme: undefined,
 *   domain: 'example.com',
 *   address: anyValue,
 *   statement: undefined,
 *   uri: 'https://example.com',
 *   chainIds: ['1'],
 *   nonce: '8mzv3kcq7h2ydx5w',
 *   issuedAt: '2024-02-29T12:00:00Z',
 *   expirationTime: undefined,
 *   notBefore: undefined,
 *   requestId: undefined,
 *   resources: undefined,
 * }
 * const at = { now: Date.UTC(2024, 1, 29, 12, 1), toleranceMs: 60_000 }
 * validateSignInMessage(message, expected, at) // => null
 * validateSignInMessage({ ...message, domain: 'example.net' }, expected, at)?.code // => 'message.domain_mismatch'
 * ```
 * @param layout the layout with which the message was parsed; EIP-4361 by default
 * @returns the first error, or null if the message is valid
 * @throws TypeError if an expected field is missing or misspelled, or a time is not a number
 */
export function validateSignInMessage(
  message: SignInMessage,
  expected: ExpectedSignInMessage,
  at: ValidationClock,
  layout?: MessageLayout,
): MessageError | null {
  assertComplete(expected)
  assertValidClock(at)
  for (const [field, code] of comparisons) {
    if (expected[field] !== anyValue && message[field] !== expected[field])
      return createFieldError(message, layout, field, code)
  }
  if (expected.chainIds !== anyValue && !expected.chainIds.includes(message.chainId)) {
    return createFieldError(message, layout, 'chainId', 'message.chain_not_allowed')
  }
  if (expected.resources !== anyValue && !isSameList(message.resources, expected.resources)) {
    return createFieldError(message, layout, 'resources', 'message.resources_mismatch')
  }
  return validateTimes(message, layout, at)
}

// The not-before time is inclusive, the expiration time exclusive (ERC-4361 §Message Fields).
function validateTimes(
  message: SignInMessage,
  layout: MessageLayout | undefined,
  { now, toleranceMs }: ValidationClock,
): MessageError | null {
  const issuedAt = parseTimeField(message, layout, 'issuedAt')
  const expirationTime = parseTimeField(message, layout, 'expirationTime')
  const notBefore = parseTimeField(message, layout, 'notBefore')
  if (issuedAt instanceof MessageError) return issuedAt
  if (expirationTime instanceof MessageError) return expirationTime
  if (notBefore instanceof MessageError) return notBefore
  if (issuedAt !== undefined && issuedAt > now + toleranceMs)
    return createFieldError(message, layout, 'issuedAt', 'message.issued_in_future')
  if (expirationTime !== undefined && now >= expirationTime)
    return createFieldError(message, layout, 'expirationTime', 'message.expired')
  if (notBefore !== undefined && now < notBefore)
    return createFieldError(message, layout, 'notBefore', 'message.not_yet_valid')
  return null
}

function parseTimeField(
  message: SignInMessage,
  layout: MessageLayout | undefined,
  field: 'issuedAt' | 'expirationTime' | 'notBefore',
): number | undefined | MessageError {
  const text = message[field]
  if (text === undefined) return undefined
  try {
    return parseDateTime(text)
  } catch (fault) {
    if (fault instanceof MessageError) return createFieldError(message, layout, field, fault.code)
    throw fault
  }
}

function createFieldError(
  message: SignInMessage,
  layout: MessageLayout | undefined,
  field: MessageField,
  code: MessageErrorCode,
): MessageError {
  const { text, fieldOffsets } = formatMessageWithOffsets(message, layout)
  return new MessageError(code, text, fieldOffsets[field], field)
}

function isSameList(actual: readonly string[] | undefined, expected: readonly string[] | undefined): boolean {
  if (actual === undefined || expected === undefined) return actual === expected
  return actual.length === expected.length && actual.every((item, index) => item === expected[index])
}

function assertComplete(expected: ExpectedSignInMessage): void {
  for (const name of expectedFields) {
    if (!Object.hasOwn(expected, name))
      throw new TypeError(`Missing expectation for ${name}: set it, or use ${name}: anyValue.`)
  }
  for (const name of Object.keys(expected)) {
    if (!expectedFields.includes(name)) throw new TypeError(`Unknown expectation: ${name} is not a field of a message.`)
  }
}

// A comparison with NaN is always false, so no time would be refused.
function assertValidClock({ now, toleranceMs }: ValidationClock): void {
  if (!Number.isFinite(now)) throw new TypeError('The clock (now) must be a finite number of milliseconds.')
  if (!Number.isFinite(toleranceMs) || toleranceMs < 0)
    throw new TypeError('The tolerance (toleranceMs) must be a finite number of milliseconds, 0 or more.')
}
