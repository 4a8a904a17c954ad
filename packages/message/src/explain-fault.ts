// Finds the most telling fault once it is known that a message is refused. Nothing here decides whether a message is
// accepted, and none of it runs for one that is.
import { charactersOf } from './bytes.ts'
import { faultWords } from './fault-words.ts'
import type { FaultWords, MessageFaultCode } from './fault-words.ts'
import type { Message, MessageField } from './fields.ts'
import { labels } from './labels.ts'
import type { MessageLayout } from './layout.ts'
import type { LabelledField } from './labels.ts'
import { MessageFault } from './message-fault.ts'
import { scanScheme } from './uri.ts'

const lineFeed = 10
const carriageReturn = 13

const order = Object.keys(labels) as LabelledField[]

const missing = {
  uri: 'message.uri_missing',
  version: 'message.version_missing',
  chainId: 'message.chain_id_missing',
  nonce: 'message.nonce_missing',
  issuedAt: 'message.issued_at_missing',
} as const satisfies Partial<Record<LabelledField, MessageFaultCode>>

/** A field that every message has on a line of its own. */
export type RequiredField = keyof typeof missing

/**
 * A fault at a place of the text. Where its line holds a character that cannot be seen, that character is the fault: a
 * person who looks at the line would search in vain for a carriage return or for a letter of another alphabet.
 */
export function faultAt(code: MessageFaultCode, text: string, offset: number, field?: MessageField): MessageFault {
  const entry: FaultWords = faultWords[code]
  const place = Math.min(offset, text.length)
  for (
    let at = text.slice(0, place).lastIndexOf('\n') + 1;
    at < text.length && text.charCodeAt(at) !== lineFeed;
    at += 1
  ) {
    const unseen = codeOfUnseen(text.charCodeAt(at))
    if (unseen) return new MessageFault(unseen, text, at, field ?? entry.field)
  }
  return new MessageFault(code, text, place, field)
}

/**
 * What is wrong with the first line, of which the domain was read from `start` to `end` (or failed at `~end`).
 */
export function faultInHeader(
  { header, mayHaveScheme }: MessageLayout,
  text: string,
  start: number,
  end: number,
): MessageFault {
  const stop = end < 0 ? ~end : end
  const headerAt = text.indexOf(header, start)
  const inFirstLine = headerAt !== -1 && text.indexOf('\n') === headerAt + header.length - 1
  if (!inFirstLine) return faultAt('message.header_missing', text, differenceFrom(header, text, stop))
  if (headerAt === start) return faultAt('message.domain_empty', text, start)
  if (start > 0 || !mayHaveScheme || !text.slice(0, headerAt).includes('://'))
    return faultAt('message.domain_invalid', text, stop)
  const scheme = scanScheme(charactersOf(text), 0)
  return faultAt('message.scheme_invalid', text, scheme < 0 ? ~scheme : scheme)
}

/** Why the line after the line feed at `end` is not that of a field that must stand there. */
export function faultInsteadOfField(field: RequiredField, text: string, end: number): MessageFault {
  const line = end + 1
  const difference = differenceFrom(labels[field], text, line)
  const found = fieldOfLine(text, line)
  if (found && order.indexOf(found) < order.indexOf(field)) return faultAt('message.field_duplicate', text, line, found)
  const comesLater = text.includes('\n' + labels[field], line)
  if (comesLater && found) return faultAt('message.field_order', text, line, found)
  if (comesLater && text.charAt(line) === '\n') return faultAt('message.blank_line_unexpected', text, line)
  if (nearlyField(text, line) === field) return faultAt('message.field_name', text, difference, field)
  if (comesLater) return faultAt('message.field_unknown', text, line)
  return faultAt(missing[field], text, line)
}

/** Why what comes after the line feed at `end` is none of the fields that may still follow. */
export function faultInsteadOfOptionalField(text: string, end: number, read: Partial<Message>): MessageFault {
  const line = end + 1
  if (/^\n+$/.test(text.slice(end))) return faultAt('message.line_feed_at_end', text, end)
  const found = fieldOfLine(text, line)
  if (found) return faultAt(found in read ? 'message.field_duplicate' : 'message.field_order', text, line, found)
  const meant = nearlyField(text, line)
  if (meant) return faultAt('message.field_name', text, differenceFrom(labels[meant], text, line), meant)
  if (text.charAt(line) === '\n') return faultAt('message.blank_line_unexpected', text, line)
  if (read.resources) return faultAt('message.resource_line', text, differenceFrom('- ', text, line))
  return faultAt(/^.*: /.test(text.slice(line)) ? 'message.field_unknown' : 'message.text_after_end', text, line)
}

/** The code for a character that cannot be seen or that only looks like another; undefined for printable ASCII. */
function codeOfUnseen(character: number): MessageFaultCode | undefined {
  if (character === carriageReturn) return 'message.carriage_return'
  return character < 32 || character > 126 ? 'message.character_foreign' : undefined
}

/** Where the text first differs from what it should be. */
function differenceFrom(wanted: string, text: string, from: number): number {
  let index = 0
  while (index < wanted.length && text.charCodeAt(from + index) === wanted.charCodeAt(index)) index += 1
  return from + index
}

/** The field whose label the line begins with. */
function fieldOfLine(text: string, line: number): LabelledField | undefined {
  return order.find((field) => text.startsWith(labels[field], line))
}

/** The field that the line seems to mean, when letter case and spaces are left aside. */
function nearlyField(text: string, line: number): LabelledField | undefined {
  const name = bare(text.slice(line, line + 24).split(':')[0]!)
  return order.find((field) => bare(labels[field]) === name + ':')
}

function bare(label: string): string {
  return label.replaceAll(' ', '').toLowerCase()
}
