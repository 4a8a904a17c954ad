// Back-channel logout, with forged and foreign logout tokens (OpenID Connect Back-Channel Logout §2.6).
import { UnsecuredJWT, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { fakeIssuerOrigin } from '../testing/fake-issuer.ts'
import type { FakeIssuer } from '../testing/fake-issuer.ts'
import { createFakeSite, fakeSiteOrigin } from '../testing/fake-site.ts'
import type { FakeSite } from '../testing/fake-site.ts'
import { createMemorySessionStore } from './session-store.ts'

const post = async ({ auth }: FakeSite, token: string | null): Promise<Response> => {
  const response = await auth.handle(
    new Request(`${fakeSiteOrigin}/auth/back-channel-logout`, {
      method: 'POST',
      body: new URLSearchParams(token === null ? {} : { logout_token: token }),
    }),
  )
  if (response === null) throw new Error('There is no route')
  return response
}

async function createWorld(kind: string) {
  const { issuer } = await createFakeSite()
  const site = await createFakeSite(
    kind === 'store' ? { store: createMemorySessionStore({ now: issuer.now }) } : {},
    issuer,
  )
  const [alice, aliceElsewhere, bob] = [site.openBrowser(), site.openBrowser(), site.openBrowser()]
  await alice.signIn()
  site.idClaims = { sub: 'alice', sid: 'session-2' }
  await aliceElsewhere.signIn()
  site.idClaims = { sub: 'bob', sid: 'session-3' }
  issuer.userinfo = { sub: 'bob' }
  await bob.signIn()
  const readAll = async () =>
    Promise.all([alice, aliceElsewhere, bob].map(async (one) => (await one.readSession()).user?.sub ?? null))
  return { site, issuer, alice, readAll }
}

describe.each(['cookie', 'store'])('O36: back-channel logout (%s)', (kind) => {
  test('ends the session with this sid only', async () => {
    const { site, issuer, readAll } = await createWorld(kind)
    const response = await post(site, await issuer.signLogoutToken({ sub: 'alice', sid: 'session-1' }))
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await readAll()).toEqual([null, 'alice', 'bob'])
  })

  test('ends all sessions of a person without a sid', async () => {
    const { site, issuer, readAll } = await createWorld(kind)
    await post(site, await issuer.signLogoutToken({ sub: 'alice' }))
    expect(await readAll()).toEqual([null, null, 'bob'])
  })

  test('allows a later sign-in, which a replayed token does not end', async () => {
    const { site, issuer, alice } = await createWorld(kind)
    const token = await issuer.signLogoutToken({ sub: 'alice' })
    await post(site, token)
    issuer.pass(2000)
    site.idClaims = { sub: 'alice', sid: 'session-1' }
    issuer.userinfo = { sub: 'alice' }
    await alice.signIn()
    expect((await post(site, token)).status).toBe(200)
    expect((await alice.readSession()).user?.sub).toBe('alice')
  })

  test('is not undone by an older logout token that arrives later', async () => {
    const { site, issuer, alice } = await createWorld(kind)
    const copied = alice.request('/')
    await post(site, await issuer.signLogoutToken({ sub: 'alice' }))
    await post(site, await issuer.signLogoutToken({ sub: 'alice', iat: issuer.now() / 1000 - 60 }))
    expect((await site.auth.authenticate(copied)).user).toBe(null)
  })

  test('ends a session that started just before, also if the clock of the site is ahead', async () => {
    const { issuer } = await createFakeSite()
    const now = () => issuer.now() + 20_000
    const store = kind === 'store' ? { store: createMemorySessionStore({ now }) } : {}
    const site = await createFakeSite({ ...store, now }, issuer)
    const browser = site.openBrowser()
    await browser.signIn()
    await post(site, await issuer.signLogoutToken({ sub: 'alice', sid: 'session-1' }))
    expect((await browser.readSession()).user).toBe(null)
  })

  const forged: [what: string, create: (issuer: FakeIssuer) => Promise<string | null>][] = [
    ['no token', async () => null],
    ['no JWT', async () => 'opaque'],
    ['a token of another issuer', (issuer) => issuer.signLogoutToken({ sub: 'alice', iss: 'https://evil.example' })],
    ['a token for another application', (issuer) => issuer.signLogoutToken({ sub: 'alice', aud: 'other' })],
    ['an ID token', (issuer) => issuer.signLogoutToken({ sub: 'alice' }, { typ: 'JWT' })],
    ['an access token', (issuer) => issuer.signLogoutToken({ sub: 'alice' }, { typ: 'at+jwt' })],
    ['a token with a nonce', (issuer) => issuer.signLogoutToken({ sub: 'alice', nonce: 'a' })],
    ['a token without events', (issuer) => issuer.signLogoutToken({ sub: 'alice', events: undefined })],
    ['a token of another event', (issuer) => issuer.signLogoutToken({ sub: 'alice', events: { other: {} } })],
    ['a token without sub and sid', (issuer) => issuer.signLogoutToken()],
    ['a token without jti', (issuer) => issuer.signLogoutToken({ sub: 'alice', jti: undefined })],
    ['a token without exp', (issuer) => issuer.signLogoutToken({ sub: 'alice', exp: undefined })],
    ['an expired token', (issuer) => issuer.signLogoutToken({ sub: 'alice', exp: issuer.now() / 1000 - 31 })],
    ['an old token', (issuer) => issuer.signLogoutToken({ sub: 'alice', iat: issuer.now() / 1000 - 301 })],
    ['a token from the future', (issuer) => issuer.signLogoutToken({ sub: 'alice', iat: issuer.now() / 1000 + 31 })],
    ['a token of an unknown key', (issuer) => issuer.signLogoutToken({ sub: 'alice' }, { kid: 'unknown' })],
    ['an unsigned token', async () => new UnsecuredJWT({ iss: fakeIssuerOrigin, aud: 'shop', sub: 'alice' }).encode()],
    ['a huge token', async () => 'x'.repeat(20_000)],
    ['a token that another key signed', signWithOtherKey],
  ]
  test.each(forged)('refuses %s', async (_what, create) => {
    const { site, issuer, readAll } = await createWorld(kind)
    const response = await post(site, await create(issuer))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'invalid_request' })
    expect(await readAll()).toEqual(['alice', 'alice', 'bob'])
  })
})

