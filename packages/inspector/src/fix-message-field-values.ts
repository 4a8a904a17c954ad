// Fixes field values. Trimming and normalizing are unambiguous; every other fix is a guess.
import { parseDateTime } from '@countersign/message'
import { encodeTextForParser } from '@countersign/message/encode-text-for-parser'
import { scanUriAuthority, scanUriPathSegment, scanUri } from '@countersign/message/scan-rfc3986-uri'

export interface FixedMessageFieldValue {
  readonly value: string
  readonly certain: boolean
}

/** RFC 3986 §3. */
export function isUri(text: string): boolean {
  return scanUri(encodeTextForParser(text), 0) === text.length
}

/** Whether the text is a URI authority (RFC 3986 §3.2) and not empty. */
export function isUriAuthority(text: string): boolean {
  return text !== '' && scanUriAuthority(encodeTextForParser(text), 0) === text.length
}

/** Encodes UTF-8 bytes (RFC 3986 §2.1), and drops lone surrogates. */
export function percentEncodeForUri(text: string): string {
  return text
    .replace(/%(?![0-9A-Fa-f]{2})/g, '%25')
    .replace(/[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/gu, (character) =>
      character.isWellFormed() ? encodeURIComponent(character) : '',
    )
}

export function fixMessageUri(value: string): FixedMessageFieldValue | null {
  const trimmed = value.trim()
  if (trimmed !== value && isUri(trimmed)) return { value: trimmed, certain: true }
  const encoded = percentEncodeForUri(trimmed)
  const guess = [encoded, `https://${encoded}`].find(
    (one) => isUri(one) && !/^https?:(?!\/\/[^/?#])|:\/\/https?:/.test(one),
  )
  return guess === undefined || trimmed === '' ? null : { value: guess, certain: false }
}

/** The only version is "1" (ERC-4361 §Message Fields). */
export function fixMessageVersion(value: string): FixedMessageFieldValue {
  return { value: '1', certain: value.trim() === '1' }
}

export function fixMessageNonce(value: string): FixedMessageFieldValue | null {
  const trimmed = value.trim()
  if (/^[A-Za-z0-9]{8,}$/.test(trimmed)) return { value: trimmed, certain: true }
  const kept = trimmed.replace(/[^A-Za-z0-9]/g, '')
  return kept.length < 8 ? null : { value: kept, certain: false }
}

/** A request ID consists of `pchar` characters (RFC 3986 §3.3). */
export function fixMessageRequestId(value: string): FixedMessageFieldValue {
  const trimmed = value.trim()
  if (trimmed !== value && isSegment(trimmed)) return { value: trimmed, certain: true }
  return {
    value: percentEncodeForUri(trimmed).replace(/[/?#[\]]/g, (character) => encodeURIComponent(character)),
    certain: false,
  }
}

// RFC 3339 §5.6 allows a space instead of the "T". Adding UTC as the time zone is a guess.
export function fixMessageDateTime(value: string): FixedMessageFieldValue | null {
  const trimmed = value.trim()
  const joined = trimmed.replace(/^(\d{4}-\d\d-\d\d) +(?=\d\d:)/, '$1T')
  if (joined !== value && isTime(joined)) return { value: joined, certain: true }
  const guess = [
    `${joined}Z`,
    `${joined}:00Z`,
    `${joined}T00:00:00Z`,
    joined.replace(/(T\d\d:\d\d)(?=[Zz+-])/, '$1:00'),
    formatUnixTime(trimmed),
  ]
  const sound = guess.find(isTime)
  return sound === undefined ? null : { value: sound, certain: false }
}

// Ten digits mean seconds since 1970; thirteen digits mean milliseconds.
function formatUnixTime(digits: string): string {
  if (!/^(?:\d{10}|\d{13})$/.test(digits)) return ''
  return new Date(Number(digits) * (digits.length === 10 ? 1000 : 1)).toISOString()
}

function isTime(text: string): boolean {
  try {
    parseDateTime(text)
    return true
  } catch {
    return false
  }
}

function isSegment(text: string): boolean {
  return scanUriPathSegment(encodeTextForParser(text), 0) === text.length
}
