// What the example believes of a logout, and what it does not. Anybody can send it a token.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogoutTokenVerifier, LogoutTokenError } from './verify-logout-token.ts'

const issuer = 'https://sign-in.example'
const event = 'http://schemas.openid.net/event/backchannel-logout'
const now = (): number => Math.floor(Date.now() / 1000)

const { publicKey, privateKey } = await generateKeyPair('ES256')
const stranger = await generateKeyPair('ES256')
let read: (token: string) => Promise<unknown>
let identifiers = 0

const keySet = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] })
const keys = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(keySet)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve))
  const { port } = keys.address() as AddressInfo
  read = createLogoutTokenVerifier(
    { issuer, jwks_uri: `http://127.0.0.1:${port}/jwks` } as Parameters<typeof createLogoutTokenVerifier>[0],
    'example-web',
  )
})
afterAll(() => keys.close())

interface Change {
  claims?: Record<string, unknown>
  typ?: string
  key?: typeof privateKey
}

/** A right logout token, but for what is said to be otherwise. */
function sign({ claims = {}, typ = 'logout+jwt', key = privateKey }: Change = {}): Promise<string> {
  const right = {
    iss: issuer,
    aud: 'example-web',
    iat: now(),
    exp: now() + 120,
    jti: `id-${(identifiers += 1)}`,
    sub: 'alice',
    sid: 'session',
    events: { [event]: {} },
  }
  const all = Object.entries({ ...right, ...claims }).filter(([, value]) => value !== undefined)
  return new SignJWT(Object.fromEntries(all)).setProtectedHeader({ alg: 'ES256', kid: 'one', typ }).sign(key)
}

test('a right token says which session of whom is over', async () => {
  expect(await read(await sign())).toEqual({ sub: 'alice', sid: 'session' })
})

test('O13 a token is believed once', async () => {
  const token = await sign()
  await read(token)
  await expect(read(token)).rejects.toThrow('it was here before')
})

const wrong: [string, Change][] = [
  ['by another key', { key: stranger.privateKey }],
  ['that is an ID token by its type', { typ: 'JWT' }],
  ['with a nonce', { claims: { nonce: 'n' } }],
  ['of another issuer', { claims: { iss: 'https://other.example' } }],
  ['for another application', { claims: { aud: 'other' } }],
  ['without an event', { claims: { events: undefined } }],
  ['of another event', { claims: { events: { 'https://other.example': {} } } }],
  ['whose event is no object', { claims: { events: { [event]: true } } }],
  ['without an identifier', { claims: { jti: undefined } }],
  ['that names nobody', { claims: { sub: undefined, sid: undefined } }],
  ['without a time', { claims: { iat: undefined } }],
  ['made long ago', { claims: { iat: now() - 600 } }],
  ['that has expired', { claims: { exp: now() - 60 } }],
]

test.each(wrong)('O7 O13 a token %s is refused', async (_what, change) => {
  await expect(read(await sign(change))).rejects.toBeInstanceOf(LogoutTokenError)
})

test('O7 a token without a signature, or none at all, is refused', async () => {
  const [, payload] = (await sign()).split('.')
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'logout+jwt' })).toString('base64url')
  for (const token of [`${header}.${payload}.`, '', 'a.b.c'])
    await expect(read(token)).rejects.toBeInstanceOf(LogoutTokenError)
})
