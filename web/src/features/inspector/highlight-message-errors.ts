// Cuts a text into lines, and each line into pieces of one kind: plain, at fault, or a character that cannot be seen or
// is not what it seems. Pure, so that what is drawn can be tested as a value.
import type { FoundMessageError, SuspiciousCharacter } from '@countersign/inspector/message-inspection-findings'

/** A piece of a line. An empty one with a fault stands where something is missing. */
export interface HighlightedMessagePiece {
  readonly text: string
  /** The fault that it is part of, counted from 0. */
  readonly fault: number | null
  /** Whether that fault begins here. */
  readonly begins: boolean
  readonly strange: SuspiciousCharacter | null
  /** How often a strange character stands here in a row; 1 for everything else. */
  readonly times: number
}

export interface MessageLineHighlights {
  readonly number: number
  readonly pieces: readonly HighlightedMessagePiece[]
  /** Whether a line feed ends it. */
  readonly isEnded: boolean
}

export interface MessageTextHighlights {
  readonly lines: readonly MessageLineHighlights[]
  /** How many characters are not shown, where the text is longer than any sign-in message. */
  readonly left: number
}

/** More than the longest message; the rest of a longer text is not drawn. */
const maxCharacters = 6000
const maxLines = 200

export function highlightMessageErrors(
  text: string,
  errors: readonly Pick<FoundMessageError, 'place'>[],
  strange: readonly SuspiciousCharacter[],
): MessageTextHighlights {
  const { lines, left } = splitIntoLines(text, errors, strange)
  const begun = new Set<number | null>([null])
  const begin = (piece: HighlightedMessagePiece): HighlightedMessagePiece => {
    if (begun.has(piece.fault)) return piece
    begun.add(piece.fault)
    return { ...piece, begins: true }
  }
  return { lines: lines.map((line) => ({ ...line, pieces: line.pieces.map(begin) })), left }
}

function splitIntoLines(
  text: string,
  errors: readonly Pick<FoundMessageError, 'place'>[],
  strange: readonly SuspiciousCharacter[],
): MessageTextHighlights {
  const lines: MessageLineHighlights[] = []
  const byOffset = new Map(strange.map((character) => [character.place.offset, character]))
  let start = 0
  while (start <= text.length && lines.length < maxLines && start <= maxCharacters) {
    const feed = text.indexOf('\n', start)
    const lineEnd = feed === -1 ? text.length : feed
    const end = Math.min(lineEnd, maxCharacters)
    lines.push({
      number: lines.length + 1,
      pieces: markLine(text, start, end, errors, byOffset),
      isEnded: feed !== -1 && end === lineEnd,
    })
    start = end === lineEnd ? lineEnd + 1 : text.length + 1
    if (end < lineEnd) return { lines, left: text.length - end }
  }
  return { lines, left: Math.max(text.length - start, 0) }
}

function markLine(
  text: string,
  start: number,
  end: number,
  errors: readonly Pick<FoundMessageError, 'place'>[],
  strange: ReadonlyMap<number, SuspiciousCharacter>,
): HighlightedMessagePiece[] {
  const cuts = new Set([start, end])
  const cut = (offset: number) => offset > start && offset < end && cuts.add(offset)
  for (const { place } of errors) {
    cut(place.offset)
    cut(place.offset + place.length)
  }
  for (let offset = start; offset < end; offset += 1) {
    const character = strange.get(offset)
    if (!character) continue
    cut(offset)
    cut(offset + Math.max(character.place.length, 1))
  }
  const offsets = [...cuts].sort((one, other) => one - other)
  const pieces: HighlightedMessagePiece[] = []
  for (const [index, from] of offsets.entries()) {
    pieces.push(...findMissingPieces(from, start, end, errors))
    const to = offsets[index + 1]
    if (to !== undefined)
      appendPiece(pieces, {
        text: text.slice(from, to),
        fault: findErrorIndex(from, to, errors),
        begins: false,
        strange: strange.get(from) ?? null,
        times: 1,
      })
  }
  return pieces
}

/** Faults of which nothing in this line can be underlined: something is missing, or they are about the end of the line. */
function findMissingPieces(
  offset: number,
  start: number,
  end: number,
  errors: readonly Pick<FoundMessageError, 'place'>[],
): HighlightedMessagePiece[] {
  return errors.flatMap(({ place }, fault) => {
    const isEmpty = place.length === 0 || place.offset === end
    return isEmpty && place.offset === offset && place.offset >= start
      ? [{ text: '', fault, begins: false, strange: null, times: 1 }]
      : []
  })
}

function findErrorIndex(from: number, to: number, errors: readonly Pick<FoundMessageError, 'place'>[]): number | null {
  const index = errors.findIndex(({ place }) => place.offset < to && place.offset + place.length > from)
  return index === -1 ? null : index
}

/** The same invisible character many times in a row is one piece, so that a thousand of them are as quick to draw as one. */
function appendPiece(pieces: HighlightedMessagePiece[], piece: HighlightedMessagePiece): void {
  const last = pieces.at(-1)
  const isSame =
    last?.strange && piece.strange && last.strange.codePoint === piece.strange.codePoint && last.fault === piece.fault
  if (isSame) pieces[pieces.length - 1] = { ...last, text: last.text + piece.text, times: last.times + 1 }
  else pieces.push(piece)
}
