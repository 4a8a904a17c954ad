// Rules and explanations are in message-error-catalog.ts, so that pages that only parse stay small.
import type { MessageField } from './sign-in-message.ts'

export interface MessageErrorTextEntry {
  readonly message: string
  readonly field?: MessageField
}

/** The first three texts are the same in other implementations of the standard. */
export const messageErrorTexts = {
  'message.invalid': { message: 'Invalid message' },
  'message.domain_empty': { message: 'Domain cannot be empty.', field: 'domain' },
  'message.address_checksum': { message: 'Address not conformant to EIP-55.', field: 'address' },

  'message.too_long': { message: 'The message is too long.' },
  'message.carriage_return': { message: 'The message contains a carriage return.' },
  'message.character_foreign': { message: 'A character is outside printable ASCII.' },

  'message.header_missing': { message: 'The first line is not a sign-in request.' },
  'message.scheme_invalid': { message: 'The scheme is not a URI scheme.', field: 'scheme' },
  'message.domain_invalid': { message: 'The domain is not an RFC 3986 authority.', field: 'domain' },
  'message.address_missing': { message: 'The address is missing.', field: 'address' },
  'message.address_invalid': { message: 'The address is not 0x followed by 40 hexadecimal digits.', field: 'address' },
  'message.solana_address_character': {
    message: 'A character in the address is not in the base58 alphabet.',
    field: 'address',
  },
  'message.solana_address_length': { message: 'The address is not 32 bytes in base58.', field: 'address' },
  'message.bitcoin_address_character': {
    message: 'A character in the Bitcoin address is not allowed in its encoding.',
    field: 'address',
  },
  'message.bitcoin_address_case': { message: 'The Bitcoin address contains uppercase letters.', field: 'address' },
  'message.bitcoin_address_checksum': { message: 'The Bitcoin address has a wrong checksum.', field: 'address' },
  'message.bitcoin_address_length': { message: 'The Bitcoin address has the wrong length.', field: 'address' },
  'message.bitcoin_address_network': { message: 'The address does not belong to a Bitcoin network.', field: 'address' },
  'message.bitcoin_address_witness': { message: 'The Bitcoin address has an unknown type.', field: 'address' },
  'message.bitcoin_address_encoding': {
    message: 'The Bitcoin address has the encoding of another type.',
    field: 'address',
  },
  'message.blank_line_after_address': { message: 'There is no empty line after the address.' },
  'message.statement_character': {
    message: 'The statement contains a character that is not allowed.',
    field: 'statement',
  },
  'message.blank_line_before_fields': { message: 'There is no empty line before “URI:”.' },
  'message.blank_line_unexpected': { message: 'There is an empty line where a field belongs.' },

  'message.uri_missing': { message: 'The URI is missing.', field: 'uri' },
  'message.version_missing': { message: 'The version is missing.', field: 'version' },
  'message.chain_id_missing': { message: 'The chain ID is missing.', field: 'chainId' },
  'message.nonce_missing': { message: 'The nonce is missing.', field: 'nonce' },
  'message.issued_at_missing': { message: 'The issued-at time is missing.', field: 'issuedAt' },
  'message.field_order': { message: 'A field is out of order.' },
  'message.field_duplicate': { message: 'A field occurs twice.' },
  'message.field_unknown': { message: 'A line is not a field of a sign-in message.' },
  'message.field_name': { message: 'A field name is not spelled as in the standard.' },

  'message.uri_invalid': { message: 'The URI is not an RFC 3986 URI.', field: 'uri' },
  'message.version_unsupported': { message: 'The version is not 1.', field: 'version' },
  'message.chain_id_invalid': { message: 'The chain ID is not a decimal number.', field: 'chainId' },
  'message.solana_chain_unknown': { message: 'The chain ID is not a Solana cluster.', field: 'chainId' },
  'message.bitcoin_chain_unknown': { message: 'The chain ID is not a Bitcoin chain.', field: 'chainId' },
  'message.chain_of_another_address': {
    message: 'The address and the chain ID belong to different chains.',
    field: 'chainId',
  },
  'message.nonce_short': { message: 'The nonce is shorter than 8 characters.', field: 'nonce' },
  'message.nonce_character': {
    message: 'The nonce contains characters other than letters and digits.',
    field: 'nonce',
  },
  'message.time_malformed': { message: 'The time is not an RFC 3339 date-time.' },
  'message.time_nonexistent': { message: 'The time does not exist.' },
  'message.request_id_invalid': {
    message: 'The request ID contains a character that is not allowed.',
    field: 'requestId',
  },
  'message.resource_line': { message: 'A resource line does not start with “- ”.', field: 'resources' },
  'message.resource_invalid': { message: 'A resource is not an RFC 3986 URI.', field: 'resources' },
  'message.line_feed_at_end': { message: 'There is a line feed after the last line.' },
  'message.text_after_end': { message: 'There is text after the end of the message.' },

  'message.scheme_mismatch': { message: 'The scheme is not the expected one.', field: 'scheme' },
  'message.domain_mismatch': { message: 'The domain is not the expected one.', field: 'domain' },
  'message.address_mismatch': { message: 'The address is not the expected one.', field: 'address' },
  'message.statement_mismatch': { message: 'The statement is not the expected one.', field: 'statement' },
  'message.uri_mismatch': { message: 'The URI is not the expected one.', field: 'uri' },
  'message.chain_not_allowed': { message: 'The chain is not allowed.', field: 'chainId' },
  'message.nonce_mismatch': { message: 'The nonce is not the expected one.', field: 'nonce' },
  'message.issued_at_mismatch': { message: 'The issued-at time is not the expected one.', field: 'issuedAt' },
  'message.expiration_time_mismatch': {
    message: 'The expiration time is not the expected one.',
    field: 'expirationTime',
  },
  'message.not_before_mismatch': { message: 'The not-before time is not the expected one.', field: 'notBefore' },
  'message.request_id_mismatch': { message: 'The request ID is not the expected one.', field: 'requestId' },
  'message.resources_mismatch': { message: 'The resources are not the expected ones.', field: 'resources' },
  'message.issued_in_future': { message: 'The message was issued in the future.', field: 'issuedAt' },
  'message.expired': { message: 'The message has expired.', field: 'expirationTime' },
  'message.not_yet_valid': { message: 'The message is not valid yet.', field: 'notBefore' },
} as const satisfies Record<`message.${string}`, MessageErrorTextEntry>

/**
 * The stable code of a message error; a closed union for exhaustive switches.
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
