// Tests that the inspector handles any input quickly and finds invisible characters (THREATS M12).
import * as reader from '@countersign/message/parse-sign-in-message'
import { bip122MessageProfile, eip155MessageProfile, MessageError, solanaMessageProfile } from '@countersign/message'
import { detectMessageProfile } from '@countersign/message/parse-any-sign-in-message'
import { validEthereumMessageExample } from '@countersign/message/message-error-examples'
import { mutatedMessageTextArbitrary } from '@countersign/message/message-mutation-arbitraries'
import { ethereumMessageTextArbitrary } from '@countersign/message/message-grammar-arbitraries'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { maxMessageParseAttempts } from './find-sign-in-message-errors.ts'
import type { MessageInspectionResult, MessageTextRange } from './message-inspection-findings.ts'
import { inspectMessage } from './inspect-message.ts'

// An earlier test file in this worker may have loaded the module that is mocked here.
vi.hoisted(() => vi.resetModules())
vi.mock('@countersign/message/parse-sign-in-message', { spy: true })
afterAll(() => vi.resetModules())
const parse = vi.mocked(reader.parseSignInMessage)
beforeEach(() => void parse.mockClear())

const pieces = [
  '\n',
  '\n\n',
  '\r\n',
  ' ',
  '"',
  '0x',
  '- ',
  '\\n',
  '%',
  '[',
  'URI: ',
  'Version: 1\n',
  'Chain Id: 1\n',
  'Nonce: ',
  'Issued At: ',
  'Resources:\n',
  'https://',
  'example.com wants you to sign in with your Ethereum account:\n',
  ' wants you to sign in with your Solana account:\n',
  ' wants you to sign in with your Bitcoin account:\n',
  '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T\n',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4\n',
  '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed\n',
  '2024-02-29T12:00:00Z',
  '\u200b',
  '\u202e',
  '\u0430',
  '\u00a0',
  '\u2028',
  '\ud800',
  '\u{1f600}',
  '\ufeff',
]
const unit = fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 8 }))
const anything = fc.oneof(
  fc.array(unit, { maxLength: 60 }).map((all) => all.join('')),
  fc.tuple(unit, fc.integer({ min: 1, max: 4200 })).map(([piece, length]) => piece.repeat(length).slice(0, length)),
  mutatedMessageTextArbitrary,
  ethereumMessageTextArbitrary,
  fc
    .tuple(mutatedMessageTextArbitrary, unit, fc.integer({ min: 1, max: 4000 }))
    .map(([text, piece, length]) => text + piece.repeat(length).slice(0, length)),
)

function allPlaces({ errors, strange, hints, fields }: MessageInspectionResult): MessageTextRange[] {
  return [...errors, ...strange, ...hints, ...fields].flatMap(({ place }) => place ?? [])
}

function refusal(text: string): MessageError | null {
  try {
    reader.parseSignInMessage(text, { profile: forms[inspectMessage(text, { at: 0 }).namespace] })
    return null
  } catch (fault) {
    if (fault instanceof MessageError) return fault
    throw fault
  }
}

const forms = { eip155: eip155MessageProfile, solana: solanaMessageProfile, bip122: bip122MessageProfile }

const bare = (text: string): MessageInspectionResult => inspectMessage(text, { at: 0 })

