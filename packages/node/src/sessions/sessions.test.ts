import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createFakeSite, fakeSiteOrigin, replyWithTokens } from '../testing/fake-site.ts'
import { fakeIssuerOrigin } from '../testing/fake-issuer.ts'
import type { TokenRequest } from '../testing/fake-issuer.ts'
import { createMemorySessionStore } from './session-store.ts'
import type { StoredSession } from './session-store.ts'

describe('sign-in', () => {
  test('uses the code flow with PKCE, state and nonce, and returns to the requested page', async () => {
    const site = await createFakeSite()
    const browser = site.openBrowser()
    const authorization = await browser.startSignIn('/orders?page=2')
    expect(authorization.origin + authorization.pathname).toBe(`${fakeIssuerOrigin}/authorize`)
    expect(Object.fromEntries(authorization.searchParams)).toEqual({
      client_id: 'shop',
      response_type: 'code',
      redirect_uri: `${fakeSiteOrigin}/auth/callback`,
      scope: 'openid profile wallet offline_access',
      state: expect.stringMatching(/^[-\w]{43}$/),
      nonce: expect.stringMatching(/^[-\w]{43}$/),
      code_challenge: expect.stringMatching(/^[-\w]{43}$/),
      code_challenge_method: 'S256',
    })
    const callback = browser.createCallbackPath(authorization)
    const { issuer } = site
    const reply = issuer.replyToTokenRequest
    let sent: TokenRequest | undefined
    issuer.replyToTokenRequest = (request) => {
      sent = request
      return reply(request)
    }
    const response = await browser.send(callback)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(`${fakeSiteOrigin}/orders?page=2`)
    expect(sent?.headers.get('authorization')).toMatch(/^Basic /)
    expect(sent?.parameters.get('code_verifier')).toMatch(/^[-\w]{43}$/)
    expect(await browser.readSession()).toMatchObject({
      user: { sub: 'alice', name: 'Alice', clientId: 'shop', scopes: ['openid', 'profile', 'offline_access'] },
      accessToken: expect.stringContaining('access-'),
      cookies: [],
    })
  })

  test('sets cookies that only this host, no script and no cross-site POST can use', async () => {
    const browser = (await createFakeSite()).openBrowser()
    const response = await browser.signIn()
    const cookies = response.headers.getSetCookie().filter((cookie) => !cookie.includes('Max-Age=0'))
    expect(cookies.map((cookie) => cookie.replace(/=[^;]+/, ''))).toEqual([
      '__Host-countersign-session; Max-Age=43200; Path=/; HttpOnly; SameSite=Lax; Secure',
    ])
    expect([...browser.cookies.keys()]).toEqual(['__Host-countersign-session'])
    expect([...browser.cookies.values()].join('')).not.toContain('alice')
  })

  test('works on http://localhost without the prefix __Host-', async () => {
    const browser = (await createFakeSite({ appUrl: 'http://localhost:4000' })).openBrowser()
    await browser.signIn()
    expect([...browser.cookies.keys()]).toEqual(['countersign-session'])
    expect((await browser.readSession()).user?.sub).toBe('alice')
  })

  test('works in several tabs at the same time, and bounds their number', async () => {
    const browser = (await createFakeSite()).openBrowser()
    const first = await browser.startSignIn('/one')
    const second = await browser.startSignIn('/two')
    expect((await browser.send(browser.createCallbackPath(first))).headers.get('location')).toBe(
      `${fakeSiteOrigin}/one`,
    )
    expect((await browser.send(browser.createCallbackPath(second))).headers.get('location')).toBe(
      `${fakeSiteOrigin}/two`,
    )
    for (let index = 0; index < 12; index++) await browser.startSignIn()
    expect(browser.cookies.size).toBeLessThanOrEqual(8)
  })

  test('O36: keeps cookies below the header limits of proxies, however often a link starts a sign-in', async () => {
    const browser = (await createFakeSite()).openBrowser()
    await browser.signIn()
    for (let index = 0; index < 12; index++) {
      await browser.startSignIn(`/${'a'.repeat(999)}`)
      const header = browser.request('/').headers.get('cookie') ?? ''
      // The default limit of nginx for one header.
      expect(header.length).toBeLessThan(8000)
    }
  })

  test('splits a large session into several cookies, and removes those that are no longer needed', async () => {
    const site = await createFakeSite()
    const browser = site.openBrowser()
    site.issuer.userinfo = { sub: 'alice', proof: 'x'.repeat(3000) }
    await browser.signIn()
    expect([...browser.cookies.keys()]).toEqual(['__Host-countersign-session', '__Host-countersign-session.1'])
    expect((await browser.readSession()).user?.claims['proof']).toHaveLength(3000)
    site.issuer.userinfo = { sub: 'alice' }
    await browser.signIn()
    expect([...browser.cookies.keys()]).toEqual(['__Host-countersign-session'])
    expect((await browser.readSession()).user?.sub).toBe('alice')
  })

  test('refuses a session that does not fit into cookies, and keeps it in a store', async () => {
    const site = await createFakeSite()
    site.issuer.userinfo = { sub: 'alice', proof: 'x'.repeat(6000) }
    const response = await site.openBrowser().signIn()
    expect(response.status).toBe(500)
    expect(await response.text()).toContain('session_too_large')
    const stored = await createFakeSite({ store: createMemorySessionStore({ now: site.issuer.now }) }, site.issuer)
    stored.issuer.userinfo = { sub: 'alice', proof: 'x'.repeat(20_000) }
    const browser = stored.openBrowser()
    await browser.signIn()
    expect((await browser.readSession()).user?.claims['proof']).toHaveLength(20_000)
  })
})

