import { expect, test } from 'vitest'
import { sanitizeReturnPath } from './parse-forward-auth-request.ts'
import {
  renewProtectedSiteSignInState,
  computeProtectedSiteCodeChallenge,
  encodeBase64urlReturnPath,
  isProtectedSiteSignInLoop,
  parseProtectedSiteSignInState,
  verifyProtectedSiteStateParameter,
  createProtectedSiteStateParameter,
} from './protected-site-sign-in-state.ts'
import { negotiateLanguage } from '../plain-pages/plain-page-translations.ts'
import { getRemoteUserHeaderValue } from './proxy-identity-headers.ts'

test('O16: the return path of a sign-in always stays on the same host', () => {
  const paths = [
    '/',
    '/a/b?c=d&e=%2F%2Fevil.example',
    '/a/../b',
    '/?to=https://evil.example',
    '/a//b',
    '/@evil.example',
  ]
  expect(paths.map((path) => sanitizeReturnPath('wiki.example', path, 2000))).toEqual([
    '/',
    '/a/b?c=d&e=%2F%2Fevil.example',
    '/b',
    '/?to=https://evil.example',
    '/a//b',
    '/@evil.example',
  ])
  const others = [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '\\\\evil.example',
    '/é',
    '/a b',
    '/a\r\nset-cookie: x=y',
    '/.countersign/sign-out',
    '/a/../.countersign/sign-in?to=/',
    `/${'a'.repeat(2000)}`,
    '',
    undefined,
    ['/a', '/b'],
  ]
  for (const other of others) expect([other, sanitizeReturnPath('wiki.example', other, 2000)]).toEqual([other, '/'])
})

test('O16 M4: the state parameter is valid only for its browser, host, and page', () => {
  const [secret, other] = ['A'.repeat(43), 'B'.repeat(43)]
  const state = createProtectedSiteStateParameter(secret, 'wiki.example', '/one')
  expect(verifyProtectedSiteStateParameter(secret, 'wiki.example', state, 2000)).toBe('/one')
  expect(verifyProtectedSiteStateParameter(other, 'wiki.example', state, 2000)).toBe(null)
  expect(verifyProtectedSiteStateParameter(secret, 'notes.example', state, 2000)).toBe(null)
  const [, tag] = state.split('.')
  expect(
    verifyProtectedSiteStateParameter(secret, 'wiki.example', `${encodeBase64urlReturnPath('/two')}.${tag}`, 2000),
  ).toBe(null)
  expect(computeProtectedSiteCodeChallenge(secret)).toMatch(/^[\w-]{43}$/)
})

test('sign-in state: tabs share a secret, invalid cookies are ignored, and loops are detected', () => {
  const secret = 'A'.repeat(43)
  for (const text of [undefined, '', secret, `${secret}.1`, `${secret}.1.2.3`, `short.1.2`, `${secret}.x.2`])
    expect(parseProtectedSiteSignInState(text)).toBe(null)
  const first = renewProtectedSiteSignInState(null, () => secret, 5000)
  expect(first).toEqual({ secret, times: 1, since: 5 })
  let signInState = first
  for (let round = 0; round < 8; round++) signInState = renewProtectedSiteSignInState(signInState, () => 'other', 6000)
  expect([
    signInState.secret,
    isProtectedSiteSignInLoop(signInState),
    isProtectedSiteSignInLoop(renewProtectedSiteSignInState(signInState, () => 'other', 60_000)),
  ]).toEqual([secret, true, false])
})

test('the page language is the first requested one that is supported, else English', () => {
  expect(['de', 'fr-FR, de;q=0.8, en;q=0.5', 'en-GB,de', 'fr', undefined, '*'].map(negotiateLanguage)).toEqual([
    'de',
    'de',
    'en',
    'en',
    'en',
    'en',
  ])
})

test('O16: a person without a username is never identified by a name they could choose', () => {
  const subject = 'a'.repeat(26)
  expect(
    getRemoteUserHeaderValue({ preferredUsername: 'display-name' }, { preferred_username: 'admin' }, subject),
  ).toBe(subject)
  const named = { preferredUsername: 'user-name' } as const
  expect(getRemoteUserHeaderValue(named, { preferred_username: 'ada' }, subject)).toBe('ada')
  for (const claims of [{}, { preferred_username: 'Ada Ä' }, { preferred_username: `_${subject}` }])
    expect(getRemoteUserHeaderValue(named, claims, subject)).toBe(`_${subject}`)
})
