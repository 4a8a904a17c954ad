// Anything that a browser would treat as another site must be refused.
import { expect, test } from 'vitest'
import { isSameOriginPath } from './is-same-origin-path.ts'

const origin = 'https://sign-in.example'

test.each(['/', '/account', '/account/sessions?cursor=1', '/authorize?state=%20#a'])(
  'accepts same-origin path %s',
  (path) => {
    expect(isSameOriginPath(path, origin)).toBe(true)
  },
)

test.each([
  '',
  'account',
  '//evil.example',
  '/\\evil.example',
  '/a\\b',
  '\\\\evil.example',
  'https://evil.example/',
  'https://sign-in.example/account',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/a\nb',
  ' /account',
  '/ä',
])('rejects %j as a same-origin path', (path) => {
  expect(isSameOriginPath(path, origin)).toBe(false)
})
