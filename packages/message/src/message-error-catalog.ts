// Every reason for which a message is refused, in one table: the error catalogue and the documents read their words from
// here. It does not compile while a fault lacks its rule or its explanation.
import { messageErrorTexts } from './message-error-texts.ts'
import type { MessageErrorTextEntry, MessageErrorCode } from './message-error-texts.ts'

/**
 * What is known about one kind of fault: its words, the rule that it breaks, and what to do about it.
 *
 * @example
 * ```ts
 * import { messageErrorCatalog } from '@countersign/message/message-error-catalog'
 * import type { MessageErrorCatalogEntry } from '@countersign/message/message-error-catalog'
 *
 * const { rule, explanation }: MessageErrorCatalogEntry = messageErrorCatalog['message.nonce_short']
 * rule // => 'ERC-4361 §Message Format'
 * explanation // => 'Use at least 8 letters and digits, better 128 random bits from your server.'
 * ```
 */
export interface MessageErrorCatalogEntry extends MessageErrorTextEntry {
  readonly rule: string
  readonly explanation: string
}

const messageFormatRule = 'ERC-4361 §Message Format'
const siwsRule = 'Sign In With Solana'
const bitcoinProfileRule = 'CAIP-122 profile for bip122'
const verificationRule = 'ERC-4361 §Verifying a signed Message'

