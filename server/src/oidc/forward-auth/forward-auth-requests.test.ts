// Which requests of a proxy are answered, and how: other proxies, scripts, long addresses, nginx and Envoy (THREATS O16, N6).
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

test('O16 N6 nobody but a listed proxy is answered, whatever it says', async () => {
  const app = await createProtectedSiteTestServer({ environment: { COUNTERSIGN_TRUSTED_PROXIES: '10.0.0.1' } })
  await addProtectedTestSite(app)
  const browser = new ProtectedSiteBrowser(app)
  expect((await browser.checkRequest(wiki)).json()).toMatchObject({ code: 'site.not_found', status: 403 })
  expect((await browser.openServerUrl(createProtectedSiteSignInUrl(wiki, '/'))).json()).toMatchObject({
    code: 'site.not_found',
    status: 403,
  })
  expect(app.log.join('')).toContain('127.0.0.1 is no proxy that COUNTERSIGN_TRUSTED_PROXIES lists')
  const named = await app.http.inject({
    url: '/forward-auth',
    remoteAddress: '10.0.0.1',
    headers: { 'x-forwarded-host': wiki, 'x-forwarded-uri': '/' },
  })
  expect(named.statusCode).toBe(403)
  expect(app.log.join('')).toContain('the proxy sends no X-Forwarded-Method')
})

test('O16 a script, a form and whatever else is not opened is told 401, and goes nowhere', async () => {
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

test('O16 a long address is come back to byte for byte, and of one that is too long the page names the limit', async () => {
  const app = await createProtectedSiteTestServer()
  await addProtectedTestSite(app)
  const browser = new ProtectedSiteBrowser(app)
  for (const path of [longPath(1501), longPath(longest)]) {
    const entered = await browser.signInAndOpen(wiki, path)
    expect([entered.statusCode, getRedirectLocation(entered)]).toEqual([303, `https://${wiki}${path}`])
    browser.cookies.clear()
  }
  const begun = await browser.openServerUrl(
    getRedirectLocation(await browser.checkRequest(wiki, longPath(longest + 1))),
  )
  expect(begun.statusCode).toBe(414)
  expect(begun.body).toContain('up to 2,000 characters')
  expect(/href="([^"]+)"/.exec(begun.body)?.[1]).toBe(`https://${wiki}/.countersign/sign-in`)
  const nginx = await browser.checkRequest(wiki, longPath(longest + 1), { path: '/forward-auth/nginx' })
  expect([nginx.statusCode, getRedirectLocation(nginx)]).toEqual([
    401,
    `https://${wiki}/.countersign/sign-in?too_long=yes`,
  ])
})

test('O16 a host of this machine is come back to by https, where its proxy says that it was opened so', async () => {
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
  // A host of the internet has no page without TLS, whatever a proxy says.
  await addProtectedTestSite(app, { id: 'notes', hosts: ['notes.example'] })
  expect(getRedirectLocation(await other.checkRequest('notes.example', '/one', { headers: plain }))).toMatch(/^https:/)
})

test('O16 nginx is told where the sign-in is by 401, and Envoy asks with the request of the page itself', async () => {
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
      // Of the visitor: Envoy passes it on only where it is told to.
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
