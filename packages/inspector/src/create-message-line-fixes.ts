import { messageFieldLabels } from '@countersign/message/message-field-line-prefixes'
import type { LabeledMessageFieldName } from '@countersign/message/message-field-line-prefixes'
import {
  findMessageFieldByLabel,
  guessMessageFieldOfLine,
  labeledMessageFieldNames,
  getMessageLineAtOffset,
  findMessageFieldByName,
} from './message-line-lookup.ts'
import { createStatementJoiningEdit } from './create-statement-joining-edit.ts'
import { isUri } from './fix-message-field-values.ts'
import { createRangeReplacementEdit } from './message-text-edits.ts'
import type { MessageTextEditPiece, MessageTextEdit } from './message-text-edits.ts'

const required = ['uri', 'version', 'chainId', 'nonce', 'issuedAt'] as const

/** Without a statement, there is a second blank line (ERC-4361 §Message Format). */
export function createBlankLineAfterAddressFix(text: string, offset: number): MessageTextEdit {
  const { start, end, content } = getMessageLineAtOffset(text, offset)
  if (content !== '' && content.trim() === '') return createRangeReplacementEdit(text, start, end, '', true)
  return createRangeReplacementEdit(
    text,
    offset,
    offset,
    findMessageFieldByLabel(content) ? '\n\n' : '\n',
    content !== '',
  )
}

/** A blank line precedes the URI line (ERC-4361 §Message Format). */
export function createBlankLineBeforeFieldsFix(text: string, offset: number): MessageTextEdit {
  const { start, end, content } = getMessageLineAtOffset(text, offset)
  if (offset === text.length) return createRangeReplacementEdit(text, offset, offset, '\n\n', false)
  if (content.trim() === '') return createRangeReplacementEdit(text, start, end, '', true)
  const before = getMessageLineAtOffset(text, start - 1)
  // With only one blank line after the address, the first field was parsed as a statement.
  if (findMessageFieldByLabel(before.content) === 'uri')
    return createRangeReplacementEdit(text, before.start, before.start, '\n', true)
  if (findMessageFieldByName(content)) return createRangeReplacementEdit(text, start, start, '\n', true)
  return joinStatement(text, start)
}

// A statement is a single line, so further lines are joined to it with spaces.
function joinStatement(text: string, second: number): MessageTextEdit {
  const pieces: MessageTextEditPiece[] = []
  let from = 0
  for (
    let line = getMessageLineAtOffset(text, second);
    line.content !== '' && !findMessageFieldByName(line.content);
    line = getMessageLineAtOffset(text, line.end + 1)
  ) {
    pieces.push([from, line.start - 1], ' ')
    from = line.start
    if (line.end >= text.length) break
  }
  return { pieces: [...pieces, [from, text.length]], certain: false }
}

export function createUnexpectedBlankMessageLineFix(text: string, offset: number): MessageTextEdit {
  const blank = /^\n+/.exec(text.slice(offset))?.[0].length ?? 0
  return createRangeReplacementEdit(text, offset, offset + blank, '', true)
}

export function createTrailingMessageLineFeedFix(text: string, offset: number): MessageTextEdit {
  return createRangeReplacementEdit(text, offset, text.length, '', true)
}

/** Field names are case-sensitive (RFC 7405 §2.1). Fixing only case or spaces is unambiguous. */
export function createMessageFieldNameFix(
  text: string,
  offset: number,
  field: string | undefined,
): MessageTextEdit | null {
  const { start, end, content } = getMessageLineAtOffset(text, offset)
  if (field === 'resources' && content.startsWith(messageFieldLabels.resources))
    return fixLineAfterResources(text, start, end, content)
  const guess = guessMessageFieldOfLine(content)
  if (!guess) return null
  const certain =
    content.slice(0, guess.end).replace(/\s/g, '').toLowerCase() ===
    messageFieldLabels[guess.field].replace(/\s/g, '').toLowerCase()
  return createRangeReplacementEdit(text, start, start + guess.end, messageFieldLabels[guess.field], certain)
}

function fixLineAfterResources(text: string, start: number, end: number, content: string): MessageTextEdit | null {
  const rest = content.slice(messageFieldLabels.resources.length).trim()
  if (rest === '') return createRangeReplacementEdit(text, start + messageFieldLabels.resources.length, end, '', true)
  return isUri(rest)
    ? createRangeReplacementEdit(text, start + messageFieldLabels.resources.length, end, `\n- ${rest}`, false)
    : null
}

