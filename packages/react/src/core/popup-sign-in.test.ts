// Tests the sign-in by pop-up, with answers and messages that any script of the origin can send.
import { expect, test } from 'vitest'
import {
  createAnswer,
  createClientTest,
  postAnswer,
  readPopupRequest,
  signInWithPopup,
} from '../testing/client-test-steps.ts'
import { issuer } from '../testing/fake-sign-in-server.ts'
import { createChannelMessage } from './channel-messages.ts'

test('a pop-up signs in, and nothing secret is in the address or in sessionStorage', async () => {
  const sign = createClientTest()
  await signInWithPopup(sign)
  expect(sign.client.getSnapshot().user).toMatchObject({
    sub: 'person-1',
    name: null,
    wallet: { namespace: 'eip155', chain: '1', address: '0xAbc', kind: null },
    groups: ['members'],
  })
  expect(sign.tab.requests.size).toBe(0)
  const request = new URL(sign.tab.popups[0]!.url).searchParams
  expect(Object.fromEntries(request)).toMatchObject({
    client_id: 'shop',
    redirect_uri: 'https://shop.example/callback',
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid profile wallet offline_access',
  })
  const [exchange] = sign.server.tokenRequests
  expect(exchange?.body.get('code_verifier')).toHaveLength(43)
  expect(exchange?.headers.get('dpop')).toMatch(/^eyJ/)
  expect(sign.browser.posted).toContainEqual(createChannelMessage('received', request.get('state')!))
})

test.each([
  ['no object', 'hello'],
  ['null', null],
  ['another kind', { countersign: 'token', text: '?code=1&state=2' }],
  ['a text of another type', { countersign: 'answer', text: { state: 'x' } }],
  ['a text that is too long', createChannelMessage('answer', `?code=${'x'.repeat(9000)}`)],
  ['no answer', createChannelMessage('answer', '?foo=1')],
  ['a mixed-up state', createChannelMessage('answer', createAnswer('random-9'.padEnd(43, '0')))],
  ['a part of the state', createChannelMessage('answer', createAnswer('random-1'))],
  ['an empty state', createChannelMessage('answer', createAnswer(''))],
])('O29: a foreign channel message with %s changes nothing', async (_, message) => {
  const sign = createClientTest()
  await sign.client.start()
  const done = sign.client.signIn()
  const request = await readPopupRequest(sign)
  sign.browser.post(message)
  expect(sign.client.getSnapshot()).toMatchObject({ status: 'signing-in', user: null, error: null })
  expect(sign.server.tokenRequests).toEqual([])
  postAnswer(sign.browser, createAnswer(request.get('state')))
  await done
  expect(sign.client.getSnapshot().status).toBe('signed-in')
})

test('O29: an answer with two states, or for an earlier attempt, changes nothing', async () => {
  const sign = createClientTest()
  await sign.client.start()
  void sign.client.signIn()
  const first = await readPopupRequest(sign)
  void sign.client.signIn()
  const second = await readPopupRequest(sign)
  postAnswer(sign.browser, createAnswer(first.get('state')))
  postAnswer(sign.browser, `${createAnswer(second.get('state'))}&state=${second.get('state')}`)
  expect(sign.server.tokenRequests).toEqual([])
  expect(sign.client.getSnapshot().status).toBe('signing-in')
})

test('O28: an answer works once', async () => {
  const sign = createClientTest()
  await signInWithPopup(sign)
  const state = new URL(sign.tab.popups[0]!.url).searchParams.get('state')
  postAnswer(sign.browser, createAnswer(state, { code: 'code-2' }))
  await sign.client.signOut()
  postAnswer(sign.browser, createAnswer(state, { code: 'code-3' }))
  expect(sign.server.tokenRequests.map(({ body }) => body.get('code'))).toEqual(['code-1'])
  expect(sign.client.getSnapshot().status).toBe('signed-out')
})

