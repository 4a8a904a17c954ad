// Pages without a login of their own behind real Caddy, nginx, HAProxy and Envoy, in a real browser: the way in, what the pages are told, the way out,
// and what a visitor tries. The configuration is that of the guide.
import { findChromium } from '@countersign/testing/find-chromium'
import { findFreePort } from '@countersign/testing/find-free-port'
import { createTestKey } from '@countersign/testing/test-keys'
import type { TestKey } from '@countersign/testing/test-keys'
import type { Page } from '@playwright/test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyApplications } from '../src/clients/apply-applications.ts'
import {
  chooseProxiedSite,
  isProxyInstalled,
  startHeaderEchoServer,
  proxyNames,
  sendRawRequest,
  startReverseProxy,
  upgradeConnection,
} from '../src/clients/reverse-proxies.ts'
import type { ProxiedSite, ProxyName, ReceivedHeaders, RunningProxy } from '../src/clients/reverse-proxies.ts'
import { allowConsent, confirmSignOut, signWithInstalledWallet } from '../src/clients/application-sign-in-steps.ts'
import { runCommand } from '../src/run-command.ts'
import type { RunningServer } from '../src/start-server.ts'
import { installFakeWallet } from '../src/wallet-sign-in-steps.ts'
import { signedOutState, test } from './client-fixtures.ts'
import { expect } from './test-fixtures.ts'

test.use({
  storageState: signedOutState,
  serverSettings: { COUNTERSIGN_TRUSTED_PROXIES: '127.0.0.1' },
  ignoreHTTPSErrors: true,
  allowedErrors: /^foreign request: https?:\/\/(?:[a-z]+\.localhost|[a-z]+\.corp\.example):\d+\//,
  launchOptions: async ({}, use) => {
    const { path, flags } = await findChromium()
    await use({ executablePath: path, args: [...flags, '--host-resolver-rules=MAP *.corp.example 127.0.0.1'] })
  },
})

const sites = new Map<ProxyName, ProxiedSite>()
const running: { stop: () => Promise<void> }[] = []
let ports: { issuerPort: number; pagesPort: number }

test.beforeAll(async ({ server }) => {
  const names = proxyNames.filter(isProxyInstalled)
  if (names.length === 0) return
  for (const name of names) sites.set(name, await chooseProxiedSite(name))
  await applyApplications(
    server,
    [...sites].map(([name, { host }]) => ({
      id: name,
      name: `Wiki of ${name}`,
      kind: 'site',
      hosts: [host],
      openPaths: ['/manifest.json', '/static/', 'OPTIONS /'],
    })),
  )
  const pages = await startHeaderEchoServer()
  ports = { issuerPort: Number(new URL(server.origin).port), pagesPort: pages.port }
  const proxies = await Promise.all(
    [...sites].map(([name, site]): Promise<RunningProxy> => startReverseProxy(name, site, ports)),
  )
  running.push(...proxies, { stop: pages.close })
})
test.afterAll(async () => {
  for (const { stop } of running) await stop()
})

/** Signs in at a site for the first time, and reads what its page has been told. */
async function enter(page: Page, name: ProxyName, key: TestKey, path = '/'): Promise<ReceivedHeaders> {
  await installFakeWallet(page, key)
  await page.goto(`${siteOf(name).origin}${path}`)
  await signWithInstalledWallet(page)
  await allowConsent(page, `Wiki of ${name}`)
  await expect(page.getByRole('heading', { name: `Inside ${path}` })).toBeVisible()
  return JSON.parse((await page.locator('pre').textContent()) ?? '') as ReceivedHeaders
}

const siteOf = (name: ProxyName): ProxiedSite => sites.get(name) as ProxiedSite

const reachedIn = (body: string): ReceivedHeaders =>
  JSON.parse(/<pre>(.*)<\/pre>/.exec(body)?.[1] ?? '{}') as ReceivedHeaders

/** What a browser sends to prove who visits a site. */
const cookieOf = async (page: Page, origin: string): Promise<string> =>
  (await page.context().cookies(origin)).map(({ name, value }) => `${name}=${value}`).join('; ')

