// RFC 3339 date-times by hand: does the text follow the grammar, does the moment exist, and which moment is it. The
// platform's Date.parse takes other forms too, and turns days that do not exist into others.
import { charactersOf } from './bytes.ts'
import { isDigit } from './characters.ts'
import { faultAt } from './explain-fault.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

/**
 * RFC 3339 §5.6 date-time from an offset on; "T" and "Z" may be small letters, as its ABNF and note say.
 * @returns where the match ends, or the bitwise complement of the place at fault
 */
export function scanDateTime(bytes: Uint8Array, from: number): number {
  let end = scanPattern(bytes, from, '0000-00-00T00:00:00')
  if (end < 0) return end
  if (bytes[end] === 46) {
    const fraction = end + 1
    end = fraction
    while (isDigit(bytes[end]!)) end += 1
    if (end === fraction) return ~end
  }
  const zone = bytes[end]!
  if ((zone | 32) === 122) return end + 1
  if (zone === 43 || zone === 45) return scanPattern(bytes, end + 1, '00:00')
  return ~end
}

/**
 * RFC 3339 §5.7: which part of a date-time that follows the grammar does not exist, for instance the day of 30 February.
 * @returns its offset, or -1 where the moment exists
 */
export function findNonexistentPart(bytes: Uint8Array, from: number): number {
  const month = twoDigits(bytes, from + 5)
  const day = twoDigits(bytes, from + 8)
  const second = twoDigits(bytes, from + 17)
  if (month < 1 || month > 12) return from + 5
  if (day < 1 || day > daysOfMonth(yearAt(bytes, from), month)) return from + 8
  if (twoDigits(bytes, from + 11) > 23) return from + 11
  if (twoDigits(bytes, from + 14) > 59) return from + 14
  if (second > 60) return from + 17
  const zone = zoneAt(bytes, from)
  if (isOffset(bytes, zone)) {
    if (twoDigits(bytes, zone + 1) > 23) return zone + 1
    if (twoDigits(bytes, zone + 4) > 59) return zone + 4
  }
  if (second === 60 && !endsHalfYear(bytes, from)) return from + 17
  return -1
}

/**
 * The moment that an RFC 3339 date-time names, in whole milliseconds since 1970 (UTC); further digits of the fraction
 * are cut off. A leap second reads as the first second of the day that follows it, as it does on a computer's clock.
 * @throws MessageFault `message.time_malformed` or `message.time_nonexistent`
 */
export function readTime(text: string): number {
  const bytes = charactersOf(text)
  const end = scanDateTime(bytes, 0)
  if (end !== text.length) throw faultAt('message.time_malformed', text, end < 0 ? ~end : end)
  const nonexistent = findNonexistentPart(bytes, 0)
  if (nonexistent !== -1) throw faultAt('message.time_nonexistent', text, nonexistent)
  const fraction = bytes[19] === 46 ? Number(text.slice(20, Math.min(23, zoneAt(bytes, 0))).padEnd(3, '0')) : 0
  return wholeSeconds(bytes, 0) + fraction
}

/**
 * RFC 3339 §5.7: a leap second is the last second of 30 June or of 31 December in UTC, shifted by the offset. Which
 * years have one is announced half a year ahead, so that no table here could know them all: any year may.
 */
function endsHalfYear(bytes: Uint8Array, from: number): boolean {
  const afterwards = wholeSeconds(bytes, from) / dayMs
  const year = yearAt(bytes, from)
  return afterwards === daysUntil(year, 7, 1) || afterwards === daysUntil(year, 1, 1) || afterwards === daysUntil(year + 1, 1, 1)
}

/** Milliseconds since 1970 without the fraction of the second. */
function wholeSeconds(bytes: Uint8Array, from: number): number {
  const zone = zoneAt(bytes, from)
  let offset = 0
  if (isOffset(bytes, zone)) {
    const minutes = twoDigits(bytes, zone + 1) * 60 + twoDigits(bytes, zone + 4)
    offset = bytes[zone] === 45 ? -minutes : minutes
  }
  const days = daysUntil(yearAt(bytes, from), twoDigits(bytes, from + 5), twoDigits(bytes, from + 8))
  const minutes = twoDigits(bytes, from + 11) * 60 + twoDigits(bytes, from + 14) - offset
  return days * dayMs + minutes * minuteMs + twoDigits(bytes, from + 17) * 1000
}

/** Days from 1 January 1970 to a day of the Gregorian calendar; years begin in March here, so that leap days come last. */
function daysUntil(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1
  const marchMonth = month > 2 ? month - 3 : month + 9
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  return marchYear * 365 + leapDays + Math.floor((153 * marchMonth + 2) / 5) + day - 719_469
}

function daysOfMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Where the offset from UTC stands: after the seconds and, where there is one, their fraction. */
function zoneAt(bytes: Uint8Array, from: number): number {
  let zone = from + 19
  if (bytes[zone] === 46) {
    zone += 1
    while (isDigit(bytes[zone]!)) zone += 1
  }
  return zone
}

function isOffset(bytes: Uint8Array, zone: number): boolean {
  return (bytes[zone]! | 32) !== 122
}

/** Compares with a pattern in which "0" stands for any digit and "T" for the letter in either case. */
function scanPattern(bytes: Uint8Array, from: number, pattern: string): number {
  for (let index = 0; index < pattern.length; index += 1) {
    const wanted = pattern.charCodeAt(index)
    const found = bytes[from + index]!
    const fits = wanted === 48 ? isDigit(found) : wanted === 84 ? (found | 32) === 116 : found === wanted
    if (!fits) return ~(from + index)
  }
  return from + pattern.length
}

function twoDigits(bytes: Uint8Array, at: number): number {
  return (bytes[at]! - 48) * 10 + bytes[at + 1]! - 48
}

function yearAt(bytes: Uint8Array, from: number): number {
  return twoDigits(bytes, from) * 100 + twoDigits(bytes, from + 2)
}
