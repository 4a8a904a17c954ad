// Tests the fetch function for the API: where tokens go, renewal, and missing scopes.
import { calculateJwkThumbprint, decodeJwt, decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import {
  createAnswer,
  createClientTab,
  createClientTest,
  postAnswer,
  readPopupRequest,
  signInWithPopup,
} from '../testing/client-test-steps.ts'
import type { ClientTest } from '../testing/client-test-steps.ts'

async function signIn(options: Parameters<typeof createClientTest>[0] = {}): Promise<ClientTest> {
  const sign = createClientTest({ api: 'https://api.shop.example', apiScopes: 'orders', ...options })
  await signInWithPopup(sign)
  return sign
}

test('requests have a token of the API and a proof with the key of the session', async () => {
  const { client, server, browser, tab } = await signIn()
  expect(new URL(tab.popups[0]!.url).searchParams.get('resource')).toBe('https://api.shop.example/')
  const response = await client.fetch('/orders?page=2', { method: 'POST', body: '{}', headers: { 'x-trace': '1' } })
  expect(await response.json()).toBe('answer')
  const [request] = server.apiRequests
  expect(request?.url).toBe('https://api.shop.example/orders?page=2')
  expect(request?.headers.get('authorization')).toBe('DPoP https://api.shop.example/-2')
  expect(request?.headers.get('x-trace')).toBe('1')
  const proof = request?.headers.get('dpop') ?? ''
  expect(decodeJwt(proof)).toMatchObject({ htm: 'POST', htu: 'https://api.shop.example/orders' })
  const [stored] = browser.sessions.values()
  const own = await crypto.subtle.exportKey('jwk', stored!.keys.publicKey)
  const thumbprint = await calculateJwkThumbprint({ kty: own.kty!, crv: own.crv!, x: own.x!, y: own.y! })
  expect(await calculateJwkThumbprint(decodeProtectedHeader(proof).jwk!)).toBe(thumbprint)
})

test.each([
  ['https://api.shop.example', '/orders', 'https://api.shop.example/orders'],
  ['https://api.shop.example/v1', '/orders', 'https://api.shop.example/v1/orders'],
  ['https://api.shop.example/v1/', 'orders', 'https://api.shop.example/v1/orders'],
  ['https://api.shop.example/v1', 'https://api.shop.example/v2/orders', 'https://api.shop.example/v2/orders'],
])('with api %s, %s is requested from %s', async (address, input, url) => {
  const { client, server } = await signIn({ api: address })
  await client.fetch(input)
  expect(server.apiRequests.map((request) => request.url)).toEqual([url])
})

test.each([
  'https://evil.example/orders',
  'http://api.shop.example/orders',
  'https://api.shop.example:8443/orders',
  'https://api.shop.example.evil.example/',
  'https://api.shop.example@evil.example/',
  '//evil.example/orders',
  '/\\evil.example/orders',
  '\\\\evil.example/orders',
  'javascript:alert(1)',
  'data:text/plain,x',
])('O26: no token is sent to %s', async (input) => {
  const { client, server } = await signIn()
  await expect(client.fetch(input)).rejects.toMatchObject({ code: 'foreign_origin' })
  expect(server.apiRequests).toEqual([])
})

test('O26: the API cannot redirect a token elsewhere', async () => {
  const { client, server } = await signIn()
  await client.fetch('/orders')
  expect(server.apiRequests[0]?.redirect).toBe('manual')
})

test('a token is renewed before it expires, and once if the API refuses it', async () => {
  const { client, server, browser } = await signIn()
  await client.fetch('/orders')
  await client.fetch('/orders')
  browser.now += 271_000
  await client.fetch('/orders')
  server.answers.api = () =>
    new Response('', { status: 401, headers: { 'www-authenticate': 'DPoP error="invalid_token"' } })
  const refused = await client.fetch('/orders')
  expect(refused.status).toBe(401)
  const tokens = server.apiRequests.map(({ headers }) => headers.get('authorization')?.split('-').at(-1))
  expect(tokens).toEqual(['2', '2', '3', '3', '4'])
})

test('a proof is sent again with the nonce that the API requires', async () => {
  const { client, server } = await signIn()
  server.answers.api = ({ headers }) =>
    decodeJwt(headers.get('dpop') ?? '')['nonce'] === 'n-1'
      ? Response.json('answer')
      : new Response('', {
          status: 401,
          headers: { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': 'n-1' },
        })
  expect((await client.fetch('/orders')).status).toBe(200)
  expect(server.apiRequests).toHaveLength(2)
})

const refuse = (scope: string) => () =>
  new Response('', {
    status: 403,
    headers: { 'www-authenticate': `DPoP error="insufficient_scope", scope="${scope}"` },
  })

test('a missing scope is reported, and the response is returned', async () => {
  const { client, server, errors } = await signIn()
  server.answers.api = refuse('admin')
  expect((await client.fetch('/admin')).status).toBe(403)
  expect(errors).toEqual(['insufficient_scope'])
  expect(client.getSnapshot().error?.details.scope).toBe('admin')
})

test('with "ask", a missing scope starts a sign-in, and the request is repeated', async () => {
  const sign = await signIn({ onInsufficientScope: 'ask' })
  sign.server.answers.api = refuse('admin')
  const response = sign.client.fetch('/admin')
  await expect.poll(() => sign.tab.popups.length).toBe(2)
  const request = await readPopupRequest(sign)
  expect(request.get('scope')).toBe('openid profile wallet offline_access orders admin')
  sign.server.answers.api = null
  postAnswer(sign.browser, createAnswer(request.get('state')))
  expect((await response).status).toBe(200)
})

test('other 403 responses and other challenges are returned unchanged', async () => {
  const { client, server, errors } = await signIn()
  server.answers.api = () => new Response('', { status: 403 })
  expect((await client.fetch('/admin')).status).toBe(403)
  server.answers.api = () => new Response('', { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } })
  expect((await client.fetch('/basic')).status).toBe(401)
  expect(errors).toEqual([])
  expect(server.apiRequests).toHaveLength(2)
})

test('without a session or without an api, the error says so', async () => {
  const out = createClientTest({ api: 'https://api.shop.example' })
  await out.client.start()
  await expect(out.client.fetch('/orders')).rejects.toMatchObject({ code: 'session_ended' })
  const { client } = createClientTest()
  await expect(client.fetch('/orders')).rejects.toMatchObject({ code: 'configuration' })
})

test('a request that a page sends while it loads waits for the stored session', async () => {
  const { browser, server } = await signIn()
  const loading = createClientTab(browser, server, { api: 'https://api.shop.example' })
  const response = loading.client.fetch('/orders')
  await loading.client.start()
  expect((await response).status).toBe(200)
  expect(loading.errors).toEqual([])
  expect(loading.client.getSnapshot().status).toBe('signed-in')
})

test('O28: with "ask", the request is not repeated for another person', async () => {
  const sign = await signIn({ onInsufficientScope: 'ask' })
  sign.server.answers.api = refuse('admin')
  const response = sign.client.fetch('/admin', { method: 'POST' })
  await expect.poll(() => sign.tab.popups.length).toBe(2)
  const request = await readPopupRequest(sign)
  Object.assign(sign.server.answers, { api: null, idToken: { sub: 'person-2' }, userinfo: { sub: 'person-2' } })
  postAnswer(sign.browser, createAnswer(request.get('state')))
  expect((await response).status).toBe(403)
  expect(sign.client.getSnapshot().user?.sub).toBe('person-2')
  expect(sign.server.apiRequests).toHaveLength(1)
})