const toldNames = ['USER', 'NAME', 'GROUPS', 'WALLET', 'EMAIL'].map((name) => `HTTP_REMOTE_${name}`)

/** What pages read of who somebody is; nginx removes no headers by a pattern, so that others may arrive as well. */
const identityIn = (name: ProxyName, reached: ReceivedHeaders): ReceivedHeaders =>
  name === 'nginx' ? Object.fromEntries(toldNames.map((each) => [each, reached[each]])) : reached

/** RFC 9110 §5.6.2: every character of a header's name that is neither a letter nor a digit. */
const marks = [..."!#$%&'*+-.^_`|~"]

/** Names that some program or other may read as one that a proxy sets, a few for each request. */
function* forgedNames(): Generator<string[]> {
  for (const mark of marks)
    yield [
      ...['User', 'Name', 'Groups', 'Wallet', 'Email'].map((name) => `Remote${mark}${name}`),
      `REMOTE${mark}USER`,
      `rEMOTE${mark}uSER`,
      `Remote${mark}`,
      `Remote${mark}Else`,
      ...marks.map((second) => `Remote${mark}${second}User`),
    ]
}

/** Asks for a page from a script of the site, with headers that nobody should believe. */
const fetchWith = (page: Page, headers: Record<string, string>, method = 'GET') =>
  page.evaluate(
    async ([given, how]) => {
      const response = await fetch('/data', { headers: given, method: how, redirect: 'manual' })
      return { status: response.status, body: await response.text() }
    },
    [headers, method] as const,
  )

