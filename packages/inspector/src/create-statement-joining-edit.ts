// Joins the paragraphs of a statement into one line, without losing text.
import { findMessageFieldByLabel, guessMessageFieldOfLine, getMessageLineAtOffset } from './message-line-lookup.ts'
import type { MessageTextEditPiece, MessageTextEdit } from './message-text-edits.ts'

const head = /^[^\n]+\n\s*(?:0[xX][^\n]*|[1-9A-Za-z]{25,90}[^\S\n]*)\n\n/

/** Returns null if the line is not between the address and the URI, or if it looks like a field. */
export function createStatementJoiningEdit(text: string, offset: number): MessageTextEdit | null {
  const from = head.exec(text)?.[0].length
  const to = text.indexOf('\nURI: ', offset)
  if (from === undefined || offset < from || to < offset) return null
  const pieces: MessageTextEditPiece[] = [[0, from]]
  for (
    let line = getMessageLineAtOffset(text, from);
    line.start < to;
    line = getMessageLineAtOffset(text, line.end + 1)
  ) {
    if (findMessageFieldByLabel(line.content) || guessMessageFieldOfLine(line.content)) return null
    if (line.content.trim() === '') continue
    if (pieces.length > 1) pieces.push(' ')
    pieces.push([line.start, line.end])
  }
  // If all extra lines were blank, the fix is unambiguous.
  const certain = pieces.length === 2
  return pieces.length === 1 ? null : { pieces: [...pieces, '\n', [to, text.length]], certain }
}
