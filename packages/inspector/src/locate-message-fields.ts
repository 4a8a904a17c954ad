// The fields of a well-formed message, each with the place of its value. Writing what was parsed gives the same text, so
// that the writer's places are those of the text that was read.
import type { SignInMessage, MessageField, MessageLayout } from '@countersign/message'
import { formatMessageWithOffsets } from '@countersign/message/format-message-with-offsets'
import type { LocatedMessageField } from './message-inspection-findings.ts'
import type { MessageTextRangeLocator } from './message-text-range-locator.ts'

const fieldOrder = [
  'scheme',
  'domain',
  'address',
  'statement',
  'uri',
  'version',
  'chainId',
  'nonce',
  'issuedAt',
  'expirationTime',
  'notBefore',
  'requestId',
] as const satisfies MessageField[]

/** The fields in the order of the text; a field that the message does not have is not there. */
export function locateMessageFields(
  message: SignInMessage,
  layout: MessageLayout,
  locate: MessageTextRangeLocator,
): LocatedMessageField[] {
  const { fieldOffsets } = formatMessageWithOffsets(message, layout)
  const fields: LocatedMessageField[] = []
  for (const field of fieldOrder) {
    const value = message[field]
    if (value !== undefined) fields.push({ field, value, place: locate(fieldOffsets[field], value.length) })
  }
  if (message.resources === undefined) return fields
  if (message.resources.length === 0)
    return [...fields, { field: 'resources', value: '', place: locate(fieldOffsets.resources, 0) }]
  let offset = fieldOffsets.resources
  for (const value of message.resources) {
    offset += '\n- '.length
    fields.push({ field: 'resources', value, place: locate(offset, value.length) })
    offset += value.length
  }
  return fields
}
