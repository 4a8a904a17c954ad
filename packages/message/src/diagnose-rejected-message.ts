// Finds the most helpful error for a refused message. Valid messages never reach this code.
import { encodeTextForParser } from './encode-text-for-parser.ts'
import { createMessageErrorAtOffset } from './create-message-error-at-offset.ts'
import type { MessageErrorCode } from './message-error-texts.ts'
import type { SignInMessage } from './sign-in-message.ts'
import { messageFieldLabels } from './message-field-line-prefixes.ts'
import type { MessageLayout } from './message-layout.ts'
import type { LabeledMessageFieldName } from './message-field-line-prefixes.ts'
import { MessageError } from './message-error.ts'
import { scanUriScheme } from './scan-rfc3986-uri.ts'

const fieldOrder = Object.keys(messageFieldLabels) as LabeledMessageFieldName[]

const missingFieldCodes = {
  uri: 'message.uri_missing',
  version: 'message.version_missing',
  chainId: 'message.chain_id_missing',
  nonce: 'message.nonce_missing',
  issuedAt: 'message.issued_at_missing',
} as const satisfies Partial<Record<LabeledMessageFieldName, MessageErrorCode>>

export type RequiredMessageFieldName = keyof typeof missingFieldCodes

/** If `end` is negative, the domain is invalid at `~end`. */
export function diagnoseInvalidMessageHeader(
  { header, allowsScheme }: MessageLayout,
  text: string,
  start: number,
  end: number,
): MessageError {
  const stop = end < 0 ? ~end : end
  const headerAt = text.indexOf(header, start)
  const inFirstLine = headerAt !== -1 && text.indexOf('\n') === headerAt + header.length - 1
  if (!inFirstLine)
    return createMessageErrorAtOffset('message.header_missing', text, findDifference(header, text, stop))
  if (headerAt === start) return createMessageErrorAtOffset('message.domain_empty', text, start)
  if (start > 0 || !allowsScheme || !text.slice(0, headerAt).includes('://'))
    return createMessageErrorAtOffset('message.domain_invalid', text, stop)
  const scheme = scanUriScheme(encodeTextForParser(text), 0)
  return createMessageErrorAtOffset('message.scheme_invalid', text, scheme < 0 ? ~scheme : scheme)
}

/** `end` is the offset of the line feed before the line. */
export function diagnoseMissingMessageField(field: RequiredMessageFieldName, text: string, end: number): MessageError {
  const line = end + 1
  const difference = findDifference(messageFieldLabels[field], text, line)
  const found = findFieldOfLine(text, line)
  if (found && fieldOrder.indexOf(found) < fieldOrder.indexOf(field))
    return createMessageErrorAtOffset('message.field_duplicate', text, line, found)
  const comesLater = text.includes('\n' + messageFieldLabels[field], line)
  if (comesLater && found) return createMessageErrorAtOffset('message.field_order', text, line, found)
  if (comesLater && text.charAt(line) === '\n')
    return createMessageErrorAtOffset('message.blank_line_unexpected', text, line)
  if (guessFieldOfLine(text, line) === field)
    return createMessageErrorAtOffset('message.field_name', text, difference, field)
  if (comesLater) return createMessageErrorAtOffset('message.field_unknown', text, line)
  return createMessageErrorAtOffset(missingFieldCodes[field], text, line)
}

export function diagnoseUnexpectedMessageLine(text: string, end: number, read: Partial<SignInMessage>): MessageError {
  const line = end + 1
  if (/^\n+$/.test(text.slice(end))) return createMessageErrorAtOffset('message.line_feed_at_end', text, end)
  const found = findFieldOfLine(text, line)
  if (found)
    return createMessageErrorAtOffset(
      found in read ? 'message.field_duplicate' : 'message.field_order',
      text,
      line,
      found,
    )
  const meant = guessFieldOfLine(text, line)
  if (meant)
    return createMessageErrorAtOffset(
      'message.field_name',
      text,
      findDifference(messageFieldLabels[meant], text, line),
      meant,
    )
  if (text.charAt(line) === '\n') return createMessageErrorAtOffset('message.blank_line_unexpected', text, line)
  if (read.resources) return createMessageErrorAtOffset('message.resource_line', text, findDifference('- ', text, line))
  return createMessageErrorAtOffset(
    /^.*: /.test(text.slice(line)) ? 'message.field_unknown' : 'message.text_after_end',
    text,
    line,
  )
}

function findDifference(wanted: string, text: string, from: number): number {
  let index = 0
  while (index < wanted.length && text.charCodeAt(from + index) === wanted.charCodeAt(index)) index += 1
  return from + index
}

function findFieldOfLine(text: string, line: number): LabeledMessageFieldName | undefined {
  return fieldOrder.find((field) => text.startsWith(messageFieldLabels[field], line))
}

function guessFieldOfLine(text: string, line: number): LabeledMessageFieldName | undefined {
  const name = normalizeLabel(text.slice(line, line + 24).split(':')[0]!)
  return fieldOrder.find((field) => normalizeLabel(messageFieldLabels[field]) === name + ':')
}

function normalizeLabel(label: string): string {
  return label.replaceAll(' ', '').toLowerCase()
}
