import { expect, test } from 'vitest'
import { isPagePath, paths, readErrorCode, readNext, readSignedOutReason } from './paths.ts'

test('every address that a screen links to', () => {
  expect({
    ...paths,
    signIn: [paths.signIn(), paths.signIn('/account'), paths.signIn('/account/sessions')],
    signedOut: [paths.signedOut('signed-out'), paths.signedOut('ended')],
    error: paths.error('person.suspended'),
  }).toMatchInlineSnapshot(`
    {
      "account": "/account",
      "error": "/error?code=person.suspended",
      "front": "/",
      "sessions": "/account/sessions",
      "signIn": [
        "/sign-in",
        "/sign-in",
        "/sign-in?next=%2Faccount%2Fsessions",
      ],
      "signedOut": [
        "/signed-out?reason=signed-out",
        "/signed-out?reason=ended",
      ],
      "wallets": "/account/wallets",
    }
  `)
})

test.each([
  ['?next=%2Faccount%2Fsessions', '/account/sessions'],
  ['', '/account'],
  ['?next=', '/account'],
  ['?next=%2Fsign-in', '/account'],
  ['?next=https%3A%2F%2Fevil.example%2Faccount', '/account'],
  ['?next=%2F%2Fevil.example%2Faccount', '/account'],
  ['?next=%2Faccount%2F..%2F..%2Fevil', '/account'],
  ['?next=%2Faccount%2Fsessions%3Fx', '/account'],
  ['?next=javascript%3Aalert(1)', '/account'],
  ['?next=constructor', '/account'],
])('after signing in with %s one goes to %s', (search, next) => {
  expect(readNext(search)).toBe(next)
})

test('a path that is made for signing in is read back as it was', () => {
  expect(readNext(new URL(paths.signIn('/account/wallets'), 'https://a.example').search)).toBe('/account/wallets')
})

test.each([
  ['?reason=ended', 'ended'],
  ['?reason=signed-out', 'signed-out'],
  ['?reason=%3Cb%3E', 'signed-out'],
  ['', 'signed-out'],
])('signed out with %s means %s', (search, reason) => {
  expect(readSignedOutReason(search)).toBe(reason)
})

test('an error code is read from the query, or there is none', () => {
  expect([readErrorCode('?code=rate.limited'), readErrorCode('')]).toEqual(['rate.limited', null])
})

test('only the pages of this site are pages', () => {
  expect(['/', '/account', '/nowhere', 'toString'].map(isPagePath)).toEqual([true, true, false, false])
})
