import { expect, test, vi } from 'vitest'
import { leadsAway, leaveSignedOut } from './leave.ts'

test.each([
  ['/authorize/abc', true],
  ['https://app.example/callback?code=1', true],
  ['http://127.0.0.1:8080/callback', true],
  ['com.example.app:/callback', true],
  ['javascript:alert(1)', false],
  [' java\nscript:alert(1)', false],
  ['data:text/html,<b>', false],
  ['blob:https://app.example/1', false],
  ['http://', false],
])('%s leads away: %s', (address, expected) => {
  expect(leadsAway(address, 'https://site.example')).toBe(expected)
})

test('calls that are refused at the same time leave for the signed-out page once', () => {
  const replace = vi.fn()
  vi.stubGlobal('location', { replace })
  leaveSignedOut()
  leaveSignedOut()
  expect(replace.mock.calls).toEqual([['/signed-out?reason=ended']])
  vi.unstubAllGlobals()
})
