// The sign-in message as fields. Every value stays the text that stood in the message, so that formatting what was
// parsed gives the same bytes: a chain id keeps its leading zeros, a time keeps its offset and its fraction.

/**
 * The fields of one message. A field that the message does not have is a property that the object does not have;
 * an empty statement, an empty request id and an empty list of resources are each something else than none.
 * Source: ERC-4361 §Message Fields.
 *
 * @example
 * ```ts
 * import { formatSignInMessage } from '@countersign/message'
 * import type { SignInMessage } from '@countersign/message'
 *
 * const message: SignInMessage = {
 *   domain: 'example.com',
 *   address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
 *   statement: '',
 *   uri: 'https://example.com',
 *   version: '1',
 *   chainId: '0010',
 *   nonce: '8mzv3kcq7h2ydx5w',
 *   issuedAt: '2024-02-29T13:00:00.5+01:00',
 * }
 * formatSignInMessage(message).includes('Chain ID: 0010') // => true
 * ```
 */
export interface SignInMessage {
  readonly scheme?: string
  readonly domain: string
  /** In the mixed-case checksum form of ERC-55. */
  readonly address: string
  readonly statement?: string
  readonly uri: string
  readonly version: '1'
  /** Decimal digits; text, because a chain id may be larger than any number that JavaScript counts exactly. */
  readonly chainId: string
  readonly nonce: string
  /** An RFC 3339 date-time, as are the two other times; `parseDateTime` turns one into milliseconds. */
  readonly issuedAt: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/**
 * The name of a field, as a fault names it.
 *
 * @example
 * ```ts
 * import type { MessageField } from '@countersign/message'
 *
 * const shown: Partial<Record<MessageField, string>> = { domain: 'Website', address: 'Wallet' }
 * shown.domain // => 'Website'
 * ```
 */
export type MessageField = keyof SignInMessage
