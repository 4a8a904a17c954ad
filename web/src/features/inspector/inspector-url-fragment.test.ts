import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  maxInspectorFragmentLength,
  emptyInspectorInput,
  parseInspectorFragment,
  formatInspectorFragment,
} from './inspector-url-fragment.ts'

const text = fc.string({ unit: 'grapheme' })

test('what is written into a link is read back as it was, whatever it is', () => {
  fc.assert(
    fc.property(text, text, text, text, (message, signature, origin, at) => {
      const inspected = { text: message, signature, origin, at }
      // Once through a URL, as a browser does it.
      const { hash } = new URL(`https://example.com/inspector${formatInspectorFragment(inspected)}`)
      expect(parseInspectorFragment(hash)).toEqual({ kind: 'given', inspected })
    }),
  )
})

test('line endings and invisible characters survive', () => {
  const inspected = { ...emptyInspectorInput, text: 'a\r\nb\u200b\n' }
  expect(formatInspectorFragment(inspected)).toBe('#message=a%0D%0Ab%E2%80%8B%0A')
  expect(parseInspectorFragment('#message=a%0D%0Ab%E2%80%8B%0A')).toEqual({ kind: 'given', inspected })
})

test('anything else asks for nothing', () => {
  for (const hash of ['', '#', '#inspect', '#%', '#a=b', `#message=${'a'.repeat(maxInspectorFragmentLength)}`])
    expect(parseInspectorFragment(hash)).toEqual({ kind: 'inspect' })
  expect(parseInspectorFragment('#compose')).toEqual({ kind: 'compose' })
  expect(parseInspectorFragment('#example=message.nonce_short')).toEqual({
    kind: 'example',
    name: 'message.nonce_short',
  })
})

test('what is too long for a link is not made into one', () => {
  expect(formatInspectorFragment({ ...emptyInspectorInput, text: 'a'.repeat(maxInspectorFragmentLength) })).toBeNull()
})
