// Only parses; errors are explained in diagnose-rejected-message.ts, so that parsing is fast.
import { createMessageErrorAtOffset } from './create-message-error-at-offset.ts'
import { encodeTextForParser } from './encode-text-for-parser.ts'
import {
  alphanumericCharacterClassBit,
  scanCharactersOfClass,
  statementCharacterClassBit,
} from './abnf-character-classes.ts'
import { findInvalidDateTimePart, scanDateTime } from './parse-rfc3339-date-time.ts'
import {
  diagnoseInvalidMessageHeader,
  diagnoseMissingMessageField,
  diagnoseUnexpectedMessageLine,
} from './diagnose-rejected-message.ts'
import type { RequiredMessageFieldName } from './diagnose-rejected-message.ts'
import { eip155MessageProfile } from './eip155/ethereum-message-profile.ts'
import type { SignInMessage } from './sign-in-message.ts'
import { requireEndOfMessageLine } from './message-profile.ts'
import type { MessageProfile } from './message-profile.ts'
import { messageFieldLabels } from './message-field-line-prefixes.ts'
import type { LabeledMessageFieldName } from './message-field-line-prefixes.ts'
import { MessageError } from './message-error.ts'
import { scanUriAuthority, scanUriScheme, scanUriPathSegment, scanUri } from './scan-rfc3986-uri.ts'

const lineFeed = 10

/**
 * Options of the parser.
 *
 * @example
 * ```ts
 * import { MessageError, parseSignInMessage } from '@countersign/message'
 * import type { ParseSignInMessageOptions } from '@countersign/message'
 *
 * const options: ParseSignInMessageOptions = { maxLength: 8 }
 * try {
 *   parseSignInMessage('example.com wants', options)
 * } catch (fault) {
 *   fault instanceof MessageError && fault.code // => 'message.too_long'
 * }
 * ```
 */
export interface ParseSignInMessageOptions {
  /** The maximum length of the text in UTF-16 code units; 4096 by default. */
  readonly maxLength?: number
  /** The expected format; `eip155` (EIP-4361) by default. */
  readonly profile?: MessageProfile
}

type TimeField = 'issuedAt' | 'expirationTime' | 'notBefore'

type MutableMessage = { -readonly [Field in keyof SignInMessage]: SignInMessage[Field] }

/**
 * Parses a message according to ERC-4361 §Message Format (RFC 3986, RFC 3339, ERC-55) or to another
 * chain family's profile. `formatSignInMessage` restores exactly the same text.
 *
 * @example
 * ```ts
 * import { parseSignInMessage } from '@countersign/message'
 *
 * const message = parseSignInMessage(`example.com wants you to sign in with your Ethereum account:
 * 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
 *
 * Sign in to Example.
 *
 * URI: https://example.com/sign-in
 * Version: 1
 * Chain ID: 1
 * Nonce: 8mzv3kcq7h2ydx5w
 * Issued At: 2024-02-29T12:00:00Z`)
 * message.domain // => 'example.com'
 * message.statement // => 'Sign in to Example.'
 * message.chainId // => '1'
 * ```
 * @param text the whole message, without anything before or after it
 * @throws MessageError with the rule, field, line and offset of the first error
 */
export function parseSignInMessage(
  text: string,
  { maxLength = 4096, profile = eip155MessageProfile }: ParseSignInMessageOptions = {},
): SignInMessage {
  if (typeof text !== 'string' || text === '') throw new MessageError('message.invalid', '', 0)
  if (text.length > maxLength) throw new MessageError('message.too_long', text, maxLength)
  const bytes = encodeTextForParser(text)

  const { header } = profile
  const scheme = profile.allowsScheme ? parseScheme(text, bytes) : undefined
  let start = scheme === undefined ? 0 : scheme.length + 3
  let end = scanUriAuthority(bytes, start)
  if (end <= start || !text.startsWith(header, end)) throw diagnoseInvalidMessageHeader(profile, text, start, end)
  const domain = text.slice(start, end)

  start = end + header.length
  end = profile.scanAddress(text, bytes, start)
  const address = text.slice(start, end)
  const message: MutableMessage = { domain, address, uri: '', version: '1', chainId: '', nonce: '', issuedAt: '' }
  if (scheme !== undefined) message.scheme = scheme

  end = profile.hasSecondBlankLine
    ? parseStatement(text, bytes, end + 1, message)
    : parseOptionalStatement(text, bytes, end + 1, message)
  end = parseUri(text, bytes, requireFieldLabel('uri', text, end), message)
  end = parseVersion(text, bytes, requireFieldLabel('version', text, end))
  end = parseChainId(profile, text, bytes, requireFieldLabel('chainId', text, end), message)
  end = parseNonce(text, bytes, requireFieldLabel('nonce', text, end), message)
  end = parseTimeField('issuedAt', text, bytes, requireFieldLabel('issuedAt', text, end), message)
  if (end !== text.length) parseOptionalFields(text, bytes, end, message)
  return message
}

// This is unambiguous, because no authority contains "://" (ERC-4361 §Message Format).
function parseScheme(text: string, bytes: Uint8Array): string | undefined {
  const end = scanUriScheme(bytes, 0)
  return end > 0 && text.startsWith('://', end) ? text.slice(0, end) : undefined
}

