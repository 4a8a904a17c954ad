// Compares a message with everything that is expected of it, and with the clock. No check is left out because an
// expectation is: whoever does not want a field compared has to write that down.
import { parseDateTime } from './parse-rfc3339-date-time.ts'
import type { MessageErrorCode } from './message-error-texts.ts'
import type { SignInMessage, MessageField } from './sign-in-message.ts'
import { MessageError } from './message-error.ts'
import type { MessageLayout } from './message-layout.ts'
import { formatMessageWithOffsets } from './format-message-with-offsets.ts'

/**
 * Stands in an expectation for "any value, and none": the one way to leave a field uncompared.
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
 * What each field must be. `undefined` means that the message must not have the field. A field that is not said does not compile, and
 * throws where nobody compiles.
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
  /** In the form of `toChecksumAddress`. */
  readonly address: string | AnyValue
  readonly statement: string | undefined | AnyValue
  readonly uri: string | AnyValue
  /** The chains of which the message must name one, in the same digits. */
  readonly chainIds: readonly string[] | AnyValue
  readonly nonce: string | AnyValue
  readonly issuedAt: string | AnyValue
  readonly expirationTime: string | undefined | AnyValue
  readonly notBefore: string | undefined | AnyValue
  readonly requestId: string | undefined | AnyValue
  readonly resources: readonly string[] | undefined | AnyValue
}

/**
 * The clock to compare with.
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
  /** How far the issued-at time may lie ahead of `now`, for clocks that disagree. */
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
 * Checks a parsed message against what was issued and against the clock (ERC-4361 §Verifying a signed Message). Texts
 * are compared character by character: a domain in capitals or a chain id with a leading zero is another one.
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
 * @param layout the form that the message was read by, where it is not EIP-4361
 * @returns the first fault, or null where everything is as expected
 * @throws TypeError where an expectation is left out or misspelt, or the clock is not a number
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

/** ERC-4361 §Message Fields: a message counts from its not-before time on and until, but not at, its expiration time. */
function validateTimes(
  message: SignInMessage,
  layout: MessageLayout | undefined,
  { now, toleranceMs }: ValidationClock,
): MessageError | null {
  const issuedAt = parseTimeField(message, layout, 'issuedAt')
  const expirationTime = parseTimeField(message, layout, 'expirationTime')
  const notBefore = parseTimeField(message, layout, 'notBefore')
  // A time that cannot be read is a fault, never an absent time.
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

/** A fault that points at the field in the text of the message. */
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
    if (!Object.hasOwn(expected, name)) throw new TypeError(`Say what ${name} must be, or write ${name}: anyValue.`)
  }
  for (const name of Object.keys(expected)) {
    if (!expectedFields.includes(name)) throw new TypeError(`There is nothing to expect of ${name}.`)
  }
}

/** Every comparison with a clock that is not a number would pass. */
function assertValidClock({ now, toleranceMs }: ValidationClock): void {
  if (!Number.isFinite(now)) throw new TypeError('The clock (now) must be a finite number of milliseconds.')
  if (!Number.isFinite(toleranceMs) || toleranceMs < 0)
    throw new TypeError('The tolerance must be finite milliseconds, 0 or more.')
}
