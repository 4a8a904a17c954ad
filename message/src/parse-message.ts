// Reads a sign-in message from its text in one pass, line by line in the order of the grammar, and accepts nothing that
// the grammar does not. What goes wrong is explained in explain-fault.ts, off the path that good messages take.
import { alphanumeric, skip, skipDigits, statementCharacter } from './characters.ts'
import { findChecksumFault, scanAddress } from './checksum-address.ts'
import { findNonexistentPart, scanDateTime } from './date-time.ts'
import { faultAt, faultInHeader, faultInsteadOfField, faultInsteadOfOptionalField } from './explain-fault.ts'
import type { RequiredField } from './explain-fault.ts'
import type { Message, MessageField } from './fields.ts'
import { header, labels } from './labels.ts'
import { MessageFault } from './message-fault.ts'
import type { MessageFaultCode } from './message-faults.ts'
import { scanAuthority, scanScheme, scanSegment, scanUri } from './uri.ts'

const lineFeed = 10

/** What the reader may be told. */
export interface ParseOptions {
  /** The longest text that is read, in UTF-16 units. */
  readonly maxLength?: number
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/**
 * Reads a message by ERC-4361 §Message Format, with RFC 3986 for domain and URIs, RFC 3339 for times and ERC-55 for the
 * address. `formatMessage` gives back exactly the text that was read.
 *
 * ```ts
 * const message = parseMessage(text)
 * message.domain // 'example.com'
 * ```
 * @param text the whole message, nothing before or after
 * @throws MessageFault with the rule, the field, the line and the offset of the first fault
 */
export function parseMessage(text: string, { maxLength = 4096 }: ParseOptions = {}): Message {
  if (typeof text !== 'string' || text === '') throw new MessageFault('message.invalid', '', 0)
  if (text.length > maxLength) throw new MessageFault('message.too_long', text, maxLength)

  let scheme: string | undefined
  let start = 0
  let end = scanScheme(text, 0)
  const schemeEnd = end < 0 ? ~end : end
  if (text.startsWith('://', schemeEnd)) {
    if (end < 0) throw new MessageFault('message.scheme_invalid', text, schemeEnd)
    scheme = text.slice(0, end)
    start = end + 3
  }

  end = scanAuthority(text, start)
  if (end <= start || !text.startsWith(header, end)) throw faultInHeader(text, start, end)
  const domain = text.slice(start, end)

  start = end + header.length
  end = scanAddress(text, start)
  if (end < 0 || text.charCodeAt(end) !== lineFeed) throw faultInAddress(text, start, end)
  const checksumFault = findChecksumFault(text, start)
  if (checksumFault !== -1) throw new MessageFault('message.address_checksum', text, checksumFault)
  const message: Writable<Message> = { domain, address: text.slice(start, end), uri: '', version: '1', chainId: '', nonce: '', issuedAt: '' }
  if (scheme !== undefined) message.scheme = scheme

  start = end + 1
  if (text.charCodeAt(start) !== lineFeed) throw faultAt('message.blank_line_after_address', text, start)
  end = readStatement(text, start + 1, message)
  end = readUri(text, valueOf('uri', text, end), message)
  end = readVersion(text, valueOf('version', text, end))
  end = readChainId(text, valueOf('chainId', text, end), message)
  end = readNonce(text, valueOf('nonce', text, end), message)
  end = readTimeOf('issuedAt', text, valueOf('issuedAt', text, end), message)
  if (end !== text.length) readOptional(text, end, message)
  return message
}

/**
 * What stands between the empty line after the address and the line "URI: …": `[ statement LF ] LF`. A statement may be
 * empty, so that one line feed means no statement, and two mean an empty one.
 * @returns where the line before "URI: …" ends
 */
function readStatement(text: string, start: number, message: Writable<Message>): number {
  const end = skip(text, start, statementCharacter)
  const next = text.charCodeAt(end)
  if (end === start && next === lineFeed && text.charCodeAt(end + 1) !== lineFeed) return end
  if (next !== lineFeed && end !== text.length) throw faultAt('message.statement_character', text, end, 'statement')
  if (text.charCodeAt(end + 1) !== lineFeed) throw faultAt('message.blank_line_before_fields', text, Math.min(end + 1, text.length))
  message.statement = text.slice(start, end)
  return end + 1
}

/** Where the value of a field that must come here begins; `end` is the line feed that ends the line before it. */
function valueOf(field: RequiredField, text: string, end: number): number {
  if (text.charCodeAt(end) === lineFeed && text.startsWith(labels[field], end + 1)) return end + 1 + labels[field].length
  throw faultInsteadOfField(field, text, end)
}

function readUri(text: string, start: number, message: Writable<Message>): number {
  const end = endOfLine(scanUri(text, start), 'message.uri_invalid', text, 'uri')
  message.uri = text.slice(start, end)
  return end
}

/** ERC-4361 §Message Format: version = "1". */
function readVersion(text: string, start: number): number {
  return endOfLine(text.charCodeAt(start) === 49 ? start + 1 : ~start, 'message.version_unsupported', text, 'version')
}

/** ERC-4361 §Message Format: chain-id = 1*DIGIT. */
function readChainId(text: string, start: number, message: Writable<Message>): number {
  const digits = skipDigits(text, start)
  const end = endOfLine(digits === start ? ~start : digits, 'message.chain_id_invalid', text, 'chainId')
  message.chainId = text.slice(start, end)
  return end
}

/** ERC-4361 §Message Format: nonce = 8*( ALPHA / DIGIT ). */
function readNonce(text: string, start: number, message: Writable<Message>): number {
  const end = endOfLine(skip(text, start, alphanumeric), 'message.nonce_character', text, 'nonce')
  if (end - start < 8) throw new MessageFault('message.nonce_short', text, end)
  message.nonce = text.slice(start, end)
  return end
}

function readTimeOf(field: 'issuedAt' | 'expirationTime' | 'notBefore', text: string, start: number, message: Writable<Message>): number {
  const end = endOfLine(scanDateTime(text, start), 'message.time_malformed', text, field)
  const nonexistent = findNonexistentPart(text, start)
  if (nonexistent !== -1) throw new MessageFault('message.time_nonexistent', text, nonexistent, field)
  message[field] = text.slice(start, end)
  return end
}

/** The four fields that may be absent, in their order; anything after them is refused. */
function readOptional(text: string, from: number, message: Writable<Message>): void {
  let end = from
  if (follows('expirationTime', text, end)) {
    end = readTimeOf('expirationTime', text, end + 1 + labels.expirationTime.length, message)
  }
  if (follows('notBefore', text, end)) {
    end = readTimeOf('notBefore', text, end + 1 + labels.notBefore.length, message)
  }
  if (follows('requestId', text, end)) {
    const start = end + 1 + labels.requestId.length
    end = endOfLine(scanSegment(text, start), 'message.request_id_invalid', text, 'requestId')
    message.requestId = text.slice(start, end)
  }
  if (follows('resources', text, end)) {
    end = readResources(text, endOfLine(end + 1 + labels.resources.length, 'message.field_name', text, 'resources'), message)
  }
  if (end !== text.length) throw faultInsteadOfOptionalField(text, end, message)
}

function follows(field: 'expirationTime' | 'notBefore' | 'requestId' | 'resources', text: string, end: number): boolean {
  return end < text.length && text.startsWith(labels[field], end + 1)
}

/** ERC-4361 §Message Format: resources = *( LF "- " URI ). The list may be empty. */
function readResources(text: string, from: number, message: Writable<Message>): number {
  const resources: string[] = []
  let end = from
  while (text.startsWith('\n- ', end)) {
    const start = end + 3
    end = endOfLine(scanUri(text, start), 'message.resource_invalid', text, 'resources')
    resources.push(text.slice(start, end))
  }
  message.resources = resources
  return end
}

/** Makes sure that a value reaches to the end of its line, and answers that end. */
function endOfLine(end: number, code: MessageFaultCode, text: string, field: MessageField): number {
  if (end >= 0 && (end === text.length || text.charCodeAt(end) === lineFeed)) return end
  throw faultAt(code, text, end < 0 ? ~end : end, field)
}

function faultInAddress(text: string, start: number, end: number): MessageFault {
  if (end < 0 && (start === text.length || text.charCodeAt(start) === lineFeed)) return faultAt('message.address_missing', text, start)
  if (end === text.length) return faultAt('message.blank_line_after_address', text, end)
  return faultAt('message.address_invalid', text, end < 0 ? ~end : end)
}
