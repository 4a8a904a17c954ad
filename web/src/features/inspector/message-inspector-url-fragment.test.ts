import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  maxMessageInspectorFragmentLength,
  emptyMessageInspectorInputValues,
  parseMessageInspectorFragment,
  formatMessageInspectorFragment,
} from './message-inspector-url-fragment.ts'

const text = fc.string({ unit: 'grapheme' })

test('what is written into a link is read back as it was, whatever it is', () => {
  fc.assert(
    fc.property(text, text, text, text, (message, signature, origin, at) => {
      const inspected = { text: message, signature, origin, at }
      // Once through a URL, as a browser does it.
      const { hash } = new URL(`https://example.com/inspector${formatMessageInspectorFragment(inspected)}`)
      expect(parseMessageInspectorFragment(hash)).toEqual({ kind: 'given', inspected })
    }),
  )
})

test('line endings and invisible characters survive', () => {
  const inspected = { ...emptyMessageInspectorInputValues, text: 'a\r\nb\u200b\n' }
  expect(formatMessageInspectorFragment(inspected)).toBe('#message=a%0D%0Ab%E2%80%8B%0A')
  expect(parseMessageInspectorFragment('#message=a%0D%0Ab%E2%80%8B%0A')).toEqual({ kind: 'given', inspected })
})

test('anything else asks for nothing', () => {
  for (const hash of ['', '#', '#inspect', '#%', '#a=b', `#message=${'a'.repeat(maxMessageInspectorFragmentLength)}`])
    expect(parseMessageInspectorFragment(hash)).toEqual({ kind: 'inspect' })
  expect(parseMessageInspectorFragment('#compose')).toEqual({ kind: 'compose' })
  expect(parseMessageInspectorFragment('#example=message.nonce_short')).toEqual({
    kind: 'example',
    name: 'message.nonce_short',
  })
})

test('what is too long for a link is not made into one', () => {
  expect(
    formatMessageInspectorFragment({
      ...emptyMessageInspectorInputValues,
      text: 'a'.repeat(maxMessageInspectorFragmentLength),
    }),
  ).toBeNull()
})
