// What each fault of a sign-in message is, what to do about it, and what is allowed at its place. Title and action are those of the library.
import { messageFaults as faults } from '@countersign/message/message-faults'
import type { FormFaultCode, MessageFaultWords } from '../message-faults.ts'

const charactersOfUri = 'Letters, digits and the punctuation of URIs; everything else percent-encoded.'
const allLines = 'URI, Version, Chain ID, Nonce and Issued At, one line each, in this order.'

const allowed: Readonly<Record<FormFaultCode, string>> = {
  'message.invalid': 'The text of a sign-in message.',
  'message.domain_empty': 'The domain that asks, such as example.com.',
  'message.address_checksum': 'The same address, in the upper and lower case of its checksum.',
  'message.too_long': 'At most 4096 characters.',
  'message.carriage_return': 'A line feed alone (\\n).',
  'message.character_foreign': 'Visible ASCII characters.',
  'message.header_missing':
    '“ wants you to sign in with your Ethereum account:” right after the domain, and nothing after it; or Solana, or Bitcoin.',
  'message.scheme_invalid': 'A letter, then letters, digits, “+”, “-” or “.”, then “://”.',
  'message.domain_invalid': 'A host, and “:” with a port where it needs one.',
  'message.address_missing': 'The address of the wallet: 0x… of Ethereum, base58 of Solana, 1…, 3… or bc1… of Bitcoin.',
  'message.address_invalid': 'A small 0x and exactly 40 hexadecimal digits, then the end of the line.',
  'message.solana_address_character': 'Digits and letters of base58, without 0, O, I and l.',
  'message.solana_address_length': '32 to 44 characters of base58 that are 32 bytes.',
  'message.bitcoin_address_character':
    'Base58 in an address that begins with 1, 3, m, n or 2; after bc1 or tb1 the digits and small letters of bech32, without 1, b, i and o.',
  'message.bitcoin_address_case': 'Small letters throughout: bc1q…, never BC1Q… and never mixed.',
  'message.bitcoin_address_checksum': 'An address whose last characters are the checksum of the others.',
  'message.bitcoin_address_length': '20 or 32 bytes, as its kind has them.',
  'message.bitcoin_address_network': '1…, 3… and bc1… on mainnet; m…, n…, 2… and tb1… on a test network.',
  'message.bitcoin_address_witness': 'bc1q… (version 0) or bc1p… (version 1, Taproot).',
  'message.bitcoin_address_encoding': 'Bech32 for bc1q…, bech32m for bc1p….',
  'message.solana_chain_unknown': 'mainnet, testnet or devnet, or the same with “solana:” before it.',
  'message.bitcoin_chain_unknown':
    '000000000019d6689c085ae165831e93 (mainnet) or another of the chains listed in docs/reference/messages.md.',
  'message.chain_of_another_address': 'A chain of the network that the address is of.',
  'message.blank_line_after_address': 'An empty line.',
  'message.statement_character':
    'Letters, digits, spaces and the punctuation of URIs, all on one line. Not: " % < > \\ ^ ` { | }',
  'message.blank_line_before_fields': 'An empty line.',
  'message.blank_line_unexpected': 'The next field.',
  'message.uri_missing': allLines,
  'message.version_missing': allLines,
  'message.chain_id_missing': allLines,
  'message.nonce_missing': allLines,
  'message.issued_at_missing': allLines,
  'message.field_order':
    'URI, Version, Chain ID, Nonce, Issued At, Expiration Time, Not Before, Request ID, Resources.',
  'message.field_duplicate': 'Each field once.',
  'message.field_unknown': 'The fields of the standard alone.',
  'message.field_name': 'The name of the field letter for letter, a colon and one space.',
  'message.uri_invalid': charactersOfUri,
  'message.version_unsupported': '1',
  'message.chain_id_invalid': 'Decimal digits.',
  'message.nonce_short': '8 letters and digits or more.',
  'message.nonce_character': 'Letters and digits.',
  'message.time_malformed': 'A time like 2024-02-29T16:25:24Z, with Z or an offset such as +01:00.',
  'message.time_nonexistent': 'A day that the month has, and a time that the day has.',
  'message.request_id_invalid': "Letters, digits, - . _ ~ ! $ & ' ( ) * + , ; = : @ and percent-encoded bytes.",
  'message.resource_line': 'A hyphen, one space and a URI.',
  'message.resource_invalid': charactersOfUri,
  'message.line_feed_at_end': 'Nothing: the message ends with its last character.',
  'message.text_after_end': 'Nothing, or another field in the order of the standard.',
}

export const messageFaults = Object.fromEntries(
  Object.entries(faults).map(([code, { message, explanation }]) => [
    code,
    { title: message, action: explanation, ...(code in allowed && { allowed: allowed[code as FormFaultCode] }) },
  ]),
) as MessageFaultWords
