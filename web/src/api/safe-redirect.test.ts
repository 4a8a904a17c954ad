import { expect, test, vi } from 'vitest'
import {
  allowRedirectAfterBfcacheRestore,
  isSafeRedirectUrl,
  redirectBrowserOnce,
  redirectToSessionEndedPage,
} from './safe-redirect.ts'

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
])('%s is a safe redirect target: %s', (address, expected) => {
  expect(isSafeRedirectUrl(address, 'https://site.example')).toBe(expected)
})

test('redirects once, to the first target, until the page is restored from the back/forward cache', () => {
  const replace = vi.fn()
  const assign = vi.fn()
  vi.stubGlobal('location', { assign, replace })
  redirectToSessionEndedPage()
  redirectBrowserOnce('/sign-in')
  redirectBrowserOnce('/signed-out?reason=signed-out', 'assign')
  expect([replace.mock.calls, assign.mock.calls]).toEqual([[['/signed-out?reason=ended']], []])
  allowRedirectAfterBfcacheRestore()
  redirectBrowserOnce('/sign-in')
  expect(replace).toHaveBeenLastCalledWith('/sign-in')
  vi.unstubAllGlobals()
})
