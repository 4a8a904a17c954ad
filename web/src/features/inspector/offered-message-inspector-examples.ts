import { messageInspectorExamples } from '@countersign/inspector/message-inspector-examples'
import { emptyMessageInspectorInputValues } from './message-inspector-url-fragment.ts'
import type { MessageInspectorInputValues } from './message-inspector-url-fragment.ts'

export const offeredMessageExampleErrorCodes = [
  'message.carriage_return',
  'message.character_foreign',
  'message.address_checksum',
  'message.bitcoin_address_checksum',
  'message.field_order',
  'message.nonce_short',
  'message.line_feed_at_end',
] as const

/** @param name an error code, or an example such as `signed`; any other name gives empty input */
export function findMessageInspectorExampleInput(name: string): MessageInspectorInputValues {
  const example = messageInspectorExamples.find((one) => one.name === name)
  if (!example) return emptyMessageInspectorInputValues
  const { text, at, origin = '', signature = '' } = example
  return { text, signature, origin, at: new Date(at).toISOString() }
}
