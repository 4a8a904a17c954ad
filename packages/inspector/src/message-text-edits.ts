// Edits track where each character came from, so that later errors map to the pasted text.

export type MessageTextEditPiece = readonly [from: number, to: number] | string

export interface MessageTextEdit {
  readonly pieces: readonly MessageTextEditPiece[]
  /** Whether the edit is unambiguous. */
  readonly certain: boolean
}

export interface SourceMappedMessageText {
  readonly text: string
  /** One per character and one for the end. `~offset` marks text inserted before that offset. */
  readonly sourceOffsets: readonly number[]
}

/** A part that does not change keeps its offsets. */
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

export function createUneditedMessageText(text: string): SourceMappedMessageText {
  return { text, sourceOffsets: Array.from({ length: text.length + 1 }, (_, offset) => offset) }
}

export function applyMessageTextEdit(text: string, { pieces }: MessageTextEdit): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : text.slice(...piece))).join('')
}

// Text from an unambiguous fix maps to the text it replaced, so that its errors are still reported.
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

export function isInsertOnlyMessageEdit(text: string, { pieces }: MessageTextEdit): boolean {
  return pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? 0 : piece[1] - piece[0]), 0) === text.length
}
