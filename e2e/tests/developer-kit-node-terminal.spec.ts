// Tests @countersign/node against the real server: programs in a terminal, and the API that they call.
import { renewTerminalSignIn, signInFromTerminal } from '@countersign/node/terminal'
import * as client from 'openid-client'
import { applyTestApplicationDefinitions } from '../src/clients/apply-test-application-definitions.ts'
import { clickAllowOnConsentPage } from '../src/clients/application-sign-in-test-steps.ts'
import { startProtectedApiTestSite } from '../src/clients/protected-api-test-site.ts'
import type { ProtectedApiTestSite } from '../src/clients/protected-api-test-site.ts'
import { signedInEthereumTestKey, test } from './oidc-client-playwright-fixtures.ts'
import { expect } from './server-playwright-fixtures.ts'

let api: ProtectedApiTestSite

test.beforeAll(async ({ server }) => {
  api = await startProtectedApiTestSite(server)
  const scopes = ['openid', 'profile', 'wallet', 'offline_access']
  const loopback = { redirectUris: ['http://127.0.0.1/callback'], scopes }
  await applyTestApplicationDefinitions(server, [
    { id: 'shop-cli', name: 'Shop on a terminal', kind: 'native', ...loopback },
    { id: 'shop-device', name: 'Shop on a device', kind: 'device', scopes },
    { id: 'shop-bound', name: 'Bound shop', kind: 'native', dpopRequired: true, ...loopback },
  ])
})
test.afterAll(() => api.close())

test('a program signs in over the loopback redirect, and its token works at the protected API only', async ({
  page,
  server,
}) => {
  const lines: string[] = []
  const signedIn = await signInFromTerminal({
    issuer: server.origin,
    clientId: 'shop-cli',
    scope: 'openid wallet orders',
    resource: api.resource,
    flow: 'loopback',
    print: (line) => void lines.push(line),
    open: async (address) => {
      await page.goto(address)
      await clickAllowOnConsentPage(page, 'Shop on a terminal')
      await expect(page.getByText('You are signed in. You can close this page')).toBeVisible()
    },
  })
  expect(lines.join('\n')).toContain('/authorize?')
  const response = await api.call(`Bearer ${signedIn.accessToken}`)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    clientId: 'shop-cli',
    scopes: ['orders'],
    wallet: { namespace: 'eip155', chain: '1', address: signedInEthereumTestKey.address, kind: 'key' },
  })

  const missing = await api.call(null)
  expect(missing.status).toBe(401)
  const metadata = `${api.origin}/.well-known/oauth-protected-resource`
  expect(missing.headers.get('www-authenticate')).toContain(`resource_metadata="${metadata}"`)
  expect(await (await fetch(metadata)).json()).toMatchObject({
    resource: api.resource,
    authorization_servers: [server.origin],
  })
  expect((await api.call(`Bearer ${signedIn.idToken}`)).status).toBe(401)
})

test('a program signs in with the device flow and renews its tokens, which do not work at the protected API', async ({
  page,
  server,
}) => {
  const addresses: string[] = []
  const application = { issuer: server.origin, clientId: 'shop-device' }
  const signingIn = signInFromTerminal({
    ...application,
    scope: 'openid wallet offline_access',
    flow: 'device',
    print: (line) => void addresses.push(...line.split(' ').filter((word) => word.includes('user_code='))),
  })
  await expect.poll(() => addresses.length).toBe(1)
  await page.goto(addresses[0] ?? '')
  await page.getByRole('button', { name: 'Sign in this device' }).click()
  const signedIn = await signingIn
  expect(signedIn.user).toMatchObject({ clientId: 'shop-device', wallet: { address: signedInEthereumTestKey.address } })
  const renewed = await renewTerminalSignIn(signedIn, { ...application, now: () => signedIn.expiresAt - 30_000 })
  expect(renewed.user).toEqual(signedIn.user)
  expect(renewed.accessToken).not.toBe(signedIn.accessToken)
  expect(renewed.refreshToken).not.toBe(signedIn.refreshToken)
  const response = await api.call(`Bearer ${renewed.accessToken}`)
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({
    error_description: expect.stringContaining(`resource=${api.resource}`),
  })
})

test('the protected API accepts a DPoP-bound token with its proof, and refuses it without', async ({
  page,
  server,
}) => {
  const config = await client.discovery(new URL(server.origin), 'shop-bound', {}, client.None(), {
    execute: [client.allowInsecureRequests],
  })
  const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'))
  const [pkceCodeVerifier, expectedState] = [client.randomPKCECodeVerifier(), client.randomState()]
  const target = { resource: api.resource, scope: 'openid orders' }
  const address = client.buildAuthorizationUrl(config, {
    ...target,
    redirect_uri: `${api.origin}/callback`,
    state: expectedState,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  await page.goto(address.href)
  await clickAllowOnConsentPage(page, 'Bound shop')
  await page.waitForURL(`${api.origin}/callback?*`)
  const checks = { pkceCodeVerifier, expectedState }
  const tokens = await client.authorizationCodeGrant(
    config,
    new URL(page.url()),
    checks,
    { resource: api.resource },
    { DPoP },
  )
  const call = () =>
    client.fetchProtectedResource(
      config,
      tokens.access_token,
      new URL(`${api.origin}/orders`),
      'GET',
      undefined,
      undefined,
      { DPoP },
    )
  expect((await call()).status).toBe(200)
  expect((await call()).status).toBe(200)
  const stolen = await api.call(`Bearer ${tokens.access_token}`)
  expect(stolen.status).toBe(401)
  expect(stolen.headers.get('www-authenticate')).toMatch(/^DPoP error="invalid_token"/)
})
