// Examples to begin with, out of the inspector's own table: what a link with a name opens here is what the tests and the
// reference show under that name, with its moment, origin and signature.
import { messageInspectorExamples } from '@countersign/inspector/message-inspector-examples'
import { emptyMessageInspectorInputValues } from './message-inspector-url-fragment.ts'
import type { MessageInspectorInputValues } from './message-inspector-url-fragment.ts'

/** The errors that are met most, in the order in which they are offered. */
export const offeredMessageExampleErrorCodes = [
  'message.carriage_return',
  'message.character_foreign',
  'message.address_checksum',
  'message.bitcoin_address_checksum',
  'message.field_order',
  'message.nonce_short',
  'message.line_feed_at_end',
] as const

/** @param name the code of a fault, or another name of the table such as `signed`; a name that there is not shows nothing */
export function findMessageInspectorExampleInput(name: string): MessageInspectorInputValues {
  const example = messageInspectorExamples.find((one) => one.name === name)
  if (!example) return emptyMessageInspectorInputValues
  const { text, at, origin = '', signature = '' } = example
  return { text, signature, origin, at: new Date(at).toISOString() }
}
