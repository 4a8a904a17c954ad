import { expect, test } from 'vitest'
import { toSafeReturnPath } from './safe-return-path.ts'

const origin = 'https://shop.example'

test.each(['/', '/orders', '/orders?page=2#here', '/a//b', '/%2F%2Fevil.example', '/?next=https://evil.example'])(
  'the path %s is kept',
  (path) => expect(toSafeReturnPath(path, origin)).toBe(path),
)

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/ /evil.example',
  '/a\u0000b',
  'https://evil.example/',
  'https://shop.example/orders',
  'javascript:alert(1)',
  'data:text/html,x',
  'orders',
  '?page=2',
  '#here',
  '',
  ' /orders',
  `/${'x'.repeat(2048)}`,
  null,
  undefined,
  42,
  ['/orders'],
  { toString: () => '/orders' },
])('O27: %s becomes the start page', (value) => expect(toSafeReturnPath(value, origin)).toBe('/'))
