// Formats a message and records the offset of each field, for errors that point at a field.
import type { MessageErrorCode } from './message-error-texts.ts'
import type { SignInMessage, MessageField } from './sign-in-message.ts'
import { eip155MessageLayout } from './message-layout.ts'
import type { MessageLayout } from './message-layout.ts'
import { MessageError } from './message-error.ts'
import { writeMessageText } from './write-message-text.ts'
import type { MessageTextWithOffsets } from './write-message-text.ts'

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
export const formatMessageWithOffsets = (
  message: SignInMessage,
  layout: MessageLayout = eip155MessageLayout,
): MessageTextWithOffsets =>
  writeMessageText(
    message,
    layout,
    (field, text, offset) => new MessageError(invalidFieldCodes[field], text, offset, field),
  )
