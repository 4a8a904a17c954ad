// The way back from fields to text.
import type { Message } from './fields.ts'
import { MessageFault } from './message-fault.ts'
import { parseMessage } from './parse-message.ts'
import type { ParseOptions } from './parse-message.ts'
import { writeMessage } from './write-message.ts'

/**
 * Writes a message as the text to be signed (ERC-4361 §Message Format). What it answers, `parseMessage` reads back to
 * the same fields; fields of which that is not so are refused.
 *
 * ```ts
 * const site = { domain: 'example.com', uri: 'https://example.com' }
 * const text = formatMessage({ ...site, address, version: '1', chainId: '1', nonce, issuedAt })
 * ```
 * @throws MessageFault with the line and offset in the text that would have been written
 */
export function formatMessage(message: Message, options?: ParseOptions): string {
  const { text, places } = writeMessage(message)
  const read = parseMessage(text, options)
  // No field holds a line feed, so that every line reads back as what it was written from. Only the first line holds two
  // fields, and a domain such as "https://example.com" would take a scheme out of it.
  if (read.scheme !== message.scheme) throw new MessageFault('message.domain_invalid', text, places.domain)
  return text
}
