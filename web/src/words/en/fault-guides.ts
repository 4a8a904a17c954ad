// For whoever makes sign-in messages: what may stand where a fault is, and how to mend it.
import type { FaultGuides } from '../message-faults.ts'

const charactersOfUri = 'Letters, digits and the punctuation of URIs; everything else percent-encoded.'
const allLines = 'URI, Version, Chain ID, Nonce and Issued At, one line each, in this order.'

export const faultGuides: FaultGuides = {
  'message.invalid': {
    may: 'The text of a sign-in message.',
    mend: 'Paste the whole message, from the domain to its last line.',
  },
  'message.domain_empty': {
    may: 'The domain that asks, such as example.com.',
    mend: 'Write the domain before “ wants you to sign in …”. Often a variable was empty where the message was made.',
  },
  'message.address_checksum': {
    may: 'The same address, in the upper and lower case of its checksum.',
    mend: 'Let your library write the address in its checksum form before it goes into the message.',
  },
  'message.too_long': { may: 'At most 4096 characters.', mend: 'Shorten the statement, or list fewer resources.' },
  'message.carriage_return': {
    may: 'A line feed alone (\\n).',
    mend: 'Join the lines with \\n and not with the line ending of the system. On Windows an editor or the clipboard may have added the CR.',
  },
  'message.character_foreign': {
    may: 'Visible ASCII characters.',
    mend: 'Delete the character, or write the ASCII one that it looks like. Copying from a web page or a document brings such characters along.',
  },
  'message.header_missing': {
    may: '“ wants you to sign in with your Ethereum account:” right after the domain, and nothing after it; or Solana, or Bitcoin.',
    mend: 'Write the first line letter for letter as the standard has it.',
  },
  'message.scheme_invalid': {
    may: 'A letter, then letters, digits, “+”, “-” or “.”, then “://”.',
    mend: 'Write https:// before the domain, or leave it out with its “://”.',
  },
  'message.domain_invalid': {
    may: 'A host, and “:” with a port where it needs one.',
    mend: 'Leave out the path and whatever else follows the host; the URI line holds the whole address.',
  },
  'message.address_missing': {
    may: 'The address of the wallet: 0x… of Ethereum, base58 of Solana, 1…, 3… or bc1… of Bitcoin.',
    mend: 'Put the address on the second line. Often the wallet was not connected yet when the message was made.',
  },
  'message.address_invalid': {
    may: 'A small 0x and exactly 40 hexadecimal digits, then the end of the line.',
    mend: 'Write the address itself: no name, no other chain’s address, nothing around it.',
  },
  'message.solana_address_character': {
    may: 'Digits and letters of base58, without 0, O, I and l.',
    mend: 'Copy the address again: 0 and O, I and l are easily mistaken, and base58 leaves them out for that reason.',
  },
  'message.solana_address_length': {
    may: '32 to 44 characters of base58 that are 32 bytes.',
    mend: 'Write the whole public key, without the name or the shortened form of the wallet.',
  },
  'message.bitcoin_address_character': {
    may: 'Base58 in an address that begins with 1, 3, m, n or 2; after bc1 or tb1 the digits and small letters of bech32, without 1, b, i and o.',
    mend: 'Copy the address again from the wallet.',
  },
  'message.bitcoin_address_case': {
    may: 'Small letters throughout: bc1q…, never BC1Q… and never mixed.',
    mend: 'Write the address in small letters. Codes to scan use capitals because they are shorter that way; a message does not.',
  },
  'message.bitcoin_address_checksum': {
    may: 'An address whose last characters are the checksum of the others.',
    mend: 'Copy the address again; one character of it is wrong.',
  },
  'message.bitcoin_address_length': {
    may: '20 or 32 bytes, as its kind has them.',
    mend: 'Copy the whole address, from its first character to its last.',
  },
  'message.bitcoin_address_network': {
    may: '1…, 3… and bc1… on mainnet; m…, n…, 2… and tb1… on a test network.',
    mend: 'Use an address of Bitcoin itself: other coins write theirs alike.',
  },
  'message.bitcoin_address_witness': {
    may: 'bc1q… (version 0) or bc1p… (version 1, Taproot).',
    mend: 'Use an address whose kind can prove control: P2WPKH, P2WSH, P2TR, P2SH-P2WPKH or P2PKH.',
  },
  'message.bitcoin_address_encoding': {
    may: 'Bech32 for bc1q…, bech32m for bc1p….',
    mend: 'Let the wallet or a library that knows BIP-350 write the address.',
  },
  'message.solana_chain_unknown': {
    may: 'mainnet, testnet or devnet, or the same with “solana:” before it.',
    mend: 'Write the cluster by its word: mainnet.',
  },
  'message.bitcoin_chain_unknown': {
    may: '000000000019d6689c085ae165831e93 (mainnet) or another of the chains listed in docs/reference/messages.md.',
    mend: 'Write the first 32 hexadecimal digits of the hash of the first block, as CAIP-2 does for bip122.',
  },
  'message.chain_of_another_address': {
    may: 'A chain of the network that the address is of.',
    mend: 'Take an address of that chain, or name the chain of the address.',
  },
  'message.blank_line_after_address': { may: 'An empty line.', mend: 'Put an empty line after the address.' },
  'message.statement_character': {
    may: 'Letters, digits, spaces and the punctuation of URIs, all on one line. Not: " % < > \\ ^ ` { | }',
    mend: 'Use other characters: ’ and “ are not ASCII either, and no accents or emoji fit in a statement.',
  },
  'message.blank_line_before_fields': {
    may: 'An empty line.',
    mend: 'Keep the statement on one line with an empty line after it. Without a statement leave two empty lines after the address, and in a message of Solana one.',
  },
  'message.blank_line_unexpected': {
    may: 'The next field.',
    mend: 'Remove the empty line; the fields stand line by line.',
  },
  'message.uri_missing': { may: allLines, mend: 'Add “URI: ” with the address of the page, after the empty line.' },
  'message.version_missing': { may: allLines, mend: 'Add “Version: 1” after the URI.' },
  'message.chain_id_missing': {
    may: allLines,
    mend: 'Add “Chain ID: ” with the chain after the version: for Ethereum its number, for Solana mainnet, for Bitcoin the hash of its first block.',
  },
  'message.nonce_missing': {
    may: allLines,
    mend: 'Add “Nonce: ” with 8 or more random letters and digits from your server.',
  },
  'message.issued_at_missing': { may: allLines, mend: 'Add “Issued At: ” with the present time after the nonce.' },
  'message.field_order': {
    may: 'URI, Version, Chain ID, Nonce, Issued At, Expiration Time, Not Before, Request ID, Resources.',
    mend: 'Put the lines in this order.',
  },
  'message.field_duplicate': {
    may: 'Each field once.',
    mend: 'Keep the line that you mean, and remove the other one.',
  },
  'message.field_unknown': {
    may: 'The fields of the standard alone.',
    mend: 'Remove the line. What your application needs besides fits into the statement, the request id or a resource.',
  },
  'message.field_name': {
    may: 'The name of the field letter for letter, a colon and one space.',
    mend: 'Correct the name: “Chain ID”, not “Chain Id”; one space after the colon.',
  },
  'message.uri_invalid': {
    may: charactersOfUri,
    mend: 'Write the whole URI with its scheme, such as https://example.com/sign-in.',
  },
  'message.version_unsupported': { may: '1', mend: 'Write “Version: 1”.' },
  'message.chain_id_invalid': {
    may: 'Decimal digits.',
    mend: 'Write the chain id as a decimal number: 1, not 0x1 and not eip155:1.',
  },
  'message.nonce_short': {
    may: '8 letters and digits or more.',
    mend: 'Make a longer nonce on your server, of 128 random bits or more.',
  },
  'message.nonce_character': {
    may: 'Letters and digits.',
    mend: 'Encode the nonce in hexadecimal digits: base64 and UUIDs bring “-”, “+”, “/” or “=” along.',
  },
  'message.time_malformed': {
    may: 'A time like 2024-02-29T16:25:24Z, with Z or an offset such as +01:00.',
    mend: 'Write it as toISOString() does.',
  },
  'message.time_nonexistent': {
    may: 'A day that the month has, and a time that the day has.',
    mend: 'Correct the day or the time; the calendar has no such one.',
  },
  'message.request_id_invalid': {
    may: "Letters, digits, - . _ ~ ! $ & ' ( ) * + , ; = : @ and percent-encoded bytes.",
    mend: 'Percent-encode the rest, as encodeURIComponent does.',
  },
  'message.resource_line': { may: 'A hyphen, one space and a URI.', mend: 'Begin the line with “- ”.' },
  'message.resource_invalid': {
    may: charactersOfUri,
    mend: 'Write the whole URI with its scheme, such as https://example.com/terms.',
  },
  'message.line_feed_at_end': {
    may: 'Nothing: the message ends with its last character.',
    mend: 'Cut the line feed off before the message is signed. Files and heredocs end with one.',
  },
  'message.text_after_end': {
    may: 'Nothing, or another field in the order of the standard.',
    mend: 'Remove what follows the last field.',
  },
}
