import type { MessageTextRange } from './message-inspection-findings.ts'

export type MessageTextRangeLocator = (offset: number, length: number) => MessageTextRange

/** As in the parser, only a line feed ends a line (ERC-4361 §Message Format). */
export function createMessageTextRangeLocator(text: string): MessageTextRangeLocator {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset, length) => {
    const line = findLineIndex(starts, offset)
    return { line: line + 1, column: offset - starts[line]! + 1, offset, length }
  }
}

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
