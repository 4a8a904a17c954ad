import { messageErrorTexts } from './message-error-texts.ts'
import type { MessageErrorTextEntry, MessageErrorCode } from './message-error-texts.ts'

/**
 * The text of an error, the rule that it violates, and an explanation of what to do.
 *
 * @example
 * ```ts
 * import { messageErrorCatalog } from '@countersign/message/message-error-catalog'
 * import type { MessageErrorCatalogEntry } from '@countersign/message/message-error-catalog'
 *
 * const { rule, explanation }: MessageErrorCatalogEntry = messageErrorCatalog['message.nonce_short']
 * rule // => 'ERC-4361 §Message Format'
 * explanation // => 'Use at least 8 letters and digits, preferably with 128 random bits from your server.'
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
    explanation: 'Provide the whole text of a sign-in message, from the domain to the last line.',
  },
  'message.domain_empty': {
    rule: messageFormatRule,
    explanation:
      'Write the domain before “ wants you to sign in …”. A common cause is an empty variable in the code that builds the message.',
  },
  'message.address_checksum': {
    rule: 'ERC-55',
    explanation:
      'Let your library convert the address to its checksum form (with upper and lower case) before you put it in the message.',
  },
  'message.too_long': {
    rule: 'limit',
    explanation: 'Shorten the statement, or list fewer resources: the message exceeds the maximum length.',
  },
  'message.carriage_return': {
    rule: messageFormatRule,
    explanation:
      'Join the lines with \\n and not with the line ending of the system. On Windows, an editor or the clipboard may have added the carriage return.',
  },
  'message.character_foreign': {
    rule: messageFormatRule,
    explanation:
      'Delete the character, or replace it with the ASCII character that it looks like. Such characters are often copied from a web page or a document.',
  },
  'message.header_missing': {
    rule: messageFormatRule,
    explanation:
      'Write the first line exactly as in the standard: the domain, then “ wants you to sign in with your Ethereum account:”, or Solana or Bitcoin in place of Ethereum.',
  },
  'message.scheme_invalid': {
    rule: 'RFC 3986 §3.1',
    explanation:
      'Write https:// before the domain, or leave out the scheme and its “://”. A scheme is a letter followed by letters, digits, “+”, “-” or “.”.',
  },
  'message.domain_invalid': {
    rule: 'RFC 3986 §3.2',
    explanation:
      'Write a host, with a port if it needs one. Leave out the path and everything else; the URI line contains the whole address.',
  },
  'message.address_missing': {
    rule: messageFormatRule,
    explanation:
      'Put the address on the second line. A common cause is that the wallet was not connected yet when the message was built.',
  },
  'message.address_invalid': {
    rule: messageFormatRule,
    explanation:
      'Write 0x in lowercase, followed by exactly 40 hexadecimal digits. Do not use a name or an address of another chain, and do not put any text around the address.',
  },
  'message.solana_address_character': {
    rule: siwsRule,
    explanation: 'Copy the address again. Base58 does not contain 0, O, I or l, because they look alike.',
  },
  'message.solana_address_length': {
    rule: siwsRule,
    explanation:
      'Write the whole address, which is a public key of 32 bytes, and not the name or the shortened address that the wallet shows.',
  },
  'message.bitcoin_address_character': {
    rule: 'BIP-173',
    explanation:
      'Copy the address again from the wallet. Base58 has no 0, O, I or l, and bech32 has no 1, b, i or o after its prefix.',
  },
  'message.bitcoin_address_case': {
    rule: 'BIP-173',
    explanation: 'Write the address in lowercase. Uppercase is only for QR codes, where it takes less space.',
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
    explanation: 'Use a Bitcoin address. It starts with 1, 3 or bc1 or, on a test network, with m, n, 2, tb1 or bcrt1.',
  },
  'message.bitcoin_address_witness': {
    rule: 'BIP-350',
    explanation:
      'Use an address type that can prove control: P2WPKH or P2WSH (bc1q), P2TR (bc1p), P2SH-P2WPKH or P2PKH.',
  },
  'message.bitcoin_address_encoding': {
    rule: 'BIP-350',
    explanation: 'Copy the address again from the wallet, or use a library that supports BIP-350.',
  },
  'message.blank_line_after_address': { rule: messageFormatRule, explanation: 'Put an empty line after the address.' },
  'message.statement_character': {
    rule: messageFormatRule,
    explanation:
      'Use only letters, digits, spaces and the punctuation of URIs, but not " % < > \\ ^ ` { | }, curly quotes, accents or emoji.',
  },
  'message.blank_line_before_fields': {
    rule: messageFormatRule,
    explanation:
      'Keep the statement on one line with an empty line after it. If there is no statement, leave two empty lines after the address, or one in a Solana message.',
  },
  'message.blank_line_unexpected': {
    rule: messageFormatRule,
    explanation: 'Remove the empty line. There are no empty lines between the fields.',
  },
  'message.uri_missing': {
    rule: messageFormatRule,
    explanation: 'After the empty line, add “URI: ” and the address of the page.',
  },
  'message.version_missing': { rule: messageFormatRule, explanation: 'Add the line “Version: 1” after the URI.' },
  'message.chain_id_missing': {
    rule: messageFormatRule,
    explanation:
      'After the version, add “Chain ID: ” and the chain: the chain number for Ethereum, mainnet for Solana, or the first 32 digits of the genesis block hash for Bitcoin.',
  },
  'message.nonce_missing': {
    rule: messageFormatRule,
    explanation: 'After the chain ID, add “Nonce: ” and 8 or more random letters and digits from your server.',
  },
  'message.issued_at_missing': {
    rule: messageFormatRule,
    explanation: 'After the nonce, add “Issued At: ” and the current time.',
  },
  'message.field_order': {
    rule: messageFormatRule,
    explanation: 'Put the fields in the order that the standard defines.',
  },
  'message.field_duplicate': {
    rule: messageFormatRule,
    explanation: 'Keep the line that you want, and remove the other one.',
  },
  'message.field_unknown': {
    rule: messageFormatRule,
    explanation:
      'Remove the line. If your application needs more data, put it in the statement, the request ID or a resource.',
  },
  'message.field_name': {
    rule: 'RFC 7405 §2.1',
    explanation:
      'Write the name exactly as in the standard (“Chain ID” and not “Chain Id”), with one space after the colon.',
  },
  'message.uri_invalid': {
    rule: 'RFC 3986 §3',
    explanation:
      'Write an absolute URI with its scheme, such as https://example.com/sign-in, and percent-encode all characters that a URI cannot contain.',
  },
  'message.version_unsupported': { rule: messageFormatRule, explanation: 'Write “Version: 1”.' },
  'message.chain_id_invalid': {
    rule: messageFormatRule,
    explanation: 'Write the chain ID as a decimal number: 1, and not 0x1 or eip155:1.',
  },
  'message.solana_chain_unknown': {
    rule: siwsRule,
    explanation: 'Write mainnet, testnet, devnet or localnet, or the CAIP-2 reference of the cluster.',
  },
  'message.bitcoin_chain_unknown': {
    rule: bitcoinProfileRule,
    explanation: 'Write the first 32 hexadecimal digits of the genesis block hash, as CAIP-2 defines for bip122.',
  },
  'message.chain_of_another_address': {
    rule: bitcoinProfileRule,
    explanation: 'Use an address of the chain that the message names, or name the chain to which the address belongs.',
  },
  'message.nonce_short': {
    rule: messageFormatRule,
    explanation: 'Use at least 8 letters and digits, preferably with 128 random bits from your server.',
  },
  'message.nonce_character': {
    rule: messageFormatRule,
    explanation:
      'Use only letters and digits, for example hexadecimal digits. Base64 and UUIDs contain “-”, “+”, “/” or “=”.',
  },
  'message.time_malformed': {
    rule: 'RFC 3339 §5.6',
    explanation: 'Write the time like 2024-02-29T16:25:24Z, as toISOString() does. It must end with Z or an offset.',
  },
  'message.time_nonexistent': {
    rule: 'RFC 3339 §5.7',
    explanation: 'Correct the date or time; it does not exist in the calendar.',
  },
  'message.request_id_invalid': {
    rule: 'RFC 3986 §3.3',
    explanation: 'Percent-encode all characters that a URI path segment cannot contain, as encodeURIComponent does.',
  },
  'message.resource_line': {
    rule: messageFormatRule,
    explanation: 'Write each resource on its own line, starting with “- ”.',
  },
  'message.resource_invalid': {
    rule: 'RFC 3986 §3',
    explanation:
      'Write an absolute URI with its scheme, such as https://example.com/terms, and percent-encode all characters that a URI cannot contain.',
  },
  'message.line_feed_at_end': {
    rule: messageFormatRule,
    explanation: 'Remove the line feed before the message is signed. Files and heredocs usually end with a line feed.',
  },
  'message.text_after_end': { rule: messageFormatRule, explanation: 'Remove the text after the last field.' },
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
  'message.issued_in_future': {
    rule: verificationRule,
    explanation: 'Check that the clock is right, then request a new message.',
  },
  'message.expired': { rule: verificationRule, explanation: 'Request a new message and sign that one.' },
  'message.not_yet_valid': { rule: verificationRule, explanation: 'Wait until the not-before time, then try again.' },
}

/**
 * Maps each error code to its text, rule and explanation. This is a separate entry point, so that
 * programs that only parse messages stay small.
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
