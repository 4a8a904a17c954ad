// Offsets to places, as editors count them. The lines are found once for a text, so that a thousand places cost no more
// than one.
import type { MessageTextRange } from './message-inspection-findings.ts'

/** Makes a place of an offset and a length. */
export type MessageTextRangeLocator = (offset: number, length: number) => MessageTextRange

/** Prepares to make places in a text. Only a line feed ends a line, as for the reader (ERC-4361 §Message Format). */
export function createMessageTextRangeLocator(text: string): MessageTextRangeLocator {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset, length) => {
    const line = findLineIndex(starts, offset)
    return { line: line + 1, column: offset - starts[line]! + 1, offset, length }
  }
}

/** The last line that starts at or before the offset, by halving. */
function findLineIndex(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return low
}
