// Mends lines: empty ones that are missing or too many, and fields with another name, at another place, or given twice.
import { labels } from '@countersign/message/labels'
import type { LabelledField } from '@countersign/message/labels'
import { fieldOfLine, guessField, labelledFields, lineAt, namedField } from './lines.ts'
import { joinParagraphs } from './mend-statement.ts'
import { isUri } from './mend-values.ts'
import { replace } from './repair.ts'
import type { Piece, Repair } from './repair.ts'

const required = ['uri', 'version', 'chainId', 'nonce', 'issuedAt'] as const

/** ERC-4361 §Message Format: address LF LF. Without a statement, a second empty line follows. */
export function mendLineAfterAddress(text: string, offset: number): Repair {
  const { start, end, content } = lineAt(text, offset)
  if (content !== '' && content.trim() === '') return replace(text, start, end, '', true)
  return replace(text, offset, offset, fieldOfLine(content) ? '\n\n' : '\n', content !== '')
}

/** ERC-4361 §Message Format: [ statement LF ] LF, before the line of the URI. */
export function mendLineBeforeFields(text: string, offset: number): Repair {
  const { start, end, content } = lineAt(text, offset)
  if (offset === text.length) return replace(text, offset, offset, '\n\n', false)
  if (content.trim() === '') return replace(text, start, end, '', true)
  const before = lineAt(text, start - 1)
  // What was read as a statement is the first field, where only one empty line follows the address.
  if (fieldOfLine(before.content) === 'uri') return replace(text, before.start, before.start, '\n', true)
  if (namedField(content)) return replace(text, start, start, '\n', true)
  return joinStatement(text, start)
}

/** A statement has one line: its further lines follow after a space. */
function joinStatement(text: string, second: number): Repair {
  const pieces: Piece[] = []
  let from = 0
  for (
    let line = lineAt(text, second);
    line.content !== '' && !namedField(line.content);
    line = lineAt(text, line.end + 1)
  ) {
    pieces.push([from, line.start - 1], ' ')
    from = line.start
    if (line.end >= text.length) break
  }
  return { pieces: [...pieces, [from, text.length]], certain: false }
}

/** Empty lines between fields can only be too many. */
export function mendUnexpectedBlankLine(text: string, offset: number): Repair {
  const blank = /^\n+/.exec(text.slice(offset))?.[0].length ?? 0
  return replace(text, offset, offset + blank, '', true)
}

/** ERC-4361 §Message Format: nothing follows the last character. */
export function mendLineFeedAtEnd(text: string, offset: number): Repair {
  return replace(text, offset, text.length, '', true)
}

/** RFC 7405 §2.1: the names of the fields are letter for letter; another case and other spaces do not make another name. */
export function mendFieldName(text: string, offset: number, field: string | undefined): Repair | null {
  const { start, end, content } = lineAt(text, offset)
  if (field === 'resources' && content.startsWith(labels.resources))
    return mendAfterResources(text, start, end, content)
  const guess = guessField(content)
  if (!guess) return null
  const certain =
    content.slice(0, guess.end).replace(/\s/g, '').toLowerCase() ===
    labels[guess.field].replace(/\s/g, '').toLowerCase()
  return replace(text, start, start + guess.end, labels[guess.field], certain)
}

function mendAfterResources(text: string, start: number, end: number, content: string): Repair | null {
  const rest = content.slice(labels.resources.length).trim()
  if (rest === '') return replace(text, start + labels.resources.length, end, '', true)
  return isUri(rest) ? replace(text, start + labels.resources.length, end, `\n- ${rest}`, false) : null
}

/** A line where a field is missing may be this field with a slip in its name; the version can only be 1. */
export function mendMissingField(text: string, offset: number, field: string | undefined): Repair | null {
  const renamed = mendFieldName(text, offset, undefined)
  if (renamed !== null && guessField(lineAt(text, offset).content)?.field === field)
    return { ...renamed, certain: false }
  return field === 'version' ? insertLine(text, offset, `${labels.version}1`) : null
}