export function createMissingMessageFieldFix(
  text: string,
  offset: number,
  field: string | undefined,
): MessageTextEdit | null {
  const renamed = createMessageFieldNameFix(text, offset, undefined)
  if (renamed !== null && guessMessageFieldOfLine(getMessageLineAtOffset(text, offset).content)?.field === field)
    return { ...renamed, certain: false }
  return field === 'version' ? createMessageLineInsertionEdit(text, offset, `${messageFieldLabels.version}1`) : null
}

export function createMessageLineInsertionEdit(text: string, offset: number, line: string): MessageTextEdit {
  const before = offset === text.length && offset > 0 && text[offset - 1] !== '\n' ? '\n' : ''
  return createRangeReplacementEdit(text, offset, offset, before + line + (offset < text.length ? '\n' : ''), false)
}

/** The fix is `certain` if every line is a field and no field is duplicate or missing. */
export function createMessageFieldOrderFix(text: string, offset: number): MessageTextEdit {
  const blocks = findFieldBlocks(text, offset)
  const sorted = blocks.toSorted(
    (one, other) => labeledMessageFieldNames.indexOf(one.field) - labeledMessageFieldNames.indexOf(other.field),
  )
  const fields = new Set(blocks.map(({ field }) => field))
  const certain =
    blocks.every(({ isClean }) => isClean) &&
    fields.size === blocks.length &&
    required.every((field) => fields.has(field))
  const pieces = sorted.flatMap(({ from, to }, index): MessageTextEditPiece[] =>
    index === 0 ? [[from, to]] : ['\n', [from, to]],
  )
  return { pieces: [[0, blocks[0]!.from], ...pieces], certain }
}

interface FieldBlock {
  readonly field: LabeledMessageFieldName
  readonly from: number
  to: number
  /** Whether the block contains nothing but the field and its resources. */
  isClean: boolean
}

function findFieldBlocks(text: string, offset: number): FieldBlock[] {
  let first = getMessageLineAtOffset(text, offset)
  for (let line = first; line.start > 0;) {
    line = getMessageLineAtOffset(text, line.start - 1)
    if (findMessageFieldByLabel(line.content)) first = line
    // A line that starts with "- " is a resource and belongs to a field above it.
    else if (!line.content.startsWith('- ')) break
  }
  const blocks: FieldBlock[] = []
  for (let line = first; ; line = getMessageLineAtOffset(text, line.end + 1)) {
    const field = findMessageFieldByLabel(line.content)
    const last = blocks.at(-1)
    if (field) blocks.push({ field, from: line.start, to: line.end, isClean: true })
    else if (last) {
      last.to = line.end
      last.isClean &&= last.field === 'resources' && line.content.startsWith('- ')
    }
    if (line.end >= text.length) return blocks
  }
}

/** The fix is `certain` only if the duplicate has the same value. */
export function createDuplicateMessageFieldFix(text: string, offset: number): MessageTextEdit {
  const { content } = getMessageLineAtOffset(text, offset)
  const isSame = text.slice(0, offset).includes(`\n${content}\n`) && findMessageFieldByLabel(content) !== 'resources'
  return { ...createMessageLineRemovalEdit(text, offset), certain: isSame }
}

export function createUnknownMessageLineFix(text: string, offset: number): MessageTextEdit {
  const { content } = getMessageLineAtOffset(text, offset)
  const statement = createStatementJoiningEdit(text, offset)
  if (statement !== null) return statement
  if (content.trim() === '') return { ...createMessageLineRemovalEdit(text, offset), certain: true }
  return createMessageFieldNameFix(text, offset, undefined) ?? createMessageLineRemovalEdit(text, offset)
}

export function createMessageResourceLineFix(text: string, offset: number): MessageTextEdit {
  const { start, end, content } = getMessageLineAtOffset(text, offset)
  if (content.trim() === '') return { ...createMessageLineRemovalEdit(text, start), certain: true }
  const [, bullet, rest] = /^\s*([-*•]?)(.*)$/.exec(content)!
  const uri = rest!.trim()
  return isUri(uri)
    ? createRangeReplacementEdit(text, start, end, `- ${uri}`, bullet === '-')
    : createMessageLineRemovalEdit(text, start)
}

export function createMessageLineRemovalEdit(text: string, offset: number): MessageTextEdit {
  const { start, end } = getMessageLineAtOffset(text, offset)
  return createRangeReplacementEdit(text, Math.max(start - 1, 0), end, '', false)
}
