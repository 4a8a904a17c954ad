// What the inspector finds in a text: the one description that the page, the command line and the tests share. It holds
// facts and no sentences; those are the words of whoever shows it.
import type { SignInMessage, MessageErrorCode, MessageField, ChainNamespace } from '@countersign/message'
import type { BitcoinVerificationErrorCode, SolanaVerificationErrorCode } from '@countersign/proof'

/** A stretch of the text. Lines and columns count from 1, as editors do; offsets from 0, in UTF-16 units of the whole text. */
export interface MessageTextRange {
  line: number
  column: number
  offset: number
  /** How many units; 0 for a place where something is missing. */
  length: number
}

/** The text without this one fault; where its line had to be fixed before, with all that was certain until there fixed too. */
export interface MessageQuickFix {
  /** Whether only one meaning is possible: then it can be done by one click. */
  certain: boolean
  /** The whole text, and not only the line. */
  text: string
}

/** One fault of the form. The first is exactly what `parseMessage` refuses; the others are what it would refuse afterwards. */
export interface FoundMessageError {
  code: MessageErrorCode
  field: MessageField | null
  place: MessageTextRange
  /** What stands there, with what cannot be seen made visible; empty at the end of the text. */
  found: string
  /** What may stand there: the text itself, or a pattern that belongs to no language, such as `0–9`; null where the code says all. */
  expected: string | null
  /** The rule that it breaks, with its citation. */
  rule: string
  fix: MessageQuickFix | null
}

export type SuspiciousCharacterKind = 'invisible' | 'direction' | 'control' | 'line-ending' | 'look-alike' | 'foreign'

/** A character that is not what it seems, or cannot be seen. */
export interface SuspiciousCharacter {
  place: MessageTextRange
  kind: SuspiciousCharacterKind
  codePoint: number
  /** Such as `U+200B ZERO WIDTH SPACE`. */
  name: string
  /** The ASCII character that it is easily taken for. */
  looksLike: string | null
}

/** Where readers of the standard differ, although the message is well-formed or nearly so. */
export type CompatibilityHintId =
  | 'userinfo-in-domain' // "user@host": the host is what follows the "@"
  | 'domain-capitals' // some compare letter by letter
  | 'chain-id-number' // leading zeros, or more than JavaScript counts exactly: another text once it was a number
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

/** One field of a well-formed message, and where its value stands; each resource is one, and an empty list is one without length. */
export interface LocatedMessageField {
  field: MessageField
  value: string
  place: MessageTextRange
}

export type MessageValidityState = 'valid' | 'expired' | 'not-yet-valid' | 'issued-in-future'

/** The time window against a moment. Milliseconds since 1970; null where the message does not say. */
export interface MessageValidityFinding {
  at: number
  state: MessageValidityState
  issuedAt: number
  notBefore: number | null
  expirationTime: number | null
}

export type UrlOriginPart = 'scheme' | 'host' | 'subdomain' | 'port'

/** How the host of the message stands to that of the origin. Siblings share two labels or more, which may be no more than `co.uk`. */
export type OriginHostRelation = 'same' | 'parent' | 'child' | 'sibling' | 'unrelated'

/** The origin check as ERC-4361 recommends it to wallets, part by part. */
export interface MessageOriginFinding {
  origin: string
  /** Whether no part is different. */
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
  | 'other' // too long or short for a key: likely a contract wallet (ERC-1271)
  | 'not-hexadecimal'
  | 'ed25519' // Solana
  | 'not-base58'
  | 'bip322-simple' // Bitcoin: a witness
  | 'bip322-full' // Bitcoin: a transaction
  | 'bitcoin-legacy' // Bitcoin: a compact signature of the old kind
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

/** What a signature is, and whose. */
export interface MessageSignatureFinding {
  form: SignatureFormat
  bytes: number
  flaws: SignatureFlaw[]
  v: number | null
  /** The parts of an ERC-6492 wrapper. */
  wrapper: { factory: string; factoryDataBytes: number; inner: string } | null
  /** The address that made it over the text as it stands, as it is shown; of Solana and Bitcoin only where it is the one in the message. */
  signer: string | null
  /** Whether that is the address in the message; null where there is no address, or no signer. */
  matches: boolean | null
  /** Whether a server could only ask the wallet's contract. */
  likelyContract: boolean
}

/** Everything that was found. */
export interface MessageInspectionResult {
  /** Whether `parseMessage` accepts the text. */
  outcome: 'well-formed' | 'malformed'
  /** The chain family that it is a message of, or was meant for. */
  namespace: ChainNamespace
  message: SignInMessage | null
  fields: LocatedMessageField[]
  errors: FoundMessageError[]
  /** The whole text with all that is certain fixed; null where there is nothing certain to fix. */
  fixedText: string | null
  strange: SuspiciousCharacter[]
  hints: CompatibilityHint[]
  time: MessageValidityFinding | null
  origin: MessageOriginFinding | null
  signature: MessageSignatureFinding | null
}

/** What is known beside the text. */
export interface MessageInspectionOptions {
  /** When the times are judged; milliseconds since 1970. */
  at: number
  /** The origin that the message should be for, such as `https://example.com`. */
  origin?: string | undefined
  signature?: string | undefined
}
