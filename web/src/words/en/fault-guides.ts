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
    may: '“ wants you to sign in with your Ethereum account:” right after the domain, and nothing after it.',
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
    may: '0x and 40 hexadecimal digits.',
    mend: 'Put the address on the second line. Often the wallet was not connected yet when the message was made.',
  },
  'message.address_invalid': {
    may: 'A small 0x and exactly 40 hexadecimal digits, then the end of the line.',
    mend: 'Write the address itself: no name, no other chain’s address, nothing around it.',
  },
  'message.blank_line_after_address': { may: 'An empty line.', mend: 'Put an empty line after the address.' },
  'message.statement_character': {
    may: 'Letters, digits, spaces and the punctuation of URIs, all on one line. Not: " % < > \\ ^ ` { | }',
    mend: 'Use other characters: ’ and “ are not ASCII either, and no accents or emoji fit in a statement.',
  },
  'message.blank_line_before_fields': {
    may: 'An empty line.',
    mend: 'Keep the statement on one line with an empty line after it. Without a statement leave two empty lines after the address.',
  },
  'message.blank_line_unexpected': {
    may: 'The next field.',
    mend: 'Remove the empty line; the fields stand line by line.',
  },
  'message.uri_missing': { may: allLines, mend: 'Add “URI: ” with the address of the page, after the empty line.' },
  'message.version_missing': { may: allLines, mend: 'Add “Version: 1” after the URI.' },
  'message.chain_id_missing': {
    may: allLines,
    mend: 'Add “Chain ID: ” with the number of the chain after the version.',
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
