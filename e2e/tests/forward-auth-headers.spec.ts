// Tests forged identity headers behind real Caddy, nginx, HAProxy and Envoy: none may reach the
// pages.
import { findChromium } from '@countersign/testing/find-chromium'
import { findFreePort } from '@countersign/testing/find-free-port'
import {
  isReverseProxyInstalled,
  reverseProxyNames,
  sendRawHttpRequest,
  startReverseProxy,
} from '../src/clients/forward-auth-test-proxies.ts'
import type { ReverseProxyName, EchoedRequestHeaders } from '../src/clients/forward-auth-test-proxies.ts'
import { signedOutStorageState, test } from './oidc-client-playwright-fixtures.ts'
import { expect } from './server-playwright-fixtures.ts'
import {
  runningProxies,
  startProxiedSites,
  stopProxiedSites,
  getProxiedSiteByProxyName,
  signInAtSite,
  parseEchoedRequestHeaders,
  getBrowserCookieHeader,
  pickEchoedIdentityHeaders,
  generateForgedHeaderNames,
  fetchInPageWithHeaders,
} from './forward-auth-test-sites.ts'
import type { ForwardAuthTestPorts } from './forward-auth-test-sites.ts'

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

let ports: ForwardAuthTestPorts

test.beforeAll(async ({ server }) => {
  const started = await startProxiedSites(server)
  if (started !== null) ports = started
})
test.afterAll(stopProxiedSites)

/**
 * nginx and Envoy need not refuse, because they apply Connection to no header that they set.
 */
const refusesRemoval: ReadonlySet<ReverseProxyName> = new Set(['caddy', 'haproxy'])

for (const name of reverseProxyNames) {
  test.describe(
    isReverseProxyInstalled(name) ? `Forward auth headers behind ${name}` : `skipped: ${name} is not installed`,
    () => {
      test.skip(!isReverseProxyInstalled(name))

      test(`O16: open paths behind ${name} skip sign-in, get no forged identity and expose nothing else`, async () => {
        const site = getProxiedSiteByProxyName(name)
        const forged = { 'Remote-User': 'admin', 'Remote-Groups': 'staff', 'Remote.User': 'admin' }
        const preflight = { ...forged, origin: 'https://other.example', 'access-control-request-method': 'POST' }
        const opened: [path: string, method: string, headers: Record<string, string>][] = [
          ['/manifest.json', 'GET', forged],
          ['/static/app.css?v=1', 'GET', forged],
          ['/inside', 'OPTIONS', preflight],
        ]
        for (const [path, method, headers] of opened) {
          const { status, body } = await sendRawHttpRequest(site, path, headers, method)
          expect([path, status, body.includes(`Inside ${path}`)]).toEqual([path, 200, true])
          expect(JSON.stringify(pickEchoedIdentityHeaders(name, parseEchoedRequestHeaders(body)))).not.toMatch(
            /admin|staff/,
          )
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
          const { body } = await sendRawHttpRequest(site, path, forged, method)
          expect([path, method, body.includes('Inside')]).toEqual([path, method, false])
        }
      })

      test(`O16: ${name} drops visitor headers that normalize to an identity header, with any separator`, async ({
        page,
        key,
      }) => {
        const site = getProxiedSiteByProxyName(name)
        const echoed = pickEchoedIdentityHeaders(name, await signInAtSite(page, name, key))
        const cookie = await getBrowserCookieHeader(page, site.origin)
        for (const names of generateForgedHeaderNames()) {
          const passed = name === 'envoy' ? names.filter((each) => !each.includes('_')) : names
          const { status, body } = await sendRawHttpRequest(
            site,
            '/',
            [['cookie', cookie], ...passed.map((each) => [each, 'admin'])].flat(),
          )
          expect([passed, status, pickEchoedIdentityHeaders(name, parseEchoedRequestHeaders(body))]).toEqual([
            passed,
            200,
            echoed,
          ])
        }
        // Over HTTP/2, if the proxy supports it.
        const dotted = await fetchInPageWithHeaders(page, {
          'Remote.User': 'admin',
          'REMOTE~Groups': 'staff',
          'Remote..User': 'admin',
        })
        expect([dotted.status, pickEchoedIdentityHeaders(name, parseEchoedRequestHeaders(dotted.body))]).toEqual([
          200,
          echoed,
        ])
      })

      test(`O16: a visitor cannot make ${name} drop identity headers by listing them in Connection`, async ({
        page,
        key,
      }) => {
        const site = getProxiedSiteByProxyName(name)
        const echoed = pickEchoedIdentityHeaders(name, await signInAtSite(page, name, key))
        const cookie = await getBrowserCookieHeader(page, site.origin)
        const send = async (
          connection: readonly string[],
        ): Promise<[status: number, reached: EchoedRequestHeaders]> => {
          const headers = [['cookie', cookie], ...connection.map((each) => ['connection', each])]
          const { status, body } = await sendRawHttpRequest(site, '/', headers.flat())
          return [status, pickEchoedIdentityHeaders(name, parseEchoedRequestHeaders(body))]
        }
        for (const harmless of ['close', 'keep-alive', 'close, TE'])
          expect([harmless, ...(await send([harmless]))]).toEqual([harmless, 200, echoed])
        for (const removing of [
          ['close, Remote-User'],
          ['Remote-User'],
          ['keep-alive, rEMOTE-uSER,REMOTE-GROUPS'],
          ['close', 'Remote-Groups'],
          ['keep-alive', 'TE,remote-wallet ,close', 'Remote-Email'],
        ])
          expect([removing, ...(await send(removing))]).toEqual([
            removing,
            ...(refusesRemoval.has(name) ? [400, {}] : [200, echoed]),
          ])
      })
    },
  )
}

test.describe(
  isReverseProxyInstalled('haproxy') ? 'The HAProxy Lua script' : 'skipped: haproxy is not installed',
  () => {
    test.skip(!isReverseProxyInstalled('haproxy'))

    test('O16: prevents forgery and removal of identity headers, even without the rules of the guide', async ({
      page,
      key,
    }) => {
      const site = getProxiedSiteByProxyName('haproxy')
      const alone = { ...site, port: await findFreePort() }
      runningProxies.push(
        await startReverseProxy('haproxy', alone, ports, /^ *http-request (?:del-header|deny deny_status).*\n/gm),
      )
      const echoed = await signInAtSite(page, 'haproxy', key)
      const cookie = await getBrowserCookieHeader(page, site.origin)
      for (const names of generateForgedHeaderNames()) {
        const { status, body } = await sendRawHttpRequest(
          alone,
          '/',
          [['cookie', cookie], ...names.map((each) => [each, 'admin'])].flat(),
        )
        expect([names, status, parseEchoedRequestHeaders(body)]).toEqual([names, 200, echoed])
      }
      for (const connection of ['close, Remote-User', 'REMOTE-groups'])
        expect((await sendRawHttpRequest(alone, '/', { cookie, connection })).status).toBe(400)
    })
  },
)
