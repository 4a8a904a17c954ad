import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  applyTextAreaEdit,
  convertTextOffsetToTextArea,
  normalizeLineEndingsForTextArea,
  convertTextAreaOffsetToText,
} from './text-area-line-endings.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', '\r', '\n', '\r\n', '\u200b', '😀') })

test('keeps pasted line endings that an edit does not touch', () => {
  expect(applyTextAreaEdit('one\r\ntwo\r\nthree', 'one\ntwos\nthree')).toBe('one\r\ntwos\r\nthree')
  expect(applyTextAreaEdit('one\r\ntwo', 'onetwo')).toBe('onetwo')
  expect(applyTextAreaEdit('one\r\ntwo', 'one\n\ntwo')).toBe('one\r\n\ntwo')
})

test('the text area always shows the typed text', () => {
  fc.assert(
    fc.property(text, text, (before, typed) => {
      expect(normalizeLineEndingsForTextArea(applyTextAreaEdit(before, normalizeLineEndingsForTextArea(typed)))).toBe(
        normalizeLineEndingsForTextArea(typed),
      )
    }),
  )
})

test('an edit that changes nothing leaves the text unchanged', () => {
  fc.assert(
    fc.property(text, (before) => {
      expect(applyTextAreaEdit(before, normalizeLineEndingsForTextArea(before))).toBe(before)
    }),
  )
})

test('text area offsets survive conversion to text offsets and back', () => {
  fc.assert(
    fc.property(text, (whole) => {
      for (let shown = 0; shown <= normalizeLineEndingsForTextArea(whole).length; shown += 1)
        expect(convertTextOffsetToTextArea(whole, convertTextAreaOffsetToText(whole, shown))).toBe(shown)
    }),
  )
})