test('back-channel logout answers 503 while the keys cannot be loaded, so that the server retries', async () => {
  const site = await createFakeSite()
  const token = await site.issuer.signLogoutToken({ sub: 'alice' })
  site.issuer.isReachable = false
  expect((await post(site, token)).status).toBe(503)
  site.issuer.isReachable = true
  site.issuer.pass(2001)
  expect((await post(site, token)).status).toBe(200)
})

test('O36: a logout token can be sent again if the store failed', async () => {
  const { issuer } = await createFakeSite()
  const deleted: string[] = []
  let isBroken = true
  const deleteBySid = async (sid: string): Promise<void> => {
    if (isBroken) throw new Error('The store cannot be reached')
    deleted.push(sid)
  }
  const site = await createFakeSite({ store: { ...createMemorySessionStore(), deleteBySid } }, issuer)
  const token = await issuer.signLogoutToken({ sid: 'session-1' })
  await expect(post(site, token)).rejects.toThrow('The store cannot be reached')
  isBroken = false
  expect((await post(site, token)).status).toBe(200)
  expect(deleted).toEqual(['session-1'])
})

async function signWithOtherKey(issuer: FakeIssuer): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256')
  const [header, payload] = (await issuer.signLogoutToken({ sub: 'alice' })).split('.')
  const [, , signature] = (await issuer.sign({}, {}, privateKey)).split('.')
  return `${header}.${payload}.${signature}`
}
