// Forward authentication as a reverse proxy and a browser see it, and the attacks on it.
import { limits } from '@countersign/api/limits'
import { testKeys } from '@countersign/testing/test-keys'
import { describe, expect, test } from 'vitest'
import { disableApplication } from '../../store/applications/disable-application.ts'
import { changeApplication } from '../../store/applications/change-application.ts'
import { findApplication } from '../../store/applications/application-store.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createFakeChain, createFakeChains } from '../../testing/fake-chains.ts'
import { openSteppedUpBrowser } from '../../testing/test-app.ts'
import { testOnBothDatabases } from '../../testing/test-databases.ts'
import { addTestGroup, deployTestToken, testTokenAddress } from '../../testing/test-groups.ts'
import { exchangeCode, redirectLocationOf, postForm } from '../../testing/test-openid.ts'
import {
  ProtectedSiteBrowser,
  addTestSite,
  siteSignInUrl,
  createSiteApp,
  navigationHeaders,
} from '../../testing/test-protected-sites.ts'

const wiki = 'wiki.example'
const told = ['remote-user', 'remote-name', 'remote-groups', 'remote-wallet', 'remote-email']

describe('forward authentication', () => {
  test('O16 whoever opens a page is sent to sign in, comes back to it, and is told to it in headers that are always there', async () => {
    const app = await createSiteApp()
    await addTestSite(app, { scopes: ['openid', 'profile', 'wallet'] })
    const browser = new ProtectedSiteBrowser(app)
    const first = await browser.checkRequest(wiki, '/pages/one?edit=1')
    expect([first.statusCode, redirectLocationOf(first)]).toEqual([302, siteSignInUrl(wiki, '/pages/one?edit=1')])
    expect(told.map((name) => first.headers[name])).toEqual(['', '', '', '', ''])
    const entered = await browser.signInAndOpen(wiki, '/pages/one?edit=1')
    expect([entered.statusCode, redirectLocationOf(entered)]).toEqual([303, 'https://wiki.example/pages/one?edit=1'])
    const { headers, statusCode, body } = await browser.checkRequest(wiki, '/pages/one?edit=1')
    expect([statusCode, body]).toEqual([200, ''])
    expect(headers['remote-wallet']).toBe(`eip155:1:${testKeys.alice.address}`)
    // Who has chosen no user name is told apart all the same, by what no user name can be.
    expect(headers['remote-user']).toMatch(/^_[0-9a-z]{26}$/)
    await browser.signInBrowser.send('POST', '/api/person/user-name', { name: 'alice' })
    expect((await browser.checkRequest(wiki)).headers['remote-user']).toBe('alice')
    expect(told.filter((name) => headers[name] === undefined)).toEqual([])
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(entered.headers['set-cookie']).toMatch(
      /^__Host-countersign-site=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  testOnBothDatabases(
    'O16 a session that ends ends the visit with it, and a proof in place of another goes on with it',
    async (kind) => {
      const app = await createSiteApp({ database: kind })
      await addTestSite(app)
      const browser = new ProtectedSiteBrowser(app)
      await browser.signInAndOpen(wiki)
      await browser.signInBrowser.stepUp()
      expect((await browser.checkRequest(wiki)).statusCode).toBe(200)
      await browser.signInBrowser.send('POST', '/api/sign-out')
      expect((await browser.checkRequest(wiki)).statusCode).toBe(302)
    },
  )

  testOnBothDatabases(
    'O16 who is suspended, takes the consent back, or whose site is disabled is let in no more',
    async (kind) => {
      const app = await createSiteApp({ database: kind })
      await addTestSite(app)
      const { queries } = app.database
      const browser = new ProtectedSiteBrowser(app)
      await browser.signInAndOpen(wiki)
      const status = async (): Promise<number> => (await browser.checkRequest(wiki)).statusCode
      await queries.updateTable('people').set({ status: 'suspended' }).execute()
      expect(await status()).toBe(302)
      await queries.updateTable('people').set({ status: 'active' }).execute()
      expect(await status()).toBe(200)
      await browser.signInBrowser.stepUp()
      const grants = (await browser.signInBrowser.send('GET', '/api/grants')).json<{ items: { id: string }[] }>()
      expect((await browser.signInBrowser.send('DELETE', `/api/grants/${grants.items[0]?.id}`)).statusCode).toBe(204)
      expect(await status()).toBe(302)
      await browser.signInAndOpen(wiki)
      expect(await status()).toBe(200)
      await disableApplication({ queries, random: systemRandomBytes }, 'wiki', app.clock.now)
      // Told apart from a host that is not protected here, which the operator would look for elsewhere.
      expect((await browser.checkRequest(wiki)).json()).toMatchObject({ code: 'application.disabled', status: 403 })
      expect((await browser.checkRequest('https://unknown.example/')).json()).toMatchObject({
        code: 'site.unknown',
        status: 403,
      })
      expect(app.log.join('')).toContain('the site \\"wiki\\" is disabled')
    },
  )

  testOnBothDatabases(
    'O16 who loses the group or meets another rule no more, is let in to no page from then on, and sees which one is missing',
    async (kind) => {
      const chain = createFakeChain()
      const balances = deployTestToken(chain).set(testKeys.alice.address.toLowerCase(), 10n)
      const app = await createSiteApp({ database: kind, chains: createFakeChains(chain) })
      await addTestGroup(app, 'staff', { type: 'erc20', chain: '1', contract: testTokenAddress, atLeast: '10' })
      await addTestSite(app, { allowedGroups: ['staff'], scopes: ['openid', 'groups'] })
      const browser = new ProtectedSiteBrowser(app)
      await browser.signInAndOpen(wiki)
      expect((await browser.checkRequest(wiki)).headers['remote-groups']).toBe('staff')
      // Another rule: the visit stays, and shows what is missing for as long as it is.
      const { queries } = app.database
      const record = await findApplication(queries, 'wiki')
      if (record === undefined) throw new Error('no site')
      const context = { queries, random: systemRandomBytes }
      await addTestGroup(app, 'board', { type: 'wallets', wallets: [testKeys.bob.address] })
      await changeApplication(
        context,
        { definition: { ...record.definition, allowedGroups: ['board'] } },
        app.clock.now,
      )
      const page = await browser.checkRequest(wiki, '/secret', {
        headers: { ...navigationHeaders, 'accept-language': 'de-AT,en;q=0.5' },
      })
      expect([page.statusCode, page.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
      expect(page.body).toContain('gehören aber nicht zu Group board')
      expect(page.headers['remote-user']).toBe('')
      const script = await browser.checkRequest(wiki, '/data', { headers: { accept: '*/*' } })
      expect(script.json()).toMatchObject({ code: 'application.not_allowed', status: 403 })
      await changeApplication(context, { definition: record.definition }, app.clock.now)
      expect((await browser.checkRequest(wiki)).statusCode).toBe(200)
      // What made them a member is gone: nothing that was given for it is left.
      balances.clear()
      await queries.updateTable('group_members').set({ checked_at: 0 }).execute()
      expect((await browser.checkRequest(wiki)).statusCode).toBe(403)
      expect((await browser.checkRequest(wiki)).statusCode).toBe(302)
    },
  )

  testOnBothDatabases('O16 a code works once, on the host and in the browser that it was asked for', async (kind) => {
    const app = await createSiteApp({ database: kind })
    const site = await addTestSite(app, { hosts: [wiki, 'notes.example'] })
    const browser = new ProtectedSiteBrowser(app)
    const back = await browser.signInAndReturn(wiki, '/one')
    const refused = async (by: ProtectedSiteBrowser, address: string): Promise<void> => {
      const answer = await by.openServerUrl(address)
      expect([answer.statusCode, [answer.headers['set-cookie'] ?? []].flat()]).toEqual([400, []])
    }
    // Planted in another browser, which has begun by itself as well (login CSRF).
    const other = new ProtectedSiteBrowser(app)
    await refused(other, back.href)
    await other.openServerUrl(siteSignInUrl(wiki, '/one'))
    await refused(other, back.href)
    await browser.openServerUrl(siteSignInUrl('notes.example', '/one'))
    await refused(browser, back.href.replace(wiki, 'notes.example'))
    for (const [name, value] of [
      ['iss', 'https://other.example'],
      ['state', 'x.y'],
      ['code', 'x'],
    ] as const) {
      const changed = new URL(back)
      changed.searchParams.set(name, value)
      await refused(browser, changed.href)
    }
    // The client of a site is this server: a program gets nothing for the code.
    const redirectUri = 'https://wiki.example/.countersign/callback'
    expect(
      (await exchangeCode(app, { ...site, redirectUri }, back.searchParams.get('code') ?? '')).json(),
    ).toMatchObject({
      error: 'invalid_client',
    })
    expect((await browser.openServerUrl(back.href)).statusCode).toBe(303)
    expect((await browser.checkRequest(wiki)).statusCode).toBe(200)
    // Whoever shows it again ends what it gave (O1).
    await refused(browser, back.href)
    expect((await browser.checkRequest(wiki)).statusCode).toBe(302)
  })

  test('O16 an open path needs no sign-in, identifies nobody who has none, and opens nothing next to it', async () => {
    const app = await createSiteApp()
    const openPaths = ['/manifest.json', 'GET,POST /static/', 'OPTIONS /api/']
    await addTestSite(app, { openPaths })
    await addTestSite(app, { id: 'notes', name: 'Notes', hosts: ['notes.example'] })
    const browser = new ProtectedSiteBrowser(app)
    const open = async (uri: string, options?: Parameters<ProtectedSiteBrowser['checkRequest']>[2], host = wiki) => {
      const { statusCode, headers } = await browser.checkRequest(host, uri, options)
      return [statusCode, told.map((name) => headers[name])]
    }
    const nobody = ['', '', '', '', '']
    const forged = { ...navigationHeaders, 'remote-user': 'admin', 'remote-groups': 'staff' }
    const preflight = { accept: '*/*', origin: 'https://other.example', 'access-control-request-method': 'PUT' }
    expect(await open('/manifest.json?v=1', { headers: forged })).toEqual([200, nobody])
    expect(await open('/static/a%20b.js', { method: 'POST', headers: { accept: '*/*' } })).toEqual([200, nobody])
    expect(await open('/static/', { path: '/forward-auth/nginx' })).toEqual([200, nobody])
    expect(await open('/api/items', { method: 'OPTIONS', headers: preflight })).toEqual([200, nobody])
    expect(await open('/api/items', { method: 'OPTIONS', headers: { accept: '*/*' } })).toEqual([401, nobody])
    expect(await open('/api/items', { method: 'PUT', headers: preflight })).toEqual([401, nobody])
    expect(await open('/manifest.json', { method: 'POST', headers: { accept: '*/*' } })).toEqual([401, nobody])
    expect(await open('/manifest.json', {}, 'notes.example')).toEqual([302, nobody])
    for (const uri of ['/', '/static/../secret', '/static/%2e%2e/secret', '/static/..%2fsecret', '/manifest.json;/x'])
      expect([uri, await open(uri)]).toEqual([uri, [302, nobody]])
    const envoy = (method: 'GET' | 'OPTIONS', uri: string, headers: Record<string, string>) =>
      app.http.inject({ method, url: `/forward-auth/envoy${uri}`, headers: { host: wiki, ...headers } })
    expect((await envoy('GET', '/static/a?b', {})).statusCode).toBe(200)
    expect((await envoy('OPTIONS', '/api/items', preflight)).statusCode).toBe(200)
    expect((await envoy('OPTIONS', '/api/items', {})).statusCode).toBe(401)
    expect((await envoy('GET', '/static/%2e%2e/secret', {})).statusCode).toBe(401)
    // A signed-in person is identified there as anywhere else.
    await browser.signInAndOpen(wiki)
    expect((await browser.checkRequest(wiki, '/manifest.json', { headers: forged })).headers['remote-user']).toMatch(
      /^_/,
    )
    const context = { queries: app.database.queries, random: systemRandomBytes }
    await disableApplication(context, 'wiki', app.clock.now)
    expect(await open('/manifest.json')).toEqual([403, nobody])
  })

  test('O16 a cookie counts on the host that it was given for, and on none that the operator did not name', async () => {
    const app = await createSiteApp()
    await addTestSite(app, { hosts: [wiki, 'wiki.example:8443', 'notes.example'] })
    await addTestSite(app, { id: 'vault', name: 'Vault', hosts: ['vault.example'] })
    const browser = new ProtectedSiteBrowser(app)
    await browser.signInAndOpen(wiki)
    const cookies = browser.cookies.get(wiki) ?? new Map<string, string>()
    for (const host of ['vault.example', 'notes.example', 'wiki.example:8443']) {
      browser.cookies.set(host, cookies)
      expect((await browser.checkRequest(host)).statusCode).toBe(302)
    }
    for (const host of [
      'WIKI.example',
      'wiki.example.',
      'wiki.example:443',
      'evil.wiki.example',
      'wiki.example, evil.example',
      'sign-in.example',
      '',
      'wiki.example/',
      'user@wiki.example',
    ]) {
      browser.cookies.set(host, cookies)
      const answer = await browser.checkRequest(host)
      expect([host, answer.statusCode, redirectLocationOf(answer)]).toEqual([host, 403, ''])
    }
  })
})

test('O16 N6 nobody but a listed proxy is answered, whatever it says', async () => {
  const app = await createSiteApp({ environment: { COUNTERSIGN_TRUSTED_PROXIES: '10.0.0.1' } })
  await addTestSite(app)
  const browser = new ProtectedSiteBrowser(app)
  expect((await browser.checkRequest(wiki)).json()).toMatchObject({ code: 'site.unknown', status: 403 })
  expect((await browser.openServerUrl(siteSignInUrl(wiki, '/'))).json()).toMatchObject({
    code: 'site.unknown',
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
  const app = await createSiteApp()
  await addTestSite(app)
  const browser = new ProtectedSiteBrowser(app)
  const asked = [
    { method: 'POST' },
    { headers: { accept: '*/*' } },
    { headers: { ...navigationHeaders, 'sec-fetch-mode': 'cors' } },
    { headers: { ...navigationHeaders, 'x-requested-with': 'XMLHttpRequest' } },
  ]
  for (const options of asked) {
    const answer = await browser.checkRequest(wiki, '/', options)
    expect([answer.statusCode, redirectLocationOf(answer)]).toEqual([401, ''])
  }
})

const longest = limits.protectedAddressCharacters.default
const longPath = (length: number): string => `/find?q=%7e&r=a+b&s=[1]|'(x)'&t=`.padEnd(length, 'x%20&=')

test('O16 a long address is come back to byte for byte, and of one that is too long the page names the limit', async () => {
  const app = await createSiteApp()
  await addTestSite(app)
  const browser = new ProtectedSiteBrowser(app)
  for (const path of [longPath(1501), longPath(longest)]) {
    const entered = await browser.signInAndOpen(wiki, path)
    expect([entered.statusCode, redirectLocationOf(entered)]).toEqual([303, `https://${wiki}${path}`])
    browser.cookies.clear()
  }
  const begun = await browser.openServerUrl(redirectLocationOf(await browser.checkRequest(wiki, longPath(longest + 1))))
  expect(begun.statusCode).toBe(414)
  expect(begun.body).toContain('up to 2,000 characters')
  expect(/href="([^"]+)"/.exec(begun.body)?.[1]).toBe(`https://${wiki}/.countersign/sign-in`)
  const nginx = await browser.checkRequest(wiki, longPath(longest + 1), { path: '/forward-auth/nginx' })
  expect([nginx.statusCode, redirectLocationOf(nginx)]).toEqual([
    401,
    `https://${wiki}/.countersign/sign-in?too_long=yes`,
  ])
})

test('O16 a host of this machine is come back to by https, where its proxy says that it was opened so', async () => {
  const app = await createSiteApp()
  const host = 'wiki.localhost'
  await addTestSite(app, { hosts: [host] })
  const browser = new ProtectedSiteBrowser(app)
  const entered = await browser.signInAndOpen(host, '/one', testKeys.alice)
  expect(redirectLocationOf(entered)).toBe('https://wiki.localhost/one')
  expect((await browser.checkRequest(host)).statusCode).toBe(200)
  const plain = { ...navigationHeaders, 'x-forwarded-proto': 'http' }
  const other = new ProtectedSiteBrowser(app)
  expect(redirectLocationOf(await other.checkRequest(host, '/one', { headers: plain }))).toMatch(
    /^http:\/\/wiki\.localhost\//,
  )
  // A host of the internet has no page without TLS, whatever a proxy says.
  await addTestSite(app, { id: 'notes', hosts: ['notes.example'] })
  expect(redirectLocationOf(await other.checkRequest('notes.example', '/one', { headers: plain }))).toMatch(/^https:/)
})

test('O16 nginx is told where the sign-in is by 401, and Envoy asks with the request of the page itself', async () => {
  const app = await createSiteApp()
  await addTestSite(app)
  const browser = new ProtectedSiteBrowser(app)
  const nginx = await browser.checkRequest(wiki, '/one?two=3', { path: '/forward-auth/nginx' })
  expect([nginx.statusCode, redirectLocationOf(nginx)]).toEqual([401, siteSignInUrl(wiki, '/one?two=3')])
  const envoy = async (method: 'GET' | 'POST', host: string, cookie = '') =>
    app.http.inject({
      method,
      url: '/forward-auth/envoy/one?two=3',
      // Of the visitor: Envoy passes it on only where it is told to.
      headers: { host, ...navigationHeaders, 'x-forwarded-host': 'vault.example', cookie, 'content-length': '0' },
    })
  const first = await envoy('GET', wiki)
  expect([first.statusCode, redirectLocationOf(first)]).toEqual([302, siteSignInUrl(wiki, '/one?two=3')])
  expect((await envoy('POST', wiki)).statusCode).toBe(401)
  await browser.signInAndOpen(wiki)
  const [[name, value] = []] = [...(browser.cookies.get(wiki) ?? [])].filter(([key]) => !key.endsWith('begun'))
  for (const method of ['GET', 'POST'] as const) {
    const answer = await envoy(method, wiki, `${name}=${value}`)
    expect([answer.statusCode, answer.headers['remote-name']]).toEqual([200, ''])
  }
  expect((await envoy('GET', 'vault.example', `${name}=${value}`)).statusCode).toBe(403)
})

test('O16 a sign-in that the site finds too old, or that came another way, is asked for anew', async () => {
  const app = await createSiteApp()
  await addTestSite(app, { maximumAgeSeconds: 600 })
  const { queries } = app.database
  const browser = new ProtectedSiteBrowser(app)
  await browser.signInAndOpen(wiki)
  app.pass(600_000)
  expect((await browser.checkRequest(wiki)).statusCode).toBe(200)
  app.pass(1000)
  expect((await browser.checkRequest(wiki)).statusCode).toBe(302)
  // The proof is asked for, and the visit of before is not kept beside the new one.
  await browser.signInAndOpen(wiki)
  expect((await browser.checkRequest(wiki)).statusCode).toBe(200)
  const visits = queries.selectFrom('provider_records').select('id_hash').where('kind', '=', 'SiteVisit')
  expect(await visits.execute()).toHaveLength(1)
  const record = await findApplication(queries, 'wiki')
  if (record === undefined) throw new Error('no site')
  const definition = { ...record.definition, ways: ['passkey' as const] }
  await changeApplication({ queries, random: systemRandomBytes }, { definition }, app.clock.now)
  expect((await browser.checkRequest(wiki)).statusCode).toBe(302)
})

test('use of a site keeps the session awake, and is noted once a minute', async () => {
  const app = await createSiteApp()
  await addTestSite(app)
  const browser = new ProtectedSiteBrowser(app)
  await browser.signInAndOpen(wiki)
  const seen = async (): Promise<number> =>
    Number(
      (await app.database.queries.selectFrom('sessions').select('last_seen_at').executeTakeFirstOrThrow()).last_seen_at,
    )
  const before = await seen()
  app.pass(59_000)
  await browser.checkRequest(wiki)
  expect(await seen()).toBe(before)
  app.pass(1000)
  await browser.checkRequest(wiki)
  expect(await seen()).toBe(app.clock.now)
})

test('whoever denies it, and whoever goes round in circles, is shown a page with words', async () => {
  const app = await createSiteApp()
  await addTestSite(app, { name: 'Wiki <b>' })
  const browser = new ProtectedSiteBrowser(app)
  const begun = await browser.openServerUrl(siteSignInUrl(wiki, '/one'))
  const state = new URL(redirectLocationOf(begun)).searchParams.get('state') ?? ''
  const iss = 'https://sign-in.example'
  const query = new URLSearchParams({ error: 'access_denied', state, iss })
  const denied = await browser.openServerUrl(`https://wiki.example/.countersign/callback?${query}`)
  expect(denied.statusCode).toBe(403)
  expect(denied.body).toContain('Wiki &#60;b&#62; is shown only')
  expect(denied.body).toContain('href="https://wiki.example/one"')
  const answers = []
  for (let round = 0; round < 9; round++)
    answers.push((await browser.openServerUrl(siteSignInUrl(wiki, '/one'))).statusCode)
  expect(answers).toEqual([303, 303, 303, 303, 303, 303, 303, 200, 200])
  app.pass(30_000)
  expect((await browser.openServerUrl(siteSignInUrl(wiki, '/one'))).statusCode).toBe(303)
})

test('O13 signing out of a site asks on a page of the sign-in server, and ends the visit', async () => {
  const app = await createSiteApp()
  await addTestSite(app)
  const browser = new ProtectedSiteBrowser(app)
  await browser.signInAndOpen(wiki)
  const away = new URL(redirectLocationOf(await browser.openServerUrl('https://wiki.example/.countersign/sign-out')))
  expect(away.origin).toBe('https://sign-in.example')
  const asked = await browser.signInBrowser.send('GET', `${away.pathname}${away.search}`)
  expect((await browser.checkRequest(wiki)).statusCode).toBe(200)
  const request = new URL(redirectLocationOf(asked), away).searchParams.get('request')
  const ended = await browser.signInBrowser.send('POST', `/api/sign-out-requests/${request}/confirm`)
  expect([asked.statusCode, ended.statusCode, ended.json<{ next: string }>().next]).toEqual([
    303,
    200,
    'https://wiki.example/.countersign/signed-out',
  ])
  expect((await browser.checkRequest(wiki)).statusCode).toBe(302)
  expect((await browser.openServerUrl('https://wiki.example/.countersign/signed-out')).body).toContain(
    'You are signed out',
  )
})

test('O16 the name that the pages know somebody by is never one that they chose freely', async () => {
  const app = await createSiteApp()
  await addTestSite(app, { scopes: ['openid', 'profile'] })
  const browser = new ProtectedSiteBrowser(app)
  await browser.signInAndOpen(wiki)
  await app.database.queries.updateTable('people').set({ display_name: 'admin Ä' }).execute()
  const { headers } = await browser.checkRequest(wiki)
  expect(headers['remote-user']).toMatch(/^_[0-9a-z]{26}$/)
  expect(Buffer.from(String(headers['remote-name']), 'latin1').toString()).toBe('admin Ä')
  await browser.signInBrowser.stepUp()
  expect((await browser.signInBrowser.send('POST', '/api/person/user-name', { name: 'ada' })).statusCode).toBe(200)
  expect((await browser.checkRequest(wiki)).headers['remote-user']).toBe('ada')
})

test('the pages are told an address that was verified, where the site asks for it and the person allows it', async () => {
  const app = await createSiteApp()
  await addTestSite(app, { email: 'verified' })
  const { queries } = app.database
  const browser = new ProtectedSiteBrowser(app)
  await browser.signInAndOpen(wiki)
  expect((await browser.checkRequest(wiki)).headers['remote-email']).toBe('')
  const { id: person_id } = await queries.selectFrom('people').select('id').executeTakeFirstOrThrow()
  await queries
    .insertInto('email_addresses')
    .values({ person_id, address: 'ada@mail.example', verified_at: 1 })
    .execute()
  expect((await browser.checkRequest(wiki)).headers['remote-email']).toBe('ada@mail.example')
  await queries.updateTable('grants').set({ scopes: 'openid profile', withheld: 'email' }).execute()
  expect((await browser.checkRequest(wiki)).headers['remote-email']).toBe('')
})

test('a site is no client for programs: it gets no token, code or device', async () => {
  const app = await createSiteApp()
  const site = await addTestSite(app)
  for (const path of ['/token', '/par', '/device/authorize', '/introspect', '/revoke'])
    expect([
      path,
      (await postForm(app, path, site, { grant_type: 'authorization_code', token: 'x', code: 'x' })).statusCode,
    ]).toEqual([path, 401])
  await openSteppedUpBrowser(app)
})