test.each([
  ['another issuer', { code: 'x', iss: 'https://evil.example' }, 'issuer_mismatch'],
  ['no issuer', { code: 'x', iss: '' }, 'issuer_mismatch'],
  ['the issuer with a slash', { code: 'x', iss: `${issuer}/` }, 'issuer_mismatch'],
  ['access_denied', { error: 'access_denied' }, 'access_denied'],
  ['another error', { error: 'invalid_scope', error_description: 'unknown' }, 'authorization_failed'],
])('O28: an answer with %s signs no one in', async (_, others, code) => {
  const sign = createClientTest()
  await sign.client.start()
  const done = sign.client.signIn()
  const request = await readPopupRequest(sign)
  postAnswer(sign.browser, createAnswer(request.get('state'), others))
  await done
  expect(sign.server.tokenRequests).toEqual([])
  expect(sign.client.getSnapshot()).toMatchObject({ status: 'signed-out', user: null, error: { code } })
  expect(sign.errors).toEqual([code])
})

test.each([
  ['another nonce', { nonce: 'other' }],
  ['another issuer', { iss: 'https://evil.example' }],
  ['another audience', { aud: 'other' }],
  ['an expired time', { exp: 1 }],
  ['an expiry beyond the clock tolerance', { exp: Date.UTC(2026, 10, 30) / 1000 - 61 }],
])('O28: an ID token with %s signs no one in', async (_, claims) => {
  const sign = createClientTest()
  sign.server.answers.idToken = claims
  await sign.client.start()
  const done = sign.client.signIn()
  const request = await readPopupRequest(sign)
  postAnswer(sign.browser, createAnswer(request.get('state')))
  await done
  expect(sign.client.getSnapshot()).toMatchObject({ status: 'signed-out', error: { code: 'invalid_response' } })
  expect(sign.browser.sessions.size).toBe(0)
})

test('O28: userinfo of another person signs no one in', async () => {
  const sign = createClientTest()
  sign.server.answers.userinfo = { sub: 'person-2' }
  await sign.client.start()
  const done = sign.client.signIn()
  const request = await readPopupRequest(sign)
  postAnswer(sign.browser, createAnswer(request.get('state')))
  await done
  expect(sign.client.getSnapshot()).toMatchObject({ user: null, error: { code: 'invalid_response' } })
  expect(sign.browser.sessions.size).toBe(0)
})

test('a clock that differs by less than a minute is tolerated', async () => {
  const sign = createClientTest()
  sign.server.answers.idToken = { exp: Date.UTC(2026, 10, 30) / 1000 - 30 }
  await signInWithPopup(sign)
  expect(sign.errors).toEqual([])
})

test('a code that the server refuses is reported as an invalid response', async () => {
  const sign = createClientTest()
  sign.server.answers.token = () => Response.json({ error: 'invalid_grant' }, { status: 400 })
  await sign.client.start()
  const done = sign.client.signIn()
  const request = await readPopupRequest(sign)
  postAnswer(sign.browser, createAnswer(request.get('state')))
  await done
  expect(sign.errors).toEqual(['invalid_response'])
})

test.each([
  ['closed', true, 'returned', 'popup_closed'],
  ['left open', true, 'returned-by-click', 'popup_strayed'],
  ['left open without an opener policy', false, 'returned', 'popup_strayed'],
] as const)(
  'a pop-up that was %s has its own error, and a late answer still counts',
  async (_, isClosed, change, code) => {
    const sign = createClientTest()
    await sign.client.start()
    const done = sign.client.signIn()
    const request = await readPopupRequest(sign)
    sign.tab.popups[0]!.isClosed = isClosed
    sign.tab.showAttention('left')
    sign.tab.showAttention('returned')
    sign.tab.showAttention(change)
    sign.tab.advance(1400)
    expect(sign.errors).toEqual([])
    sign.tab.advance(200)
    await done
    expect(sign.client.getSnapshot()).toMatchObject({ status: 'signed-out', error: { code } })
    postAnswer(sign.browser, createAnswer(request.get('state')))
    await expect.poll(() => sign.client.getSnapshot().status).toBe('signed-in')
    expect(sign.client.getSnapshot().error).toBe(null)
  },
)

