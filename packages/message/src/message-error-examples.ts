// The example for each error code is a valid message with a single change.
import { anyValue } from './validate-sign-in-message.ts'
import type { ValidationClock, ExpectedSignInMessage } from './validate-sign-in-message.ts'
import type { MessageErrorCode } from './message-error-texts.ts'

export interface MessageErrorExample {
  readonly text: string
  readonly expected?: ExpectedSignInMessage
  readonly clock?: ValidationClock
  readonly line: number
  readonly offset: number
}

export const validEthereumMessageExample = `https://example.com wants you to sign in with your Ethereum account:
0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed

Sign in to Example.

URI: https://example.com/sign-in
Version: 1
Chain ID: 1
Nonce: 8mzv3kcq7h2ydx5w
Issued At: 2024-02-29T12:00:00Z
Expiration Time: 2024-02-29T12:05:00Z
Not Before: 2024-02-29T11:59:00Z
Request ID: a7
Resources:
- https://example.com/terms`

export const validSolanaMessageExample = `example.com wants you to sign in with your Solana account:
4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T

Sign in to Example.

URI: https://example.com/sign-in
Version: 1
Chain ID: mainnet
Nonce: 8mzv3kcq7h2ydx5w
Issued At: 2024-02-29T12:00:00Z
Expiration Time: 2024-02-29T12:05:00Z
Not Before: 2024-02-29T11:59:00Z
Request ID: a7
Resources:
- https://example.com/terms`

