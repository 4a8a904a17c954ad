import type { FoundMessageError, SuspiciousCharacter } from '@countersign/inspector/message-inspection-findings'

/** An empty piece with an error marks something missing. */
export interface HighlightedMessagePiece {
  readonly text: string
  /** 0-based index of the piece's error. */
  readonly fault: number | null
  readonly begins: boolean
  readonly strange: SuspiciousCharacter | null
  /** Length of the run if the same deceptive character repeats; 1 for any other character. */
  readonly times: number
}

export interface MessageLineHighlights {
  readonly number: number
  readonly pieces: readonly HighlightedMessagePiece[]
  readonly isEnded: boolean
}

export interface MessageTextHighlights {
  readonly lines: readonly MessageLineHighlights[]
  readonly left: number
}

/** Longer than the longest valid message. Text beyond this is not rendered. */
const maxCharacters = 6000
const maxLines = 200

export function highlightMessageErrors(
  text: string,
  errors: readonly Pick<FoundMessageError, 'place'>[],
  strange: readonly SuspiciousCharacter[],
): MessageTextHighlights {
  const { lines, left } = splitIntoLines(text, errors, strange)
  const seenFaults = new Set<number | null>([null])
  const markFirstPiece = (piece: HighlightedMessagePiece): HighlightedMessagePiece => {
    if (seenFaults.has(piece.fault)) return piece
    seenFaults.add(piece.fault)
    return { ...piece, begins: true }
  }
  return { lines: lines.map((line) => ({ ...line, pieces: line.pieces.map(markFirstPiece) })), left }
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

/** Errors without text to underline: something is missing, or the end of a line is wrong. */
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

/** Merges runs of the same invisible character, so that thousands of them render fast. */
function appendPiece(pieces: HighlightedMessagePiece[], piece: HighlightedMessagePiece): void {
  const last = pieces.at(-1)
  const isSame =
    last?.strange && piece.strange && last.strange.codePoint === piece.strange.codePoint && last.fault === piece.fault
  if (isSame) pieces[pieces.length - 1] = { ...last, text: last.text + piece.text, times: last.times + 1 }
  else pieces.push(piece)
}
