import { expect, test } from 'vitest'
import { escapeForLog } from './escape-for-log.ts'

test.each<[unknown, string | null]>([
  ['https://app.example/callback', 'https://app.example/callback'],
  ['a\nb\u001b[31m\u202e', 'a\\u{a}b\\u{1b}[31m\\u{202e}'],
  ['\u{1f600}', '\\u{1f600}'],
  ['x'.repeat(5000), `${'x'.repeat(300)}… (5000 characters)`],
  [undefined, null],
  [['twice'], null],
])('escapes and truncates received text for the log: %j', (value, logged) => {
  expect(escapeForLog(value)).toBe(logged)
})
