// The types of the inspector's findings, which contain facts and no prose.
import type { SignInMessage, MessageErrorCode, MessageField, ChainNamespace } from '@countersign/message'
import type { BitcoinVerificationErrorCode, SolanaVerificationErrorCode } from '@countersign/proof'

/** Lines and columns are counted from 1, and offsets from 0. All are in UTF-16 code units. */
export interface MessageTextRange {
  line: number
  column: number
  offset: number
  /** The length is 0 if something is missing at this place. */
  length: number
}

/** Fixes this error, and all earlier errors with unambiguous fixes if they changed the line. */
export interface MessageQuickFix {
  /** Whether the fix is unambiguous, so that one click can apply it. */
  certain: boolean
  text: string
}

/** Later errors are those that `parseSignInMessage` would report once earlier ones are fixed. */
export interface FoundMessageError {
  code: MessageErrorCode
  field: MessageField | null
  place: MessageTextRange
  /** The text at the error, with invisible characters escaped; empty at the end of the message. */
  found: string
  /** Text or a pattern such as `0–9`; null if the error code says everything. */
  expected: string | null
  rule: string
  fix: MessageQuickFix | null
}

export type SuspiciousCharacterKind = 'invisible' | 'direction' | 'control' | 'line-ending' | 'look-alike' | 'foreign'

export interface SuspiciousCharacter {
  place: MessageTextRange
  kind: SuspiciousCharacterKind
  codePoint: number
  /** Number and name, such as `U+200B ZERO WIDTH SPACE`. */
  name: string
  looksLike: string | null
}

export type CompatibilityHintId =
  | 'userinfo-in-domain' // "user@host": the host follows the "@"
  | 'domain-capitals' // some compare case-sensitively
  | 'chain-id-number' // leading zeros or too large for JavaScript: a number would change the text
  | 'time-small-letters' // "t" or "z"
  | 'no-statement-blank-lines'
  | 'line-feed-at-end'
  | 'address-lower-case'
  | 'address-upper-case'
  | 'leap-second'
  | 'port-in-domain'
  | 'default-port'
  | 'scheme-missing'
  | 'time-offset'
  | 'time-fraction'
  | 'no-expiration'
  | 'domain-uri-differ'
  | 'empty-statement'
  | 'empty-resources'

export interface CompatibilityHint {
  id: CompatibilityHintId
  place: MessageTextRange | null
}

/** Each resource is a separate field. An empty list of resources is one field of length 0. */
export interface LocatedMessageField {
  field: MessageField
  value: string
  place: MessageTextRange
}

export type MessageValidityState = 'valid' | 'expired' | 'not-yet-valid' | 'issued-in-future'

/** Times are in milliseconds since 1970, or null if the message does not have them. */
export interface MessageValidityFinding {
  at: number
  state: MessageValidityState
  issuedAt: number
  notBefore: number | null
  expirationTime: number | null
}

export type UrlOriginPart = 'scheme' | 'host' | 'subdomain' | 'port'

// `siblings` share at least their last two labels, which may be a public suffix such as `co.uk`.
export type OriginHostRelation = 'same' | 'parent' | 'child' | 'sibling' | 'unrelated'

/** The comparison that ERC-4361 §Verifying the Request Origin requires. */
export interface MessageOriginFinding {
  origin: string
  matches: boolean
  relation: OriginHostRelation
  parts: {
    part: UrlOriginPart
    outcome: 'same' | 'different' | 'not-told'
    message: string | null
    origin: string | null
  }[]
}

export type SignatureFormat =
  | 'plain' // 65 bytes: r, s, v
  | 'compact' // 64 bytes, EIP-2098
  | 'wrapped' // ERC-6492: a contract wallet that may not be deployed yet
  | 'other' // wrong length for a key: probably a contract wallet (ERC-1271)
  | 'not-hexadecimal'
  | 'ed25519' // Solana
  | 'solana-offchain' // an envelope: the signature and the off-chain message with the text
  | 'not-base58'
  | 'bip322-simple' // Bitcoin: a witness
  | 'bip322-full' // Bitcoin: a transaction
  | 'bitcoin-legacy' // Bitcoin: 65 bytes (BIP-137)
  | 'not-base64'

export type SignatureFlaw =
  | 'high-s'
  | 'v-not-27-or-28'
  | 'r-out-of-range'
  | 's-out-of-range'
  | 'no-key'
  | 'prefix-missing'
  | 'wrapper-unreadable'
  | Exclude<SolanaVerificationErrorCode, 'other_signer'>
  | Exclude<BitcoinVerificationErrorCode, 'other_signer'>

export interface MessageSignatureFinding {
  form: SignatureFormat
  bytes: number
  flaws: SignatureFlaw[]
  v: number | null
  wrapper: { factory: string; factoryDataBytes: number; inner: string } | null
  /** For Solana and Bitcoin, this is set only if it equals the address in the message. */
  signer: string | null
  /** Whether `signer` equals the address in the message; null if either is missing. */
  matches: boolean | null
  likelyContract: boolean
}

export interface MessageInspectionResult {
  outcome: 'well-formed' | 'malformed'
  namespace: ChainNamespace
  message: SignInMessage | null
  fields: LocatedMessageField[]
  errors: FoundMessageError[]
  /** The text with all unambiguous fixes applied; null if there are none. */
  fixedText: string | null
  strange: SuspiciousCharacter[]
  hints: CompatibilityHint[]
  time: MessageValidityFinding | null
  origin: MessageOriginFinding | null
  signature: MessageSignatureFinding | null
}

export interface MessageInspectionOptions {
  /** Milliseconds since 1970. */
  at: number
  origin?: string | undefined
  signature?: string | undefined
}
