import { messageFieldLabels } from '@countersign/message/message-field-line-prefixes'
import type { LabeledMessageFieldName } from '@countersign/message/message-field-line-prefixes'

/** In the order that ERC-4361 §Message Format requires. */
export const labeledMessageFieldNames = Object.keys(messageFieldLabels) as LabeledMessageFieldName[]

const fieldNameAliases: Readonly<Record<string, LabeledMessageFieldName>> = {
  chain: 'chainId',
  network: 'chainId',
  networkid: 'chainId',
  issued: 'issuedAt',
  issuedon: 'issuedAt',
  issuedtime: 'issuedAt',
  issuancetime: 'issuedAt',
  expires: 'expirationTime',
  expiresat: 'expirationTime',
  expireson: 'expirationTime',
  expiry: 'expirationTime',
  expirytime: 'expirationTime',
  expiration: 'expirationTime',
  expirationdate: 'expirationTime',
  expirationat: 'expirationTime',
  notbeforetime: 'notBefore',
  notvalidbefore: 'notBefore',
  validfrom: 'notBefore',
  request: 'requestId',
  requestidentifier: 'requestId',
}

export interface LocatedMessageLine {
  readonly start: number
  readonly end: number
  readonly content: string
}

export function getMessageLineAtOffset(text: string, offset: number): LocatedMessageLine {
  // lastIndexOf checks the first character even if the position is negative.
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
  const lineFeed = text.indexOf('\n', offset)
  const end = lineFeed === -1 ? text.length : lineFeed
  return { start, end, content: text.slice(start, end) }
}

export function findMessageFieldByLabel(content: string): LabeledMessageFieldName | undefined {
  return labeledMessageFieldNames.find((field) => content.startsWith(messageFieldLabels[field]))
}

// Guesses the field from known aliases and the edit distance to field names.
export function guessMessageFieldOfLine(content: string): { field: LabeledMessageFieldName; end: number } | undefined {
  const name = /^[^:]{1,24}:\s*/.exec(content)?.[0]
  if (name === undefined) return undefined
  const bare = normalizeName(name)
  const known =
    findMessageFieldByName(name) ?? (Object.hasOwn(fieldNameAliases, bare) ? fieldNameAliases[bare] : undefined)
  const field =
    known ?? labeledMessageFieldNames.find((one) => isSimilarName(normalizeName(messageFieldLabels[one]), bare))
  return field && { field, end: name.length }
}

/** Finds the field whose name the line has, ignoring letter case and spaces. */
export function findMessageFieldByName(content: string): LabeledMessageFieldName | undefined {
  const name = /^[A-Za-z ]{1,24}:/.exec(content)?.[0]
  return name === undefined
    ? undefined
    : labeledMessageFieldNames.find((field) => normalizeName(messageFieldLabels[field]) === normalizeName(name))
}

function normalizeName(label: string): string {
  return label.replace(/[^A-Za-z]/g, '').toLowerCase()
}

function isSimilarName(name: string, other: string): boolean {
  const most = name.length <= 3 ? 1 : 2
  if (Math.abs(name.length - other.length) > most) return false
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= name.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const change = name[i - 1] === other[j - 1] ? 0 : 1
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + change))
    }
    row = next
  }
  return row[other.length]! <= most
}

/** Returns the value without the field's label or the "- " of a resource. */
export function getMessageFieldValueAtOffset(text: string, offset: number): LocatedMessageLine {
  const { start, end, content } = getMessageLineAtOffset(text, offset)
  const field = findMessageFieldByLabel(content)
  const before = field ? messageFieldLabels[field].length : content.startsWith('- ') ? 2 : 0
  return { start: start + before, end, content: content.slice(before) }
}
