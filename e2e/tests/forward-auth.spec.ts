// Tests forward authentication with the guide's configurations of Caddy, nginx, HAProxy and Envoy:
// sign-in, headers, sign-out and attacks.
import { findChromium } from '@countersign/testing/find-chromium'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import {
  isReverseProxyInstalled,
  reverseProxyNames,
  sendRawHttpRequest,
  sendHttpUpgradeRequest,
} from '../src/clients/forward-auth-test-proxies.ts'
import type { ReverseProxyName } from '../src/clients/forward-auth-test-proxies.ts'
import {
  clickAllowOnConsentPage,
  clickSignOutOnConfirmationPage,
  signWithInstalledWallet,
} from '../src/clients/application-sign-in-test-steps.ts'
import { installFakeWallet } from '../src/wallet-sign-in-test-steps.ts'
import { signedOutStorageState, test } from './oidc-client-playwright-fixtures.ts'
import { expect } from './server-playwright-fixtures.ts'
import {
  proxiedSitesByProxyName,
  startProxiedSites,
  stopProxiedSites,
  getProxiedSiteByProxyName,
  signInAtSite,
  parseEchoedRequestHeaders,
  getBrowserCookieHeader,
  pickEchoedIdentityHeaders,
  fetchInPageWithHeaders,
  applyTestGroupDefinitions,
  runCountersignCommandForServer,
} from './forward-auth-test-sites.ts'

test.use({
  storageState: signedOutStorageState,
  serverSettings: { COUNTERSIGN_TRUSTED_PROXIES: '127.0.0.1' },
  ignoreHTTPSErrors: true,
  allowedErrors: /^foreign request: https?:\/\/(?:[a-z]+\.localhost|[a-z]+\.corp\.example):\d+\//,
  launchOptions: async ({}, use) => {
    const { path, flags } = await findChromium()
    await use({ executablePath: path, args: [...flags, '--host-resolver-rules=MAP *.corp.example 127.0.0.1'] })
  },
})

test.beforeAll(async ({ server }) => {
  await startProxiedSites(server)
})
test.afterAll(stopProxiedSites)

/** Status of the response to a request for an unknown host. */
const confusedStatus: Readonly<Record<ReverseProxyName, number>> = { caddy: 200, nginx: 302, haproxy: 403, envoy: 404 }