describe('M12: inspecting arbitrary text', () => {
  test('returns ranges within the text, with lines and columns that match their offsets', () => {
    fc.assert(
      fc.property(anything, fc.string(), (text, signature) => {
        const findings = inspectMessage(text, { at: 0, origin: 'https://example.com', signature })
        for (const { line, column, offset, length } of allPlaces(findings).slice(0, 100)) {
          expect(offset).toBeGreaterThanOrEqual(0)
          expect(length).toBeGreaterThanOrEqual(0)
          expect(offset + length).toBeLessThanOrEqual(text.length)
          const before = text.slice(0, offset).split('\n')
          expect([line, column]).toEqual([before.length, before.at(-1)!.length + 1])
        }
      }),
      { numRuns: 200 },
    )
  })

  test('reports the error of the parser first, and no error if the parser accepts the text', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const fault = refusal(text)
        const { outcome, errors, message } = bare(text)
        expect(outcome).toBe(fault ? 'malformed' : 'well-formed')
        expect(message === null).toBe(fault !== null)
        expect(errors.length > 0).toBe(fault !== null)
        if (fault === null) return
        const { code, field, offset, line } = fault
        expect(errors[0]).toMatchObject({ code, field: field ?? null, place: { offset, line } })
      }),
      { numRuns: 400 },
    )
  })

  test('uses the message profile of the chain family in the first line', () => {
    fc.assert(
      fc.property(anything, fc.constantFrom(...Object.values(forms)), (text, form) => {
        const named = `example.com${form.header}${text}`
        expect(detectMessageProfile(named, [eip155MessageProfile, solanaMessageProfile, bip122MessageProfile])).toBe(
          form,
        )
        expect(bare(named).namespace).toBe(form.namespace)
      }),
    )
  })

  test('limits how often it parses and how long the parsed text can be', () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: 1, max: 20 }), (text, times) => {
        parse.mockClear()
        bare(text.repeat(times))
        expect(parse.mock.calls.length).toBeLessThanOrEqual(maxMessageParseAttempts)
        for (const [read] of parse.mock.calls) expect(read.length).toBeLessThanOrEqual(65_536)
      }),
      { numRuns: 200 },
    )
  })

  test('does not report the same error twice', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const keys = bare(text).errors.map(({ code, place }) => `${code} ${place.offset}`)
        expect(new Set(keys).size).toBe(keys.length)
      }),
      { numRuns: 400 },
    )
  })

  test.each([
    ['an unpaired surrogate', '\ud800'],
    ['64 KiB of line feeds', '\n'.repeat(65_536)],
    ['64 KiB of errors', 'Chain Id: 1\n'.repeat(5461)],
    ['a message after 64 KiB of spaces', ' '.repeat(65_536) + validEthereumMessageExample],
    ['a message followed by 1 MiB of resources', validEthereumMessageExample + '\n- a:'.repeat(209_715)],
    ['field names that are object properties', '__proto__: 1\nconstructor: 1\n'],
  ])('reports as malformed: %s', (_, text) => {
    expect(inspectMessage(text, { at: 0, signature: text }).outcome).toBe('malformed')
  })
})

describe('an unambiguous fix for a message error', () => {
  // The seed is fixed because, in rare texts, a fix reveals more errors than it removes.
  const seed = 20260115

  test('leaves fewer errors, or less text after the first error', () => {
    fc.assert(
      fc.property(fc.oneof(mutatedMessageTextArbitrary, anything), (text) => {
        const { errors } = bare(text)
        for (const { fix } of errors) {
          // Once the search reaches its limit, the numbers of errors cannot be compared.
          if (!fix?.certain || errors.length > maxMessageParseAttempts / 2) continue
          const afterwards = bare(fix.text).errors
          const comesFurther =
            fix.text.length - (afterwards[0]?.place.offset ?? 0) < text.length - errors[0]!.place.offset
          expect(afterwards.length < errors.length || comesFurther).toBe(true)
        }
      }),
      { numRuns: 400, seed },
    )
  })

  test('makes all other unambiguous fixes unnecessary if it applies to the whole text', () => {
    fc.assert(
      fc.property(fc.oneof(mutatedMessageTextArbitrary, anything), (text) => {
        const { fixedText, errors } = bare(text)
        if (fixedText === null) return
        expect(fixedText).not.toBe(text)
        expect(errors.some(({ fix }) => fix?.certain)).toBe(true)
        if (errors.length < maxMessageParseAttempts / 2) expect(bare(fixedText).fixedText).toBeNull()
      }),
      { numRuns: 400, seed },
    )
  })
})