const guidance: Readonly<Record<MessageErrorCode, Pick<MessageErrorCatalogEntry, 'rule' | 'explanation'>>> = {
  'message.invalid': {
    rule: messageFormatRule,
    explanation: 'Give the whole text of a sign-in message, from the domain to its last line.',
  },
  'message.domain_empty': {
    rule: messageFormatRule,
    explanation:
      'Write the domain before “ wants you to sign in …”. A common cause is an empty variable where the message is made.',
  },
  'message.address_checksum': {
    rule: 'ERC-55',
    explanation:
      'Let your library write the address in its checksum form (upper and lower case) before it goes into the message.',
  },
  'message.too_long': {
    rule: 'limit',
    explanation: 'Shorten the statement, or list fewer resources: the message is longer than what is read here.',
  },
  'message.carriage_return': {
    rule: messageFormatRule,
    explanation:
      'Join the lines with \\n, not with the line ending of the system. On Windows an editor or the clipboard may have added the CR.',
  },
  'message.character_foreign': {
    rule: messageFormatRule,
    explanation:
      'Delete the character, or write the ASCII one that it looks like. Copying from a web page or a document brings such characters along.',
  },
  'message.header_missing': {
    rule: messageFormatRule,
    explanation:
      'Write the first line exactly as in the standard: the domain, then “ wants you to sign in with your Ethereum account:”, or Solana or Bitcoin in place of Ethereum.',
  },
  'message.scheme_invalid': {
    rule: 'RFC 3986 §3.1',
    explanation:
      'Write https:// before the domain, or leave it out with its “://”. A scheme is a letter, then letters, digits, “+”, “-” or “.”.',
  },
  'message.domain_invalid': {
    rule: 'RFC 3986 §3.2',
    explanation:
      'Write a host, with a port if it needs one. Leave out the path and anything else; the URI line holds the whole address.',
  },
  'message.address_missing': {
    rule: messageFormatRule,
    explanation:
      'Put the address on the second line. Often the wallet was not connected yet when the message was made.',
  },
  'message.address_invalid': {
    rule: messageFormatRule,
    explanation:
      'Write 0x in lowercase and exactly 40 hexadecimal digits: no name, no other chain’s address, nothing around it.',
  },
  'message.solana_address_character': {
    rule: siwsRule,
    explanation: 'Copy the address again: 0 and O, I and l are easily mistaken, so base58 leaves them out.',
  },
  'message.solana_address_length': {
    rule: siwsRule,
    explanation:
      'Write the whole address, a public key of 32 bytes, without the name or the shortened form of the wallet.',
  },
  'message.bitcoin_address_character': {
    rule: 'BIP-173',
    explanation:
      'Copy the address again from the wallet: base58 has no 0, O, I or l, and bech32 no 1, b, i or o after its prefix.',
  },
  'message.bitcoin_address_case': {
    rule: 'BIP-173',
    explanation:
      'Write the address in lowercase. QR codes use capitals because they are shorter that way; a message does not.',
  },
  'message.bitcoin_address_checksum': {
    rule: 'BIP-173',
    explanation: 'Copy the address again; one character of it is wrong.',
  },
  'message.bitcoin_address_length': {
    rule: 'BIP-173',
    explanation: 'Copy the whole address, from its first character to its last.',
  },
  'message.bitcoin_address_network': {
    rule: 'BIP-13',
    explanation: 'Use a Bitcoin address: it starts with 1, 3 or bc1, and on test networks with m, n, 2, tb1 or bcrt1.',
  },
  'message.bitcoin_address_witness': {
    rule: 'BIP-350',
    explanation:
      'Use an address type that can prove control: P2WPKH or P2WSH (bc1q), P2TR (bc1p), P2SH-P2WPKH or P2PKH.',
  },
  'message.bitcoin_address_encoding': {
    rule: 'BIP-350',
    explanation: 'Copy the address again from the wallet, or let a library that knows BIP-350 write it.',
  },
  'message.blank_line_after_address': { rule: messageFormatRule, explanation: 'Put an empty line after the address.' },
  'message.statement_character': {
    rule: messageFormatRule,
    explanation:
      'Use letters, digits, spaces and the punctuation of URIs; not " % < > \\ ^ ` { | }, curly quotes, accents or emoji.',
  },
  'message.blank_line_before_fields': {
    rule: messageFormatRule,
    explanation:
      'Keep the statement on one line with an empty line after it. Without a statement, leave two empty lines after the address, or one in a Solana message.',
  },
  'message.blank_line_unexpected': {
    rule: messageFormatRule,
    explanation: 'Remove the empty line; the fields follow each other line by line.',
  },
  'message.uri_missing': {
    rule: messageFormatRule,
    explanation: 'Add “URI: ” with the address of the page, after the empty line.',
  },
  'message.version_missing': { rule: messageFormatRule, explanation: 'Add “Version: 1” after the URI.' },
  'message.chain_id_missing': {
    rule: messageFormatRule,
    explanation:
      'Add “Chain ID: ” with the chain after the version: for Ethereum its number, for Solana mainnet, for Bitcoin the hash of its first block.',
  },
  'message.nonce_missing': {
    rule: messageFormatRule,
    explanation: 'Add “Nonce: ” after the chain ID, with 8 or more random letters and digits from your server.',
  },
  'message.issued_at_missing': {
    rule: messageFormatRule,
    explanation: 'Add “Issued At: ” with the current time after the nonce.',
  },
  'message.field_order': { rule: messageFormatRule, explanation: 'Put the fields in the order of the standard.' },
  'message.field_duplicate': {
    rule: messageFormatRule,
    explanation: 'Keep the line that you mean, and remove the other one.',
  },
  'message.field_unknown': {
    rule: messageFormatRule,
    explanation:
      'Remove the line. Anything else that your application needs fits into the statement, the request ID or a resource.',
  },
  'message.field_name': {
    rule: 'RFC 7405 §2.1',
    explanation: 'Write the name exactly as in the standard: “Chain ID”, not “Chain Id”; one space after the colon.',
  },
  'message.uri_invalid': {
    rule: 'RFC 3986 §3',
    explanation:
      'Write an absolute URI with its scheme, such as https://example.com/sign-in, and percent-encode what a URI cannot hold.',
  },
  'message.version_unsupported': { rule: messageFormatRule, explanation: 'Write “Version: 1”.' },
  'message.chain_id_invalid': {
    rule: messageFormatRule,
    explanation: 'Write the chain ID as a decimal number: 1, not 0x1 and not eip155:1.',
  },
  'message.solana_chain_unknown': {
    rule: siwsRule,
    explanation: 'Write mainnet, testnet, devnet or localnet, or the name that CAIP-2 gives the cluster.',
  },
  'message.bitcoin_chain_unknown': {
    rule: bitcoinProfileRule,
    explanation: 'Write the first 32 hexadecimal digits of the hash of the first block, as CAIP-2 does for bip122.',
  },
  'message.chain_of_another_address': {
    rule: bitcoinProfileRule,
    explanation: 'Use an address of the chain that the message names, or name the chain of the address.',
  },
  'message.nonce_short': {
    rule: messageFormatRule,
    explanation: 'Use at least 8 letters and digits, better 128 random bits from your server.',
  },
  'message.nonce_character': {
    rule: messageFormatRule,
    explanation:
      'Use only letters and digits, such as hexadecimal digits: base64 and UUIDs contain “-”, “+”, “/” or “=”.',
  },
  'message.time_malformed': {
    rule: 'RFC 3339 §5.6',
    explanation: 'Write the time like 2024-02-29T16:25:24Z, as toISOString() does, with Z or an offset at its end.',
  },
  'message.time_nonexistent': {
    rule: 'RFC 3339 §5.7',
    explanation: 'Correct the day or the time; the calendar has no such time.',
  },
  'message.request_id_invalid': {
    rule: 'RFC 3986 §3.3',
    explanation: 'Percent-encode what a URI path segment cannot hold, as encodeURIComponent does.',
  },
  'message.resource_line': {
    rule: messageFormatRule,
    explanation: 'Write each resource on its own line, starting with “- ”.',
  },
  'message.resource_invalid': {
    rule: 'RFC 3986 §3',
    explanation:
      'Write an absolute URI with its scheme, such as https://example.com/terms, and percent-encode what a URI cannot hold.',
  },
  'message.line_feed_at_end': {
    rule: messageFormatRule,
    explanation: 'Remove the line feed before the message is signed. Files and heredocs end with one.',
  },
  'message.text_after_end': { rule: messageFormatRule, explanation: 'Remove what follows the last field.' },
  'message.scheme_mismatch': {
    rule: verificationRule,
    explanation: 'Start again on this site, and sign only the message that it shows.',
  },
  'message.domain_mismatch': {
    rule: verificationRule,
    explanation: 'Start again on this site, and sign only the message that it shows.',
  },
  'message.address_mismatch': { rule: verificationRule, explanation: 'Sign with the wallet that was requested.' },
  'message.statement_mismatch': { rule: verificationRule, explanation: 'Sign the message exactly as it was issued.' },
  'message.uri_mismatch': {
    rule: verificationRule,
    explanation: 'Start again on this site, and sign only the message that it shows.',
  },
  'message.chain_not_allowed': {
    rule: verificationRule,
    explanation: 'Switch to a chain that is allowed here, and try again.',
  },
  'message.nonce_mismatch': { rule: verificationRule, explanation: 'Request a new message and sign that one.' },
  'message.issued_at_mismatch': { rule: verificationRule, explanation: 'Sign the message exactly as it was issued.' },
  'message.expiration_time_mismatch': {
    rule: verificationRule,
    explanation: 'Sign the message exactly as it was issued.',
  },
  'message.not_before_mismatch': { rule: verificationRule, explanation: 'Sign the message exactly as it was issued.' },
  'message.request_id_mismatch': { rule: verificationRule, explanation: 'Sign the message exactly as it was issued.' },
  'message.resources_mismatch': { rule: verificationRule, explanation: 'Sign the message exactly as it was issued.' },
  'message.issued_in_future': { rule: verificationRule, explanation: 'Check the clock, then request a new message.' },
  'message.expired': { rule: verificationRule, explanation: 'Request a new message and sign that one.' },
  'message.not_yet_valid': { rule: verificationRule, explanation: 'Wait until the not-before time, then try again.' },
}

/**
 * Code → everything about the fault. In an entry of its own, so that a page that only reads messages does not load it.
 *
 * @example
 * ```ts
 * import { messageErrorCatalog } from '@countersign/message/message-error-catalog'
 *
 * messageErrorCatalog['message.address_checksum'].message // => 'Address not conformant to EIP-55.'
 * messageErrorCatalog['message.address_checksum'].rule // => 'ERC-55'
 * ```
 */
export const messageErrorCatalog = buildCatalog(Object.keys(messageErrorTexts) as MessageErrorCode[])

function buildCatalog(
  codes: readonly MessageErrorCode[],
): Readonly<Record<MessageErrorCode, MessageErrorCatalogEntry>> {
  const entries = codes.map((code) => [code, { ...messageErrorTexts[code], ...guidance[code] }] as const)
  return Object.fromEntries(entries) as Record<MessageErrorCode, MessageErrorCatalogEntry>
}
