// Attacks on the sign-in and on sessions (RFC 9700 §4, OpenID Connect Core §3.1.3.7).
import { CompactEncrypt, UnsecuredJWT, decodeJwt, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { createFakeSite, fakeSiteOrigin, replyWithTokens } from '../testing/fake-site.ts'
import { fakeIssuerOrigin } from '../testing/fake-issuer.ts'

async function expectRefused(response: Response, code: string): Promise<void> {
  expect(response.status).toBeGreaterThanOrEqual(400)
  expect(response.headers.getSetCookie().filter((cookie) => cookie.includes('session='))).toEqual([])
  expect(await response.text()).toContain(`Error: ${code}`)
}

describe('O36: callback', () => {
  test('refuses the response of a sign-in that another browser started (CSRF)', async () => {
    const site = await createFakeSite()
    const attacker = site.openBrowser()
    const link = attacker.createCallbackPath(await attacker.startSignIn())
    const victim = site.openBrowser()
    await expectRefused(await victim.send(link), 'sign_in_not_found')
    await victim.startSignIn()
    await expectRefused(await victim.send(link), 'sign_in_not_found')
  })

  test('refuses a state that was mixed up with the one of another tab', async () => {
    const site = await createFakeSite()
    const browser = site.openBrowser()
    const [one, two] = [await browser.startSignIn('/one'), await browser.startSignIn('/two')]
    const mixed = new URL(one)
    mixed.searchParams.set('state', two.searchParams.get('state') ?? '')
    // The nonce is of the first tab, the state of the second.
    await expectRefused(await browser.send(browser.createCallbackPath(mixed)), 'invalid_response')
    const cut = (one.searchParams.get('state') ?? '').slice(0, 8)
    await expectRefused(await browser.send(browser.createCallbackPath(one, { state: cut })), 'sign_in_not_found')
  })

  test('refuses a replayed callback, because its cookie was used', async () => {
    const browser = (await createFakeSite()).openBrowser()
    const callback = browser.createCallbackPath(await browser.startSignIn())
    expect((await browser.send(callback)).status).toBe(303)
    await expectRefused(await browser.send(callback), 'sign_in_not_found')
  })

  test('refuses a replayed code, as the server does', async () => {
    const site = await createFakeSite()
    const browser = site.openBrowser()
    const callback = browser.createCallbackPath(await browser.startSignIn())
    site.issuer.replyToTokenRequest = () => ({ error: 'invalid_grant', error_description: 'the code was used' })
    await expectRefused(await browser.send(callback), 'invalid_grant')
    expect(site.logged).toEqual(['countersign: the sign-in failed (invalid_grant): invalid_grant (the code was used)'])
  })

  test('refuses the response of another issuer (RFC 9207)', async () => {
    const browser = (await createFakeSite()).openBrowser()
    const start = () => browser.startSignIn()
    const other = browser.createCallbackPath(await start(), { iss: 'https://evil.example' })
    await expectRefused(await browser.send(other), 'invalid_response')
    const none = browser.createCallbackPath(await start()).replace(/&iss=[^&]*/, '')
    await expectRefused(await browser.send(none), 'invalid_response')
  })

  test('refuses a sign-in that took longer than ten minutes', async () => {
    const site = await createFakeSite()
    const browser = site.openBrowser()
    const callback = browser.createCallbackPath(await browser.startSignIn())
    site.issuer.pass(600_001)
    await expectRefused(await browser.send(callback), 'sign_in_not_found')
  })

  test.each([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['for another application', { aud: 'other' }],
    ['with another nonce', { nonce: 'other' }],
    ['without a nonce', { nonce: undefined }],
    ['that expired', { exp: 1_700_000_000 }],
  ])('refuses an ID token %s', async (_what, change) => {
    const site = await createFakeSite()
    site.idClaims = { ...site.idClaims, ...change }
    await expectRefused(await site.openBrowser().signIn(), 'invalid_response')
    // The reason, without tokens and personal data.
    expect(site.logged.join()).toMatch(/^countersign: the sign-in failed \(invalid_response\): .*JWT/)
    expect(site.logged.join()).not.toMatch(/alice|eyJ/)
  })

  test('refuses an ID token that another key signed', async () => {
    const site = await createFakeSite()
    const browser = site.openBrowser()
    const callback = browser.createCallbackPath(await browser.startSignIn())
    const reply = site.issuer.replyToTokenRequest
    const { privateKey } = await generateKeyPair('ES256')
    site.issuer.replyToTokenRequest = async (request) => {
      const tokens = await reply(request)
      const [header, payload] = String(tokens['id_token']).split('.')
      const [, , signature] = (await site.issuer.sign({}, {}, privateKey)).split('.')
      return { ...tokens, id_token: `${header}.${payload}.${signature}` }
    }
    await expectRefused(await browser.send(callback), 'invalid_response')
  })

  test('refuses the userinfo of another person', async () => {
    const site = await createFakeSite()
    site.issuer.userinfo = { sub: 'bob', name: 'Bob' }
    await expectRefused(await site.openBrowser().signIn(), 'invalid_response')
  })

  test('shows a refusal of the person with a link to sign in again, and none of the text in the address', async () => {
    const browser = (await createFakeSite()).openBrowser()
    const authorization = await browser.startSignIn('/orders')
    const state = authorization.searchParams.get('state') ?? ''
    const query = new URLSearchParams({
      error: 'access_denied',
      error_description: '<script>alert(1)</script> Call 555-0100',
      state,
      iss: fakeIssuerOrigin,
    })
    const response = await browser.send(`/auth/callback?${query}`)
    expect(response.status).toBe(403)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const page = await response.text()
    expect(page).toContain('Nothing was shared')
    expect(page).toContain('href="/auth/sign-in?returnTo=%2Forders"')
    expect(page).not.toMatch(/script|555/)
  })

  test('does not show an error code that is not one', async () => {
    const browser = (await createFakeSite()).openBrowser()
    const state = (await browser.startSignIn()).searchParams.get('state') ?? ''
    const query = new URLSearchParams({ error: '"><script>', state, iss: fakeIssuerOrigin })
    await expectRefused(await browser.send(`/auth/callback?${query}`), 'invalid_response')
  })

  test.each(['constructor', '__proto__'])(
    'shows the error code %s, which objects inherit, as any other',
    async (error) => {
      const browser = (await createFakeSite()).openBrowser()
      const state = (await browser.startSignIn()).searchParams.get('state') ?? ''
      const query = new URLSearchParams({ error, state, iss: fakeIssuerOrigin })
      await expectRefused(await browser.send(`/auth/callback?${query}`), error)
    },
  )

  test.each([
    ['without a signature', { alg: 'none' }],
    ['signed with the client secret', { alg: 'HS256' }],
  ])('refuses an ID token %s', async (_what, header) => {
    const site = await createFakeSite()
    const browser = site.openBrowser()
    const callback = browser.createCallbackPath(await browser.startSignIn())
    const reply = site.issuer.replyToTokenRequest
    site.issuer.replyToTokenRequest = async (request) => {
      const tokens = await reply(request)
      const claims = decodeJwt(String(tokens['id_token']))
      const secret = new TextEncoder().encode('client-secret-of-32-characters-or-more')
      const unsigned = new UnsecuredJWT(claims).encode()
      return { ...tokens, id_token: header.alg === 'none' ? unsigned : await site.issuer.sign(claims, header, secret) }
    }
    await expectRefused(await browser.send(callback), 'invalid_response')
  })
})

describe('O36: session cookie', () => {
  test('is refused after any change', async () => {
    const site = await createFakeSite()
    const browser = site.openBrowser()
    await browser.signIn()
    const [name = '', value = ''] = [...browser.cookies][0] ?? []
    const parts = value.split('.')
    for (const index of parts.keys()) {
      const part = parts[index] ?? ''
      const changed = parts.with(index, `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`).join('.')
      browser.cookies.set(name, changed)
      expect((await site.auth.authenticate(browser.request('/'))).user).toBe(null)
    }
    browser.cookies.set(name, value)
    expect((await site.auth.authenticate(browser.request('/'))).user?.sub).toBe('alice')
  })

  test('is refused if it is a sign-in cookie, or encrypted with another algorithm', async () => {
    const site = await createFakeSite()
    const browser = site.openBrowser()
    await browser.startSignIn()
    const [signIn = ''] = browser.cookies.values()
    browser.cookies.set('__Host-countersign-session', signIn)
    expect((await site.auth.authenticate(browser.request('/'))).user).toBe(null)
    const forged = await new CompactEncrypt(new TextEncoder().encode('{"id":"a","session":{"sub":"bob"}}'))
      .setProtectedHeader({ alg: 'PBES2-HS256+A128KW', enc: 'A128GCM' })
      .encrypt(new TextEncoder().encode('session-secret-of-32-characters-or-more'))
    browser.cookies.set('__Host-countersign-session', forged)
    expect((await site.auth.authenticate(browser.request('/'))).user).toBe(null)
  })

  test.each([{ clientId: 'other' }, { issuer: 'https://other.example' }])(
    'of a site with the same secret is refused by the site with %j',
    async (options) => {
      const browser = (await createFakeSite()).openBrowser()
      await browser.signIn()
      const other = await createFakeSite(options)
      expect((await other.auth.authenticate(browser.request('/'))).user).toBe(null)
    },
  )

  test('gets a new ID at each sign-in, and the previous session ends (session fixation)', async () => {
    const site = await createFakeSite()
    const attacker = site.openBrowser()
    await attacker.signIn()
    const planted = new Map(attacker.cookies)
    const victim = site.openBrowser()
    for (const [name, value] of planted) victim.cookies.set(name, value)
    site.idClaims = { sub: 'bob', sid: 'session-2' }
    site.issuer.userinfo = { sub: 'bob' }
    await victim.signIn()
    expect((await victim.readSession()).user?.sub).toBe('bob')
    expect((await site.auth.authenticate(attacker.request('/'))).user).toBe(null)
  })
})

test('a refreshed ID token of another person ends neither session nor changes its person', async () => {
  const site = await createFakeSite()
  const browser = site.openBrowser()
  await browser.signIn()
  site.issuer.pass(300_000)
  site.issuer.replyToTokenRequest = () => replyWithTokens(site, { sub: 'bob' })
  expect((await browser.readSession()).user?.sub).toBe('alice')
})

describe('O36: sign-out', () => {
  test.each<[string, Record<string, string>]>([
    ['from another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['from another host of the same site', { 'sec-fetch-site': 'same-site', origin: 'https://evil.shop.example' }],
    ['with another origin, from a browser without Sec-Fetch-Site', { origin: 'https://evil.example' }],
    ['with the origin null', { origin: 'null' }],
    ['without any origin', {}],
  ])('refuses a request %s', async (_what, headers) => {
    const browser = (await createFakeSite()).openBrowser()
    await browser.signIn()
    const response = await browser.send('/auth/sign-out', { method: 'POST', headers })
    expect(response.status).toBe(403)
    expect((await browser.readSession()).user?.sub).toBe('alice')
  })

  test('is not possible with GET', async () => {
    const { auth } = await createFakeSite()
    expect(await auth.handle(new Request(`${fakeSiteOrigin}/auth/sign-out`))).toBe(null)
  })
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
  'data:text/html,hello',
  'evil.example',
  '/%0d%0aSet-Cookie:a=b\r\nX: y',
  '@evil.example',
  `/${'a'.repeat(2001)}`,
  '/\u00e4',
])('O36: never redirects to the returnTo %j', async (returnTo) => {
  const browser = (await createFakeSite()).openBrowser()
  const response = await browser.signIn(returnTo)
  expect(response.headers.get('location')).toBe(`${fakeSiteOrigin}/`)
})
