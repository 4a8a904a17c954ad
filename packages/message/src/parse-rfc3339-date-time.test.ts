import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDateTime } from './parse-rfc3339-date-time.ts'
import { MessageError } from './message-error.ts'

function faultOf(text: string): unknown {
  try {
    return parseDateTime(text)
  } catch (fault) {
    return fault instanceof MessageError ? [fault.code, fault.offset] : fault
  }
}

describe('parsing a date-time (RFC 3339 §5.6)', () => {
  test.each([
    // The examples of RFC 3339 §5.8.
    ['1985-04-12T23:20:50.52Z', Date.UTC(1985, 3, 12, 23, 20, 50, 520)],
    ['1996-12-19T16:39:57-08:00', Date.UTC(1996, 11, 20, 0, 39, 57)],
    ['1990-12-31T23:59:60Z', Date.UTC(1991, 0, 1)],
    ['1990-12-31T15:59:60-08:00', Date.UTC(1991, 0, 1)],
    ['1937-01-01T12:00:27.87+00:20', Date.UTC(1937, 0, 1, 11, 40, 27, 870)],
    ['1970-01-01T00:00:00Z', 0],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['2000-02-29T00:00:00Z', Date.UTC(2000, 1, 29)],
    ['2024-01-01t00:00:00z', Date.UTC(2024, 0, 1)],
    ['2024-01-01T00:00:00-00:00', Date.UTC(2024, 0, 1)],
    ['2024-01-01T00:00:00+23:59', Date.UTC(2023, 11, 31, 0, 1)],
    ['2024-01-01T00:00:00.1Z', Date.UTC(2024, 0, 1, 0, 0, 0, 100)],
    ['2024-01-01T00:00:00.9999999999999999999999Z', Date.UTC(2024, 0, 1, 0, 0, 0, 999)],
    ['2024-01-01T00:00:00.000Z', Date.UTC(2024, 0, 1)],
    ['9999-12-31T23:59:59.999Z', 253_402_300_799_999],
    ['0000-01-01T00:00:00Z', -62_167_219_200_000],
    ['0099-03-01T00:00:00Z', Date.parse('0099-03-01T00:00:00Z')],
  ])('parses %s', (text, milliseconds) => expect(parseDateTime(text)).toBe(milliseconds))

  test.each([
    ['', 0],
    ['2024-01-01', 10],
    ['2024-01-01 00:00:00Z', 10],
    ['2024-01-01T00:00Z', 16],
    ['2024-01-01T00:00:00', 19],
    ['2024-01-01T00:00:00.Z', 20],
    ['2024-01-01T00:00:00,5Z', 19],
    ['2024-01-01T00:00:00+0000', 22],
    ['2024-01-01T00:00:00+00', 22],
    ['2024-01-01T00:00:00ZZ', 20],
    ['2024-01-01T00:00:00Z ', 20],
    [' 2024-01-01T00:00:00Z', 0],
    ['+2024-01-01T00:00:00Z', 0],
    ['02024-01-01T00:00:00Z', 4],
    ['2024-1-1T00:00:00Z', 6],
    ['20240101T000000Z', 4],
    ['2024-001T00:00:00Z', 7],
    ['2024-W01-1T00:00:00Z', 5],
    ['Wed Oct 05 2011', 0],
  ])('refuses %j as malformed', (text, offset) => expect(faultOf(text)).toEqual(['message.time_malformed', offset]))

  test('reports a digit that is not ASCII as a foreign character', () => {
    expect(faultOf('2024-01-0\u0661T00:00:00Z')).toEqual(['message.character_foreign', 9])
  })
})

describe('parsing a nonexistent time (RFC 3339 §5.7)', () => {
  test.each([
    ['2024-00-01T00:00:00Z', 5],
    ['2024-13-01T00:00:00Z', 5],
    ['2024-01-00T00:00:00Z', 8],
    ['2024-01-32T00:00:00Z', 8],
    ['2024-04-31T00:00:00Z', 8],
    ['2023-02-29T00:00:00Z', 8],
    ['2024-02-30T00:00:00Z', 8],
    ['1900-02-29T00:00:00Z', 8],
    ['2100-02-29T00:00:00Z', 8],
    ['2024-01-01T24:00:00Z', 11],
    ['2024-01-01T00:60:00Z', 14],
    ['2024-01-01T00:00:61Z', 17],
    ['2024-01-01T00:00:00+24:00', 20],
    ['2024-01-01T00:00:00-00:60', 23],
  ])('refuses %s', (text, offset) => expect(faultOf(text)).toEqual(['message.time_nonexistent', offset]))
})

describe('parsing a leap second (RFC 3339 §5.7)', () => {
  test.each([
    ['2016-12-31T23:59:60Z', Date.UTC(2017, 0, 1)],
    ['2015-06-30T23:59:60Z', Date.UTC(2015, 6, 1)],
    ['2017-01-01T08:59:60+09:00', Date.UTC(2017, 0, 1)],
    ['2015-07-01T01:29:60.5+01:30', Date.UTC(2015, 6, 1, 0, 0, 0, 500)],
    ['2015-06-30T00:00:60-23:59', Date.UTC(2015, 6, 1)],
  ])('parses %s as the second after it', (text, milliseconds) => expect(parseDateTime(text)).toBe(milliseconds))

  test.each([
    '2016-12-31T23:58:60Z',
    '2016-12-31T22:59:60Z',
    '2016-12-30T23:59:60Z',
    '2016-03-31T23:59:60Z',
    '2016-06-29T23:59:60Z',
    '2017-01-01T00:00:60Z',
    '2016-12-31T23:59:60+01:00',
    '2016-12-31T23:59:60-08:00',
  ])('refuses %s, which is not a leap second', (text) =>
    expect(faultOf(text)).toEqual(['message.time_nonexistent', 17]),
  )
})

test('parses every date that Date.toISOString can produce', () => {
  fc.assert(
    fc.property(
      fc.date({
        min: new Date('0000-01-01T00:00:00Z'),
        max: new Date('9999-12-31T23:59:59.999Z'),
        noInvalidDate: true,
      }),
      (date) => {
        expect(parseDateTime(date.toISOString())).toBe(date.getTime())
      },
    ),
  )
})
