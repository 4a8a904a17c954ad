// Mends what came to be around a message or over it as a whole on its way here: space, quotation marks, the escapes of a
// program's text, or the hexadecimal digits in which wallets are given it. The message itself cannot hold any of it.
import { guessChainFamilyInspector } from './chain-families/guess-chain-family-inspector.ts'
import { decodeHexDigits } from './hex-encoding.ts'
import { isUriAuthority } from './fix-message-field-values.ts'
import { createRangeReplacementEdit, createMatchReplacementEdit } from './message-text-edits.ts'
import type { MessageTextEdit } from './message-text-edits.ts'

const quotedPattern = /^\s*(["'`])([^]*)\1[\s;,]*$/
const codeFencePattern = /^\s*```[^\n]*\n([^]*?)\n?```\s*$/d
const messagePattern = /^[^\n]* wants you to sign in with your/

/** The message without what is around it; null where nothing is. */
export function createPastedMessageUnwrappingEdit(text: string): MessageTextEdit | null {
  if (text.trim() === '') return null
  if (/^0x[0-9a-fA-F]{100,}\s*$/.test(text)) return decodeHexMessage(text)
  if (!text.includes('\n') || /^\s*\{/.test(text)) {
    const fixedText = unescapeStringLiteral(text)
    if (fixedText !== null) return fixedText
  }
  const [from, to] = codeFencePattern.exec(text)?.indices?.[1] ?? findQuotedRange(text) ?? [0, 0]
  if (to > 0) return { pieces: [[from, to]], certain: hasMessageHeader(text.slice(from, to)) }
  const blank = /^\s+/.exec(text)?.[0].length ?? 0
  return blank === 0 ? null : createRangeReplacementEdit(text, 0, blank, '', true)
}

function findQuotedRange(text: string): readonly [number, number] | null {
  const quote = quotedPattern.exec(text)?.[1]
  return quote === undefined ? null : [text.indexOf(quote) + 1, text.lastIndexOf(quote)]
}

/** A first line that has its words and a domain: nothing else can begin like that by accident. */
function hasMessageHeader(text: string): boolean {
  const end = text.indexOf(guessChainFamilyInspector(text).profile.header)
  return end > 0 && isUriAuthority(text.slice(0, end).replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\//, ''))
}

/** The escapes of a program's text. As RFC 8259 §7 has them they have one meaning; elsewhere they can only be guessed. */
function unescapeStringLiteral(text: string): MessageTextEdit | null {
  const decoded = parseJsonMessage(text)
  const isEscaped = text.includes('\\n')
  if (decoded === null && !isEscaped) return null
  const inside = findQuotedRange(text)
  const repair = createMatchReplacementEdit(
    text,
    /(?:\\r)?\\n|\\["'`/]|["'`][\s;,]*$|^\s*["'`]/g,
    (found) => {
      if (found.endsWith('\\n')) return '\n'
      return found.startsWith('\\') ? found.slice(1) : inside ? '' : found
    },
    decoded !== null && messagePattern.test(decoded),
  )
  // The same text, character by character, keeps the places of what is wrong in it.
  const byPieces = repair.pieces.map((piece) => (typeof piece === 'string' ? piece : text.slice(...piece))).join('')
  return decoded === null || decoded.replaceAll('\r\n', '\n') === byPieces ? repair : { ...repair, pieces: [decoded] }
}

/** A string, a string in a string, or the `message` of an object; null where it is none of these. */
function parseJsonMessage(text: string): string | null {
  const bare = text.trim().replace(/[\s;,]+$/, '')
  const value = parseJson(bare) ?? parseJson(`"${bare}"`)
  const found = typeof value === 'object' && value !== null && 'message' in value ? value.message : value
  if (typeof found !== 'string' || found === text) return null
  const nested = /^\s*"/.test(found) ? parseJson(found) : found
  return typeof nested === 'string' ? nested : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** ERC-191, version 0x45. */
const erc191Prefix = '\u0019Ethereum Signed Message:\n'

/** personal_sign takes the text as the hexadecimal digits of its bytes; ERC-191 puts a prefix before them, which is no part of it. */
function decodeHexMessage(text: string): MessageTextEdit | null {
  const bytes = decodeHexDigits(text.trim().slice(2))
  const decoded = bytes === null ? '' : new TextDecoder().decode(bytes)
  const prefix = decoded.startsWith(erc191Prefix) ? erc191Prefix.length : 0
  // The length stands right before the text, which may begin with a digit itself: only the length that is right is taken away.
  const digits =
    prefix === 0
      ? 0
      : [1, 2, 3, 4].find((count) => decoded.slice(prefix, prefix + count) === String(bytes!.length - prefix - count))
  const message = decoded.slice(prefix + (digits ?? 0))
  return message.includes(guessChainFamilyInspector(message).profile.header.trim())
    ? { pieces: [message], certain: digits !== undefined }
    : null
}
