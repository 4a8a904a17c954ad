// Every reason for which a message is refused, in one table: the error catalogue and the documents read their words from
// here. It does not compile while a fault lacks its rule or its explanation.
import { faultWords } from './fault-words.ts'
import type { FaultWords, MessageFaultCode } from './fault-words.ts'

/**
 * What is known about one kind of fault: its words, the rule that it breaks, and what to do about it.
 *
 * @example
 * ```ts
 * import { messageFaults } from '@countersign/message/message-faults'
 * import type { MessageFaultEntry } from '@countersign/message/message-faults'
 *
 * const { rule, explanation }: MessageFaultEntry = messageFaults['message.nonce_short']
 * rule // => 'ERC-4361 §Message Format'
 * explanation // => 'Use a nonce of 8 letters and digits or more.'
 * ```
 */
export interface MessageFaultEntry extends FaultWords {
  readonly rule: string
  readonly explanation: string
}

const format = 'ERC-4361 §Message Format'
const siws = 'Sign In With Solana'
const bitcoinProfile = 'CAIP-122 profile for bip122'
const verifying = 'ERC-4361 §Verifying a signed Message'

const guidance: Readonly<Record<MessageFaultCode, Pick<MessageFaultEntry, 'rule' | 'explanation'>>> = {
  'message.invalid': {
    rule: format,
    explanation: 'Give the text of a sign-in message; this is empty or not text.',
  },
  'message.domain_empty': {
    rule: format,
    explanation: 'Begin the message with the domain that asks for the signature.',
  },
  'message.address_checksum': {
    rule: 'ERC-55',
    explanation: 'Write the address in upper and lower case as its checksum says.',
  },

  'message.too_long': {
    rule: 'limit',
    explanation: 'Shorten the message; it is longer than what is read here.',
  },
  'message.carriage_return': {
    rule: format,
    explanation: 'End lines with a line feed alone.',
  },
  'message.character_foreign': {
    rule: format,
    explanation: 'Remove or encode the character; it may be invisible or look like another one.',
  },

  'message.header_missing': {
    rule: format,
    explanation:
      'End the first line with “ wants you to sign in with your Ethereum account:”, or with Solana or Bitcoin in that place.',
  },
  'message.scheme_invalid': {
    rule: 'RFC 3986 §3.1',
    explanation: 'Begin the scheme with a letter and go on with letters, digits, “+”, “-” or “.”.',
  },
  'message.domain_invalid': {
    rule: 'RFC 3986 §3.2',
    explanation: 'Write a host, with a port if it needs one, and nothing else.',
  },
  'message.address_missing': {
    rule: format,
    explanation: 'Put the address on the second line.',
  },
  'message.address_invalid': {
    rule: format,
    explanation: 'Write a small “0x” and exactly 40 hexadecimal digits.',
  },
  'message.solana_address_character': {
    rule: siws,
    explanation: 'Write the address in base58, which has no 0, O, I or l, because they look like others.',
  },
  'message.solana_address_length': {
    rule: siws,
    explanation: 'Write the whole address: an Ed25519 public key of 32 bytes.',
  },
  'message.bitcoin_address_character': {
    rule: 'BIP-173',
    explanation:
      'Write the address letter for letter; base58 has no 0, O, I or l, and bech32 no 1, b, i or o after its prefix.',
  },
  'message.bitcoin_address_case': {
    rule: 'BIP-173',
    explanation: 'Write the address in small letters.',
  },
  'message.bitcoin_address_checksum': {
    rule: 'BIP-173',
    explanation: 'Copy the address again: a character of it is wrong.',
  },
  'message.bitcoin_address_length': {
    rule: 'BIP-173',
    explanation: 'Write the whole address, and nothing else.',
  },
  'message.bitcoin_address_network': {
    rule: 'BIP-13',
    explanation:
      'Write an address of Bitcoin: it begins with 1, 3 or bc1, and on test networks with m, n, 2, tb1 or bcrt1.',
  },
  'message.bitcoin_address_witness': {
    rule: 'BIP-350',
    explanation: 'Write an address that begins with bc1q or bc1p: of others nobody knows yet how their owners sign.',
  },
  'message.bitcoin_address_encoding': {
    rule: 'BIP-350',
    explanation: 'Take the address from the wallet again: this one was made by a program that does not know BIP-350.',
  },
  'message.blank_line_after_address': {
    rule: format,
    explanation: 'Leave the line after the address empty.',
  },
  'message.statement_character': {
    rule: format,
    explanation: 'Use letters, digits, spaces and the punctuation of URIs; not " % < > \\ ^ ` { | }.',
  },
  'message.blank_line_before_fields': {
    rule: format,
    explanation:
      'Keep the statement on one line with an empty line after it; without one, leave two lines empty, and in a message of Solana one.',
  },
  'message.blank_line_unexpected': {
    rule: format,
    explanation: 'Remove the empty line.',
  },

  'message.uri_missing': {
    rule: format,
    explanation: 'Add the line “URI: …”.',
  },
  'message.version_missing': {
    rule: format,
    explanation: 'Add the line “Version: 1” after the URI.',
  },
  'message.chain_id_missing': {
    rule: format,
    explanation: 'Add the line “Chain ID: …” after the version.',
  },
  'message.nonce_missing': {
    rule: format,
    explanation: 'Add the line “Nonce: …” after the chain id.',
  },
  'message.issued_at_missing': {
    rule: format,
    explanation: 'Add the line “Issued At: …” after the nonce.',
  },
  'message.field_order': {
    rule: format,
    explanation: 'Put the fields in the order of the standard.',
  },
  'message.field_duplicate': {
    rule: format,
    explanation: 'Keep one line for each field.',
  },
  'message.field_unknown': {
    rule: format,
    explanation: 'Remove the line; the standard knows no such field.',
  },
  'message.field_name': {
    rule: 'RFC 7405 §2.1',
    explanation: 'Write the name of the field letter for letter, in the same case and with the same spaces.',
  },

  'message.uri_invalid': {
    rule: 'RFC 3986 §3',
    explanation: 'Write an absolute URI with its scheme, and percent-encode what a URI cannot hold.',
  },
  'message.version_unsupported': {
    rule: format,
    explanation: 'Write “Version: 1”; there is no other version.',
  },
  'message.chain_id_invalid': {
    rule: format,
    explanation: 'Write the chain id in decimal digits alone.',
  },
  'message.solana_chain_unknown': {
    rule: siws,
    explanation: 'Write mainnet, testnet, devnet or localnet, or the name that CAIP-2 gives the cluster.',
  },
  'message.bitcoin_chain_unknown': {
    rule: bitcoinProfile,
    explanation: 'Write the first 32 characters of the genesis block’s hash, as CAIP-2 does.',
  },
  'message.chain_of_another_address': {
    rule: bitcoinProfile,
    explanation:
      'Write an address of the chain that the message names; those of test networks begin with other letters.',
  },
  'message.nonce_short': {
    rule: format,
    explanation: 'Use a nonce of 8 letters and digits or more.',
  },
  'message.nonce_character': {
    rule: format,
    explanation: 'Use only letters and digits in the nonce.',
  },
  'message.time_malformed': {
    rule: 'RFC 3339 §5.6',
    explanation: 'Write the time like 2024-02-29T16:25:24Z, with Z or an offset at its end.',
  },
  'message.time_nonexistent': {
    rule: 'RFC 3339 §5.7',
    explanation: 'Use a day that the month has and a time that the day has.',
  },
  'message.request_id_invalid': {
    rule: 'RFC 3986 §3.3',
    explanation: 'Percent-encode in the request id what a URI path segment cannot hold.',
  },
  'message.resource_line': {
    rule: format,
    explanation: 'Write each resource on a line of its own, after a hyphen and one space.',
  },
  'message.resource_invalid': {
    rule: 'RFC 3986 §3',
    explanation: 'Write an absolute URI with its scheme, and percent-encode what a URI cannot hold.',
  },
  'message.line_feed_at_end': {
    rule: format,
    explanation: 'End the message with its last character, without a line feed.',
  },
  'message.text_after_end': {
    rule: format,
    explanation: 'Remove what follows the last field.',
  },

  'message.scheme_mismatch': {
    rule: verifying,
    explanation: 'Sign a message that was made for this site.',
  },
  'message.domain_mismatch': {
    rule: verifying,
    explanation: 'Sign a message that was made for this site.',
  },
  'message.address_mismatch': {
    rule: verifying,
    explanation: 'Sign with the wallet that was asked for.',
  },
  'message.statement_mismatch': {
    rule: verifying,
    explanation: 'Sign the message as it was issued.',
  },
  'message.uri_mismatch': {
    rule: verifying,
    explanation: 'Sign a message that was made for this site.',
  },
  'message.chain_not_allowed': {
    rule: verifying,
    explanation: 'Choose one of the chains that are allowed here.',
  },
  'message.nonce_mismatch': {
    rule: verifying,
    explanation: 'Ask for a new message and sign that one.',
  },
  'message.issued_at_mismatch': {
    rule: verifying,
    explanation: 'Sign the message as it was issued.',
  },
  'message.expiration_time_mismatch': {
    rule: verifying,
    explanation: 'Sign the message as it was issued.',
  },
  'message.not_before_mismatch': {
    rule: verifying,
    explanation: 'Sign the message as it was issued.',
  },
  'message.request_id_mismatch': {
    rule: verifying,
    explanation: 'Sign the message as it was issued.',
  },
  'message.resources_mismatch': {
    rule: verifying,
    explanation: 'Sign the message as it was issued.',
  },
  'message.issued_in_future': {
    rule: verifying,
    explanation: 'Set the clock right and ask for a new message.',
  },
  'message.expired': {
    rule: verifying,
    explanation: 'Ask for a new message and sign that one.',
  },
  'message.not_yet_valid': {
    rule: verifying,
    explanation: 'Wait until the not-before time has come.',
  },
}

/**
 * Code → everything about the fault. In an entry of its own, so that a page that only reads messages does not load it.
 *
 * @example
 * ```ts
 * import { messageFaults } from '@countersign/message/message-faults'
 *
 * messageFaults['message.address_checksum'].message // => 'Address not conformant to EIP-55.'
 * messageFaults['message.address_checksum'].rule // => 'ERC-55'
 * ```
 */
export const messageFaults = tableOf(Object.keys(faultWords) as MessageFaultCode[])

function tableOf(codes: readonly MessageFaultCode[]): Readonly<Record<MessageFaultCode, MessageFaultEntry>> {
  const entries = codes.map((code) => [code, { ...faultWords[code], ...guidance[code] }] as const)
  return Object.fromEntries(entries) as Record<MessageFaultCode, MessageFaultEntry>
}