describe('a wrong client secret', () => {
  const refusal = { error: 'invalid_client', error_description: 'client authentication failed' }
  const reason =
    'the server refused the client secret: check COUNTERSIGN_CLIENT_SECRET, or run ' +
    'npx countersign application problems shop'

  test('ends the sign-in with the code invalid_client, and the log says what to check', async () => {
    const site = await createFakeSite()
    const browser = site.openBrowser()
    const callback = browser.createCallbackPath(await browser.startSignIn())
    site.issuer.replyToTokenRequest = () => refusal
    const response = await browser.send(callback)
    expect(response.status).toBe(502)
    expect(await response.text()).toContain('Error: invalid_client')
    expect(site.logged).toEqual([`countersign: the sign-in failed (invalid_client): ${reason}`])
  })

  test('keeps a session when it is refreshed, and the log says what to check', async () => {
    const site = await createFakeSite()
    const browser = site.openBrowser()
    await browser.signIn()
    site.issuer.replyToTokenRequest = () => refusal
    site.issuer.pass(280_000)
    expect((await browser.readSession()).user?.sub).toBe('alice')
    expect(site.logged).toEqual([`countersign: the session could not be refreshed; retrying in 30 s: ${reason}`])
  })
})

test('the page of a failed sign-in allows its own styles and no others', async () => {
  const response = await (await createFakeSite()).openBrowser().send('/auth/callback')
  const [, styles = ''] = /<style>(.*)<\/style>/.exec(await response.text()) ?? []
  const hash = createHash('sha256').update(styles).digest('base64')
  expect(styles).toContain('color-scheme')
  expect(response.headers.get('content-security-policy')).toContain(`; style-src 'sha256-${hash}';`)
})

