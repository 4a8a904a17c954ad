// Compares a message with everything that is expected of it, and with the clock. No check is left out because an
// expectation is: whoever does not want a field compared has to write that down.
import { readTime } from './date-time.ts'
import type { MessageFaultCode } from './fault-words.ts'
import type { Message, MessageField } from './fields.ts'
import { MessageFault } from './message-fault.ts'
import type { MessageLayout } from './layout.ts'
import { writeMessage } from './write-message.ts'

/**
 * Stands in an expectation for "any value, and none": the one way to leave a field uncompared.
 *
 * @example
 * ```ts
 * import { unchecked } from '@countersign/message'
 * import type { Expected } from '@countersign/message'
 *
 * const anyWallet: Pick<Expected, 'address' | 'chainIds'> = { address: unchecked, chainIds: ['1'] }
 * anyWallet.address === unchecked // => true
 * ```
 */
export const unchecked: unique symbol = Symbol('unchecked')

type Unchecked = typeof unchecked

/**
 * What each field must be. `undefined` means that the message must not have the field. A field that is not said does not compile, and
 * throws where nobody compiles.
 *
 * @example
 * ```ts
 * import { unchecked } from '@countersign/message'
 * import type { Expected } from '@countersign/message'
 *
 * const expected: Expected = {
 *   scheme: undefined,
 *   domain: 'example.com',
 *   address: unchecked,
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
export interface Expected {
  readonly scheme: string | undefined | Unchecked
  readonly domain: string | Unchecked
  /** In the form of `toChecksumAddress`. */
  readonly address: string | Unchecked
  readonly statement: string | undefined | Unchecked
  readonly uri: string | Unchecked
  /** The chains of which the message must name one, in the same digits. */
  readonly chainIds: readonly string[] | Unchecked
  readonly nonce: string | Unchecked
  readonly issuedAt: string | Unchecked
  readonly expirationTime: string | undefined | Unchecked
  readonly notBefore: string | undefined | Unchecked
  readonly requestId: string | undefined | Unchecked
  readonly resources: readonly string[] | undefined | Unchecked
}

/**
 * The clock to compare with.
 *
 * @example
 * ```ts
 * import type { CheckMoment } from '@countersign/message'
 *
 * const at: CheckMoment = { now: Date.now(), toleranceMs: 60_000 }
 * at.toleranceMs // => 60_000
 * ```
 */
export interface CheckMoment {
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
] as const satisfies [keyof Expected & MessageField, MessageFaultCode][]

const compared = comparisons.map(([field]) => field)
const expectations: readonly string[] = [...compared, 'chainIds', 'resources'] satisfies (keyof Expected)[]

/**
 * Checks a parsed message against what was issued and against the clock (ERC-4361 §Verifying a signed Message). Texts
 * are compared character by character: a domain in capitals or a chain id with a leading zero is another one.
 *
 * @example
 * ```ts
 * import { checkMessage, unchecked } from '@countersign/message'
 * import type { Expected, Message } from '@countersign/message'
 *
 * const message: Message = {
 *   domain: 'example.com',
 *   address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
 *   uri: 'https://example.com',
 *   version: '1',
 *   chainId: '1',
 *   nonce: '8mzv3kcq7h2ydx5w',
 *   issuedAt: '2024-02-29T12:00:00Z',
 * }
 * const expected: Expected = {
 *   scheme: undefined,
 *   domain: 'example.com',
 *   address: unchecked,
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
 * checkMessage(message, expected, at) // => null
 * checkMessage({ ...message, domain: 'example.net' }, expected, at)?.code // => 'message.domain_mismatch'
 * ```
 * @param layout the form that the message was read by, where it is not EIP-4361
 * @returns the first fault, or null where everything is as expected
 * @throws TypeError where an expectation is left out or misspelt, or the clock is not a number
 */
export function checkMessage(
  message: Message,
  expected: Expected,
  at: CheckMoment,
  layout?: MessageLayout,
): MessageFault | null {
  assertComplete(expected)
  assertMoment(at)
  for (const [field, code] of comparisons) {
    if (expected[field] !== unchecked && message[field] !== expected[field])
      return faultOf(message, layout, field, code)
  }
  if (expected.chainIds !== unchecked && !expected.chainIds.includes(message.chainId)) {
    return faultOf(message, layout, 'chainId', 'message.chain_not_allowed')
  }
  if (expected.resources !== unchecked && !sameList(message.resources, expected.resources)) {
    return faultOf(message, layout, 'resources', 'message.resources_mismatch')
  }
  return checkTimes(message, layout, at)
}

/** ERC-4361 §Message Fields: a message counts from its not-before time on and until, but not at, its expiration time. */
function checkTimes(
  message: Message,
  layout: MessageLayout | undefined,
  { now, toleranceMs }: CheckMoment,
): MessageFault | null {
  const issuedAt = timeOf(message, layout, 'issuedAt')
  const expirationTime = timeOf(message, layout, 'expirationTime')
  const notBefore = timeOf(message, layout, 'notBefore')
  // A time that cannot be read is a fault, never an absent time.
  if (issuedAt instanceof MessageFault) return issuedAt
  if (expirationTime instanceof MessageFault) return expirationTime
  if (notBefore instanceof MessageFault) return notBefore
  if (issuedAt !== undefined && issuedAt > now + toleranceMs)
    return faultOf(message, layout, 'issuedAt', 'message.issued_in_future')
  if (expirationTime !== undefined && now >= expirationTime)
    return faultOf(message, layout, 'expirationTime', 'message.expired')
  if (notBefore !== undefined && now < notBefore) return faultOf(message, layout, 'notBefore', 'message.not_yet_valid')
  return null
}

function timeOf(
  message: Message,
  layout: MessageLayout | undefined,
  field: 'issuedAt' | 'expirationTime' | 'notBefore',
): number | undefined | MessageFault {
  const text = message[field]
  if (text === undefined) return undefined
  try {
    return readTime(text)
  } catch (fault) {
    if (fault instanceof MessageFault) return faultOf(message, layout, field, fault.code)
    throw fault
  }
}

/** A fault that points at the field in the text of the message. */
function faultOf(
  message: Message,
  layout: MessageLayout | undefined,
  field: MessageField,
  code: MessageFaultCode,
): MessageFault {
  const { text, places } = writeMessage(message, layout)
  return new MessageFault(code, text, places[field], field)
}

function sameList(actual: readonly string[] | undefined, expected: readonly string[] | undefined): boolean {
  if (actual === undefined || expected === undefined) return actual === expected
  return actual.length === expected.length && actual.every((item, index) => item === expected[index])
}

function assertComplete(expected: Expected): void {
  for (const name of expectations) {
    if (!Object.hasOwn(expected, name)) throw new TypeError(`Say what ${name} must be, or write ${name}: unchecked.`)
  }
  for (const name of Object.keys(expected)) {
    if (!expectations.includes(name)) throw new TypeError(`There is nothing to expect of ${name}.`)
  }
}

/** Every comparison with a clock that is not a number would pass. */
function assertMoment({ now, toleranceMs }: CheckMoment): void {
  if (!Number.isFinite(now)) throw new TypeError('The clock (now) must be a finite number of milliseconds.')
  if (!Number.isFinite(toleranceMs) || toleranceMs < 0)
    throw new TypeError('The tolerance must be finite milliseconds, 0 or more.')
}
