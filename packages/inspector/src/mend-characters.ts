// Mends characters that cannot be seen or that pass for others.
import { meantFamily } from './families/meant-family.ts'
import { labels } from '@countersign/message/labels'
import { findCharacter } from './character-names.ts'
import { codePointIn } from './code-point.ts'
import { isInsideValue } from './inside-value.ts'
import { labelledFields, lineAt, valueAt } from './lines.ts'
import { encodeForUri, mendTime } from './mend-values.ts'
import { replace, replaceAll } from './repair.ts'
import type { Repair } from './repair.ts'

/** Marks that only nudge the direction at their place; the others turn whole stretches of text round. */
const directionMarks = [0x61c, 0x200e, 0x200f]

/** ERC-4361 §Message Format: lines end with LF. Carriage returns that make up line ends with line feeds can only be that. */
export function mendCarriageReturn(text: string, offset: number): Repair {
  if (text[offset + 1] === '\n') return replaceAll(text, /\r(?=\n)/g, () => '', true)
  if (offset === text.length - 1) return replace(text, offset, offset + 1, '', true)
  if (!text.includes('\n')) return replaceAll(text, /\r/g, () => '\n', true)
  return replace(text, offset, offset + 1, '\n', false)
}

/** A character outside printable ASCII, of the kinds that the inspector tells apart. */
export function mendForeign(text: string, offset: number, field: string | undefined): Repair | null {
  const codePoint = codePointIn(text, offset)
  const kind = findCharacter(codePoint)?.kind
  if ((kind === 'invisible' || kind === 'direction') && isInsideValue(text, offset)) return takeOutOfLine(text, offset)
  if (kind === 'invisible') return exchangeKnown(text, (known) => known === 'invisible', true)
  if (kind === 'direction') {
    const isMark = directionMarks.includes(codePoint)
    return exchangeKnown(
      text,
      (known, code) => known === 'direction' && directionMarks.includes(code) === isMark,
      isMark,
    )
  }
  if (kind === 'line-ending') return replace(text, offset, offset + 1, '\n', false)
  if (kind === 'control') return replace(text, offset, offset + 1, codePoint === 9 ? ' ' : '', false)
  if (kind === 'look-alike') return mendFixedWords(text, offset) ?? exchangeInLine(text, offset, false)
  if (field === 'uri' || field === 'resources' || field === 'requestId') {
    const value = valueAt(text, offset)
    return replace(text, value.start, value.end, encodeForUri(value.content), false)
  }
  return field === 'statement' ? exchangeInLine(text, offset, true) : null
}

/** The line in plain ASCII: look-alikes become what they look like, all else goes. It lets reading go on, and mends nothing. */
export function plainLine(text: string, offset: number): Repair {
  return exchangeInLine(text, offset, true)
}

/**
 * Look-alikes in the words that the standard fixes can only mean these words. Letters of the values around them stay: whose
 * domain or address was meant, nobody else can know.
 */
function mendFixedWords(text: string, offset: number): Repair | null {
  const line = lineAt(text, offset)
  const plain = line.content.replace(/[^\n -~]/gu, (character) =>
    character.length === 1 ? (asciiOf(character) ?? character) : character,
  )
  if (plain.length !== line.content.length) return null
  const stretch = fixedStretch(plain, line.start === 0)
  if (stretch === null) return null
  const [from, to] = [line.start + stretch[0], line.start + stretch[1]]
  return offset >= from && offset < to ? replace(text, from, to, plain.slice(...stretch), true) : null
}

function fixedStretch(plain: string, isFirst: boolean): [number, number] | null {
  if (isFirst) {
    const at = (plain + '\n').indexOf(meantFamily(plain + '\n').form.header)
    return at === -1 ? null : [at, plain.length]
  }
  if (/^0x[0-9A-Fa-f]{40}$/.test(plain)) return [0, 2]
  if (/^- \w+:/.test(plain)) return [0, 2]
  const field = labelledFields.find((one) => plain.startsWith(labels[one]))
  return field ? [0, labels[field].length] : null
}

/** In a value where it may stand for another, an unseen character is taken out as a guess; in a time, a space is what parts the day from the hour. */
function takeOutOfLine(text: string, offset: number): Repair {
  const value = valueAt(text, offset)
  const time = mendTime(value.content.replace(/[^!-~]+/g, ' '))
  if (time !== null && /^\d{4}-/.test(time.value)) return replace(text, value.start, value.end, time.value, false)
  const { start, end } = lineAt(text, offset)
  const taken = (character: string, at: number): string => {
    const kind = at >= start && at < end ? findCharacter(character.codePointAt(0)!)?.kind : undefined
    return kind === 'invisible' || kind === 'direction' ? '' : character
  }
  return replaceAll(text, /[^\n -~]/gu, taken, false)
}

/**
 * Exchanges the listed characters that are of one kind, everywhere but inside of values: a space for a space, nothing for the others
 * and at a line's end.
 */
function exchangeKnown(text: string, isMeant: (kind: string, codePoint: number) => boolean, certain: boolean): Repair {
  const exchanged = (character: string, at: number): string => {
    const entry = findCharacter(character.codePointAt(0)!)
    if (!entry || !isMeant(entry.kind, character.codePointAt(0)!) || isInsideValue(text, at)) return character
    const next = text[at + character.length]
    return next === undefined || next === '\n' || next === '\r' ? '' : (entry.looksLike ?? '')
  }
  return replaceAll(text, /[^\n -~]/gu, exchanged, certain)
}

function exchangeInLine(text: string, offset: number, removesOthers: boolean): Repair {
  const { start, end } = lineAt(text, offset)
  const exchanged = (character: string, at: number): string => {
    if (at < start || at >= end) return character
    return asciiOf(character) ?? (removesOthers ? '' : character)
  }
  return replaceAll(text, /[^\n -~]/gu, exchanged, false)
}

function asciiOf(character: string): string | null {
  return findCharacter(character.codePointAt(0)!)?.looksLike ?? null
}