describe('session', () => {
  test('ends after its maximum age, however often it is refreshed', async () => {
    const site = await createFakeSite({ maxAgeSeconds: 3600 })
    const browser = site.openBrowser()
    await browser.signIn()
    site.issuer.replyToTokenRequest = () => replyWithTokens(site, site.idClaims)
    site.issuer.pass(3_599_000)
    expect((await browser.readSession()).user?.sub).toBe('alice')
    site.issuer.pass(1000)
    expect((await browser.readSession()).user).toBe(null)
  })

  test('survives a new secret that comes before the old one', async () => {
    const [older, newer] = ['session-secret-of-32-characters-or-more', 'another-secret-of-32-characters-or-more']
    const site = await createFakeSite({ secret: older })
    const browser = site.openBrowser()
    await browser.signIn()
    const rotated = await createFakeSite({ secret: [newer, older] }, site.issuer)
    expect((await rotated.auth.authenticate(browser.request('/'))).user?.sub).toBe('alice')
    const replaced = await createFakeSite({ secret: newer }, site.issuer)
    expect((await replaced.auth.authenticate(browser.request('/'))).user).toBe(null)
  })

  test('redirects pages to the sign-in, and answers other requests with 401', async () => {
    const { auth } = await createFakeSite()
    const handler = auth.handler(() => new Response('never'))
    const page = await handler(new Request(`${fakeSiteOrigin}/a?b=c`, { headers: { accept: 'text/html,*/*' } }))
    expect(page.status).toBe(303)
    expect(page.headers.get('location')).toBe('/auth/sign-in?returnTo=%2Fa%3Fb%3Dc')
    const head = await handler(new Request(`${fakeSiteOrigin}/a`, { method: 'HEAD', headers: { accept: 'text/html' } }))
    expect(head.status).toBe(303)
    const call = await handler(new Request(`${fakeSiteOrigin}/a`, { headers: { accept: 'application/json' } }))
    expect(call.status).toBe(401)
    expect(await call.json()).toMatchObject({ error: 'signed_out' })
  })

  test('that has no end, because a store changed it, has ended', async () => {
    const { issuer } = await createFakeSite()
    const memory = createMemorySessionStore({ now: issuer.now })
    const get = async (id: string) => {
      const { expiresAt: _, ...session } = (await memory.get(id)) as StoredSession
      return session as StoredSession
    }
    const browser = (await createFakeSite({ store: { ...memory, get } }, issuer)).openBrowser()
    await browser.signIn()
    expect((await browser.readSession()).user).toBe(null)
  })

  test('keeps responses out of shared caches, unless the handler decides otherwise', async () => {
    const site = await createFakeSite()
    const browser = site.openBrowser()
    await browser.signIn()
    const get = async (response: Response) =>
      (await site.auth.handler(() => response)(browser.request('/'))).headers.get('cache-control')
    expect(await get(new Response('Alice'))).toBe('private, no-cache')
    expect(await get(new Response('Alice', { headers: { 'cache-control': 'no-store' } }))).toBe('no-store')
  })
})

describe('sign-out', () => {
  test('ends the session here, then at the server with an ID token hint', async () => {
    const site = await createFakeSite()
    const browser = site.openBrowser()
    await browser.signIn()
    const copied = browser.request('/')
    const response = await browser.signOut()
    const address = new URL(response.headers.get('location') ?? '')
    expect(address.origin + address.pathname).toBe(`${fakeIssuerOrigin}/end-session`)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'shop',
      id_token_hint: expect.stringMatching(/^eyJ/),
      post_logout_redirect_uri: `${fakeSiteOrigin}/`,
    })
    expect(browser.cookies.size).toBe(0)
    expect((await site.auth.authenticate(copied)).user).toBe(null)
    // A copy of the cookie must not be refreshed by a process that does not know of the sign-out.
    expect(site.issuer.revokedTokens).toEqual([expect.stringMatching(/^refresh-/)])
  })

  test('works while the server is unreachable, and without a session', async () => {
    const site = await createFakeSite({ afterSignOut: '/bye' })
    const browser = site.openBrowser()
    expect((await browser.signOut()).headers.get('location')).toBe(`${fakeSiteOrigin}/bye`)
    await browser.signIn()
    site.issuer.isReachable = false
    site.issuer.pass(3_600_001)
    await browser.signOut()
    expect((await browser.readSession()).user).toBe(null)
  })
})
