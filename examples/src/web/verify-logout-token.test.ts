// Tests which logout tokens the example accepts; anyone can send it a token.
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

test('a valid logout token returns its subject and session', async () => {
  expect(await read(await sign())).toEqual({ sub: 'alice', sid: 'session' })
})

test('O13: refuses a replayed logout token', async () => {
  const token = await sign()
  await read(token)
  await expect(read(token)).rejects.toThrow('the token was already used')
})

const wrong: [string, Change][] = [
  ['signed by another key', { key: stranger.privateKey }],
  ['with the type of an ID token', { typ: 'JWT' }],
  ['with a nonce', { claims: { nonce: 'n' } }],
  ['of another issuer', { claims: { iss: 'https://other.example' } }],
  ['for another application', { claims: { aud: 'other' } }],
  ['without an event', { claims: { events: undefined } }],
  ['with another event', { claims: { events: { 'https://other.example': {} } } }],
  ['with an event that is not an object', { claims: { events: { [event]: true } } }],
  ['without a jti claim', { claims: { jti: undefined } }],
  ['without a subject or session', { claims: { sub: undefined, sid: undefined } }],
  ['without an issue time', { claims: { iat: undefined } }],
  ['issued ten minutes ago', { claims: { iat: now() - 600 } }],
  ['that has expired', { claims: { exp: now() - 60 } }],
]

test.each(wrong)('O7 O13: refuses a logout token %s', async (_what, change) => {
  await expect(read(await sign(change))).rejects.toBeInstanceOf(LogoutTokenError)
})

test('O7: refuses an unsigned logout token, and text that is not a token', async () => {
  const [, payload] = (await sign()).split('.')
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'logout+jwt' })).toString('base64url')
  for (const token of [`${header}.${payload}.`, '', 'a.b.c'])
    await expect(read(token)).rejects.toBeInstanceOf(LogoutTokenError)
})
