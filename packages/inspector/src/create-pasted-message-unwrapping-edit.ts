// A pasted message may have spaces or quotes around it, or be an escaped string or hexadecimal.
import { parseSolanaOffchainMessage } from '@countersign/proof/solana/parse-solana-offchain-message'
import { guessChainFamilyInspector } from './chain-families/guess-chain-family-inspector.ts'
import { decodeHexDigits } from './hex-encoding.ts'
import { isUriAuthority } from './fix-message-field-values.ts'
import { createRangeReplacementEdit, createMatchReplacementEdit } from './message-text-edits.ts'
import type { MessageTextEdit } from './message-text-edits.ts'

const quotedPattern = /^\s*(["'`])([^]*)\1[\s;,]*$/
const codeFencePattern = /^\s*```[^\n]*\n([^]*?)\n?```\s*$/d
const messagePattern = /^[^\n]* wants you to sign in with your/

/** Returns null if the message is not wrapped in anything. */
export function createPastedMessageUnwrappingEdit(text: string): MessageTextEdit | null {
  if (text.trim() === '') return null
  if (/^(?:0x)?ff736f6c616e61[0-9a-f]{100,}\s*$/i.test(text)) return decodeSolanaOffchainMessage(text)
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

// A header with a domain is too specific to occur by accident.
function hasMessageHeader(text: string): boolean {
  const end = text.indexOf(guessChainFamilyInspector(text).profile.header)
  return end > 0 && isUriAuthority(text.slice(0, end).replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\//, ''))
}

// Decoding a valid JSON string (RFC 8259 §7) is unambiguous; decoding other escapes is a guess.
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
  // Editing in pieces is preferred, because it keeps the offsets of later errors.
  const byPieces = repair.pieces.map((piece) => (typeof piece === 'string' ? piece : text.slice(...piece))).join('')
  return decoded === null || decoded.replaceAll('\r\n', '\n') === byPieces ? repair : { ...repair, pieces: [decoded] }
}

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

// Hardware wallets on Solana sign the text with a preamble, whose bytes are not UTF-8.
function decodeSolanaOffchainMessage(text: string): MessageTextEdit | null {
  const bytes = decodeHexDigits(text.trim().replace(/^0x/i, ''))
  const offchain = bytes === null ? 'offchain_malformed' : parseSolanaOffchainMessage(bytes)
  return typeof offchain === 'string' ? null : { pieces: [new TextDecoder().decode(offchain.content)], certain: true }
}

// ERC-191, version 0x45.
const erc191Prefix = '\u0019Ethereum Signed Message:\n'

// `personal_sign` takes the text as hexadecimal bytes without the ERC-191 prefix.
function decodeHexMessage(text: string): MessageTextEdit | null {
  const bytes = decodeHexDigits(text.trim().slice(2))
  const decoded = bytes === null ? '' : new TextDecoder().decode(bytes)
  const prefix = decoded.startsWith(erc191Prefix) ? erc191Prefix.length : 0
  // The text may start with a digit itself, so digits are removed only if they state its length.
  const digits =
    prefix === 0
      ? 0
      : [1, 2, 3, 4].find((count) => decoded.slice(prefix, prefix + count) === String(bytes!.length - prefix - count))
  const message = decoded.slice(prefix + (digits ?? 0))
  return message.includes(guessChainFamilyInspector(message).profile.header.trim())
    ? { pieces: [message], certain: digits !== undefined }
    : null
}
