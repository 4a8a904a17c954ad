// Puts the fields of a message into text and notes where each one stands, for everyone who has to point at a field.
import type { MessageFaultCode } from './fault-words.ts'
import type { Message, MessageField } from './fields.ts'
import { labels } from './labels.ts'
import { eip155Layout } from './layout.ts'
import type { MessageLayout } from './layout.ts'
import { MessageFault } from './message-fault.ts'

/** The text, and for each field where its value begins (or would begin, where the message has none). */
export interface WrittenMessage {
  readonly text: string
  readonly places: Readonly<Record<MessageField, number>>
}

/** What is wrong with a field that is not text, or that holds a line feed and would so become two lines. */
const unwritable = {
  scheme: 'message.scheme_invalid',
  domain: 'message.domain_invalid',
  address: 'message.address_invalid',
  statement: 'message.statement_character',
  uri: 'message.uri_invalid',
  version: 'message.version_unsupported',
  chainId: 'message.chain_id_invalid',
  nonce: 'message.nonce_character',
  issuedAt: 'message.time_malformed',
  expirationTime: 'message.time_malformed',
  notBefore: 'message.time_malformed',
  requestId: 'message.request_id_invalid',
  resources: 'message.resource_invalid',
} as const satisfies Record<MessageField, MessageFaultCode>

/**
 * Writes the fields in the order of ERC-4361 §Message Format. Only the lines are made sure of here: that each field is
 * text without a line feed. Whether a value is a good one, and whether every field is there, is for the parser to say.
 * @param layout of which chain family; that of EIP-4361 unless said otherwise
 * @throws MessageFault for a field that is not text, or holds a line feed
 */
export function writeMessage(
  message: Message,
  { header, leavesTwoLines }: MessageLayout = eip155Layout,
): WrittenMessage {
  const places = {} as Record<MessageField, number>
  let text = ''

  function put(field: MessageField, value: unknown, before: string, after: string): void {
    if (value === undefined) {
      places[field] = text.length
      return
    }
    text += before
    places[field] ??= text.length
    if (typeof value !== 'string') throw new MessageFault(unwritable[field], text, text.length, field)
    const lineFeed = value.indexOf('\n')
    if (lineFeed !== -1) throw new MessageFault(unwritable[field], text + value, text.length + lineFeed, field)
    text += value + after
  }

  put('scheme', message.scheme, '', '://')
  put('domain', message.domain, '', '')
  text += header
  put('address', message.address, '', '')
  text += leavesTwoLines ? '\n\n' : '\n'
  put('statement', message.statement, leavesTwoLines ? '' : '\n', '\n')
  put('uri', message.uri, '\n' + labels.uri, '')
  put('version', message.version, '\n' + labels.version, '')
  put('chainId', message.chainId, '\n' + labels.chainId, '')
  put('nonce', message.nonce, '\n' + labels.nonce, '')
  put('issuedAt', message.issuedAt, '\n' + labels.issuedAt, '')
  put('expirationTime', message.expirationTime, '\n' + labels.expirationTime, '')
  put('notBefore', message.notBefore, '\n' + labels.notBefore, '')
  put('requestId', message.requestId, '\n' + labels.requestId, '')
  if (message.resources === undefined) {
    places.resources = text.length
  } else {
    text += '\n' + labels.resources
    places.resources = text.length
    if (!Array.isArray(message.resources)) throw new MessageFault(unwritable.resources, text, text.length)
    for (const resource of message.resources) {
      if (resource === undefined) throw new MessageFault(unwritable.resources, text, text.length)
      put('resources', resource, '\n- ', '')
    }
  }
  return { text, places }
}
