import { htmlFileByPagePath } from '@countersign/api/page-html-files'
import { expect, test } from 'vitest'
import { isFrontEndPagePath } from './is-front-end-page-path.ts'
import {
  buildPendingOwnerApprovalPath,
  frontEndPagePaths,
  parsePendingOwnerApprovalId,
  parseOidcInteractionId,
  parseReturnPath,
  parseUserCodeParameter,
} from './front-end-page-paths.ts'
import {
  parseErrorCodeParameter,
  parseRequestIdParameter,
  parseSignedOutApplicationId,
  parseSignedOutReason,
  parseSignOutRequestId,
} from './parse-front-end-page-query.ts'

test('builds the path of every front-end page', () => {
  expect({
    ...frontEndPagePaths,
    signIn: [
      frontEndPagePaths.signIn(),
      frontEndPagePaths.signIn('/account'),
      frontEndPagePaths.signIn('/account/sessions'),
    ],
    applicationSignIn: [
      frontEndPagePaths.applicationSignIn('abc_1'),
      frontEndPagePaths.applicationSignIn('abc_1', 'de'),
    ],
    device: [frontEndPagePaths.device(), frontEndPagePaths.device('WDJB-MJHT')],
    recoveryHelp: [frontEndPagePaths.recoveryHelp(), frontEndPagePaths.recoveryHelp('stolen-wallet')],
    signedOut: [
      frontEndPagePaths.signedOut('signed-out'),
      frontEndPagePaths.signedOut('ended'),
      frontEndPagePaths.signedOut('erased'),
      frontEndPagePaths.signedOut('contract-ended'),
    ],
    error: frontEndPagePaths.error('person.suspended'),
    inspector: [
      frontEndPagePaths.inspector(),
      frontEndPagePaths.inspector({ example: 'message.expired' }),
      frontEndPagePaths.inspector({ message: 'a\n#&', signature: '0x01', at: '2026-11-21T12:00:00.000Z' }),
    ],
  }).toMatchInlineSnapshot(`
    {
      "account": "/account",
      "activity": "/account/activity",
      "admin": "/admin",
      "applicationSignIn": [
        "/sign-in?interaction=abc_1",
        "/sign-in?interaction=abc_1&lang=de",
      ],
      "applications": "/account/applications",
      "data": "/account/data",
      "device": [
        "/device",
        "/device?user_code=WDJB-MJHT",
      ],
      "error": "/error?code=person.suspended",
      "home": "/",
      "inspector": [
        "/inspector",
        "/inspector#example=message.expired",
        "/inspector#message=a%0A%23%26&signature=0x01&at=2026-11-21T12%3A00%3A00.000Z",
      ],
      "passkeys": "/account/passkeys",
      "recoveryHelp": [
        "/lost",
        "/lost#stolen-wallet",
      ],
      "sessions": "/account/sessions",
      "setup": "/setup",
      "signIn": [
        "/sign-in",
        "/sign-in",
        "/sign-in?next=%2Faccount%2Fsessions",
      ],
      "signedOut": [
        "/signed-out?reason=signed-out",
        "/signed-out?reason=ended",
        "/signed-out?reason=erased",
        "/signed-out?reason=contract-ended",
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
  ['?next=%2Fdevice', '/device'],
  ['?next=%2Fdevice%3Fuser_code%3DWDJB-MJHT', '/device?user_code=WDJB-MJHT'],
  ['?next=%2Fdevice%3Fuser_code%3D%253Cb%253E', '/device'],
  ['?next=%2Fdevice%3Fuser_code%3DWDJB%26x%3Dy', '/device?user_code=WDJB'],
  ['?next=%2Fdevice%2F..%2Fevil', '/account'],
  ['?next=%2Fdevices', '/account'],
  ['?next=%2Fconsent%3Finteraction%3Da', '/account'],
  ['?next=%2Fsetup', '/setup'],
  ['?next=%2Fadmin', '/admin'],
  ['?next=%2Fadmin%2Fpeople%2F01k4x9q0e5m3h7t2v8b6n1c0da', '/admin/people/01k4x9q0e5m3h7t2v8b6n1c0da'],
  ['?next=%2Fadmin%2Fpeople%3Fsearch%3Dada%2Blovelace%26role%3Downer', '/admin/people?search=ada+lovelace&role=owner'],
  ['?next=%2Fsetup%3Fcode%3Dabc', '/account'],
  ['?next=%2Fadministrator', '/account'],
  ['?next=%2Fadmin%2F..%2F..%2Fevil', '/account'],
  ['?next=%2Fadmin%2F%2Fevil.example', '/account'],
  ['?next=%2Fadmin%3F%2F%2Fevil.example', '/account'],
  ['?next=%2Fadmin%0A%2Fpeople', '/account'],
  ['?next=%2Fadmin%2Fpeople%23x', '/account'],
])('sign-in with %s returns to %s', (search, next) => {
  expect(parseReturnPath(search)).toBe(next)
})

test('of the static pages, accepts only the account pages and the device page as return paths', () => {
  const comeBackTo = Object.keys(htmlFileByPagePath).filter(
    (path) => parseReturnPath(`?next=${encodeURIComponent(path)}`) === path,
  )
  expect(comeBackTo).toEqual(
    Object.keys(htmlFileByPagePath).filter((path) => path.startsWith('/account') || path === '/device'),
  )
})

test('parses the return path from a sign-in path', () => {
  expect(parseReturnPath(new URL(frontEndPagePaths.signIn('/account/wallets'), 'https://a.example').search)).toBe(
    '/account/wallets',
  )
})

test.each([
  ['?reason=ended', 'ended'],
  ['?reason=signed-out', 'signed-out'],
  ['?reason=%3Cb%3E', 'signed-out'],
  ['', 'signed-out'],
])('parses the signed-out reason from %s as %s', (search, reason) => {
  expect(parseSignedOutReason(search)).toBe(reason)
})

test('parses the error code from the query, or null when it is missing', () => {
  expect([parseErrorCodeParameter('?code=rate.limited'), parseErrorCodeParameter('')]).toEqual(['rate.limited', null])
})

test('parses IDs from the query only if they have the format that the server issues', () => {
  const id = '01k4x9q0e5m3h7t2v8b6n1c0da'
  expect([
    parseOidcInteractionId('?interaction=aB3_-'),
    parseOidcInteractionId('?interaction=a%2Fb'),
    parseOidcInteractionId(''),
    parseSignOutRequestId('?request=aB3_-'),
    parseSignOutRequestId('?request=..%2F'),
    parseRequestIdParameter(`?request=${id}`),
    parseRequestIdParameter(`?request=${id}0`),
    parseRequestIdParameter('?request=%3Cb%3E'),
    parseUserCodeParameter('?user_code=wdjb mjht'),
    parseUserCodeParameter('?user_code=%3Cb%3E'),
  ]).toEqual(['aB3_-', null, null, 'aB3_-', null, id, null, null, 'wdjb mjht', null])
})

test('recognizes only front-end pages as pages', () => {
  expect(['/', '/account', '/nowhere', 'toString'].map(isFrontEndPagePath)).toEqual([true, true, false, false])
})

test('sets and removes the pending owner approval in the sign-in path and keeps other parameters', () => {
  const id = '0123456789abcdefghijklmnop'
  expect(buildPendingOwnerApprovalPath('', id)).toBe(`/sign-in?awaited=${id}`)
  expect(buildPendingOwnerApprovalPath('?interaction=abc_1&lang=de', id)).toBe(
    `/sign-in?interaction=abc_1&lang=de&awaited=${id}`,
  )
  expect(buildPendingOwnerApprovalPath(`?next=%2Faccount%2Fsessions&awaited=${id}`, null)).toBe(
    '/sign-in?next=%2Faccount%2Fsessions',
  )
  expect(buildPendingOwnerApprovalPath(`?awaited=${id}`, null)).toBe('/sign-in')
  expect(parsePendingOwnerApprovalId(`?awaited=${id}`)).toBe(id)
  expect(['', '?awaited=', '?awaited=../account', `?awaited=${id}1`].map(parsePendingOwnerApprovalId)).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test.each([
  ['?application=test-app', 'test-app'],
  ['?application=https%3A%2F%2Fagent.example%2Fclient.json', 'https://agent.example/client.json'],
  ['?application=a%00b', null],
  [`?application=${'x'.repeat(257)}`, null],
  ['', null],
])('parses the signed-out application ID from %j', (search, id) => {
  expect(parseSignedOutApplicationId(search)).toBe(id)
})
