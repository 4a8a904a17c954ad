// The provider accepts every application that operators may register.
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
  ['many redirect URIs', { redirectUris: everywhere, postLogoutUris: everywhere }],
  [
    'native redirect URIs',
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
  ['a single page on localhost', { kind: 'single-page', redirectUris: ['http://localhost:5173/'] }],
  [
    'a native kind and the device grant',
    { kind: 'native', grantTypes: ['authorization_code', 'refresh_token', deviceCodeGrantType] },
  ],
  [
    'every grant type',
    { grantTypes: ['authorization_code', 'refresh_token', deviceCodeGrantType, 'client_credentials'], resources },
  ],
  ['no refresh tokens', { grantTypes: ['authorization_code'], scopes: ['openid'] }],
  ['public subjects and optional PKCE', { subjectType: 'public', pkce: 'optional', claimsIn: 'id-token' }],
  [
    'a logout URI, DPoP, and a maximum age of 0',
    { backchannelLogoutUri: 'https://app.example/logout', dpopRequired: true, maxAgeSeconds: 0 },
  ],
  ['a client secret in the body', { authentication: 'client_secret_post', introspection: ['https://api.example/'] }],
  [
    'a logout URI on localhost',
    { backchannelLogoutUri: 'http://localhost:8080/logout', uri: 'http://localhost:8080/' },
  ],
  [
    'keys of every type',
    {
      authentication: 'private_key_jwt',
      jwks: { keys: [ec(), ed25519(), rsa(), { ...ec(), kid: 'one', use: 'sig', alg: 'ES256' }] },
    },
  ],
  ['keys at a jwks_uri', { authentication: 'private_key_jwt', jwksUri: 'https://app.example/jwks' }],
  ['a sector identifier', { redirectUris: everywhere, sectorIdentifierUri: 'https://sector.example/list' }],
]

test.each(redirected)('an application with %s can start a sign-in', async (_, input) => {
  const app = await createOidcTestServer()
  const application = await addTestClientApplication(app, input)
  for (const redirectUri of input.redirectUris ?? [application.redirectUri]) {
    const response = await app.openBrowser().send('GET', createAuthorizationUrl({ ...application, redirectUri }))
    expect(getRedirectLocation(response), `${redirectUri}: ${response.body}`).toMatch(/^\/sign-in\?interaction=/)
  }
})

test('an application with RS256 can start a sign-in', async () => {
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

test('an application that requires pushed requests can push one', async () => {
  const app = await createOidcTestServer()
  const application = await addTestClientApplication(app, { pushedRequestRequired: true })
  const form = Object.fromEntries(new URL(createAuthorizationUrl(application), 'https://sign-in.example').searchParams)
  expect((await postFormAsApplication(app, '/par', application, form)).statusCode).toBe(201)
})

test('a device application and a machine application can start their flows', async () => {
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
