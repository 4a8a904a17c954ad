// Reads a sign-in message from its text in one pass, line by line in the order of the grammar, and accepts nothing that
// the grammar does not. What goes wrong is explained in explain-fault.ts, off the path that good messages take.
import { charactersOf } from './bytes.ts'
import { alphanumeric, skip, statementCharacter } from './characters.ts'
import { findNonexistentPart, scanDateTime } from './date-time.ts'
import { faultAt, faultInHeader, faultInsteadOfField, faultInsteadOfOptionalField } from './explain-fault.ts'
import type { RequiredField } from './explain-fault.ts'
import { eip155 } from './eip155/form.ts'
import type { Message } from './fields.ts'
import { endOfLine } from './form.ts'
import type { MessageForm } from './form.ts'
import { labels } from './labels.ts'
import type { LabelledField } from './labels.ts'
import { MessageFault } from './message-fault.ts'
import { scanAuthority, scanScheme, scanSegment, scanUri } from './uri.ts'

const lineFeed = 10

/**
 * What the reader may be told.
 *
 * @example
 * ```ts
 * import { MessageFault, parseMessage } from '@countersign/message'
 * import type { ParseOptions } from '@countersign/message'
 *
 * const options: ParseOptions = { maxLength: 8 }
 * try {
 *   parseMessage('example.com wants', options)
 * } catch (fault) {
 *   fault instanceof MessageFault && fault.code // => 'message.too_long'
 * }
 * ```
 */
export interface ParseOptions {
  /** The longest text that is read, in UTF-16 units: 4096 unless said otherwise. */
  readonly maxLength?: number
  /** Whose message it must be: `eip155` (EIP-4361) unless said otherwise. */
  readonly form?: MessageForm
}

type TimeField = 'issuedAt' | 'expirationTime' | 'notBefore'

type Draft = { -readonly [Field in keyof Message]: Message[Field] }

/**
 * Reads a message by ERC-4361 §Message Format, with RFC 3986 for domain and URIs, RFC 3339 for times and ERC-55 for the
 * address; of another chain family where its form is given. `formatMessage` gives back exactly the text that was read.
 *
 * @example
 * ```ts
 * import { parseMessage } from '@countersign/message'
 *
 * const message = parseMessage(`example.com wants you to sign in with your Ethereum account:
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
 * @param text the whole message, nothing before or after
 * @throws MessageFault with the rule, the field, the line and the offset of the first fault
 */
export function parseMessage(text: string, { maxLength = 4096, form = eip155 }: ParseOptions = {}): Message {
  if (typeof text !== 'string' || text === '') throw new MessageFault('message.invalid', '', 0)
  if (text.length > maxLength) throw new MessageFault('message.too_long', text, maxLength)
  const bytes = charactersOf(text)

  const { header } = form
  const scheme = form.mayHaveScheme ? readScheme(text, bytes) : undefined
  let start = scheme === undefined ? 0 : scheme.length + 3
  let end = scanAuthority(bytes, start)
  if (end <= start || !text.startsWith(header, end)) throw faultInHeader(form, text, start, end)
  const domain = text.slice(start, end)

  start = end + header.length
  end = form.readAddress(text, bytes, start)
  const address = text.slice(start, end)
  const message: Draft = { domain, address, uri: '', version: '1', chainId: '', nonce: '', issuedAt: '' }
  if (scheme !== undefined) message.scheme = scheme

  end = form.leavesTwoLines
    ? readStatement(text, bytes, end + 1, message)
    : readStatementOrFields(text, bytes, end + 1, message)
  end = readUri(text, bytes, valueOf('uri', text, end), message)
  end = readVersion(text, bytes, valueOf('version', text, end))
  end = readChainId(form, text, bytes, valueOf('chainId', text, end), message)
  end = readNonce(text, bytes, valueOf('nonce', text, end), message)
  end = readTimeOf('issuedAt', text, bytes, valueOf('issuedAt', text, end), message)
  if (end !== text.length) readOptional(text, bytes, end, message)
  return message
}

/** ERC-4361 §Message Format: [ scheme "://" ]. No authority holds "://", so that nothing else can be meant by it. */
function readScheme(text: string, bytes: Uint8Array): string | undefined {
  const end = scanScheme(bytes, 0)
  return end > 0 && text.startsWith('://', end) ? text.slice(0, end) : undefined
}

/**
 * What stands between the address and the line "URI: …": `LF [ statement LF ] LF`. A statement may be empty, so that two
 * line feeds mean no statement, and three mean an empty one.
 * @returns where the line before "URI: …" ends
 */
function readStatement(text: string, bytes: Uint8Array, blankLine: number, message: Draft): number {
  if (bytes[blankLine] !== lineFeed) throw faultAt('message.blank_line_after_address', text, blankLine)
  const start = blankLine + 1
  if (start >= text.length) throw faultAt('message.blank_line_before_fields', text, start)
  const end = skip(bytes, start, statementCharacter)
  if (bytes[end] !== lineFeed) throw faultAt('message.statement_character', text, end)
  if (bytes[end + 1] !== lineFeed) {
    if (end === start) return end
    throw faultAt('message.blank_line_before_fields', text, end + 1)
  }
  message.statement = text.slice(start, end)
  return end + 1
}

