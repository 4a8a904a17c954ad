import { describe, expect, test } from 'vitest'
import { createFakeSite, replyWithTokens } from '../testing/fake-site.ts'
import { createMemorySessionStore } from './session-store.ts'

describe('session', () => {
  test.each(['cookie', 'store'])(
    'is refreshed once for parallel requests, and keeps its new tokens (%s)',
    async (kind) => {
      const issuer = (await createFakeSite()).issuer
      const store = kind === 'store' ? { store: createMemorySessionStore({ now: issuer.now }) } : {}
      const site = await createFakeSite(store, issuer)
      const browser = site.openBrowser()
      await browser.signIn()
      const before = (await browser.readSession()).accessToken
      const used: (string | null)[] = []
      issuer.replyToTokenRequest = ({ parameters }) => {
        used.push(parameters.get('refresh_token'))
        return replyWithTokens(site, site.idClaims)
      }
      issuer.userinfo = { sub: 'alice', name: 'Alice Liddell' }
      issuer.pass(280_000)
      const old = browser.request('/')
      const results = await Promise.all([1, 2, 3].map(() => site.auth.authenticate(old.clone())))
      expect(used.length).toBe(1)
      const [first] = results
      expect(first?.accessToken).not.toBe(before)
      expect(first?.user?.name).toBe('Alice Liddell')
      expect(new Set(results.map(({ accessToken }) => accessToken)).size).toBe(1)
      // A request that is late still carries the cookie from before.
      expect((await site.auth.authenticate(old.clone())).accessToken).toBe(first?.accessToken)
      expect((await browser.readSession()).accessToken).toBe(first?.accessToken)
      expect(used.length).toBe(1)
      issuer.pass(280_000)
      await browser.readSession()
      expect(new Set(used).size).toBe(2)
    },
  )

  test('keeps its new tokens and the known claims if only the userinfo endpoint fails', async () => {
    const site = await createFakeSite()
    const browser = site.openBrowser()
    await browser.signIn()
    const used: (string | null)[] = []
    site.issuer.replyToTokenRequest = ({ parameters }) => {
      used.push(parameters.get('refresh_token'))
      return replyWithTokens(site, site.idClaims)
    }
    site.issuer.userinfo = null
    for (let index = 0; index < 2; index++) {
      site.issuer.pass(280_000)
      const { user, accessToken } = await browser.readSession()
      expect(user).toMatchObject({ sub: 'alice', name: 'Alice' })
      expect(accessToken).toEqual(expect.stringContaining('access-'))
    }
    // A rotated refresh token would count as stolen if it were used again (RFC 9700 §4.14.2).
    expect(new Set(used).size).toBe(2)
    expect(site.logged.join()).toContain('userinfo')
  })

  test.each([null, undefined])('that the store removed is not saved again by a refresh (%s)', async (missing) => {
    const { issuer } = await createFakeSite()
    const memory = createMemorySessionStore({ now: issuer.now })
    const get = async (id: string) => (await memory.get(id)) ?? (missing as null)
    const site = await createFakeSite({ store: { ...memory, get } }, issuer)
    const browser = site.openBrowser()
    await browser.signIn()
    issuer.pass(280_000)
    issuer.replyToTokenRequest = async () => {
      // Another process signs the person out.
      await memory.deleteBySid('session-1')
      return replyWithTokens(site, site.idClaims)
    }
    expect((await browser.readSession()).user).toBe(null)
    expect((await browser.readSession()).user).toBe(null)
  })

  test('ends if the server refuses the refresh token, and continues while it is unreachable', async () => {
    const site = await createFakeSite()
    const browser = site.openBrowser()
    await browser.signIn()
    site.issuer.pass(310_000)
    site.issuer.isReachable = false
    expect(await browser.readSession()).toMatchObject({ user: { sub: 'alice' }, accessToken: null })
    const requests = site.issuer.requests.length
    await browser.readSession()
    expect(site.issuer.requests.length).toBe(requests)
    site.issuer.isReachable = true
    site.issuer.replyToTokenRequest = () => ({ error: 'invalid_grant' })
    site.issuer.pass(31_000)
    expect(await browser.readSession()).toMatchObject({ user: null })
    expect(browser.cookies.size).toBe(0)
  })
})

describe('token for an API', () => {
  const options = { api: 'https://api.shop.example', scope: 'openid profile offline_access orders' }
  const resource = 'https://api.shop.example/'

  test('is separate from the token for userinfo, also after a refresh with rotated refresh tokens', async () => {
    const site = await createFakeSite(options)
    const browser = site.openBrowser()
    const authorization = await browser.startSignIn()
    expect(authorization.searchParams.get('resource')).toBe(resource)
    const callback = browser.createCallbackPath(authorization)
    const reply = site.issuer.replyToTokenRequest
    const requests: (string | null)[] = []
    let current: unknown
    site.issuer.replyToTokenRequest = async (request) => {
      const { parameters } = request
      requests.push(parameters.get('resource'))
      if (current !== undefined) expect(parameters.get('refresh_token')).toBe(current)
      const tokens = await (requests.length === 1 ? reply(request) : replyWithTokens(site, site.idClaims))
      current = tokens['refresh_token']
      return parameters.has('resource')
        ? { ...tokens, access_token: `api-${requests.length}`, scope: 'orders' }
        : tokens
    }
    await browser.send(callback)
    expect(requests).toEqual([null, resource])
    expect(await browser.readSession()).toMatchObject({ user: { name: 'Alice' }, accessToken: 'api-2' })
    site.issuer.userinfo = { sub: 'alice', name: 'Alice Liddell' }
    site.issuer.pass(280_000)
    expect(await browser.readSession()).toMatchObject({
      user: { name: 'Alice Liddell', scopes: ['openid', 'profile', 'offline_access'] },
      accessToken: 'api-4',
    })
    expect(requests).toEqual([null, resource, null, resource])
    site.issuer.pass(280_000)
    expect(await browser.readSession()).toMatchObject({ accessToken: 'api-6' })
  })

  test('is null if the server refuses it or issues no refresh token, and the log says why', async () => {
    const site = await createFakeSite(options)
    const browser = site.openBrowser()
    const callback = browser.createCallbackPath(await browser.startSignIn())
    const reply = site.issuer.replyToTokenRequest
    site.issuer.replyToTokenRequest = async (request) => ({ ...(await reply(request)), refresh_token: undefined })
    await browser.send(callback)
    expect(await browser.readSession()).toMatchObject({ user: { name: 'Alice' }, accessToken: null })
    expect(site.logged.join()).toContain('first-party')

    const next = browser.createCallbackPath(await browser.startSignIn())
    const answer = site.issuer.replyToTokenRequest
    site.issuer.replyToTokenRequest = (request) =>
      request.parameters.has('resource') ? { error: 'invalid_target', error_description: 'not open' } : answer(request)
    await browser.send(next)
    expect(await browser.readSession()).toMatchObject({ user: { name: 'Alice' }, accessToken: null })
    expect(site.logged.join()).toContain('invalid_target (not open)')
  })
})
