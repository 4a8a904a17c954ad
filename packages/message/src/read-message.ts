// Reads a message of whichever chain family: the first line says which it is.
import type { Message } from './fields.ts'
import type { MessageForm } from './form.ts'
import { parseMessage } from './parse-message.ts'
import type { ParseOptions } from './parse-message.ts'

/**
 * Reads a message of any of these forms. Which it is, its first line says, and nothing else is asked: a message is of one form or of none.
 *
 * @example
 * ```ts
 * import { bip122, eip155, readMessage, solana } from '@countersign/message'
 *
 * const { form, message } = readMessage(
 *   `example.com wants you to sign in with your Solana account:
 * 4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T
 *
 * URI: https://example.com
 * Version: 1
 * Chain ID: mainnet
 * Nonce: 8mzv3kcq7h2ydx5w
 * Issued At: 2024-02-29T12:00:00Z`,
 *   [eip155, solana, bip122],
 * )
 * form.namespace // => 'solana'
 * message.chainId // => 'mainnet'
 * ```
 * @param forms those that are accepted, at least one; what is of none of them is refused as the first would
 * @throws MessageFault as `parseMessage` does
 */
export function readMessage(
  text: string,
  forms: readonly [MessageForm, ...MessageForm[]],
  options?: Omit<ParseOptions, 'form'>,
): { readonly form: MessageForm; readonly message: Message } {
  const form = formOf(text, forms)
  return { form, message: parseMessage(text, { ...options, form }) }
}

/** The form that the first line is of; the first where it is of none. */
export function formOf(text: string, forms: readonly [MessageForm, ...MessageForm[]]): MessageForm {
  const [first] = forms
  if (typeof text !== 'string' || forms.length === 1) return first
  // The header has the line feed that ends the first line.
  const end = text.indexOf('\n') + 1
  return forms.find(({ header }) => text.startsWith(header, end - header.length)) ?? first
}
