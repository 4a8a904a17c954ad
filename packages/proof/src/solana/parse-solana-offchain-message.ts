// Off-chain messages: how hardware wallets on Solana sign texts, with a preamble before the text.
import { isEqualBytes } from '../is-equal-bytes.ts'

// The first byte makes sure that a signed message can never be a transaction.
const signingDomain = Uint8Array.of(0xff, ...new TextEncoder().encode('solana offchain'))
const keyLength = 32

/** A decoded off-chain message. */
export interface SolanaOffchainMessage {
  readonly version: 0 | 1
  /** 32 bytes that the requesting application may choose; null in version 1, which has none. */
  readonly applicationDomain: Uint8Array | null
  /** The keys that must sign, 32 bytes each. */
  readonly signers: readonly Uint8Array[]
  /** The text in UTF-8. */
  readonly content: Uint8Array
}

export type SolanaOffchainMessageErrorCode =
  | 'offchain_malformed'
  | 'offchain_version'
  | 'offchain_old_header'
  | 'offchain_format'

export const isSolanaOffchainMessage = (bytes: Uint8Array): boolean =>
  signingDomain.every((byte, index) => bytes[index] === byte)

/** Parses a message of version 0 or 1. A message with the preamble of old Ledger apps is refused. */
export function parseSolanaOffchainMessage(bytes: Uint8Array): SolanaOffchainMessage | SolanaOffchainMessageErrorCode {
  const version = bytes[signingDomain.length]
  if (!isSolanaOffchainMessage(bytes) || version === undefined) return 'offchain_malformed'
  const rest = bytes.subarray(signingDomain.length + 1)
  if (version === 1) return parseVersion1(rest)
  if (version !== 0) return 'offchain_version'
  const message = parseVersion0(rest)
  return typeof message === 'string' && hasOldHeader(rest) ? 'offchain_old_header' : message
}

// Application domain (32 bytes), format (1), signers, length of the text (2, little-endian), text.
function parseVersion0(rest: Uint8Array): SolanaOffchainMessage | SolanaOffchainMessageErrorCode {
  const format = rest[keyLength]
  const signed = splitSigners(rest.subarray(keyLength + 1))
  if (signed === null || signed.after.length < 2) return 'offchain_malformed'
  const content = signed.after.subarray(2)
  if (content.length === 0 || readUint16(signed.after) !== content.length) return 'offchain_malformed'
  if (!isContentAllowed(format, content)) return 'offchain_format'
  return { version: 0, applicationDomain: rest.slice(0, keyLength), signers: signed.signers, content }
}

// Ledger writes format 0 for texts with line feeds and signs texts of more than 1,232 bytes, although
// the specification does not allow either. Format 2 is for texts that no hardware wallet signs.
const isContentAllowed = (format: number | undefined, content: Uint8Array): boolean =>
  format === 1 || (format === 0 && content.every((byte) => byte === 0x0a || (byte >= 0x20 && byte <= 0x7e)))

// Signers in ascending order, then the text up to the end.
function parseVersion1(rest: Uint8Array): SolanaOffchainMessage | SolanaOffchainMessageErrorCode {
  const signed = splitSigners(rest)
  if (signed === null || signed.after.length === 0) return 'offchain_malformed'
  return { version: 1, applicationDomain: null, signers: signed.signers, content: signed.after }
}

function splitSigners(rest: Uint8Array): { signers: Uint8Array[]; after: Uint8Array } | null {
  const [count = 0] = rest
  const end = 1 + count * keyLength
  if (count === 0 || rest.length < end) return null
  const signers = Array.from({ length: count }, (_, at) => rest.slice(1 + at * keyLength, 1 + (at + 1) * keyLength))
  return { signers, after: rest.subarray(end) }
}

// Ledger's Solana app before 1.8, and the Solana CLI: format, length, text; no domain, no signers.
const hasOldHeader = (rest: Uint8Array): boolean =>
  rest.length > 3 && rest[0]! <= 2 && readUint16(rest.subarray(1)) === rest.length - 3

/** Some Ledger apps of early 2026 write the length before the text of version 1; nothing else does. */
export const isTextWithLength = ({ version, content }: SolanaOffchainMessage, text: Uint8Array): boolean =>
  version === 1 &&
  content.length === text.length + 2 &&
  readUint16(content) === text.length &&
  isEqualBytes(content.subarray(2), text)

/** Little-endian. */
const readUint16 = (bytes: Uint8Array): number => bytes[0]! + bytes[1]! * 256