/**
 * The same where one line alone stays empty without a statement: `LF [ statement LF LF ]`. A line with an empty one after it is a statement,
 * whatever it looks like, because no field has an empty line after it.
 */
function readStatementOrFields(text: string, bytes: Uint8Array, blankLine: number, message: Draft): number {
  if (bytes[blankLine] !== lineFeed) throw faultAt('message.blank_line_after_address', text, blankLine)
  const start = blankLine + 1
  const end = text.indexOf('\n', start)
  if (text.startsWith(labels.uri, start) && text.charCodeAt(end + 1) !== lineFeed) return blankLine
  const read = skip(bytes, start, statementCharacter)
  if (read === start && bytes[start] === lineFeed) throw faultAt('message.blank_line_unexpected', text, start)
  if (read === start || bytes[read] !== lineFeed) throw faultAt('message.statement_character', text, read)
  if (bytes[read + 1] !== lineFeed) throw faultAt('message.blank_line_before_fields', text, read + 1)
  message.statement = text.slice(start, read)
  return read + 1
}

/** Where the value of a field that must come here begins; `end` is the line feed that ends the line before it. */
function valueOf(field: RequiredField, text: string, end: number): number {
  if (text.startsWith(labels[field], end + 1)) return end + 1 + labels[field].length
  throw faultInsteadOfField(field, text, end)
}

function readUri(text: string, bytes: Uint8Array, start: number, message: Draft): number {
  const end = endOfLine(scanUri(bytes, start), 'message.uri_invalid', text, bytes)
  message.uri = text.slice(start, end)
  return end
}

/** ERC-4361 §Message Format: version = "1". */
function readVersion(text: string, bytes: Uint8Array, start: number): number {
  return endOfLine(bytes[start] === 49 ? start + 1 : ~start, 'message.version_unsupported', text, bytes)
}

function readChainId(form: MessageForm, text: string, bytes: Uint8Array, start: number, message: Draft): number {
  const end = endOfLine(form.scanChainId(text, bytes, start), form.chainIdFault, text, bytes)
  message.chainId = text.slice(start, end)
  if (form.isOnChain !== undefined && !form.isOnChain(message.address, message.chainId))
    throw faultAt('message.chain_of_another_address', text, start)
  return end
}

/** ERC-4361 §Message Format: nonce = 8*( ALPHA / DIGIT ). */
function readNonce(text: string, bytes: Uint8Array, start: number, message: Draft): number {
  const end = endOfLine(skip(bytes, start, alphanumeric), 'message.nonce_character', text, bytes)
  if (end - start < 8) throw faultAt('message.nonce_short', text, end)
  message.nonce = text.slice(start, end)
  return end
}

function readTimeOf(field: TimeField, text: string, bytes: Uint8Array, start: number, message: Draft): number {
  const end = endOfLine(scanDateTime(bytes, start), 'message.time_malformed', text, bytes, field)
  const nonexistent = findNonexistentPart(text, bytes, start, end)
  if (nonexistent !== -1) throw faultAt('message.time_nonexistent', text, nonexistent, field)
  message[field] = text.slice(start, end)
  return end
}

/** The four fields that may be absent, in their order; anything after them is refused. */
function readOptional(text: string, bytes: Uint8Array, from: number, message: Draft): void {
  let end = from
  if (follows('expirationTime', text, end)) {
    end = readTimeOf('expirationTime', text, bytes, end + 1 + labels.expirationTime.length, message)
  }
  if (follows('notBefore', text, end)) {
    end = readTimeOf('notBefore', text, bytes, end + 1 + labels.notBefore.length, message)
  }
  if (follows('requestId', text, end)) {
    const start = end + 1 + labels.requestId.length
    end = endOfLine(scanSegment(bytes, start), 'message.request_id_invalid', text, bytes)
    message.requestId = text.slice(start, end)
  }
  if (follows('resources', text, end)) {
    end = endOfLine(end + 1 + labels.resources.length, 'message.field_name', text, bytes, 'resources')
    end = readResources(text, bytes, end, message)
  }
  if (end !== text.length) throw faultInsteadOfOptionalField(text, end, message)
}

function follows(field: LabelledField, text: string, end: number): boolean {
  return text.startsWith(labels[field], end + 1)
}

/** ERC-4361 §Message Format: resources = *( LF "- " URI ). The list may be empty. */
function readResources(text: string, bytes: Uint8Array, from: number, message: Draft): number {
  const resources: string[] = []
  let end = from
  while (text.startsWith('\n- ', end)) {
    const start = end + 3
    end = endOfLine(scanUri(bytes, start), 'message.resource_invalid', text, bytes)
    resources.push(text.slice(start, end))
  }
  message.resources = resources
  return end
}
