// Pages without a login of their own behind real Caddy, nginx and HAProxy, in a real browser: the way in, what the pages are told, the way out, and
// what a visitor tries. The configuration is that of the guide.
import { findChromium } from '@countersign/testing/chromium'
import { createTestKey } from '@countersign/testing/test-keys'
import type { Page } from '@playwright/test'
import { tmpdir } from 'node:os'
import { applyApplications } from '../src/clients/apply.ts'
import { chooseSite, hasProxy, openPages, proxyNames, sendRaw, startProxy } from '../src/clients/proxies.ts'
import type { ProxiedSite, ProxyName, RunningProxy } from '../src/clients/proxies.ts'
import { allow, confirmSignOut, proveWallet } from '../src/clients/walk.ts'
import { runCommand } from '../src/command.ts'
import type { RunningServer } from '../src/server.ts'
import { installWallet } from '../src/sign-in.ts'
import { nobody, test } from './client-test.ts'
import { expect } from './test.ts'

test.use({
  storageState: nobody,
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

test.beforeAll(async ({ server }) => {
  const names = proxyNames.filter(hasProxy)
  if (names.length === 0) return
  for (const name of names) sites.set(name, await chooseSite(name))
  await applyApplications(
    server,
    [...sites].map(([name, { host }]) => ({ id: name, name: `Wiki of ${name}`, kind: 'site', hosts: [host] })),
  )
  const pages = await openPages()
  const ports = { issuerPort: Number(new URL(server.origin).port), pagesPort: pages.port }
  const proxies = await Promise.all(
    [...sites].map(([name, site]): Promise<RunningProxy> => startProxy(name, site, ports)),
  )
  running.push(...proxies, { stop: pages.close })
})
test.afterAll(async () => {
  for (const { stop } of running) await stop()
})

/** Who the pages say that it is. */
const toldOn = async (page: Page): Promise<Record<string, string>> =>
  JSON.parse((await page.locator('pre').textContent()) ?? '') as Record<string, string>

/** Asks for a page from a script of the site, with headers that nobody should believe. */
const fetchWith = (page: Page, headers: Record<string, string>, method = 'GET') =>
  page.evaluate(
    async ([given, how]) => {
      const response = await fetch('/data', { headers: given, method: how, redirect: 'manual' })
      return { status: response.status, told: /<pre>(.*)<\/pre>/.exec(await response.text())?.[1] ?? null }
    },
    [headers, method] as const,
  )

async function run(server: RunningServer, ...words: string[]): Promise<void> {
  const settings = {
    COUNTERSIGN_PORT: new URL(server.origin).port,
    COUNTERSIGN_DATABASE: `sqlite:${server.databasePath}`,
  }
  const { exitCode, output } = await runCommand(words, settings, tmpdir())
  if (exitCode !== 0) throw new Error(output)
}

for (const name of proxyNames) {
  // The reason is in the title, because a list of tests shows nothing else of one that was skipped.
  test.describe(hasProxy(name) ? `behind ${name}` : `skipped: ${name} is not installed`, () => {
    test.skip(!hasProxy(name))

    test(`O16 ${name} lets in who is signed in, tells the pages who it is and nothing forged, and lets nobody else in`, async ({
      page,
      server,
      key,
    }) => {
      const { host, origin, port } = sites.get(name) as ProxiedSite
      await installWallet(page, key)
      await page.goto(`${origin}/inside?page=1`)
      await proveWallet(page)
      await allow(page, `Wiki of ${name}`)
      await expect(page.getByRole('heading', { name: 'Inside /inside?page=1' })).toBeVisible()
      expect(page.url()).toBe(`${origin}/inside?page=1`)
      const told = await toldOn(page)
      expect(told['remote-user']).toMatch(/^(?:_[0-9a-z]{26}|[a-z][a-z0-9_-]{1,29})$/)

      const forged = {
        'Remote-User': 'admin',
        Remote_User: 'admin',
        'Remote-Groups': 'staff',
        Remote_Groups: 'staff',
        'Remote-Else': 'x',
        'X-Forwarded-Host': 'other.example',
        'X-Forwarded-Uri': '/.countersign/sign-in',
        'X-Forwarded-Method': 'GET',
      }
      for (const method of ['GET', 'POST']) {
        const answer = await fetchWith(page, forged, method)
        const reached = JSON.parse(answer.told ?? '{}') as Record<string, string>
        expect([answer.status, reached['remote-user'], reached['remote-groups'] || '']).toEqual([
          200,
          told['remote-user'],
          '',
        ])
        expect(Object.keys(reached).filter((header) => header.includes('_'))).toEqual([])
      }

      // Open redirect: there is no way out by the way in.
      for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
        await page.goto(`${origin}/.countersign/sign-in?${new URLSearchParams({ to })}`)
        await expect(page).toHaveURL(`${origin}/`)
      }

      if (name !== 'caddy') {
        const site = { host, origin, port }
        const opening = { accept: 'text/html' }
        const first = await sendRaw(site, '/inside', { ...opening, ...forged })
        expect([first.status, first.headers.location]).toEqual([302, `${origin}/.countersign/sign-in?to=%2Finside`])
        for (const path of [
          '/.countersign/../inside',
          '/.countersign/%2e%2e/inside',
          '//inside',
          '/.countersign/..//inside',
          '/inside/.countersign/',
        ])
          expect((await sendRaw(site, path, opening)).body).not.toContain('Inside')
        expect((await sendRaw(site, '/inside', forged, 'POST')).status).toBe(401)
        expect(
          (await sendRaw(site, '/inside', { ...opening, cookie: `countersign-site-${port}=${'A'.repeat(43)}` })).status,
        ).toBe(302)
        const confused = await sendRaw({ ...site, host: `other.localhost:${port}` }, '/inside', {
          ...opening,
          'x-forwarded-host': host,
        })
        expect([confused.status, confused.body.includes('Inside')]).toEqual([name === 'nginx' ? 302 : 403, false])
        // Whoever is let in on one host is not let in to the pages of another by naming the one.
        const cookie = (await page.context().cookies(origin)).map((each) => `${each.name}=${each.value}`).join('; ')
        expect((await sendRaw(site, '/inside', { ...opening, cookie })).body).toContain('Inside')
        for (const [at, other] of sites)
          if (at !== name && at !== 'caddy')
            expect((await sendRaw({ ...other, host }, '/inside', { ...opening, cookie })).body).not.toContain('Inside')
      }

      if (name === 'nginx') {
        // The others pass on whatever is not 200; nginx has to ask once more for the page.
        await run(server, 'group', 'add', 'staff', '--name', 'Staff', '--wallets', createTestKey(1).address)
        await run(server, 'application', 'change', name, '--allowed-group', 'staff')
        const refused = await page.goto(`${origin}/inside`)
        expect(refused?.status()).toBe(403)
        await expect(page.getByRole('heading', { name: 'Wiki of nginx is for members of a group only' })).toBeVisible()
        await expect(page.getByText('do not belong to Staff')).toBeVisible()
      }

      await page.goto(`${origin}/.countersign/sign-out`)
      await confirmSignOut(page)
      await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
      await page.getByRole('link', { name: 'Sign in again' }).click()
      await page.waitForURL('**/sign-in?interaction=*')
    })
  })
}

test.describe(hasProxy('caddy') ? 'on a host of its own' : 'skipped: caddy is not installed', () => {
  test.skip(!hasProxy('caddy'))

  test('O16 N5 the cookie is of its host alone, and a sibling under the same domain plants none', async ({
    page,
    context,
    key,
  }) => {
    const { host, origin, port } = sites.get('caddy') as ProxiedSite
    await installWallet(page, key)
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
    await proveWallet(page)
    await allow(page, 'Wiki of caddy')
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
