// Formats a message and records the offset of each field, for errors that point at a field.
import type { MessageErrorCode } from './message-error-texts.ts'
import type { SignInMessage, MessageField } from './sign-in-message.ts'
import { messageFieldLabels } from './message-field-line-prefixes.ts'
import { eip155MessageLayout } from './message-layout.ts'
import type { MessageLayout } from './message-layout.ts'
import { MessageError } from './message-error.ts'

/** The offset of an absent field is where its value would be. */
export interface MessageTextWithOffsets {
  readonly text: string
  readonly fieldOffsets: Readonly<Record<MessageField, number>>
}

// The error code for each field if it is not text, or if a line feed would split it into two lines.
const invalidFieldCodes = {
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
} as const satisfies Record<MessageField, MessageErrorCode>

/**
 * Does not validate the values.
 * @throws MessageError if a field is not text or contains a line feed
 */
export function formatMessageWithOffsets(
  message: SignInMessage,
  { header, hasSecondBlankLine }: MessageLayout = eip155MessageLayout,
): MessageTextWithOffsets {
  const fieldOffsets = {} as Record<MessageField, number>
  let text = ''

  function put(field: MessageField, value: unknown, before: string, after: string): void {
    if (value === undefined) {
      fieldOffsets[field] = text.length
      return
    }
    text += before
    fieldOffsets[field] ??= text.length
    if (typeof value !== 'string') throw new MessageError(invalidFieldCodes[field], text, text.length, field)
    const lineFeed = value.indexOf('\n')
    if (lineFeed !== -1) throw new MessageError(invalidFieldCodes[field], text + value, text.length + lineFeed, field)
    text += value + after
  }

  put('scheme', message.scheme, '', '://')
  put('domain', message.domain, '', '')
  text += header
  put('address', message.address, '', '')
  text += hasSecondBlankLine ? '\n\n' : '\n'
  put('statement', message.statement, hasSecondBlankLine ? '' : '\n', '\n')
  put('uri', message.uri, '\n' + messageFieldLabels.uri, '')
  put('version', message.version, '\n' + messageFieldLabels.version, '')
  put('chainId', message.chainId, '\n' + messageFieldLabels.chainId, '')
  put('nonce', message.nonce, '\n' + messageFieldLabels.nonce, '')
  put('issuedAt', message.issuedAt, '\n' + messageFieldLabels.issuedAt, '')
  put('expirationTime', message.expirationTime, '\n' + messageFieldLabels.expirationTime, '')
  put('notBefore', message.notBefore, '\n' + messageFieldLabels.notBefore, '')
  put('requestId', message.requestId, '\n' + messageFieldLabels.requestId, '')
  if (message.resources === undefined) {
    fieldOffsets.resources = text.length
  } else {
    text += '\n' + messageFieldLabels.resources
    fieldOffsets.resources = text.length
    if (!Array.isArray(message.resources)) throw new MessageError(invalidFieldCodes.resources, text, text.length)
    for (const resource of message.resources) {
      if (resource === undefined) throw new MessageError(invalidFieldCodes.resources, text, text.length)
      put('resources', resource, '\n- ', '')
    }
  }
  return { text, fieldOffsets }
}
