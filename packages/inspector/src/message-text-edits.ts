// A change of a text that lets reading go on after a fault: stretches of the text in a new order, with new text between
// them. Where each character came from is kept, so that a later fault can be told by its place in the text that was pasted.

/** A stretch of the text, from one offset to another, or new text. */
export type MessageTextEditPiece = readonly [from: number, to: number] | string

/** A change that mends a fault. */
export interface MessageTextEdit {
  readonly pieces: readonly MessageTextEditPiece[]
  /** Whether only this can have been meant. */
  readonly certain: boolean
}

/** A text under repair. */
export interface SourceMappedMessageText {
  readonly text: string
  /** For each unit, and for the end, its offset in the pasted text; `~offset` for new text that stands before it. */
  readonly sourceOffsets: readonly number[]
}

/** Replaces one stretch of the text. What stays the same in it keeps its places. */
export function createRangeReplacementEdit(
  text: string,
  from: number,
  to: number,
  by: string,
  certain: boolean,
): MessageTextEdit {
  const before = text.slice(from, to)
  const kept = by === '' ? -1 : before.indexOf(by)
  if (kept !== -1)
    return {
      pieces: [
        [0, from],
        [from + kept, from + kept + by.length],
        [to, text.length],
      ],
      certain,
    }
  const least = Math.min(before.length, by.length)
  let start = 0
  while (start < least && before[start] === by[start]) start += 1
  let end = 0
  while (end < least - start && before.at(-1 - end) === by.at(-1 - end)) end += 1
  return { pieces: [[0, from + start], by.slice(start, by.length - end), [to - end, text.length]], certain }
}

/** Replaces what matches, piece by piece; what comes back as it is stays. */
export function createMatchReplacementEdit(
  text: string,
  pattern: RegExp,
  by: (found: string, at: number) => string,
  certain: boolean,
): MessageTextEdit {
  const pieces: MessageTextEditPiece[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const replacement = by(found, index)
    if (replacement === found) continue
    pieces.push([from, index], replacement)
    from = index + found.length
  }
  return { pieces: [...pieces, [from, text.length]], certain }
}

/** The pasted text itself. */
export function createUneditedMessageText(text: string): SourceMappedMessageText {
  return { text, sourceOffsets: Array.from({ length: text.length + 1 }, (_, offset) => offset) }
}

/** The text after the repair. */
export function applyMessageTextEdit(text: string, { pieces }: MessageTextEdit): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : text.slice(...piece))).join('')
}

/**
 * The draft after the repair, with where everything came from. What a certain repair puts in the place of something else
 * counts as that: a fault in it is one of the text, not one of the repair.
 */
export function editSourceMappedMessageText(
  { text, sourceOffsets }: SourceMappedMessageText,
  repair: MessageTextEdit,
): SourceMappedMessageText {
  const after: number[] = []
  let last = 0
  for (const [index, piece] of repair.pieces.entries()) {
    if (typeof piece !== 'string') {
      for (let at = piece[0]; at < piece[1]; at += 1) after.push(sourceOffsets[at]!)
      last = piece[1]
      continue
    }
    const next = repair.pieces[index + 1]
    const replaced = repair.certain && next !== undefined && typeof next !== 'string' ? next[0] - last : 0
    for (let unit = 0; unit < piece.length; unit += 1) {
      const origin = sourceOffsets[last + Math.max(Math.min(unit, replaced - 1), 0)]!
      after.push(replaced > 0 || origin < 0 ? origin : ~origin)
    }
  }
  after.push(sourceOffsets.at(-1)!)
  return { text: applyMessageTextEdit(text, repair), sourceOffsets: after }
}

/** Whether the repair leaves everything that stands there, and only adds. */
export function isInsertOnlyMessageEdit(text: string, { pieces }: MessageTextEdit): boolean {
  return pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? 0 : piece[1] - piece[0]), 0) === text.length
}
