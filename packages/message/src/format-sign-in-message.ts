import type { SignInMessage } from './sign-in-message.ts'
import { MessageError } from './message-error.ts'
import { parseSignInMessage } from './parse-sign-in-message.ts'
import type { ParseSignInMessageOptions } from './parse-sign-in-message.ts'
import { formatMessageWithOffsets } from './format-message-with-offsets.ts'

/**
 * Formats a message as the text to sign (ERC-4361 §Message Format). Refuses fields that would not
 * be the same after parsing the text with `parseSignInMessage`.
 *
 * @example
 * ```ts
 * import { formatSignInMessage, parseSignInMessage } from '@countersign/message'
 * import type { SignInMessage } from '@countersign/message'
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
 * const text = formatSignInMessage(message)
 * text.split('\n')[0] // => 'example.com wants you to sign in with your Ethereum account:'
 * parseSignInMessage(text) // => message
 * ```
 * @throws MessageError with the line and offset in the text that the fields would have given
 */
export function formatSignInMessage(message: SignInMessage, options?: ParseSignInMessageOptions): string {
  const { text, fieldOffsets } = formatMessageWithOffsets(message, options?.profile)
  const read = parseSignInMessage(text, options)
  // A domain such as "https://example.com" would be parsed as a scheme and a domain.
  if (read.scheme !== message.scheme) throw new MessageError('message.domain_invalid', text, fieldOffsets.domain)
  return text
}
