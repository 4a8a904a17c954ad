import type { MessageTextRange, SuspiciousCharacter } from '@countersign/inspector/message-inspection-findings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlightMessageErrors } from './highlight-message-errors.ts'
import type { MessageTextHighlights } from './highlight-message-errors.ts'

const place = (offset: number, length: number): { place: MessageTextRange } => ({
  place: { line: 0, column: 0, offset, length },
})
const invisible = (offset: number, codePoint = 0x200b): SuspiciousCharacter => ({
  ...place(offset, 1),
  kind: 'invisible',
  codePoint,
  name: '',
  looksLike: null,
})

function write({ lines }: MessageTextHighlights): string {
  const piece = ({ text, fault, strange, times }: MessageTextHighlights['lines'][number]['pieces'][number]) => {
    const inner = strange ? `<${strange.codePoint.toString(16)}×${times}>` : text
    return fault === null ? inner : `{${fault}:${inner}}`
  }
  return lines.map((line) => line.pieces.map(piece).join('') + (line.isEnded ? '/' : '')).join('')
}

test('marks errors at their position in the message', () => {
  expect(write(highlightMessageErrors('one\ntwo\n', [place(5, 2)], []))).toBe('one/t{0:wo}/')
  expect(write(highlightMessageErrors('one\ntwo', [place(0, 1), place(4, 3)], []))).toBe('{0:o}ne/{1:two}')
})

test('marks missing text at its expected position, even at the end of a line or of the text', () => {
  expect(write(highlightMessageErrors('one\ntwo', [place(3, 1), place(7, 0)], []))).toBe('one{0:}/two{1:}')
  expect(write(highlightMessageErrors('', [place(0, 0)], []))).toBe('{0:}')
  expect(write(highlightMessageErrors('one\n', [place(4, 0)], []))).toBe('one/{0:}')
  expect(write(highlightMessageErrors('one\ntwo', [place(4, 0)], []))).toBe('one/{0:}two')
})

test('marks an error that spans several lines in each line', () => {
  expect(write(highlightMessageErrors('one\ntwo\nsix', [place(1, 7)], []))).toBe(
    'o{0:ne}/{0:two}/{0:}six'.replace('{0:}', ''),
  )
})

test('shows invisible characters as separate pieces and merges consecutive ones', () => {
  const text = 'a\u200b\u200bb\u200dc'
  expect(write(highlightMessageErrors(text, [place(1, 2)], [invisible(1), invisible(2), invisible(4, 0x200d)]))).toBe(
    'a{0:<200b×2>}b<200d×1>c',
  )
})

test('shows every character exactly once, regardless of the marked ranges', () => {
  const offset = fc.nat(30)
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\u200b'), maxLength: 24 }),
      fc.array(fc.tuple(offset, fc.nat(5))),
      (text, places) => {
        const strange = [...text].flatMap((character, at) => (character === '\u200b' ? [invisible(at)] : []))
        const marked = highlightMessageErrors(
          text,
          places.map(([at, length]) => place(at, length)),
          strange,
        )
        expect(
          marked.lines
            .map(({ pieces, isEnded }) => pieces.map((piece) => piece.text).join('') + (isEnded ? '\n' : ''))
            .join(''),
        ).toBe(text)
      },
    ),
  )
})

test('truncates a very long text and reports the number of omitted characters', () => {
  expect(highlightMessageErrors('a'.repeat(100_000), [], []).left).toBe(94_000)
  const many = highlightMessageErrors('\n'.repeat(5000), [], [])
  expect([many.lines.length, many.left]).toEqual([200, 4800])
})
