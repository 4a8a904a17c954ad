// What each fault of a sign-in message means to a person. What can be done is mostly the same: whoever signs never
// wrote the message, so they can only ask for a new one, or use a wallet that leaves it as it is.
import type { MessageFaultWords } from '../message-faults.ts'

const altered = 'The message was altered on its way. Try again; if it stays, use another wallet.'
const foreign = 'Do not sign it. Begin again on this page, and sign only the message that it shows.'
const outdated = 'Ask for a new message and sign that one.'

export const messageFaults: MessageFaultWords = {
  'message.invalid': { title: 'This is not a sign-in message.', action: altered },
  'message.domain_empty': { title: 'The message does not say which site asks.', action: altered },
  'message.address_checksum': { title: 'The upper and lower case of the address is wrong.', action: altered },
  'message.too_long': { title: 'The message is longer than a sign-in message may be.', action: altered },
  'message.carriage_return': { title: 'The lines of the message end in a foreign way.', action: altered },
  'message.character_foreign': {
    title: 'The message contains a character that does not belong in it.',
    action: altered,
  },
  'message.header_missing': { title: 'The message does not begin as a sign-in message does.', action: altered },
  'message.scheme_invalid': { title: 'The message begins with something that is no web address.', action: altered },
  'message.domain_invalid': { title: 'The name of the site in the message is not a site’s name.', action: altered },
  'message.address_missing': { title: 'The message names no wallet.', action: altered },
  'message.address_invalid': { title: 'The address in the message is not a wallet’s address.', action: altered },
  'message.solana_address_character': {
    title: 'The address contains a character that no Solana address has.',
    action: altered,
  },
  'message.solana_address_length': { title: 'The address is not as long as a Solana address.', action: altered },
  'message.bitcoin_address_character': {
    title: 'The address contains a character that no Bitcoin address of its kind has.',
    action: altered,
  },
  'message.bitcoin_address_case': {
    title: 'The Bitcoin address is written in capitals where small letters belong.',
    action: altered,
  },
  'message.bitcoin_address_checksum': {
    title: 'The Bitcoin address is misspelt: its last characters do not fit the others.',
    action: altered,
  },
  'message.bitcoin_address_length': { title: 'The Bitcoin address is too short or too long.', action: altered },
  'message.bitcoin_address_network': { title: 'The address belongs to no Bitcoin network.', action: altered },
  'message.bitcoin_address_witness': {
    title: 'The Bitcoin address is of a kind that does not exist yet.',
    action: altered,
  },
  'message.bitcoin_address_encoding': {
    title: 'The Bitcoin address is written the way of another kind.',
    action: altered,
  },
  'message.solana_chain_unknown': { title: 'The network in the message is not one of Solana’s.', action: altered },
  'message.bitcoin_chain_unknown': { title: 'The network in the message is not one of Bitcoin’s.', action: altered },
  'message.chain_of_another_address': {
    title: 'The address in the message belongs to another network than the message names.',
    action: altered,
  },
  'message.blank_line_after_address': { title: 'An empty line is missing after the address.', action: altered },
  'message.statement_character': {
    title: 'The statement in the message contains a character it may not.',
    action: altered,
  },
  'message.blank_line_before_fields': {
    title: 'An empty line is missing before the details of the message.',
    action: altered,
  },
  'message.blank_line_unexpected': { title: 'There is an empty line where none belongs.', action: altered },
  'message.uri_missing': { title: 'The message does not say what page it is for.', action: altered },
  'message.version_missing': { title: 'The message does not say its version.', action: altered },
  'message.chain_id_missing': { title: 'The message names no chain.', action: altered },
  'message.nonce_missing': {
    title: 'The message lacks the random part that makes it usable only once.',
    action: altered,
  },
  'message.issued_at_missing': { title: 'The message does not say when it was made.', action: altered },
  'message.field_order': { title: 'The details of the message are in the wrong order.', action: altered },
  'message.field_duplicate': { title: 'A detail of the message is given twice.', action: altered },
  'message.field_unknown': { title: 'The message contains a line that does not belong in it.', action: altered },
  'message.field_name': { title: 'The name of a detail in the message is misspelt.', action: altered },
  'message.uri_invalid': { title: 'The page named in the message is not a web address.', action: altered },
  'message.version_unsupported': { title: 'The message has a version that does not exist.', action: altered },
  'message.chain_id_invalid': { title: 'The chain in the message is not a number.', action: altered },
  'message.nonce_short': { title: 'The random part of the message is too short to be safe.', action: altered },
  'message.nonce_character': {
    title: 'The random part of the message contains a character it may not.',
    action: altered,
  },
  'message.time_malformed': { title: 'A time in the message cannot be read.', action: altered },
  'message.time_nonexistent': { title: 'A time in the message does not exist in the calendar.', action: altered },
  'message.request_id_invalid': {
    title: 'The request id in the message contains a character it may not.',
    action: altered,
  },
  'message.resource_line': { title: 'A resource in the message is not written as one.', action: altered },
  'message.resource_invalid': { title: 'A resource in the message is not a web address.', action: altered },
  'message.line_feed_at_end': { title: 'There is an empty line at the end of the message.', action: altered },
  'message.text_after_end': { title: 'There is text after the end of the message.', action: altered },
  'message.scheme_mismatch': { title: 'The message was made for another kind of connection.', action: foreign },
  'message.domain_mismatch': { title: 'The message was made for another site.', action: foreign },
  'message.address_mismatch': {
    title: 'The message names another wallet.',
    action: 'Choose the wallet that was asked for, and sign with it.',
  },
  'message.statement_mismatch': {
    title: 'The statement in the message is not the one this site wrote.',
    action: foreign,
  },
  'message.uri_mismatch': { title: 'The message was made for another page.', action: foreign },
  'message.chain_not_allowed': {
    title: 'The chain in the message is not accepted here.',
    action: 'Choose another network in your wallet and try again.',
  },
  'message.nonce_mismatch': { title: 'The message belongs to another sign-in.', action: outdated },
  'message.issued_at_mismatch': { title: 'The message was not made when this site made it.', action: foreign },
  'message.expiration_time_mismatch': {
    title: 'The message expires at another time than this site wrote.',
    action: foreign,
  },
  'message.not_before_mismatch': {
    title: 'The message begins to count at another time than this site wrote.',
    action: foreign,
  },
  'message.request_id_mismatch': { title: 'The message belongs to another request.', action: outdated },
  'message.resources_mismatch': {
    title: 'The resources in the message are not those this site wrote.',
    action: foreign,
  },
  'message.issued_in_future': {
    title: 'The message claims to be from the future.',
    action: 'Check the clock of your device, then ask for a new message.',
  },
  'message.expired': { title: 'The message has expired.', action: outdated },
  'message.not_yet_valid': { title: 'The message does not count yet.', action: 'Wait a moment, then try again.' },
}
