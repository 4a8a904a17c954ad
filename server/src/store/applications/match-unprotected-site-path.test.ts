import { describe, expect, test } from 'vitest'
import {
  decodeRequestPath,
  matchesUnprotectedSitePath,
  validateUnprotectedSitePath,
} from './match-unprotected-site-path.ts'
import { validateAndFillApplicationDefinition } from './validate-and-fill-application-definition.ts'

const get = (uri: string) => ({ method: 'GET', uri, isPreflight: false })

test('an open path matches exactly or as a prefix with a slash, for GET and HEAD by default', () => {
  const open = ['/manifest.json', 'GET /static/', 'POST,PUT /hooks/one', '/Größe/a b']
  const isOpen = (method: string, uri: string): boolean =>
    matchesUnprotectedSitePath(open, { method, uri, isPreflight: false })
  for (const [method, uri] of [
    ['GET', '/manifest.json'],
    ['HEAD', '/manifest.json'],
    ['GET', '/manifest.json?v=1;2&to=..%2f//'],
    ['GET', '/%6danifest.json'],
    ['GET', '/static/'],
    ['GET', '/static/a/b.js'],
    ['GET', '/static/.well-known/..a'],
    ['POST', '/hooks/one'],
    ['PUT', '/hooks/one'],
    ['GET', '/Gr%C3%B6%C3%9Fe/a%20b'],
  ] as const)
    expect([method, uri, isOpen(method, uri)]).toEqual([method, uri, true])
  for (const [method, uri] of [
    ['POST', '/manifest.json'],
    ['get', '/manifest.json'],
    ['GET', '/manifest.json/'],
    ['GET', '/manifest.jsonx'],
    ['GET', '/MANIFEST.json'],
    ['GET', '/'],
    ['GET', '/static'],
    ['HEAD', '/static/a'],
    ['GET', '/hooks/one'],
    ['POST', '/hooks/one/two'],
    ['GET', 'https://wiki.example/static/a'],
    ['GET', ''],
    ['GET', '*'],
  ] as const)
    expect([method, uri, isOpen(method, uri)]).toEqual([method, uri, false])
  expect(matchesUnprotectedSitePath([], get('/manifest.json'))).toBe(false)
})

test.each([
  '/static/../admin',
  '/static/..',
  '/static/./a',
  '/static/.',
  '/static/%2e%2e/admin',
  '/static/.%2E/admin',
  '/static//a',
  '//static/a',
  '/static/;/../admin',
  '/static/a;v=1',
  '/static/a%3bv=1',
  '/static/\\..\\admin',
  '/static/%5c..%5Cadmin',
  '/static/..%2fadmin',
  '/static%2Fa',
  '/static/%2',
  '/static/%',
  '/static/%zz',
  '/static/%252e%252e/admin',
  '/static/100%25',
  '/static/%00',
  '/static/%0a',
  '/static/%7f',
  '/static/%C2%85',
  '/static/\x01',
  '/static/a b',
  '/static/a, /static/b',
  '/static/é',
  '/static/%c0%ae%c0%ae/admin',
  '/static/a#b',
  '/static/a%23b',
  '/static/a%3fb',
  '/static/..%20/admin',
  '/static/.../admin',
  '/static/%EF%BC%8E%EF%BC%8E/admin',
  '/static/a%EF%BC%8F..%EF%BC%8Fadmin',
  '/static/%E2%80%A6/admin',
])('O16: the path %j is never open', (uri) => {
  expect(decodeRequestPath(uri)).toBe(null)
  expect(matchesUnprotectedSitePath(['/static/'], get(uri))).toBe(false)
})

test('O16: OPTIONS is open only if listed, and only for CORS preflights', () => {
  const isOpen = (open: string[], isPreflight: boolean): boolean =>
    matchesUnprotectedSitePath(open, { method: 'OPTIONS', uri: '/api/items', isPreflight })
  expect(isOpen(['OPTIONS /'], true)).toBe(true)
  expect(isOpen(['OPTIONS /api/'], true)).toBe(true)
  expect(isOpen(['OPTIONS /api/'], false)).toBe(false)
  expect(isOpen(['/api/'], true)).toBe(false)
  expect(matchesUnprotectedSitePath(['OPTIONS /api/'], { method: 'GET', uri: '/api/items', isPreflight: true })).toBe(
    false,
  )
})

describe('open paths in a site definition', () => {
  test.each([
    ['/manifest.json', null],
    ['GET,POST /api/', null],
    ['OPTIONS /', null],
    ['/Größe/a b', null],
    ['', 'open_path_form'],
    ['manifest.json', 'open_path_form'],
    ['get /a', 'open_path_form'],
    ['GET POST /a', 'open_path_form'],
    ['GET', 'open_path_form'],
    ['TRACE /a', 'open_path_method'],
    ['/', 'open_path_all'],
    ['GET,OPTIONS /', 'open_path_all'],
    ['/static/*', 'open_path_characters'],
    ['/a//b', 'open_path_characters'],
    ['/a/../b', 'open_path_characters'],
    ['/a?b', 'open_path_characters'],
    ['/a%20b', 'open_path_characters'],
    ['/a;b', 'open_path_characters'],
    ['/a\\b', 'open_path_characters'],
    ['/a\u0000', 'open_path_characters'],
    ['/a\u200b', 'open_path_characters'],
    [`/${'a'.repeat(300)}`, 'long'],
  ])('are validated: %j has the error %s', (text, code) =>
    expect(validateUnprotectedSitePath(text)?.code ?? null).toBe(code),
  )

  test('O16: are empty by default, and only a site can have any', () => {
    const site = { id: 'wiki', name: 'Wiki', kind: 'site', hosts: ['wiki.example'] }
    expect(validateAndFillApplicationDefinition(site)).toMatchObject({ definition: { openPaths: [] } })
    const web = { id: 'app', name: 'App', kind: 'web', redirectUris: ['https://app.example/'], openPaths: ['/a'] }
    expect(validateAndFillApplicationDefinition(web)).toMatchObject({
      errors: [{ path: 'openPaths', code: 'open_paths_needless' }],
    })
    expect(validateAndFillApplicationDefinition({ ...site, openPaths: ['/a', '/a', '..'] })).toMatchObject({
      errors: [
        { path: 'openPaths[1]', code: 'twice' },
        { path: 'openPaths[2]', code: 'open_path_form' },
      ],
    })
  })
})