test('an answer within the grace period, and a person who leaves again, cause no error', async () => {
  const sign = createClientTest()
  await sign.client.start()
  const done = sign.client.signIn()
  const request = await readPopupRequest(sign)
  sign.tab.showAttention('returned')
  sign.tab.showAttention('left')
  sign.tab.advance(5000)
  sign.tab.showAttention('returned')
  postAnswer(sign.browser, createAnswer(request.get('state')))
  sign.tab.advance(5000)
  await done
  expect(sign.errors).toEqual([])
})

test('a pop-up without an answer expires after ten minutes, and a later answer does not count', async () => {
  const sign = createClientTest()
  await sign.client.start()
  const done = sign.client.signIn()
  const request = await readPopupRequest(sign)
  sign.tab.advance(600_001)
  await done
  expect(sign.errors).toEqual(['expired'])
  postAnswer(sign.browser, createAnswer(request.get('state')))
  expect(sign.server.tokenRequests).toEqual([])
})

test('a blocked pop-up falls back to a redirect, or is an error if the application wants that', async () => {
  const sign = createClientTest()
  sign.tab.isBlocking = true
  await sign.client.start()
  await sign.client.signIn()
  expect(sign.tab.href).toContain(`${issuer}/authorize`)
  expect(sign.errors).toEqual(['popup_blocked'])

  const strict = createClientTest({ blockedPopup: 'error' })
  strict.tab.isBlocking = true
  await strict.client.start()
  await strict.client.signIn()
  expect(strict.tab.href).toBe('https://shop.example/start')
  expect(strict.client.getSnapshot()).toMatchObject({ status: 'signed-out', error: { code: 'popup_blocked' } })
})

test('a server that cannot be reached closes the pop-up', async () => {
  const sign = createClientTest()
  sign.server.answers.discovery = () => {
    throw new TypeError('Failed to fetch')
  }
  await sign.client.start()
  await sign.client.signIn()
  expect(sign.tab.popups).toEqual([{ url: '', isClosed: true }])
  expect(sign.errors).toEqual(['network'])
  expect(sign.tab.warnings.join()).toContain('if the console says CORS')
})

test.each([
  ['', 'issuer is ""'],
  ['sign-in.example', 'it must be an address such as https://sign-in.example'],
  ['https://other.example', 'it answered with status 200 and issuer undefined'],
])('the wrong issuer "%s" is explained to the developer', async (wrong, reason) => {
  const sign = createClientTest({ issuer: wrong })
  await sign.client.start()
  await sign.client.signIn()
  expect(sign.errors).toEqual(['configuration'])
  expect(sign.tab.warnings.join()).toContain(reason)
})

test('O26: tokens that are not bound to the key sign no one in', async () => {
  const sign = createClientTest()
  sign.server.answers.tokenType = 'Bearer'
  await sign.client.start()
  const done = sign.client.signIn()
  const request = await readPopupRequest(sign)
  postAnswer(sign.browser, createAnswer(request.get('state')))
  await done
  expect(sign.client.getSnapshot()).toMatchObject({ user: null, error: { code: 'invalid_response' } })
  expect(sign.browser.sessions.size).toBe(0)
})

test('a pop-up that was closed before it left is reported at once', async () => {
  const sign = createClientTest()
  await sign.client.start()
  const done = sign.client.signIn()
  sign.tab.popups[0]!.isClosed = true
  await done
  expect(sign.errors).toEqual(['popup_closed'])
  expect(sign.tab.popups[0]!.url).toBe('')
})

test('starting again closes the first window', async () => {
  const sign = createClientTest()
  await sign.client.start()
  void sign.client.signIn()
  void sign.client.signIn()
  await readPopupRequest(sign)
  expect(sign.tab.popups.map(({ isClosed }) => isClosed)).toEqual([true, false])
  expect(sign.errors).toEqual([])
})

test('the scope openid is always requested, because the client needs an ID token', async () => {
  const sign = createClientTest({ scope: 'wallet' })
  await sign.client.start()
  void sign.client.signIn()
  expect((await readPopupRequest(sign)).get('scope')).toBe('openid wallet')
})
