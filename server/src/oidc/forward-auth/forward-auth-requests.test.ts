// Which proxy requests are answered: scripts, long URLs, nginx and Envoy (THREATS O16, N6).
import { serverLimitDefinitions } from '@countersign/api/server-limits'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { expect, test } from 'vitest'
import { getRedirectLocation } from '../../testing/oidc-application-test-steps.ts'
import {
  ProtectedSiteBrowser,
  addProtectedTestSite,
  createProtectedSiteSignInUrl,
  createProtectedSiteTestServer,
  browserNavigationHeaders,
} from '../../testing/protected-site-test-steps.ts'

const wiki = 'wiki.example'

test('O16 N6: forward auth answers only listed proxies that send all required headers', async () => {
  const app = await createProtectedSiteTestServer({ environment: { COUNTERSIGN_TRUSTED_PROXIES: '10.0.0.1' } })
  await addProtectedTestSite(app)
  const browser = new ProtectedSiteBrowser(app)
  expect((await browser.checkRequest(wiki)).json()).toMatchObject({ code: 'site.not_found', status: 403 })
  expect((await browser.openServerUrl(createProtectedSiteSignInUrl(wiki, '/'))).json()).toMatchObject({
    code: 'site.not_found',
    status: 403,
  })
  expect(app.log.join('')).toContain('127.0.0.1 is not listed in COUNTERSIGN_TRUSTED_PROXIES')
  const named = await app.http.inject({
    url: '/forward-auth',
    remoteAddress: '10.0.0.1',
    headers: { 'x-forwarded-host': wiki, 'x-forwarded-uri': '/' },
  })
  expect(named.statusCode).toBe(403)
  expect(app.log.join('')).toContain('the proxy does not send X-Forwarded-Method')
})

test('O16: scripts, form posts, and other non-navigation requests get 401 without a redirect', async () => {
  const app = await createProtectedSiteTestServer()
  await addProtectedTestSite(app)
  const browser = new ProtectedSiteBrowser(app)
  const asked = [
    { method: 'POST' },
    { headers: { accept: '*/*' } },
    { headers: { ...browserNavigationHeaders, 'sec-fetch-mode': 'cors' } },
    { headers: { ...browserNavigationHeaders, 'x-requested-with': 'XMLHttpRequest' } },
  ]
  for (const options of asked) {
    const answer = await browser.checkRequest(wiki, '/', options)
    expect([answer.statusCode, getRedirectLocation(answer)]).toEqual([401, ''])
  }
})

const longest = serverLimitDefinitions.protectedAddressCharacters.default

const longPath = (length: number): string => `/find?q=%7e&r=a+b&s=[1]|'(x)'&t=`.padEnd(length, 'x%20&=')

test('O16: sign-in returns to a long URL byte for byte, and states the limit if a URL is too long', async () => {
  const app = await createProtectedSiteTestServer()
  await addProtectedTestSite(app)
  const browser = new ProtectedSiteBrowser(app)
  for (const path of [longPath(1501), longPath(longest)]) {
    const entered = await browser.signInAndOpen(wiki, path)
    expect([entered.statusCode, getRedirectLocation(entered)]).toEqual([303, `https://${wiki}${path}`])
    browser.cookies.clear()
  }
  const signInResponse = await browser.openServerUrl(
    getRedirectLocation(await browser.checkRequest(wiki, longPath(longest + 1))),
  )
  expect(signInResponse.statusCode).toBe(414)
  expect(signInResponse.body).toContain('up to 2,000 characters')
  expect(/href="([^"]+)"/.exec(signInResponse.body)?.[1]).toBe(`https://${wiki}/.countersign/sign-in`)
  const nginx = await browser.checkRequest(wiki, longPath(longest + 1), { path: '/forward-auth/nginx' })
  expect([nginx.statusCode, getRedirectLocation(nginx)]).toEqual([
    401,
    `https://${wiki}/.countersign/sign-in?too_long=yes`,
  ])
})

test('O16: the return URL of a .localhost host follows X-Forwarded-Proto; others use HTTPS', async () => {
  const app = await createProtectedSiteTestServer()
  const host = 'wiki.localhost'
  await addProtectedTestSite(app, { hosts: [host] })
  const browser = new ProtectedSiteBrowser(app)
  const entered = await browser.signInAndOpen(host, '/one', ethereumTestKeys.alice)
  expect(getRedirectLocation(entered)).toBe('https://wiki.localhost/one')
  expect((await browser.checkRequest(host)).statusCode).toBe(200)
  const plain = { ...browserNavigationHeaders, 'x-forwarded-proto': 'http' }
  const other = new ProtectedSiteBrowser(app)
  expect(getRedirectLocation(await other.checkRequest(host, '/one', { headers: plain }))).toMatch(
    /^http:\/\/wiki\.localhost\//,
  )
  await addProtectedTestSite(app, { id: 'notes', hosts: ['notes.example'] })
  expect(getRedirectLocation(await other.checkRequest('notes.example', '/one', { headers: plain }))).toMatch(/^https:/)
})

test('O16: nginx gets the sign-in URL with a 401, and Envoy checks use the original request', async () => {
  const app = await createProtectedSiteTestServer()
  await addProtectedTestSite(app)
  const browser = new ProtectedSiteBrowser(app)
  const nginx = await browser.checkRequest(wiki, '/one?two=3', { path: '/forward-auth/nginx' })
  expect([nginx.statusCode, getRedirectLocation(nginx)]).toEqual([
    401,
    createProtectedSiteSignInUrl(wiki, '/one?two=3'),
  ])
  const envoy = async (method: 'GET' | 'POST', host: string, cookie = '') =>
    app.http.inject({
      method,
      url: '/forward-auth/envoy/one?two=3',
      // The visitor's own header, which Envoy forwards only if configured to.
      headers: {
        host,
        ...browserNavigationHeaders,
        'x-forwarded-host': 'vault.example',
        cookie,
        'content-length': '0',
      },
    })
  const first = await envoy('GET', wiki)
  expect([first.statusCode, getRedirectLocation(first)]).toEqual([
    302,
    createProtectedSiteSignInUrl(wiki, '/one?two=3'),
  ])
  expect((await envoy('POST', wiki)).statusCode).toBe(401)
  await browser.signInAndOpen(wiki)
  const [[name, value] = []] = [...(browser.cookies.get(wiki) ?? [])].filter(([key]) => !key.endsWith('begun'))
  for (const method of ['GET', 'POST'] as const) {
    const answer = await envoy(method, wiki, `${name}=${value}`)
    expect([answer.statusCode, answer.headers['remote-name']]).toEqual([200, ''])
  }
  expect((await envoy('GET', 'vault.example', `${name}=${value}`)).statusCode).toBe(403)
})
