// Mends a statement that does not stand on the one line that it has: with too many empty lines before it, or in several
// paragraphs. Nothing of it is lost, since a person reads it before signing.
import { findMessageFieldByLabel, guessMessageFieldOfLine, getMessageLineAtOffset } from './message-line-lookup.ts'
import type { MessageTextEditPiece, MessageTextEdit } from './message-text-edits.ts'

/** The first two lines, of which the second is or seems an address, with the empty line after them. */
const head = /^[^\n]+\n\s*(?:0[xX][^\n]*|[1-9A-Za-z]{25,90}[^\S\n]*)\n\n/

/**
 * The statement on one line, with one empty line before and after it.
 * @param offset a line where that of the URI should stand
 * @returns null where the line does not stand between the address and the URI, or seems to be a field
 */
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
  // Only empty lines were too many: then no word moves, and nothing else can be meant.
  const certain = pieces.length === 2
  return pieces.length === 1 ? null : { pieces: [...pieces, '\n', [to, text.length]], certain }
}
