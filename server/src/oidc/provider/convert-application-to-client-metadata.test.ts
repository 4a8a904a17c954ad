// What an operator may register and what the provider takes are two sets of rules; no application may pass the first and
// fail at the second, because that would show only when somebody signs in.
import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { deviceCodeGrantType } from '../../store/applications/application-definition-types.ts'
import type { ApplicationDefinitionInput } from '../../store/applications/application-definition-types.ts'
import { ensureSigningKeys } from '../../store/signing-keys/ensure-signing-keys.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { testClockStartTime } from '../../testing/countersign-test-server.ts'
import { testServerKey } from '../../testing/server-key-fixtures.ts'
import {
  addTestClientApplication,
  createAuthorizationUrl,
  createOidcTestServer,
  getRedirectLocation,
  postFormAsApplication,
} from '../../testing/oidc-application-test-steps.ts'

const ec = (): Record<string, unknown> => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }),
})
const ed25519 = (): Record<string, unknown> => ({
  ...generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }),
})
const rsa = (): Record<string, unknown> => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' }),
})
const everywhere = [
  'https://app.example/callback',
  'https://other.example:8443/?tenant=a',
  'http://localhost:8080/',
  'http://127.0.0.1/callback',
  'http://[::1]:9/callback',
]
const resources = [{ resource: 'https://service.example/', scopes: ['read'] }]

const redirected: [string, Partial<ApplicationDefinitionInput>][] = [
  ['many addresses', { redirectUris: everywhere, postLogoutUris: everywhere }],
  [
    'addresses of a native application',
    {
      kind: 'native',
      redirectUris: [
        'http://127.0.0.1/callback',
        'http://localhost/callback',
        'http://[::1]/callback',
        'example.app:/callback',
        'https://app.example/native',
      ],
    },
  ],
  ['a page on this machine', { kind: 'single-page', redirectUris: ['http://localhost:5173/'] }],
  [
    'a native application with a device code',
    { kind: 'native', grantTypes: ['authorization_code', 'refresh_token', deviceCodeGrantType] },
  ],
  [
    'every flow',
    { grantTypes: ['authorization_code', 'refresh_token', deviceCodeGrantType, 'client_credentials'], resources },
  ],
  ['no refresh', { grantTypes: ['authorization_code'], scopes: ['openid'] }],
  ['public names and no PKCE', { subjectType: 'public', pkce: 'optional', claimsIn: 'id-token' }],
  [
    'a logout address, DPoP and an age of nothing',
    { backchannelLogoutUri: 'https://app.example/logout', dpopRequired: true, maxAgeSeconds: 0 },
  ],
  ['a secret in the body', { authentication: 'client_secret_post', introspection: ['https://api.example/'] }],
  [
    'a logout address on this machine',
    { backchannelLogoutUri: 'http://localhost:8080/logout', uri: 'http://localhost:8080/' },
  ],
  [
    'keys of every kind',
    {
      authentication: 'private_key_jwt',
      jwks: { keys: [ec(), ed25519(), rsa(), { ...ec(), kid: 'one', use: 'sig', alg: 'ES256' }] },
    },
  ],
  ['keys at an address', { authentication: 'private_key_jwt', jwksUri: 'https://app.example/jwks' }],
  ['a sector identifier', { redirectUris: everywhere, sectorIdentifierUri: 'https://sector.example/list' }],
]

test.each(redirected)('an application with %s can begin a sign-in', async (_, input) => {
  const app = await createOidcTestServer()
  const application = await addTestClientApplication(app, input)
  for (const redirectUri of input.redirectUris ?? [application.redirectUri]) {
    const response = await app.openBrowser().send('GET', createAuthorizationUrl({ ...application, redirectUri }))
    expect(getRedirectLocation(response), `${redirectUri}: ${response.body}`).toMatch(/^\/sign-in\?interaction=/)
  }
})

test('an application with RS256 can begin a sign-in', async () => {
  const app = await createOidcTestServer()
  await ensureSigningKeys(
    {
      queries: app.database.queries,
      random: systemRandomBytes,
      serverKey: testServerKey,
      limits: app.limits,
      algorithms: ['RS256'],
    },
    testClockStartTime,
  )
  app.pass(10_000)
  const response = await app
    .openBrowser()
    .send('GET', createAuthorizationUrl(await addTestClientApplication(app, { idTokenAlgorithm: 'RS256' })))
  expect(getRedirectLocation(response)).toMatch(/^\/sign-in\?interaction=/)
})

test('an application that must push its requests can', async () => {
  const app = await createOidcTestServer()
  const application = await addTestClientApplication(app, { pushedRequestRequired: true })
  const form = Object.fromEntries(new URL(createAuthorizationUrl(application), 'https://sign-in.example').searchParams)
  expect((await postFormAsApplication(app, '/par', application, form)).statusCode).toBe(201)
})

test('a device and a machine can begin', async () => {
  const app = await createOidcTestServer()
  const device = await addTestClientApplication(app, { id: 'tv', kind: 'device' })
  expect((await postFormAsApplication(app, '/device/authorize', device, { scope: 'openid' })).statusCode).toBe(200)
  const machine = await addTestClientApplication(app, { id: 'job', kind: 'machine', resources })
  expect(
    (
      await postFormAsApplication(app, '/token', machine, {
        grant_type: 'client_credentials',
        resource: 'https://service.example/',
        scope: 'read',
      })
    ).statusCode,
  ).toBe(200)
})