for (const name of reverseProxyNames) {
  test.describe(
    isReverseProxyInstalled(name) ? `Forward auth behind ${name}` : `skipped: ${name} is not installed`,
    () => {
      test.skip(!isReverseProxyInstalled(name))

      test(`O16: ${name} admits only signed-in people and passes their identity, never forged headers`, async ({
        page,
        server,
        key,
      }) => {
        const { host, origin, port } = getProxiedSiteByProxyName(name)
        const echoed = await signInAtSite(page, name, key, '/inside?page=1')
        expect(page.url()).toBe(`${origin}/inside?page=1`)
        expect(echoed.HTTP_REMOTE_USER).toEqual([expect.stringMatching(/^(?:_[0-9a-z]{26}|[a-z][a-z0-9_-]{1,29})$/)])

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
        // Envoy refuses header names with an underscore.
        if (name === 'envoy') {
          expect((await fetchInPageWithHeaders(page, forged)).status).toBe(400)
          for (const each of ['Remote_User', 'Remote_Groups']) delete forged[each]
        }
        for (const method of ['GET', 'POST']) {
          const { status, body } = await fetchInPageWithHeaders(page, forged, method)
          expect([status, pickEchoedIdentityHeaders(name, parseEchoedRequestHeaders(body))]).toEqual([
            200,
            pickEchoedIdentityHeaders(name, echoed),
          ])
        }

        // Open redirect: sign-in must not lead to another site.
        for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
          await page.goto(
            `${origin}/.countersign/sign-in?${new URLSearchParams({ page: Buffer.from(to).toString('base64url') })}`,
          )
          await expect(page).toHaveURL(`${origin}/`)
        }

        if (name !== 'caddy') {
          const site = getProxiedSiteByProxyName(name)
          const opening = { accept: 'text/html' }
          const first = await sendRawHttpRequest(site, '/inside', { ...opening, ...forged })
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
            expect((await sendRawHttpRequest(site, path, opening)).body).not.toContain('Inside')
          expect((await sendRawHttpRequest(site, '/inside', forged, 'POST')).status).toBe(401)
          expect(
            (
              await sendRawHttpRequest(site, '/inside', {
                ...opening,
                cookie: `countersign-site-${port}=${'A'.repeat(43)}`,
              })
            ).status,
          ).toBe(302)
          const confused = await sendRawHttpRequest({ ...site, host: `other.localhost:${port}` }, '/inside', {
            ...opening,
            'x-forwarded-host': host,
          })
          expect([confused.status, confused.body.includes('Inside')]).toEqual([confusedStatus[name], false])
          // A session must not be valid at another proxy, even if the request names this host.
          const cookie = await getBrowserCookieHeader(page, origin)
          expect((await sendRawHttpRequest(site, '/inside', { ...opening, cookie })).body).toContain('Inside')
          for (const [at, other] of proxiedSitesByProxyName)
            if (at !== name && at !== 'caddy')
              expect(
                (await sendRawHttpRequest({ ...other, host }, '/inside', { ...opening, cookie })).body,
              ).not.toContain('Inside')
        }

        if (name === 'nginx') {
          // The other proxies forward any response except 200; nginx needs another request for the
          // refusal page.
          await runCountersignCommandForServer(
            server,
            'group',
            'add',
            'staff',
            '--name',
            'Staff',
            '--wallets',
            createEthereumTestKey(1).address,
          )
          await runCountersignCommandForServer(server, 'application', 'change', name, '--allowed-group', 'staff')
          const refused = await page.goto(`${origin}/inside`)
          expect(refused?.status()).toBe(403)
          await expect(
            page.getByRole('heading', { name: 'Only members of certain groups can use Wiki of nginx' }),
          ).toBeVisible()
          await expect(page.getByText('not a member of Staff')).toBeVisible()
          await runCountersignCommandForServer(server, 'application', 'change', name, '--allowed-group', '')
        }

        await page.goto(`${origin}/.countersign/sign-out`)
        await clickSignOutOnConfirmationPage(page)
        await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible()
        await page.getByRole('link', { name: 'Sign in again' }).click()
        await page.waitForURL('**/sign-in?interaction=*')
      })

      if (name === 'nginx')
        test('O16: nginx upgrades connections only to WebSocket, so that no request bypasses the check', async ({
          page,
          key,
        }) => {
          const site = getProxiedSiteByProxyName(name)
          await signInAtSite(page, name, key)
          const asked = { path: '/socket', cookie: await getBrowserCookieHeader(page, site.origin) }
          expect(await sendHttpUpgradeRequest(site, { ...asked, upgrade: 'WebSocket' })).toContain('HTTP_REMOTE_USER')
          for (const upgrade of ['h2c', 'websocket, h2c', 'h2c, websocket', 'HTTP/2.0'])
            await expect(sendHttpUpgradeRequest(site, { ...asked, upgrade })).rejects.toThrow('responded with 200')
        })

      test(`a person in 150 groups reaches pages and WebSockets behind ${name}`, async ({ page, server }) => {
        test.skip(name === 'envoy', 'its WebSockets are a setting of the listener')
        const key = createEthereumTestKey(7)
        const ids = Array.from({ length: 150 }, (_, index) => `members-of-the-group-${index}`)
        const rule = { type: 'wallets', wallets: [key.address] }
        await applyTestGroupDefinitions(
          server,
          ids.map((id) => ({ id, name: id, rule })),
        )
        await runCountersignCommandForServer(server, 'application', 'change', name, '--scope', 'openid profile groups')
        const echoed = await signInAtSite(page, name, key)
        expect(echoed.HTTP_REMOTE_GROUPS?.[0]?.split(',')).toHaveLength(150)
        const cookie = await getBrowserCookieHeader(page, getProxiedSiteByProxyName(name).origin)
        const asked = { path: '/socket', cookie, upgrade: 'websocket' }
        expect(JSON.parse(await sendHttpUpgradeRequest(getProxiedSiteByProxyName(name), asked))).toMatchObject({
          HTTP_REMOTE_USER: echoed.HTTP_REMOTE_USER,
        })
        await runCountersignCommandForServer(server, 'application', 'change', name, '--scope', 'openid profile')
      })
    },
  )
}

test.describe(
  isReverseProxyInstalled('caddy') ? 'Forward auth on a separate host' : 'skipped: caddy is not installed',
  () => {
    test.skip(!isReverseProxyInstalled('caddy'))

    test('O16 N5: the cookie is host-only, and a sibling subdomain cannot plant one', async ({
      page,
      context,
      key,
    }) => {
      const { host, origin, port } = getProxiedSiteByProxyName('caddy')
      await installFakeWallet(page, key)
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
      await clickAllowOnConsentPage(page, 'Wiki of caddy')
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
  },
)
