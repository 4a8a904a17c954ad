// The name of every fault, its message and its field: what a fault carries with it. The rest of what is known about a
// fault stands in message-error-catalog.ts, so that a page that only reads messages does not load it.
import type { MessageField } from './sign-in-message.ts'

/** What a fault carries with it. */
export interface MessageErrorTextEntry {
  readonly message: string
  readonly field?: MessageField
}

/** Code → words. The first three messages are the ones that implementations of the standard already share. */
export const messageErrorTexts = {
  'message.invalid': { message: 'Invalid message' },
  'message.domain_empty': { message: 'Domain cannot be empty.', field: 'domain' },
  'message.address_checksum': { message: 'Address not conformant to EIP-55.', field: 'address' },

  'message.too_long': { message: 'Message too long.' },
  'message.carriage_return': { message: 'Carriage return in the message.' },
  'message.character_foreign': { message: 'Character outside printable ASCII.' },

  'message.header_missing': { message: 'First line is not a sign-in request.' },
  'message.scheme_invalid': { message: 'Scheme is not a URI scheme.', field: 'scheme' },
  'message.domain_invalid': { message: 'Domain is not an RFC 3986 authority.', field: 'domain' },
  'message.address_missing': { message: 'Address missing.', field: 'address' },
  'message.address_invalid': { message: 'Address is not 0x and 40 hexadecimal digits.', field: 'address' },
  'message.solana_address_character': {
    message: 'Character in the address that base58 does not have.',
    field: 'address',
  },
  'message.solana_address_length': { message: 'Address is not 32 bytes in base58.', field: 'address' },
  'message.bitcoin_address_character': {
    message: 'Bitcoin address with a character that its alphabet does not have.',
    field: 'address',
  },
  'message.bitcoin_address_case': { message: 'Bitcoin address with capitals.', field: 'address' },
  'message.bitcoin_address_checksum': { message: 'Bitcoin address without its checksum.', field: 'address' },
  'message.bitcoin_address_length': { message: 'Bitcoin address of the wrong length.', field: 'address' },
  'message.bitcoin_address_network': { message: 'Address of no Bitcoin network.', field: 'address' },
  'message.bitcoin_address_witness': { message: 'Bitcoin address of an unknown kind.', field: 'address' },
  'message.bitcoin_address_encoding': { message: 'Bitcoin address in the encoding of another kind.', field: 'address' },
  'message.blank_line_after_address': { message: 'No empty line after the address.' },
  'message.statement_character': { message: 'Character not allowed in the statement.', field: 'statement' },
  'message.blank_line_before_fields': { message: 'No empty line before “URI:”.' },
  'message.blank_line_unexpected': { message: 'Empty line where a field belongs.' },

  'message.uri_missing': { message: 'URI missing.', field: 'uri' },
  'message.version_missing': { message: 'Version missing.', field: 'version' },
  'message.chain_id_missing': { message: 'Chain ID missing.', field: 'chainId' },
  'message.nonce_missing': { message: 'Nonce missing.', field: 'nonce' },
  'message.issued_at_missing': { message: 'Issued-at time missing.', field: 'issuedAt' },
  'message.field_order': { message: 'Field out of order.' },
  'message.field_duplicate': { message: 'Field given twice.' },
  'message.field_unknown': { message: 'Line is not a field of a sign-in message.' },
  'message.field_name': { message: 'Field name not written as in the standard.' },

  'message.uri_invalid': { message: 'URI is not an RFC 3986 URI.', field: 'uri' },
  'message.version_unsupported': { message: 'Version is not 1.', field: 'version' },
  'message.chain_id_invalid': { message: 'Chain ID is not a decimal number.', field: 'chainId' },
  'message.solana_chain_unknown': { message: 'Chain ID is not a Solana cluster.', field: 'chainId' },
  'message.bitcoin_chain_unknown': { message: 'Chain ID is not a Bitcoin chain.', field: 'chainId' },
  'message.chain_of_another_address': {
    message: 'Address belongs to another chain than the Chain ID.',
    field: 'chainId',
  },
  'message.nonce_short': { message: 'Nonce shorter than 8 characters.', field: 'nonce' },
  'message.nonce_character': { message: 'Nonce with other characters than letters and digits.', field: 'nonce' },
  'message.time_malformed': { message: 'Time is not an RFC 3339 date-time.' },
  'message.time_nonexistent': { message: 'Time does not exist.' },
  'message.request_id_invalid': { message: 'Character not allowed in the request ID.', field: 'requestId' },
  'message.resource_line': { message: 'Resource line does not begin with “- ”.', field: 'resources' },
  'message.resource_invalid': { message: 'Resource is not an RFC 3986 URI.', field: 'resources' },
  'message.line_feed_at_end': { message: 'Line feed after the last line.' },
  'message.text_after_end': { message: 'Text after the end of the message.' },

  'message.scheme_mismatch': { message: 'Scheme is not the expected one.', field: 'scheme' },
  'message.domain_mismatch': { message: 'Domain is not the expected one.', field: 'domain' },
  'message.address_mismatch': { message: 'Address is not the expected one.', field: 'address' },
  'message.statement_mismatch': { message: 'Statement is not the expected one.', field: 'statement' },
  'message.uri_mismatch': { message: 'URI is not the expected one.', field: 'uri' },
  'message.chain_not_allowed': { message: 'Chain is not allowed.', field: 'chainId' },
  'message.nonce_mismatch': { message: 'Nonce is not the expected one.', field: 'nonce' },
  'message.issued_at_mismatch': { message: 'Issued-at time is not the expected one.', field: 'issuedAt' },
  'message.expiration_time_mismatch': { message: 'Expiration time is not the expected one.', field: 'expirationTime' },
  'message.not_before_mismatch': { message: 'Not-before time is not the expected one.', field: 'notBefore' },
  'message.request_id_mismatch': { message: 'Request ID is not the expected one.', field: 'requestId' },
  'message.resources_mismatch': { message: 'Resources are not the expected ones.', field: 'resources' },
  'message.issued_in_future': { message: 'Message issued in the future.', field: 'issuedAt' },
  'message.expired': { message: 'Message expired.', field: 'expirationTime' },
  'message.not_yet_valid': { message: 'Message not valid yet.', field: 'notBefore' },
} as const satisfies Record<`message.${string}`, MessageErrorTextEntry>

/**
 * The stable name of one kind of fault: a closed union, so that a switch over it narrows.
 *
 * @example
 * ```ts
 * import type { MessageErrorCode } from '@countersign/message'
 *
 * const worthANewMessage: MessageErrorCode[] = ['message.expired', 'message.nonce_mismatch']
 * worthANewMessage.includes('message.domain_mismatch') // => false
 * ```
 */
export type MessageErrorCode = keyof typeof messageErrorTexts