async function applyGroups(server: RunningServer, groups: readonly object[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-groups-'))
  try {
    writeFileSync(join(folder, 'groups.json'), JSON.stringify({ groups }))
    await run(server, 'group', 'apply', join(folder, 'groups.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function run(server: RunningServer, ...words: string[]): Promise<void> {
  const settings = {
    COUNTERSIGN_PORT: new URL(server.origin).port,
    COUNTERSIGN_DATABASE: `sqlite:${server.databasePath}`,
  }
  const { exitCode, output } = await runCommand(words, settings, tmpdir())
  if (exitCode !== 0) throw new Error(output)
}

/** How each proxy answers a request for a host that it does not have. */
const confusedStatus: Readonly<Record<ProxyName, number>> = { caddy: 200, nginx: 302, haproxy: 403, envoy: 404 }

/** nginx and Envoy do not remove what Connection lists after it was set, and have nothing to refuse. */
const refusesRemoval: ReadonlySet<ProxyName> = new Set(['caddy', 'haproxy'])

for (const name of proxyNames) {
  // The reason is in the title, because a list of tests shows nothing else of one that was skipped.
  test.describe(isProxyInstalled(name) ? `behind ${name}` : `skipped: ${name} is not installed`, () => {
    test.skip(!isProxyInstalled(name))

    test(`O16 ${name} lets in who is signed in, tells the pages who it is and nothing forged, and lets nobody else in`, async ({
      page,
      server,
      key,
    }) => {
      const { host, origin, port } = siteOf(name)
      const told = await enter(page, name, key, '/inside?page=1')
      expect(page.url()).toBe(`${origin}/inside?page=1`)
      expect(told.HTTP_REMOTE_USER).toEqual([expect.stringMatching(/^(?:_[0-9a-z]{26}|[a-z][a-z0-9_-]{1,29})$/)])

      const forged: Record<string, string> = {
        'Remote-User': 'admin',
        Remote_User: 'admin',
        'Remote-Groups': 'staff',
        Remote_Groups: 'staff',
        'Remote-Else': 'x',
        'X-Forwarded-Host': 'other.example',
        'X-Forwarded-Uri': '/.countersign/sign-in',
        'X-Forwarded-Method': 'GET',
      }
      // Envoy refuses whatever has an underscore in the name of a header.
      if (name === 'envoy') {
        expect((await fetchWith(page, forged)).status).toBe(400)
        for (const each of ['Remote_User', 'Remote_Groups']) delete forged[each]
      }
      for (const method of ['GET', 'POST']) {
        const { status, body } = await fetchWith(page, forged, method)
        expect([status, identityIn(name, reachedIn(body))]).toEqual([200, identityIn(name, told)])
      }

      // Open redirect: there is no way out by the way in.
      for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
        await page.goto(
          `${origin}/.countersign/sign-in?${new URLSearchParams({ page: Buffer.from(to).toString('base64url') })}`,
        )
        await expect(page).toHaveURL(`${origin}/`)
      }

      if (name !== 'caddy') {
        const site = siteOf(name)
        const opening = { accept: 'text/html' }
        const first = await sendRawRequest(site, '/inside', { ...opening, ...forged })
        expect([first.status, first.headers.location]).toEqual([
          302,
          `${origin}/.countersign/sign-in?page=${Buffer.from('/inside').toString('base64url')}`,
        ])
        for (const path of [
          '/.countersign/../inside',
          '/.countersign/%2e%2e/inside',
          '//inside',
          '/.countersign/..//inside',
          '/inside/.countersign/',
        ])
          expect((await sendRawRequest(site, path, opening)).body).not.toContain('Inside')
        expect((await sendRawRequest(site, '/inside', forged, 'POST')).status).toBe(401)
        expect(
          (await sendRawRequest(site, '/inside', { ...opening, cookie: `countersign-site-${port}=${'A'.repeat(43)}` }))
            .status,
        ).toBe(302)
        const confused = await sendRawRequest({ ...site, host: `other.localhost:${port}` }, '/inside', {
          ...opening,
          'x-forwarded-host': host,
        })
        expect([confused.status, confused.body.includes('Inside')]).toEqual([confusedStatus[name], false])
        // Whoever is let in on one host is not let in to the pages of another by naming the one.
        const cookie = await cookieOf(page, origin)
        expect((await sendRawRequest(site, '/inside', { ...opening, cookie })).body).toContain('Inside')
        for (const [at, other] of sites)
          if (at !== name && at !== 'caddy')
            expect((await sendRawRequest({ ...other, host }, '/inside', { ...opening, cookie })).body).not.toContain(
              'Inside',
            )
      }

      if (name === 'nginx') {
        // The others pass on whatever is not 200; nginx has to ask once more for the page.
        await run(server, 'group', 'add', 'staff', '--name', 'Staff', '--wallets', createTestKey(1).address)
        await run(server, 'application', 'change', name, '--allowed-group', 'staff')
        const refused = await page.goto(`${origin}/inside`)
        expect(refused?.status()).toBe(403)
        await expect(page.getByRole('heading', { name: 'Wiki of nginx is for members of a group only' })).toBeVisible()
        await expect(page.getByText('do not belong to Staff')).toBeVisible()
        await run(server, 'application', 'change', name, '--allowed-group', '')
      }

      await page.goto(`${origin}/.countersign/sign-out`)
      await confirmSignOut(page)
      await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
      await page.getByRole('link', { name: 'Sign in again' }).click()
      await page.waitForURL('**/sign-in?interaction=*')
    })

    test(`O16 open paths behind ${name} need no sign-in, receive no forged identity, and open nothing next to them`, async () => {
      const site = siteOf(name)
      const forged = { 'Remote-User': 'admin', 'Remote-Groups': 'staff', 'Remote.User': 'admin' }
      const preflight = { ...forged, origin: 'https://other.example', 'access-control-request-method': 'POST' }
      const opened: [path: string, method: string, headers: Record<string, string>][] = [
        ['/manifest.json', 'GET', forged],
        ['/static/app.css?v=1', 'GET', forged],
        ['/inside', 'OPTIONS', preflight],
      ]
      for (const [path, method, headers] of opened) {
        const { status, body } = await sendRawRequest(site, path, headers, method)
        expect([path, status, body.includes(`Inside ${path}`)]).toEqual([path, 200, true])
        expect(JSON.stringify(identityIn(name, reachedIn(body)))).not.toMatch(/admin|staff/)
      }
      for (const [path, method] of [
        ['/inside', 'GET'],
        ['/inside', 'OPTIONS'],
        ['/manifest.json', 'POST'],
        ['/manifest.json/', 'GET'],
        ['/MANIFEST.json', 'GET'],
        ['/static', 'GET'],
        ['/static/../inside', 'GET'],
        ['/static/%2e%2e/inside', 'GET'],
        ['/static/..%2finside', 'GET'],
        ['/static/%252e%252e/inside', 'GET'],
        ['/static//inside', 'GET'],
        ['/static/..;/inside', 'GET'],
        ['/static/..%5cinside', 'GET'],
      ] as const) {
        const { body } = await sendRawRequest(site, path, forged, method)
        expect([path, method, body.includes('Inside')]).toEqual([path, method, false])
      }
    })

    if (name === 'nginx')
      test('O16 nginx switches a connection to a WebSocket alone, so that each request on it was checked', async ({
        page,
        key,
      }) => {
        const site = siteOf(name)
        await enter(page, name, key)
        const asked = { path: '/socket', cookie: await cookieOf(page, site.origin) }
        expect(await upgradeConnection(site, { ...asked, upgrade: 'WebSocket' })).toContain('HTTP_REMOTE_USER')
        for (const upgrade of ['h2c', 'websocket, h2c', 'h2c, websocket', 'HTTP/2.0'])
          await expect(upgradeConnection(site, { ...asked, upgrade })).rejects.toThrow('answered 200')
      })

    test(`a person in 150 groups reaches pages and WebSockets behind ${name}`, async ({ page, server }) => {
      test.skip(name === 'envoy', 'its WebSockets are a setting of the listener')
      const key = createTestKey(7)
      const ids = Array.from({ length: 150 }, (_, index) => `members-of-the-group-${index}`)
      const rule = { type: 'wallets', wallets: [key.address] }
      await applyGroups(
        server,
        ids.map((id) => ({ id, name: id, rule })),
      )
      await run(server, 'application', 'change', name, '--scope', 'openid profile groups')
      const told = await enter(page, name, key)
      expect(told.HTTP_REMOTE_GROUPS?.[0]?.split(',')).toHaveLength(150)
      const cookie = await cookieOf(page, siteOf(name).origin)
      const asked = { path: '/socket', cookie, upgrade: 'websocket' }
      expect(JSON.parse(await upgradeConnection(siteOf(name), asked))).toMatchObject({
        HTTP_REMOTE_USER: told.HTTP_REMOTE_USER,
      })
      await run(server, 'application', 'change', name, '--scope', 'openid profile')
    })

    test(`O16 pages behind ${name} receive no visitor header that folds to an identity header, whatever its separator`, async ({
      page,
      key,
    }) => {
      const site = siteOf(name)
      const told = identityIn(name, await enter(page, name, key))
      const cookie = await cookieOf(page, site.origin)
      for (const names of forgedNames()) {
        const passed = name === 'envoy' ? names.filter((each) => !each.includes('_')) : names
        const { status, body } = await sendRawRequest(
          site,
          '/',
          [['cookie', cookie], ...passed.map((each) => [each, 'admin'])].flat(),
        )
        expect([passed, status, identityIn(name, reachedIn(body))]).toEqual([passed, 200, told])
      }
      // By HTTP/2, where the proxy speaks it.
      const dotted = await fetchWith(page, {
        'Remote.User': 'admin',
        'REMOTE~Groups': 'staff',
        'Remote..User': 'admin',
      })
      expect([dotted.status, identityIn(name, reachedIn(dotted.body))]).toEqual([200, told])
    })

    test(`O16 a visitor cannot make ${name} drop identity headers by listing them in Connection`, async ({
      page,
      key,
    }) => {
      const site = siteOf(name)
      const told = identityIn(name, await enter(page, name, key))
      const cookie = await cookieOf(page, site.origin)
      const send = async (connection: readonly string[]): Promise<[status: number, reached: ReceivedHeaders]> => {
        const headers = [['cookie', cookie], ...connection.map((each) => ['connection', each])]
        const { status, body } = await sendRawRequest(site, '/', headers.flat())
        return [status, identityIn(name, reachedIn(body))]
      }
      for (const harmless of ['close', 'keep-alive', 'close, TE'])
        expect([harmless, ...(await send([harmless]))]).toEqual([harmless, 200, told])
      for (const removing of [
        ['close, Remote-User'],
        ['Remote-User'],
        ['keep-alive, rEMOTE-uSER,REMOTE-GROUPS'],
        ['close', 'Remote-Groups'],
        ['keep-alive', 'TE,remote-wallet ,close', 'Remote-Email'],
      ])
        expect([removing, ...(await send(removing))]).toEqual([
          removing,
          ...(refusesRemoval.has(name) ? [400, {}] : [200, told]),
        ])
    })
  })
}

test.describe(isProxyInstalled('caddy') ? 'on a host of its own' : 'skipped: caddy is not installed', () => {
  test.skip(!isProxyInstalled('caddy'))

  test('O16 N5 the cookie is of its host alone, and a sibling under the same domain plants none', async ({
    page,
    context,
    key,
  }) => {
    const { host, origin, port } = siteOf('caddy')
    await installFakeWallet(page, key)
    // A sibling that would let others in as somebody whom it chose: what it sets for the whole domain is not taken.
    await page.goto(`https://evil.corp.example:${port}/`)
    const planted = await page.evaluate(() => {
      for (const name of ['__Host-countersign-site', '__Host-countersign-site-begun'])
        for (const path of ['/', '/inside'])
          document.cookie = `${name}=${'A'.repeat(43)}; domain=corp.example; path=${path}; secure`
      document.cookie = `=__Host-countersign-site=${'A'.repeat(43)}; domain=corp.example; path=/; secure`
      return document.cookie
    })
    expect(planted).toBe('')
    await page.goto(`${origin}/inside`)
    await signWithInstalledWallet(page)
    await allowConsent(page, 'Wiki of caddy')
    await expect(page.getByRole('heading', { name: 'Inside /inside' })).toBeVisible()
    const cookies = (await context.cookies(origin)).filter(({ name }) => name.includes('countersign-site'))
    expect(
      cookies.map(({ name, domain, path, secure, httpOnly, sameSite }) => [
        name,
        domain,
        path,
        secure,
        httpOnly,
        sameSite,
      ]),
    ).toEqual([
      ['__Host-countersign-site-begun', host.split(':')[0], '/', true, true, 'Lax'],
      ['__Host-countersign-site', host.split(':')[0], '/', true, true, 'Lax'],
    ])
    expect(await context.cookies(`https://evil.corp.example:${port}/`)).toEqual([])
  })
})

test.describe(isProxyInstalled('haproxy') ? 'the HAProxy Lua script' : 'skipped: haproxy is not installed', () => {
  test.skip(!isProxyInstalled('haproxy'))

  test('O16 the Lua script strips forged identity headers and refuses their removal without the rules of the guide', async ({
    page,
    key,
  }) => {
    const site = siteOf('haproxy')
    const alone = { ...site, port: await findFreePort() }
    running.push(
      await startReverseProxy('haproxy', alone, ports, /^ *http-request (?:del-header|deny deny_status).*\n/gm),
    )
    const told = await enter(page, 'haproxy', key)
    const cookie = await cookieOf(page, site.origin)
    for (const names of forgedNames()) {
      const { status, body } = await sendRawRequest(
        alone,
        '/',
        [['cookie', cookie], ...names.map((each) => [each, 'admin'])].flat(),
      )
      expect([names, status, reachedIn(body)]).toEqual([names, 200, told])
    }
    for (const connection of ['close, Remote-User', 'REMOTE-groups'])
      expect((await sendRawRequest(alone, '/', { cookie, connection })).status).toBe(400)
  })
})
