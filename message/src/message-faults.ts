// Every reason for which a message is refused, in one table: the parser, the error catalogue and the documents all read
// their words from here, so that a reason can neither lack words nor have two sets of them.
import type { MessageField } from './fields.ts'

/** What is known about one kind of fault: its words, the rule that it breaks, and what to do about it. */
export interface MessageFaultEntry {
  readonly message: string
  readonly rule: string
  readonly explanation: string
  readonly field?: MessageField
}

const format = 'ERC-4361 §Message Format'
const verifying = 'ERC-4361 §Verifying a signed Message'

/** Code → words. The first three messages are the ones that implementations of the standard already share. */
export const messageFaults = {
  'message.invalid': {
    message: 'Invalid message',
    rule: format,
    explanation: 'Give the text of a sign-in message; this is empty or not text.',
  },
  'message.domain_empty': {
    message: 'Domain cannot be empty.',
    rule: format,
    explanation: 'Begin the message with the domain that asks for the signature.',
    field: 'domain',
  },
  'message.address_checksum': {
    message: 'Address not conformant to EIP-55.',
    rule: 'ERC-55',
    explanation: 'Write the address in upper and lower case as its checksum says.',
    field: 'address',
  },

  'message.too_long': {
    message: 'Message too long.',
    rule: 'limit',
    explanation: 'Shorten the message; it is longer than what is read here.',
  },
  'message.carriage_return': {
    message: 'Carriage return in the message.',
    rule: format,
    explanation: 'End lines with a line feed alone.',
  },
  'message.character_foreign': {
    message: 'Character outside printable ASCII.',
    rule: format,
    explanation: 'Remove or encode the character; it may be invisible or look like another one.',
  },

  'message.header_missing': {
    message: 'First line is not a sign-in request.',
    rule: format,
    explanation: 'End the first line with “ wants you to sign in with your Ethereum account:”.',
  },
  'message.scheme_invalid': {
    message: 'Scheme is not a URI scheme.',
    rule: 'RFC 3986 §3.1',
    explanation: 'Begin the scheme with a letter and go on with letters, digits, “+”, “-” or “.”.',
    field: 'scheme',
  },
  'message.domain_invalid': {
    message: 'Domain is not an RFC 3986 authority.',
    rule: 'RFC 3986 §3.2',
    explanation: 'Write a host, with a port if it needs one, and nothing else.',
    field: 'domain',
  },
  'message.address_missing': {
    message: 'Address missing.',
    rule: format,
    explanation: 'Put the address on the second line.',
    field: 'address',
  },
  'message.address_invalid': {
    message: 'Address is not 0x and 40 hexadecimal digits.',
    rule: format,
    explanation: 'Write a small “0x” and exactly 40 hexadecimal digits.',
    field: 'address',
  },
  'message.blank_line_after_address': {
    message: 'No empty line after the address.',
    rule: format,
    explanation: 'Leave the line after the address empty.',
  },
  'message.statement_character': {
    message: 'Character not allowed in the statement.',
    rule: format,
    explanation: 'Use letters, digits, spaces and the punctuation of URIs; not " % < > \\ ^ ` { | }.',
    field: 'statement',
  },
  'message.blank_line_before_fields': {
    message: 'No empty line before “URI:”.',
    rule: format,
    explanation: 'Keep the statement on one line with an empty line after it; without one, leave two lines empty.',
  },
  'message.blank_line_unexpected': {
    message: 'Empty line where a field belongs.',
    rule: format,
    explanation: 'Remove the empty line.',
  },

  'message.uri_missing': {
    message: 'URI missing.',
    rule: format,
    explanation: 'Add the line “URI: …”.',
    field: 'uri',
  },
  'message.version_missing': {
    message: 'Version missing.',
    rule: format,
    explanation: 'Add the line “Version: 1” after the URI.',
    field: 'version',
  },
  'message.chain_id_missing': {
    message: 'Chain ID missing.',
    rule: format,
    explanation: 'Add the line “Chain ID: …” after the version.',
    field: 'chainId',
  },
  'message.nonce_missing': {
    message: 'Nonce missing.',
    rule: format,
    explanation: 'Add the line “Nonce: …” after the chain id.',
    field: 'nonce',
  },
  'message.issued_at_missing': {
    message: 'Issued-at time missing.',
    rule: format,
    explanation: 'Add the line “Issued At: …” after the nonce.',
    field: 'issuedAt',
  },
  'message.field_order': {
    message: 'Field out of order.',
    rule: format,
    explanation: 'Put the fields in the order of the standard.',
  },
  'message.field_duplicate': {
    message: 'Field given twice.',
    rule: format,
    explanation: 'Keep one line for each field.',
  },
  'message.field_unknown': {
    message: 'Line is not a field of a sign-in message.',
    rule: format,
    explanation: 'Remove the line; the standard knows no such field.',
  },
  'message.field_name': {
    message: 'Field name not written as in the standard.',
    rule: 'RFC 7405 §2.1',
    explanation: 'Write the name of the field letter for letter, in the same case and with the same spaces.',
  },

  'message.uri_invalid': {
    message: 'URI is not an RFC 3986 URI.',
    rule: 'RFC 3986 §3',
    explanation: 'Write an absolute URI with its scheme, and percent-encode what a URI cannot hold.',
    field: 'uri',
  },
  'message.version_unsupported': {
    message: 'Version is not 1.',
    rule: format,
    explanation: 'Write “Version: 1”; there is no other version.',
    field: 'version',
  },
  'message.chain_id_invalid': {
    message: 'Chain ID is not a decimal number.',
    rule: format,
    explanation: 'Write the chain id in decimal digits alone.',
    field: 'chainId',
  },
  'message.nonce_short': {
    message: 'Nonce shorter than 8 characters.',
    rule: format,
    explanation: 'Use a nonce of 8 letters and digits or more.',
    field: 'nonce',
  },
  'message.nonce_character': {
    message: 'Nonce with other characters than letters and digits.',
    rule: format,
    explanation: 'Use only letters and digits in the nonce.',
    field: 'nonce',
  },
  'message.time_malformed': {
    message: 'Time is not an RFC 3339 date-time.',
    rule: 'RFC 3339 §5.6',
    explanation: 'Write the time like 2024-02-29T16:25:24Z, with Z or an offset at its end.',
  },
  'message.time_nonexistent': {
    message: 'Time does not exist.',
    rule: 'RFC 3339 §5.7',
    explanation: 'Use a day that the month has and a time that the day has.',
  },
  'message.request_id_invalid': {
    message: 'Character not allowed in the request ID.',
    rule: 'RFC 3986 §3.3',
    explanation: 'Percent-encode in the request id what a URI path segment cannot hold.',
    field: 'requestId',
  },
  'message.resource_line': {
    message: 'Resource line does not begin with “- ”.',
    rule: format,
    explanation: 'Write each resource on a line of its own, after a hyphen and one space.',
    field: 'resources',
  },
  'message.resource_invalid': {
    message: 'Resource is not an RFC 3986 URI.',
    rule: 'RFC 3986 §3',
    explanation: 'Write an absolute URI with its scheme, and percent-encode what a URI cannot hold.',
    field: 'resources',
  },
  'message.line_feed_at_end': {
    message: 'Line feed after the last line.',
    rule: format,
    explanation: 'End the message with its last character, without a line feed.',
  },
  'message.text_after_end': {
    message: 'Text after the end of the message.',
    rule: format,
    explanation: 'Remove what follows the last field.',
  },

  'message.scheme_mismatch': {
    message: 'Scheme is not the expected one.',
    rule: verifying,
    explanation: 'Sign a message that was made for this site.',
    field: 'scheme',
  },
  'message.domain_mismatch': {
    message: 'Domain is not the expected one.',
    rule: verifying,
    explanation: 'Sign a message that was made for this site.',
    field: 'domain',
  },
  'message.address_mismatch': {
    message: 'Address is not the expected one.',
    rule: verifying,
    explanation: 'Sign with the wallet that was asked for.',
    field: 'address',
  },
  'message.statement_mismatch': {
    message: 'Statement is not the expected one.',
    rule: verifying,
    explanation: 'Sign the message as it was issued.',
    field: 'statement',
  },
  'message.uri_mismatch': {
    message: 'URI is not the expected one.',
    rule: verifying,
    explanation: 'Sign a message that was made for this site.',
    field: 'uri',
  },
  'message.chain_not_allowed': {
    message: 'Chain is not allowed.',
    rule: verifying,
    explanation: 'Choose one of the chains that are allowed here.',
    field: 'chainId',
  },
  'message.nonce_mismatch': {
    message: 'Nonce is not the expected one.',
    rule: verifying,
    explanation: 'Ask for a new message and sign that one.',
    field: 'nonce',
  },
  'message.issued_at_mismatch': {
    message: 'Issued-at time is not the expected one.',
    rule: verifying,
    explanation: 'Sign the message as it was issued.',
    field: 'issuedAt',
  },
  'message.expiration_time_mismatch': {
    message: 'Expiration time is not the expected one.',
    rule: verifying,
    explanation: 'Sign the message as it was issued.',
    field: 'expirationTime',
  },
  'message.not_before_mismatch': {
    message: 'Not-before time is not the expected one.',
    rule: verifying,
    explanation: 'Sign the message as it was issued.',
    field: 'notBefore',
  },
  'message.request_id_mismatch': {
    message: 'Request ID is not the expected one.',
    rule: verifying,
    explanation: 'Sign the message as it was issued.',
    field: 'requestId',
  },
  'message.resources_mismatch': {
    message: 'Resources are not the expected ones.',
    rule: verifying,
    explanation: 'Sign the message as it was issued.',
    field: 'resources',
  },
  'message.issued_in_future': {
    message: 'Message issued in the future.',
    rule: verifying,
    explanation: 'Set the clock right and ask for a new message.',
    field: 'issuedAt',
  },
  'message.expired': {
    message: 'Message expired.',
    rule: verifying,
    explanation: 'Ask for a new message and sign that one.',
    field: 'expirationTime',
  },
  'message.not_yet_valid': {
    message: 'Message not valid yet.',
    rule: verifying,
    explanation: 'Wait until the not-before time has come.',
    field: 'notBefore',
  },
} as const satisfies Record<`message.${string}`, MessageFaultEntry>

/** The stable name of one kind of fault. */
export type MessageFaultCode = keyof typeof messageFaults