// In `LF [ statement LF ] LF`, two line feeds mean no statement; three mean an empty one.
function parseStatement(text: string, bytes: Uint8Array, blankLine: number, message: MutableMessage): number {
  if (bytes[blankLine] !== lineFeed)
    throw createMessageErrorAtOffset('message.blank_line_after_address', text, blankLine)
  const start = blankLine + 1
  if (start >= text.length) throw createMessageErrorAtOffset('message.blank_line_before_fields', text, start)
  const end = scanCharactersOfClass(bytes, start, statementCharacterClassBit)
  if (bytes[end] !== lineFeed) throw createMessageErrorAtOffset('message.statement_character', text, end)
  if (bytes[end + 1] !== lineFeed) {
    if (end === start) return end
    throw createMessageErrorAtOffset('message.blank_line_before_fields', text, end + 1)
  }
  message.statement = text.slice(start, end)
  return end + 1
}

// In `LF [ statement LF LF ]`, a line followed by a blank line is always the statement.
function parseOptionalStatement(text: string, bytes: Uint8Array, blankLine: number, message: MutableMessage): number {
  if (bytes[blankLine] !== lineFeed)
    throw createMessageErrorAtOffset('message.blank_line_after_address', text, blankLine)
  const start = blankLine + 1
  const end = text.indexOf('\n', start)
  if (text.startsWith(messageFieldLabels.uri, start) && text.charCodeAt(end + 1) !== lineFeed) return blankLine
  const read = scanCharactersOfClass(bytes, start, statementCharacterClassBit)
  if (read === start && bytes[start] === lineFeed)
    throw createMessageErrorAtOffset('message.blank_line_unexpected', text, start)
  if (read === start || bytes[read] !== lineFeed)
    throw createMessageErrorAtOffset('message.statement_character', text, read)
  if (bytes[read + 1] !== lineFeed) throw createMessageErrorAtOffset('message.blank_line_before_fields', text, read + 1)
  message.statement = text.slice(start, read)
  return read + 1
}

/** `end` is the offset of the line feed before the field's line. */
function requireFieldLabel(field: RequiredMessageFieldName, text: string, end: number): number {
  if (text.startsWith(messageFieldLabels[field], end + 1)) return end + 1 + messageFieldLabels[field].length
  throw diagnoseMissingMessageField(field, text, end)
}

function parseUri(text: string, bytes: Uint8Array, start: number, message: MutableMessage): number {
  const end = requireEndOfMessageLine(scanUri(bytes, start), 'message.uri_invalid', text, bytes)
  message.uri = text.slice(start, end)
  return end
}

// ERC-4361 §Message Format: version = "1".
function parseVersion(text: string, bytes: Uint8Array, start: number): number {
  return requireEndOfMessageLine(bytes[start] === 49 ? start + 1 : ~start, 'message.version_unsupported', text, bytes)
}

function parseChainId(
  form: MessageProfile,
  text: string,
  bytes: Uint8Array,
  start: number,
  message: MutableMessage,
): number {
  const end = requireEndOfMessageLine(form.scanChainId(text, bytes, start), form.chainIdErrorCode, text, bytes)
  message.chainId = text.slice(start, end)
  if (form.isOnChain !== undefined && !form.isOnChain(message.address, message.chainId))
    throw createMessageErrorAtOffset('message.chain_of_another_address', text, start)
  return end
}

function parseNonce(text: string, bytes: Uint8Array, start: number, message: MutableMessage): number {
  const end = requireEndOfMessageLine(
    scanCharactersOfClass(bytes, start, alphanumericCharacterClassBit),
    'message.nonce_character',
    text,
    bytes,
  )
  if (end - start < 8) throw createMessageErrorAtOffset('message.nonce_short', text, end)
  message.nonce = text.slice(start, end)
  return end
}

function parseTimeField(
  field: TimeField,
  text: string,
  bytes: Uint8Array,
  start: number,
  message: MutableMessage,
): number {
  const end = requireEndOfMessageLine(scanDateTime(bytes, start), 'message.time_malformed', text, bytes, field)
  const nonexistent = findInvalidDateTimePart(text, bytes, start, end)
  if (nonexistent !== -1) throw createMessageErrorAtOffset('message.time_nonexistent', text, nonexistent, field)
  message[field] = text.slice(start, end)
  return end
}

function parseOptionalFields(text: string, bytes: Uint8Array, from: number, message: MutableMessage): void {
  let end = from
  if (isNextField('expirationTime', text, end)) {
    end = parseTimeField('expirationTime', text, bytes, end + 1 + messageFieldLabels.expirationTime.length, message)
  }
  if (isNextField('notBefore', text, end)) {
    end = parseTimeField('notBefore', text, bytes, end + 1 + messageFieldLabels.notBefore.length, message)
  }
  if (isNextField('requestId', text, end)) {
    const start = end + 1 + messageFieldLabels.requestId.length
    end = requireEndOfMessageLine(scanUriPathSegment(bytes, start), 'message.request_id_invalid', text, bytes)
    message.requestId = text.slice(start, end)
  }
  if (isNextField('resources', text, end)) {
    end = requireEndOfMessageLine(
      end + 1 + messageFieldLabels.resources.length,
      'message.field_name',
      text,
      bytes,
      'resources',
    )
    end = parseResources(text, bytes, end, message)
  }
  if (end !== text.length) throw diagnoseUnexpectedMessageLine(text, end, message)
}

function isNextField(field: LabeledMessageFieldName, text: string, end: number): boolean {
  return text.startsWith(messageFieldLabels[field], end + 1)
}

// Parses resources = *( LF "- " URI ), which may be an empty list (ERC-4361 §Message Format).
function parseResources(text: string, bytes: Uint8Array, from: number, message: MutableMessage): number {
  const resources: string[] = []
  let end = from
  while (text.startsWith('\n- ', end)) {
    const start = end + 3
    end = requireEndOfMessageLine(scanUri(bytes, start), 'message.resource_invalid', text, bytes)
    resources.push(text.slice(start, end))
  }
  message.resources = resources
  return end
}
