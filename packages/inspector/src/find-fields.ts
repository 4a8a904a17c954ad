// The fields of a well-formed message, each with the place of its value. Writing what was parsed gives the same text, so
// that the writer's places are those of the text that was read.
import type { Message, MessageField, MessageLayout } from '@countersign/message'
import { writeMessage } from '@countersign/message/write-message'
import type { FoundField } from './findings.ts'
import type { Locate } from './place.ts'

const order = [
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
export function findFields(message: Message, layout: MessageLayout, locate: Locate): FoundField[] {
  const { places } = writeMessage(message, layout)
  const fields: FoundField[] = []
  for (const field of order) {
    const value = message[field]
    if (value !== undefined) fields.push({ field, value, place: locate(places[field], value.length) })
  }
  if (message.resources === undefined) return fields
  if (message.resources.length === 0)
    return [...fields, { field: 'resources', value: '', place: locate(places.resources, 0) }]
  let offset = places.resources
  for (const value of message.resources) {
    offset += '\n- '.length
    fields.push({ field: 'resources', value, place: locate(offset, value.length) })
    offset += value.length
  }
  return fields
}
