import { expect, test } from 'vitest'
import { isOriginWithoutScheme } from './is-origin-without-scheme.ts'

test('detects an origin that has a host but no scheme', () => {
  for (const text of ['example.com', ' example.com ', 'localhost:3000', 'example.com/path', '[::1]:80'])
    expect(isOriginWithoutScheme(text)).toBe(true)
})

test('ignores complete origins, and text that would not become an origin with a scheme', () => {
  for (const text of [
    'https://example.com',
    'http://localhost:3000',
    '',
    ' ',
    '//example.com',
    'https://',
    'https://a b',
    'a b',
    'example.com:99999',
    'javascript:alert(1)',
  ])
    expect(isOriginWithoutScheme(text)).toBe(false)
})
