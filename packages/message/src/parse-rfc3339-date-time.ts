// Checks the grammar and the calendar first, because Date.parse accepts invalid date-times.
import { encodeTextForParser } from './encode-text-for-parser.ts'
import { isDigit, scanDigits } from './abnf-character-classes.ts'
import { createMessageErrorAtOffset } from './create-message-error-at-offset.ts'

const dayMs = 86_400_000
const lowercaseZ = 122

/** Scans a date-time (RFC 3339 §5.6). Returns its end, or `~offset` of the error. */
export function scanDateTime(bytes: Uint8Array, from: number): number {
  let end = scanPattern(bytes, from, '0000-00-00T00:00:00')
  if (end < 0) return end
  if (bytes[end] === 46) {
    const fraction = end + 1
    end = scanDigits(bytes, fraction)
    if (end === fraction) return ~end
  }
  const zone = bytes[end]!
  if ((zone | 32) === lowercaseZ) return end + 1
  return zone === 43 || zone === 45 ? scanPattern(bytes, end + 1, '00:00') : ~end
}

/** Returns the offset of a part that does not exist, such as February 30 (RFC 3339 §5.7), or -1. */
export function findInvalidDateTimePart(text: string, bytes: Uint8Array, from: number, end: number): number {
  const month = parseTwoDigits(bytes, from + 5)
  const day = parseTwoDigits(bytes, from + 8)
  const second = parseTwoDigits(bytes, from + 17)
  if (month < 1 || month > 12) return from + 5
  if (day < 1 || day > getDaysInMonth(parseTwoDigits(bytes, from) * 100 + parseTwoDigits(bytes, from + 2), month))
    return from + 8
  if (parseTwoDigits(bytes, from + 11) > 23) return from + 11
  if (parseTwoDigits(bytes, from + 14) > 59) return from + 14
  if (second > 60) return from + 17
  if ((bytes[end - 1]! | 32) !== lowercaseZ) {
    if (parseTwoDigits(bytes, end - 5) > 23) return end - 5
    if (parseTwoDigits(bytes, end - 2) > 59) return end - 2
  }
  return second === 60 && !isLeapSecond(text.slice(from, end)) ? from + 17 : -1
}

/**
 * Converts an RFC 3339 date-time to whole milliseconds since 1970 (UTC). Further digits are cut
 * off. A leap second becomes the first second of the next day.
 *
 * @example
 * ```ts
 * import { parseDateTime } from '@countersign/message'
 *
 * parseDateTime('2024-02-29T13:00:00.5+01:00') // => Date.UTC(2024, 1, 29, 12, 0, 0, 500)
 * ```
 * @throws MessageError `message.time_malformed` or `message.time_nonexistent`
 */
export function parseDateTime(text: string): number {
  if (typeof text !== 'string') throw createMessageErrorAtOffset('message.time_malformed', '', 0)
  const bytes = encodeTextForParser(text)
  const end = scanDateTime(bytes, 0)
  if (end !== text.length) throw createMessageErrorAtOffset('message.time_malformed', text, end < 0 ? ~end : end)
  const nonexistent = findInvalidDateTimePart(text, bytes, 0, end)
  if (nonexistent !== -1) throw createMessageErrorAtOffset('message.time_nonexistent', text, nonexistent)
  const fraction = text[19] === '.' ? text.slice(20, scanDigits(bytes, 20)).slice(0, 3).padEnd(3, '0') : '0'
  return parseWholeSeconds(text) + Number(fraction)
}

// Any year may have a leap second, which is announced only half a year ahead (RFC 3339 §5.7).
function isLeapSecond(time: string): boolean {
  const afterwards = parseWholeSeconds(time)
  const date = new Date(afterwards)
  return afterwards % dayMs === 0 && date.getUTCDate() === 1 && date.getUTCMonth() % 6 === 0
}

// The seconds are added separately, because Date.parse rejects second 60.
function parseWholeSeconds(time: string): number {
  const zone = 'Zz'.includes(time.at(-1)!) ? 'Z' : time.slice(-6)
  return Date.parse(`${time.slice(0, 10)}T${time.slice(11, 16)}:00${zone}`) + Number(time.slice(17, 19)) * 1000
}

function getDaysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Matches a pattern in which "0" means any digit and "T" means that letter in either case. */
function scanPattern(bytes: Uint8Array, from: number, pattern: string): number {
  for (let index = 0; index < pattern.length; index += 1) {
    const wanted = pattern.charCodeAt(index)
    const found = bytes[from + index]!
    const fits = wanted === 48 ? isDigit(found) : wanted === 84 ? (found | 32) === 116 : found === wanted
    if (!fits) return ~(from + index)
  }
  return from + pattern.length
}

function parseTwoDigits(bytes: Uint8Array, at: number): number {
  return (bytes[at]! - 48) * 10 + bytes[at + 1]! - 48
}