/** A valid Bitcoin message that has every field (docs/reference/bitcoin-message.md). */
export const validBitcoinMessageExample = validSolanaMessageExample
  .replace('Solana', 'Bitcoin')
  .replace('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
  .replace('Chain ID: mainnet', 'Chain ID: 000000000019d6689c085ae165831e93')

export const expectedExampleMessageFields: ExpectedSignInMessage = {
  scheme: 'https',
  domain: 'example.com',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  statement: 'Sign in to Example.',
  uri: 'https://example.com/sign-in',
  chainIds: ['1', '10'],
  nonce: '8mzv3kcq7h2ydx5w',
  issuedAt: '2024-02-29T12:00:00Z',
  expirationTime: '2024-02-29T12:05:00Z',
  notBefore: '2024-02-29T11:59:00Z',
  requestId: 'a7',
  resources: ['https://example.com/terms'],
}
export const exampleMessageValidationClock: ValidationClock = { now: Date.UTC(2024, 1, 29, 12, 1), toleranceMs: 60_000 }

export const messageErrorExamples: Readonly<Record<MessageErrorCode, MessageErrorExample>> = {
  'message.invalid': { text: '', line: 1, offset: 0 },
  'message.domain_empty': createReplacementExample('https://example.com wants', 'https:// wants', 8),
  'message.address_checksum': createReplacementExample('0x5aAeb', '0x5aaeb', 4),

  'message.too_long': createReplacementExample('Sign in to Example.', 'a'.repeat(4096), 3983),
  'message.carriage_return': createReplacementExample('Version: 1\n', 'Version: 1\r\n', 10),
  'message.character_foreign': createReplacementExample('Example.', 'Ex\u200bample.', 2),

  'message.header_missing': createReplacementExample('wants you to', 'wants to', 6),
  'message.scheme_invalid': createReplacementExample('https://example.com wants', '1https://example.com wants', 0),
  'message.domain_invalid': createReplacementExample('example.com wants', 'example.com/path wants', 11),
  'message.address_missing': createReplacementExample('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '', 0),
  'message.address_invalid': createReplacementExample('0x5aAeb', '0X5aAeb', 1),
  'message.solana_address_character': createReplacementExample('4Nd1mBQ', '4Nd1mBO', 6, validSolanaMessageExample),
  'message.solana_address_length': createReplacementExample('4Nd1mBQ', '4Nd1mBQQ', 0, validSolanaMessageExample),
  'message.bitcoin_address_character': createAddressExample('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3tb'),
  'message.bitcoin_address_case': createAddressExample('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'),
  'message.bitcoin_address_checksum': createAddressExample('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'),
  'message.bitcoin_address_length': createAddressExample('1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf'),
  'message.bitcoin_address_network': createAddressExample('LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'),
  'message.bitcoin_address_witness': createAddressExample('bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs'),
  'message.bitcoin_address_encoding': createAddressExample('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'),
  'message.blank_line_after_address': createReplacementExample('\n\nSign', '\nSign', 1),
  'message.statement_character': createReplacementExample('Sign in', 'Sign "in"', 5),
  'message.blank_line_before_fields': createReplacementExample('Sign in to', 'Sign in\nto', 8),
  'message.blank_line_unexpected': createReplacementExample('Version: 1', '\nVersion: 1', 0),

  'message.uri_missing': createReplacementExample('URI: https://example.com/sign-in\n', '', 0),
  'message.version_missing': createReplacementExample('Version: 1\n', '', 0),
  'message.chain_id_missing': createReplacementExample('Chain ID: 1\n', '', 0),
  'message.nonce_missing': createReplacementExample('Nonce: 8mzv3kcq7h2ydx5w\n', '', 0),
  'message.issued_at_missing': createReplacementExample('Issued At: 2024-02-29T12:00:00Z\n', '', 0),
  'message.field_order': createReplacementExample('Version: 1\nChain ID: 1', 'Chain ID: 1\nVersion: 1', 0),
  'message.field_duplicate': createReplacementExample('Version: 1\n', 'Version: 1\nVersion: 1\n', 11),
  'message.field_unknown': createReplacementExample('Nonce: ', 'Audience: example\nNonce: ', 0),
  'message.field_name': createReplacementExample('Chain ID: 1', 'Chain Id: 1', 7),

  'message.uri_invalid': createReplacementExample('https://example.com/sign-in', 'example.com/sign-in', 11),
  'message.version_unsupported': createReplacementExample('Version: 1', 'Version: 2', 9),
  'message.chain_id_invalid': createReplacementExample('Chain ID: 1', 'Chain ID: 0x1', 11),
  'message.solana_chain_unknown': createReplacementExample(
    'Chain ID: mainnet',
    'Chain ID: main',
    10,
    validSolanaMessageExample,
  ),
  'message.bitcoin_chain_unknown': createReplacementExample(
    'Chain ID: 0000',
    'Chain ID: 000',
    10,
    validBitcoinMessageExample,
  ),
  'message.chain_of_another_address': createReplacementExample(
    '000000000019d6689c085ae165831e93',
    '000000000933ea01ad0ee984209779ba',
    0,
    validBitcoinMessageExample,
  ),
  'message.nonce_short': createReplacementExample('8mzv3kcq7h2ydx5w', '8mzv3kc', 7),
  'message.nonce_character': createReplacementExample('8mzv3kcq', '8mzv-kcq', 4),
  'message.time_malformed': createReplacementExample('2024-02-29T12:00:00Z', '2024-02-29 12:00:00Z', 10),
  'message.time_nonexistent': createReplacementExample('2024-02-29T12:00:00Z', '2023-02-29T12:00:00Z', 8),
  'message.request_id_invalid': createReplacementExample('Request ID: a7', 'Request ID: a/7', 13),
  'message.resource_line': createReplacementExample('- https://example.com/terms', 'https://example.com/terms', 0),
  'message.resource_invalid': createReplacementExample('- https://example.com/terms', '- terms', 7),
  'message.line_feed_at_end': createReplacementExample('/terms', '/terms\n', 6),
  'message.text_after_end': createReplacementExample('Resources:\n- https://example.com/terms', 'That is all.', 0),

  'message.scheme_mismatch': createMismatchExample({ scheme: undefined }, 'https'),
  'message.domain_mismatch': createMismatchExample({ domain: 'example.org' }, 'example.com'),
  'message.address_mismatch': createMismatchExample(
    { address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' },
    '0x5aAeb',
  ),
  'message.statement_mismatch': createMismatchExample({ statement: '' }, 'Sign in'),
  'message.uri_mismatch': createMismatchExample({ uri: 'https://example.com/' }, 'https://example.com/sign-in'),
  'message.chain_not_allowed': createMismatchExample({ chainIds: ['10'] }, '1\nNonce'),
  'message.nonce_mismatch': createMismatchExample({ nonce: '8mzv3kcq7h2ydx5v' }, '8mzv'),
  'message.issued_at_mismatch': createMismatchExample({ issuedAt: '2024-02-29T12:00:00.000Z' }, '2024-02-29T12:00'),
  'message.expiration_time_mismatch': createMismatchExample({ expirationTime: undefined }, '2024-02-29T12:05'),
  'message.not_before_mismatch': createMismatchExample({ notBefore: undefined }, '2024-02-29T11:59'),
  'message.request_id_mismatch': createMismatchExample({ requestId: '' }, 'a7'),
  'message.resources_mismatch': createMismatchExample({ resources: [] }, '\n- https'),
  'message.issued_in_future': createClockExample(Date.UTC(2024, 1, 29, 11, 58, 59, 999), '2024-02-29T12:00'),
  'message.expired': createClockExample(Date.UTC(2024, 1, 29, 12, 5), '2024-02-29T12:05'),
  'message.not_yet_valid': createClockExample(Date.UTC(2024, 1, 29, 11, 58, 59, 999), '2024-02-29T11:59', 120_000),
}

/** The error is `at` characters after the start of the piece. */
function createReplacementExample(
  piece: string,
  replacement: string,
  at: number,
  sound = validEthereumMessageExample,
): MessageErrorExample {
  const offset = sound.indexOf(piece) + at
  const text = sound.replace(piece, replacement)
  return { text, line: text.slice(0, offset).split('\n').length, offset }
}

function createAddressExample(address: string): MessageErrorExample {
  return createReplacementExample('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', address, 0, validBitcoinMessageExample)
}

function createMismatchExample(change: Partial<ExpectedSignInMessage>, value: string): MessageErrorExample {
  return {
    ...locateValue(value),
    text: validEthereumMessageExample,
    expected: { ...expectedExampleMessageFields, ...change } as ExpectedSignInMessage,
    clock: exampleMessageValidationClock,
  }
}

function createClockExample(
  now: number,
  value: string,
  toleranceMs = exampleMessageValidationClock.toleranceMs,
): MessageErrorExample {
  const expected = { ...expectedExampleMessageFields, issuedAt: anyValue } satisfies ExpectedSignInMessage
  return { ...locateValue(value), text: validEthereumMessageExample, expected, clock: { now, toleranceMs } }
}

function locateValue(value: string): { line: number; offset: number } {
  const offset = validEthereumMessageExample.indexOf(value)
  return { line: validEthereumMessageExample.slice(0, offset).split('\n').length, offset }
}
