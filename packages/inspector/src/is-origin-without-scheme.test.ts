import { expect, test } from 'vitest'
import { isOriginWithoutScheme } from './is-origin-without-scheme.ts'

test('a host alone lacks a scheme', () => {
  for (const text of ['example.com', ' example.com ', 'localhost:3000', 'example.com/path', '[::1]:80'])
    expect(isOriginWithoutScheme(text)).toBe(true)
})

test('an origin does not, nor does what is none with a scheme either', () => {
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
