import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  maxMessageInspectorFragmentLength,
  emptyMessageInspectorInputValues,
  parseMessageInspectorFragment,
  formatMessageInspectorFragment,
} from './message-inspector-url-fragment.ts'

const text = fc.string({ unit: 'grapheme' })

test('any inspector input survives conversion to a link and back', () => {
  fc.assert(
    fc.property(text, text, text, text, (message, signature, origin, at) => {
      const inspected = { text: message, signature, origin, at }
      const { hash } = new URL(`https://example.com/inspector${formatMessageInspectorFragment(inspected)}`)
      expect(parseMessageInspectorFragment(hash)).toEqual({ kind: 'given', inspected })
    }),
  )
})

test('an inspector link preserves line endings and invisible characters', () => {
  const inspected = { ...emptyMessageInspectorInputValues, text: 'a\r\nb\u200b\n' }
  expect(formatMessageInspectorFragment(inspected)).toBe('#message=a%0D%0Ab%E2%80%8B%0A')
  expect(parseMessageInspectorFragment('#message=a%0D%0Ab%E2%80%8B%0A')).toEqual({ kind: 'given', inspected })
})

test('an unknown or oversized fragment opens the empty inspector', () => {
  for (const hash of ['', '#', '#inspect', '#%', '#a=b', `#message=${'a'.repeat(maxMessageInspectorFragmentLength)}`])
    expect(parseMessageInspectorFragment(hash)).toEqual({ kind: 'inspect' })
  expect(parseMessageInspectorFragment('#compose')).toEqual({ kind: 'compose' })
  expect(parseMessageInspectorFragment('#example=message.nonce_short')).toEqual({
    kind: 'example',
    name: 'message.nonce_short',
  })
})

test('creates no inspector link for an input that is too long', () => {
  expect(
    formatMessageInspectorFragment({
      ...emptyMessageInspectorInputValues,
      text: 'a'.repeat(maxMessageInspectorFragmentLength),
    }),
  ).toBeNull()
})
