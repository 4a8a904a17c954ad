import { guessChainFamilyInspector } from './chain-families/guess-chain-family-inspector.ts'
import { messageFieldLabels } from '@countersign/message/message-field-line-prefixes'
import { findSuspiciousCharacterDescription } from './suspicious-character-descriptions.ts'
import { getCodePointAt } from './get-code-point-at.ts'
import { isInsideMessageFieldValue } from './is-inside-message-field-value.ts'
import {
  labeledMessageFieldNames,
  getMessageLineAtOffset,
  getMessageFieldValueAtOffset,
} from './message-line-lookup.ts'
import { percentEncodeForUri, fixMessageDateTime } from './fix-message-field-values.ts'
import { createRangeReplacementEdit, createMatchReplacementEdit } from './message-text-edits.ts'
import type { MessageTextEdit } from './message-text-edits.ts'

// The other direction characters reorder whole ranges of text.
const directionMarks = [0x61c, 0x200e, 0x200f]

/** Lines end with LF (ERC-4361 §Message Format), so replacing CRLF is unambiguous. */
export function createMessageCarriageReturnFix(text: string, offset: number): MessageTextEdit {
  if (text[offset + 1] === '\n') return createMatchReplacementEdit(text, /\r(?=\n)/g, () => '', true)
  if (offset === text.length - 1) return createRangeReplacementEdit(text, offset, offset + 1, '', true)
  if (!text.includes('\n')) return createMatchReplacementEdit(text, /\r/g, () => '\n', true)
  return createRangeReplacementEdit(text, offset, offset + 1, '\n', false)
}

export function createNonAsciiMessageCharacterFix(
  text: string,
  offset: number,
  field: string | undefined,
): MessageTextEdit | null {
  const codePoint = getCodePointAt(text, offset)
  const kind = findSuspiciousCharacterDescription(codePoint)?.kind
  if ((kind === 'invisible' || kind === 'direction') && isInsideMessageFieldValue(text, offset))
    return removeFromLine(text, offset)
  if (kind === 'invisible') return replaceKnownCharacters(text, (known) => known === 'invisible', true)
  if (kind === 'direction') {
    const isMark = directionMarks.includes(codePoint)
    return replaceKnownCharacters(
      text,
      (known, code) => known === 'direction' && directionMarks.includes(code) === isMark,
      isMark,
    )
  }
  if (kind === 'line-ending') return createRangeReplacementEdit(text, offset, offset + 1, '\n', false)
  if (kind === 'control') return createRangeReplacementEdit(text, offset, offset + 1, codePoint === 9 ? ' ' : '', false)
  if (kind === 'look-alike') return fixStandardWords(text, offset) ?? replaceInLine(text, offset, false)
  if (field === 'uri' || field === 'resources' || field === 'requestId') {
    const value = getMessageFieldValueAtOffset(text, offset)
    return createRangeReplacementEdit(text, value.start, value.end, percentEncodeForUri(value.content), false)
  }
  return field === 'statement' ? replaceInLine(text, offset, true) : null
}

/** Creates an edit that lets parsing continue. Do not offer it as a fix. */
export function createAsciiMessageLineEdit(text: string, offset: number): MessageTextEdit {
  return replaceInLine(text, offset, true)
}

// Replacing a lookalike is unambiguous in the fixed words, but not in a domain or an address.
function fixStandardWords(text: string, offset: number): MessageTextEdit | null {
  const line = getMessageLineAtOffset(text, offset)
  const plain = line.content.replace(/[^\n -~]/gu, (character) =>
    character.length === 1 ? (toAscii(character) ?? character) : character,
  )
  if (plain.length !== line.content.length) return null
  const stretch = findStandardWords(plain, line.start === 0)
  if (stretch === null) return null
  const [from, to] = [line.start + stretch[0], line.start + stretch[1]]
  return offset >= from && offset < to
    ? createRangeReplacementEdit(text, from, to, plain.slice(...stretch), true)
    : null
}

function findStandardWords(plain: string, isFirst: boolean): [number, number] | null {
  if (isFirst) {
    const at = (plain + '\n').indexOf(guessChainFamilyInspector(plain + '\n').profile.header)
    return at === -1 ? null : [at, plain.length]
  }
  if (/^0x[0-9A-Fa-f]{40}$/.test(plain)) return [0, 2]
  if (/^- \w+:/.test(plain)) return [0, 2]
  const field = labeledMessageFieldNames.find((one) => plain.startsWith(messageFieldLabels[one]))
  return field ? [0, messageFieldLabels[field].length] : null
}

// This is only a guess. In a time, the character may separate the date from the time of day.
function removeFromLine(text: string, offset: number): MessageTextEdit {
  const value = getMessageFieldValueAtOffset(text, offset)
  const time = fixMessageDateTime(value.content.replace(/[^!-~]+/g, ' '))
  if (time !== null && /^\d{4}-/.test(time.value))
    return createRangeReplacementEdit(text, value.start, value.end, time.value, false)
  const { start, end } = getMessageLineAtOffset(text, offset)
  const taken = (character: string, at: number): string => {
    const kind =
      at >= start && at < end ? findSuspiciousCharacterDescription(character.codePointAt(0)!)?.kind : undefined
    return kind === 'invisible' || kind === 'direction' ? '' : character
  }
  return createMatchReplacementEdit(text, /[^\n -~]/gu, taken, false)
}

// Skips characters inside values. At the end of a line, characters are removed.
function replaceKnownCharacters(
  text: string,
  isMeant: (kind: string, codePoint: number) => boolean,
  certain: boolean,
): MessageTextEdit {
  const exchanged = (character: string, at: number): string => {
    const entry = findSuspiciousCharacterDescription(character.codePointAt(0)!)
    if (!entry || !isMeant(entry.kind, character.codePointAt(0)!) || isInsideMessageFieldValue(text, at))
      return character
    const next = text[at + character.length]
    return next === undefined || next === '\n' || next === '\r' ? '' : (entry.looksLike ?? '')
  }
  return createMatchReplacementEdit(text, /[^\n -~]/gu, exchanged, certain)
}

function replaceInLine(text: string, offset: number, removesOthers: boolean): MessageTextEdit {
  const { start, end } = getMessageLineAtOffset(text, offset)
  const exchanged = (character: string, at: number): string => {
    if (at < start || at >= end) return character
    return toAscii(character) ?? (removesOthers ? '' : character)
  }
  return createMatchReplacementEdit(text, /[^\n -~]/gu, exchanged, false)
}

function toAscii(character: string): string | null {
  return findSuspiciousCharacterDescription(character.codePointAt(0)!)?.looksLike ?? null
}
