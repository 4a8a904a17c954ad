// The fields of a sign-in message. Each keeps its exact text, so that formatting loses nothing.

/**
 * The fields of a message (ERC-4361 §Message Fields). If a field is absent, so is the property. An
 * empty statement, request ID or resource list is not the same as an absent one.
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
  /** The address with an ERC-55 checksum. */
  readonly address: string
  readonly statement?: string
  readonly uri: string
  readonly version: '1'
  /** A string of decimal digits, because the ID may be too large for a JavaScript number. */
  readonly chainId: string
  readonly nonce: string
  /** All times are RFC 3339 date-times, which `parseDateTime` converts to milliseconds. */
  readonly issuedAt: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/**
 * A field name, as in `MessageError.field`.
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
