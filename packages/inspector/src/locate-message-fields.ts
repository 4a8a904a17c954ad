// Locates the fields of a well-formed message by formatting it again, which gives the same text.
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
