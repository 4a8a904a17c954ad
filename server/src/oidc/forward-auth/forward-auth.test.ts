// Forward authentication as a reverse proxy and a browser see it, with attacks on it.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { disableApplication } from '../../store/applications/disable-application.ts'
import { changeApplicationDefinition } from '../../store/applications/change-application-definition.ts'
import { findApplicationById } from '../../store/applications/application-store.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createFakeChain, createFakeChains } from '../../testing/fake-chains.ts'
import { openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { addTestGroup, deployTestToken, testTokenAddress } from '../../testing/group-and-token-fixtures.ts'
import {
  exchangeCodeAsApplication,
  getRedirectLocation,
  postFormAsApplication,
} from '../../testing/oidc-application-test-steps.ts'
import {
  ProtectedSiteBrowser,
  addProtectedTestSite,
  createProtectedSiteSignInUrl,
  createProtectedSiteTestServer,
  browserNavigationHeaders,
} from '../../testing/protected-site-test-steps.ts'

const wiki = 'wiki.example'

const identityHeaderNames = ['remote-user', 'remote-name', 'remote-groups', 'remote-wallet', 'remote-email']

describe('forward authentication', () => {
  test('O16: sends a visitor to sign in, returns to the page, and sets all identity headers', async () => {
    const app = await createProtectedSiteTestServer()
    await addProtectedTestSite(app, { scopes: ['openid', 'profile', 'wallet'] })
    const browser = new ProtectedSiteBrowser(app)
    const first = await browser.checkRequest(wiki, '/pages/one?edit=1')
    expect([first.statusCode, getRedirectLocation(first)]).toEqual([
      302,
      createProtectedSiteSignInUrl(wiki, '/pages/one?edit=1'),
    ])
    expect(identityHeaderNames.map((name) => first.headers[name])).toEqual(['', '', '', '', ''])
    const entered = await browser.signInAndOpen(wiki, '/pages/one?edit=1')
    expect([entered.statusCode, getRedirectLocation(entered)]).toEqual([303, 'https://wiki.example/pages/one?edit=1'])
    const { headers, statusCode, body } = await browser.checkRequest(wiki, '/pages/one?edit=1')
    expect([statusCode, body]).toEqual([200, ''])
    expect(headers['remote-wallet']).toBe(`eip155:1:${ethereumTestKeys.alice.address}`)
    // Without a user name, the header has a prefix that no user name can have.
    expect(headers['remote-user']).toMatch(/^_[0-9a-z]{26}$/)
    await browser.signInBrowser.send('POST', '/api/person/username', { name: 'alice' })
    expect((await browser.checkRequest(wiki)).headers['remote-user']).toBe('alice')
    expect(identityHeaderNames.filter((name) => headers[name] === undefined)).toEqual([])
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(entered.headers['set-cookie']).toMatch(
      /^__Host-countersign-site=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  testOnBothDatabases('O16: a step-up keeps access to the site, and sign-out ends it', async (kind) => {
    const app = await createProtectedSiteTestServer({ database: kind })
    await addProtectedTestSite(app)
    const browser = new ProtectedSiteBrowser(app)
    await browser.signInAndOpen(wiki)
    await browser.signInBrowser.stepUp()
    expect((await browser.checkRequest(wiki)).statusCode).toBe(200)
    await browser.signInBrowser.send('POST', '/api/sign-out')
    expect((await browser.checkRequest(wiki)).statusCode).toBe(302)
  })

  testOnBothDatabases('O16: suspension, a revoked grant, or a disabled site ends access', async (kind) => {
    const app = await createProtectedSiteTestServer({ database: kind })
    await addProtectedTestSite(app)
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
    // Operators must be able to tell a disabled site from a host that is not configured.
    expect((await browser.checkRequest(wiki)).json()).toMatchObject({ code: 'application.disabled', status: 403 })
    expect((await browser.checkRequest('https://unknown.example/')).json()).toMatchObject({
      code: 'site.not_found',
      status: 403,
    })
    expect(app.log.join('')).toContain('the site \\"wiki\\" is disabled')
  })

  testOnBothDatabases(
    'O16: losing a required group ends access, and the page names the missing group',
    async (kind) => {
      const chain = createFakeChain()
      const balances = deployTestToken(chain).set(ethereumTestKeys.alice.address.toLowerCase(), 10n)
      const app = await createProtectedSiteTestServer({ database: kind, chains: createFakeChains(chain) })
      await addTestGroup(app, 'staff', { type: 'erc20', chain: '1', contract: testTokenAddress, atLeast: '10' })
      await addProtectedTestSite(app, { allowedGroups: ['staff'], scopes: ['openid', 'groups'] })
      const browser = new ProtectedSiteBrowser(app)
      await browser.signInAndOpen(wiki)
      expect((await browser.checkRequest(wiki)).headers['remote-groups']).toBe('staff')
      const { queries } = app.database
      const record = await findApplicationById(queries, 'wiki')
      if (record === undefined) throw new Error('no site')
      const context = { queries, random: systemRandomBytes }
      await addTestGroup(app, 'board', { type: 'wallets', wallets: [ethereumTestKeys.bob.address] })
      await changeApplicationDefinition(
        context,
        { definition: { ...record.definition, allowedGroups: ['board'] } },
        app.clock.now,
      )
      const page = await browser.checkRequest(wiki, '/secret', {
        headers: { ...browserNavigationHeaders, 'accept-language': 'de-AT,en;q=0.5' },
      })
      expect([page.statusCode, page.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
      expect(page.body).toContain('gehören aber nicht zu Group board')
      expect(page.headers['remote-user']).toBe('')
      const script = await browser.checkRequest(wiki, '/data', { headers: { accept: '*/*' } })
      expect(script.json()).toMatchObject({ code: 'application.not_allowed', status: 403 })
      await changeApplicationDefinition(context, { definition: record.definition }, app.clock.now)
      expect((await browser.checkRequest(wiki)).statusCode).toBe(200)
      balances.clear()
      await queries.updateTable('group_members').set({ checked_at: 0 }).execute()
      expect((await browser.checkRequest(wiki)).statusCode).toBe(403)
      expect((await browser.checkRequest(wiki)).statusCode).toBe(302)
    },
  )

  testOnBothDatabases('O16: a code works once, only on the host and in the browser that requested it', async (kind) => {
    const app = await createProtectedSiteTestServer({ database: kind })
    const site = await addProtectedTestSite(app, { hosts: [wiki, 'notes.example'] })
    const browser = new ProtectedSiteBrowser(app)
    const back = await browser.signInAndReturn(wiki, '/one')
    const refused = async (by: ProtectedSiteBrowser, address: string): Promise<void> => {
      const answer = await by.openServerUrl(address)
      expect([answer.statusCode, [answer.headers['set-cookie'] ?? []].flat()]).toEqual([400, []])
    }
    // The callback URL is planted in another browser, which has its own sign-in in progress (login
    // CSRF).
    const other = new ProtectedSiteBrowser(app)
    await refused(other, back.href)
    await other.openServerUrl(createProtectedSiteSignInUrl(wiki, '/one'))
    await refused(other, back.href)
    await browser.openServerUrl(createProtectedSiteSignInUrl('notes.example', '/one'))
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
    // This server is the site's OIDC client, so no other program can redeem the code.
    const redirectUri = 'https://wiki.example/.countersign/callback'
    expect(
      (await exchangeCodeAsApplication(app, { ...site, redirectUri }, back.searchParams.get('code') ?? '')).json(),
    ).toMatchObject({
      error: 'invalid_client',
    })
    expect((await browser.openServerUrl(back.href)).statusCode).toBe(303)
    expect((await browser.checkRequest(wiki)).statusCode).toBe(200)
    // Reusing the code ends the session (O1).
    await refused(browser, back.href)
    expect((await browser.checkRequest(wiki)).statusCode).toBe(302)
  })

  test('O16: an open path needs no sign-in, ignores forged headers, and opens no adjacent path', async () => {
    const app = await createProtectedSiteTestServer()
    const openPaths = ['/manifest.json', 'GET,POST /static/', 'OPTIONS /api/']
    await addProtectedTestSite(app, { openPaths })
    await addProtectedTestSite(app, { id: 'notes', name: 'Notes', hosts: ['notes.example'] })
    const browser = new ProtectedSiteBrowser(app)
    const open = async (uri: string, options?: Parameters<ProtectedSiteBrowser['checkRequest']>[2], host = wiki) => {
      const { statusCode, headers } = await browser.checkRequest(host, uri, options)
      return [statusCode, identityHeaderNames.map((name) => headers[name])]
    }
    const nobody = ['', '', '', '', '']
    const forged = { ...browserNavigationHeaders, 'remote-user': 'admin', 'remote-groups': 'staff' }
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
    await browser.signInAndOpen(wiki)
    expect((await browser.checkRequest(wiki, '/manifest.json', { headers: forged })).headers['remote-user']).toMatch(
      /^_/,
    )
    const context = { queries: app.database.queries, random: systemRandomBytes }
    await disableApplication(context, 'wiki', app.clock.now)
    expect(await open('/manifest.json')).toEqual([403, nobody])
  })

  test('O16: a cookie works only on its own host, and unconfigured hosts are refused', async () => {
    const app = await createProtectedSiteTestServer()
    await addProtectedTestSite(app, { hosts: [wiki, 'wiki.example:8443', 'notes.example'] })
    await addProtectedTestSite(app, { id: 'vault', name: 'Vault', hosts: ['vault.example'] })
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
      expect([host, answer.statusCode, getRedirectLocation(answer)]).toEqual([host, 403, ''])
    }
  })
})

test('O16: Remote-User is never the freely chosen display name', async () => {
  const app = await createProtectedSiteTestServer()
  await addProtectedTestSite(app, { scopes: ['openid', 'profile'] })
  const browser = new ProtectedSiteBrowser(app)
  await browser.signInAndOpen(wiki)
  await app.database.queries.updateTable('people').set({ display_name: 'admin Ä' }).execute()
  const { headers } = await browser.checkRequest(wiki)
  expect(headers['remote-user']).toMatch(/^_[0-9a-z]{26}$/)
  expect(Buffer.from(String(headers['remote-name']), 'latin1').toString()).toBe('admin Ä')
  await browser.signInBrowser.stepUp()
  expect((await browser.signInBrowser.send('POST', '/api/person/username', { name: 'ada' })).statusCode).toBe(200)
  expect((await browser.checkRequest(wiki)).headers['remote-user']).toBe('ada')
})

test('Remote-Email is sent only for a verified address that the person shares with the site', async () => {
  const app = await createProtectedSiteTestServer()
  await addProtectedTestSite(app, { email: 'verified' })
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
  await queries.updateTable('grants').set({ scopes: 'openid profile', denied_scopes: 'email' }).execute()
  expect((await browser.checkRequest(wiki)).headers['remote-email']).toBe('')
})

test('a protected site cannot use the token, PAR, device, introspection, or revocation endpoint', async () => {
  const app = await createProtectedSiteTestServer()
  const site = await addProtectedTestSite(app)
  for (const path of ['/token', '/par', '/device/authorize', '/introspect', '/revoke'])
    expect([
      path,
      (await postFormAsApplication(app, path, site, { grant_type: 'authorization_code', token: 'x', code: 'x' }))
        .statusCode,
    ]).toEqual([path, 401])
  await openSteppedUpBrowser(app)
})