/** Puts a line before the one that starts at the offset, or at the end of the text. */
export function insertLine(text: string, offset: number, line: string): Repair {
  const before = offset === text.length && offset > 0 && text[offset - 1] !== '\n' ? '\n' : ''
  return replace(text, offset, offset, before + line + (offset < text.length ? '\n' : ''), false)
}

/**
 * The fields in the order of the standard. That is certain where every line is a field, none is there twice, and none is missing
 * that must be there.
 */
export function mendOrder(text: string, offset: number): Repair {
  const blocks = fieldBlocks(text, offset)
  const sorted = blocks.toSorted(
    (one, other) => labelledFields.indexOf(one.field) - labelledFields.indexOf(other.field),
  )
  const fields = new Set(blocks.map(({ field }) => field))
  const certain =
    blocks.every(({ clean }) => clean) && fields.size === blocks.length && required.every((field) => fields.has(field))
  const pieces = sorted.flatMap(({ from, to }, index): Piece[] => (index === 0 ? [[from, to]] : ['\n', [from, to]]))
  return { pieces: [[0, blocks[0]!.from], ...pieces], certain }
}

interface FieldBlock {
  readonly field: LabelledField
  readonly from: number
  to: number
  /** Whether there is nothing in it but the field, and its resources. */
  clean: boolean
}

/** The fields around the offset, from the first on, each with the lines that follow it and are no fields. */
function fieldBlocks(text: string, offset: number): FieldBlock[] {
  let first = lineAt(text, offset)
  for (let line = first; line.start > 0;) {
    line = lineAt(text, line.start - 1)
    if (fieldOfLine(line.content)) first = line
    // Resources belong to a field further up.
    else if (!line.content.startsWith('- ')) break
  }
  const blocks: FieldBlock[] = []
  for (let line = first; ; line = lineAt(text, line.end + 1)) {
    const field = fieldOfLine(line.content)
    const last = blocks.at(-1)
    if (field) blocks.push({ field, from: line.start, to: line.end, clean: true })
    else if (last) {
      last.to = line.end
      last.clean &&= last.field === 'resources' && line.content.startsWith('- ')
    }
    if (line.end >= text.length) return blocks
  }
}

/** A line that is there twice, letter for letter, can go; of two different ones nobody knows which was meant. */
export function mendDuplicate(text: string, offset: number): Repair {
  const { content } = lineAt(text, offset)
  const isSame = text.slice(0, offset).includes(`\n${content}\n`) && fieldOfLine(content) !== 'resources'
  return { ...removeLine(text, offset), certain: isSame }
}

/** A line that is no field: more of the statement, one with a slip in its name, or of spaces alone; else it can only go. */
export function mendUnknownLine(text: string, offset: number): Repair {
  const { content } = lineAt(text, offset)
  const statement = joinParagraphs(text, offset)
  if (statement !== null) return statement
  if (content.trim() === '') return { ...removeLine(text, offset), certain: true }
  return mendFieldName(text, offset, undefined) ?? removeLine(text, offset)
}

/** ERC-4361 §Message Format: resource = "- " URI. Other bullets and missing spaces are slips of the same list. */
export function mendResourceLine(text: string, offset: number): Repair {
  const { start, end, content } = lineAt(text, offset)
  if (content.trim() === '') return { ...removeLine(text, start), certain: true }
  const [, bullet, rest] = /^\s*([-*•]?)(.*)$/.exec(content)!
  const uri = rest!.trim()
  return isUri(uri) ? replace(text, start, end, `- ${uri}`, bullet === '-') : removeLine(text, start)
}

/** Takes out the line, with the line feed before it. */
export function removeLine(text: string, offset: number): Repair {
  const { start, end } = lineAt(text, offset)
  return replace(text, Math.max(start - 1, 0), end, '', false)
}
