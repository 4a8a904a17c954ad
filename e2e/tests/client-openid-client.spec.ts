// Tests every supported flow with openid-client, as a server-side application uses it.
import { createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify } from 'jose'
import * as client from 'openid-client'
import type { Page } from '@playwright/test'
import {
  applyTestApplicationDefinitions,
  testClientSecret,
  testClientSecretEnvironmentReference,
} from '../src/clients/apply-test-application-definitions.ts'
import { startApplicationTestSite } from '../src/clients/application-test-site.ts'
import type { ApplicationTestSite } from '../src/clients/application-test-site.ts'
import {
  clickAllowOnConsentPage,
  clickSignOutOnConfirmationPage,
  signWithInstalledWallet,
} from '../src/clients/application-sign-in-test-steps.ts'
import type { RunningTestServer } from '../src/start-server-for-tests.ts'
import { readPersonIdFromSession } from '../src/read-person-id-from-session.ts'
import { installFakeWallet, signInByApi } from '../src/wallet-sign-in-test-steps.ts'
import { signedOutStorageState, signedInEthereumTestKey, test } from './oidc-client-playwright-fixtures.ts'
import { expect } from './server-playwright-fixtures.ts'

const api = 'https://notes.example/api'

let site: ApplicationTestSite
let callback: string
let keys: CryptoKeyPair

test.beforeAll(async ({ server }) => {
  site = await startApplicationTestSite()
  callback = `${site.origin}/callback`
  keys = await generateKeyPair('ES256')
  const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'notes', alg: 'ES256', use: 'sig' }] }
  const web = {
    kind: 'web',
    redirectUris: [callback],
    scopes: ['openid', 'profile', 'wallet', 'proof', 'offline_access'],
  } as const
  await applyTestApplicationDefinitions(server, [
    {
      ...web,
      ...testClientSecretEnvironmentReference,
      id: 'notes',
      name: 'Notes',
      postLogoutUris: [site.origin + '/bye'],
    },
    {
      ...web,
      id: 'notes-with-key',
      name: 'Notes with key',
      authentication: 'private_key_jwt',
      jwks,
      pushedRequestRequired: true,
    },
    { ...web, ...testClientSecretEnvironmentReference, id: 'notes-bound', name: 'Notes bound', dpopRequired: true },
    { id: 'notes-television', name: 'Notes on television', kind: 'device' },
    {
      ...testClientSecretEnvironmentReference,
      id: 'notes-nightly',
      name: 'Notes at night',
      kind: 'machine',
      resources: [{ resource: api, scopes: ['read', 'write'] }],
    },
  ])
})
test.afterAll(() => site.close())

/** Also verifies token signatures. */
async function discover(
  { origin }: RunningTestServer,
  id: string,
  authentication: client.ClientAuth = client.ClientSecretBasic(testClientSecret),
): Promise<client.Configuration> {
  const execute = [client.allowInsecureRequests, client.enableNonRepudiationChecks]
  return client.discovery(new URL(origin), id, {}, authentication, { execute })
}

async function prepare(
  parameters: Record<string, string> = {},
): Promise<{ parameters: Record<string, string>; checks: client.AuthorizationCodeGrantChecks }> {
  const [pkceCodeVerifier, expectedState, expectedNonce] = [
    client.randomPKCECodeVerifier(),
    client.randomState(),
    client.randomNonce(),
  ]
  return {
    parameters: {
      redirect_uri: callback,
      scope: 'openid',
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
      nonce: expectedNonce,
      ...parameters,
    },
    checks: { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true },
  }
}

async function returned(page: Page): Promise<URL> {
  await page.waitForURL(`${callback}?*`)
  return new URL(page.url())
}

const subjectOf = (tokens: client.TokenEndpointResponseHelpers): string => tokens.claims()?.sub ?? ''

test.describe('openid-client without a session', () => {
  test.use({ storageState: signedOutStorageState })

  test('signs in a person, reads claims, and refreshes, introspects and revokes tokens', async ({
    page,
    server,
    key,
  }) => {
    await installFakeWallet(page, key)
    const config = await discover(server, 'notes')
    const { parameters, checks } = await prepare({
      scope: 'openid profile wallet proof offline_access',
      prompt: 'consent',
    })
    await page.goto(client.buildAuthorizationUrl(config, parameters).href)
    await signWithInstalledWallet(page)
    await clickAllowOnConsentPage(page, 'Notes')
    const tokens = await client.authorizationCodeGrant(config, await returned(page), checks)
    expect(tokens.claims()).toMatchObject({
      iss: server.origin,
      aud: 'notes',
      acr: 'urn:countersign:wallet',
      amr: ['pop'],
    })

    const person = await client.fetchUserInfo(config, tokens.access_token, subjectOf(tokens))
    expect(person).toMatchObject({
      preferred_username: expect.stringMatching(/^[a-z][a-z0-9_-]{1,29}$/),
      wallet: `eip155:1:${key.address}`,
      proof: { message: expect.stringContaining(key.address) },
    })

    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
    // The refresh token of a confidential client stays the same.
    expect(refreshed.refresh_token).toBe(tokens.refresh_token)
    expect(refreshed.access_token).not.toBe(tokens.access_token)
    expect(subjectOf(refreshed)).toBe(subjectOf(tokens))
    expect(await client.tokenIntrospection(config, refreshed.access_token)).toMatchObject({
      active: true,
      client_id: 'notes',
      sub: subjectOf(tokens),
    })

    await client.tokenRevocation(config, refreshed.refresh_token ?? '')
    expect(await client.tokenIntrospection(config, refreshed.access_token)).toEqual({ active: false })
    await expect(client.refreshTokenGrant(config, refreshed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('logs out a person, revokes the tokens, and returns to the application', async ({ page, server, key }) => {
    await signInByApi(page.context(), server.origin, key)
    const config = await discover(server, 'notes')
    const { parameters, checks } = await prepare({ scope: 'openid offline_access', prompt: 'consent' })
    await page.goto(client.buildAuthorizationUrl(config, parameters).href)
    await clickAllowOnConsentPage(page, 'Notes')
    const tokens = await client.authorizationCodeGrant(config, await returned(page), checks)
    expect(await readPersonIdFromSession(page.context(), server.origin)).not.toBe(null)

    const end = client.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: `${site.origin}/bye`,
      state: 'see-you',
    })
    await page.goto(end.href)
    await expect(page.getByText('Notes requested this.')).toBeVisible()
    await clickSignOutOnConfirmationPage(page)
    await page.waitForURL(`${site.origin}/bye?state=see-you`)
    expect(await readPersonIdFromSession(page.context(), server.origin)).toBe(null)
    await expect(client.fetchUserInfo(config, tokens.access_token, subjectOf(tokens))).rejects.toMatchObject({
      status: 401,
    })
    await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })
})

test('openid-client uses pushed authorization requests (PAR) and private_key_jwt', async ({ page, server }) => {
  const config = await discover(server, 'notes-with-key', client.PrivateKeyJwt({ key: keys.privateKey, kid: 'notes' }))
  const { parameters, checks } = await prepare({ scope: 'openid wallet' })
  const address = await client.buildAuthorizationUrlWithPAR(config, parameters)
  expect([...address.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri'])
  await page.goto(address.href)
  await clickAllowOnConsentPage(page, 'Notes with key')
  const tokens = await client.authorizationCodeGrant(config, await returned(page), checks)
  expect(await client.fetchUserInfo(config, tokens.access_token, subjectOf(tokens))).toMatchObject({
    wallet: `eip155:1:${signedInEthereumTestKey.address}`,
  })

  // The same parameters without PAR are refused, and so is a client that signs with another key.
  await page.goto(client.buildAuthorizationUrl(config, parameters).href)
  const refused = await returned(page)
  expect(refused.searchParams.get('error')).toBe('invalid_request')
  const { privateKey } = await generateKeyPair('ES256')
  const impostor = await discover(server, 'notes-with-key', client.PrivateKeyJwt({ key: privateKey, kid: 'notes' }))
  await expect(client.buildAuthorizationUrlWithPAR(impostor, parameters)).rejects.toMatchObject({
    error: 'invalid_client',
  })
})

test('openid-client binds its tokens to a DPoP key', async ({ page, server }) => {
  const config = await discover(server, 'notes-bound')
  const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'))
  const { parameters, checks } = await prepare({ scope: 'openid wallet offline_access', prompt: 'consent' })
  await page.goto(client.buildAuthorizationUrl(config, parameters).href)
  await clickAllowOnConsentPage(page, 'Notes bound')
  const back = await returned(page)
  const tokens = await client.authorizationCodeGrant(config, back, checks, {}, { DPoP })
  expect(tokens.token_type).toBe('dpop')
  const person = { wallet: `eip155:1:${signedInEthereumTestKey.address}` }
  expect(await client.fetchUserInfo(config, tokens.access_token, subjectOf(tokens), { DPoP })).toMatchObject(person)

  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', {}, { DPoP })
  expect(refreshed.token_type).toBe('dpop')
  expect(await client.fetchUserInfo(config, refreshed.access_token, subjectOf(tokens), { DPoP })).toMatchObject(person)

  // Someone who stole the token has a different key, or none.
  const other = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'))
  await expect(
    client.fetchUserInfo(config, refreshed.access_token, subjectOf(tokens), { DPoP: other }),
  ).rejects.toMatchObject({ status: 401 })
  await expect(client.fetchUserInfo(config, refreshed.access_token, subjectOf(tokens))).rejects.toMatchObject({
    status: 401,
  })
})

test('openid-client signs in a device with the device authorization grant', async ({ page, server }) => {
  const config = await discover(server, 'notes-television', client.None())
  const started = await client.initiateDeviceAuthorization(config, { scope: 'openid wallet' })
  await page.goto(started.verification_uri_complete ?? '')
  await expect(page.getByRole('heading', { name: 'Notes on television wants to sign in a device' })).toBeVisible()
  await expect(page.getByText(started.user_code)).toBeVisible()
  await page.getByRole('button', { name: 'Sign in this device' }).click()
  await expect(page.getByRole('heading', { name: 'Your device is signed in' })).toBeVisible()
  // The library would otherwise wait five seconds before it polls (RFC 8628 §3.2).
  const tokens = await client.pollDeviceAuthorizationGrant(config, { ...started, interval: 0.1 })
  expect(await client.fetchUserInfo(config, tokens.access_token, subjectOf(tokens))).toMatchObject({
    wallet: `eip155:1:${signedInEthereumTestKey.address}`,
  })
})

test('openid-client gets a client credentials token that the service verifies locally', async ({ server }) => {
  const config = await discover(server, 'notes-nightly')
  const tokens = await client.clientCredentialsGrant(config, { resource: api, scope: 'read' })
  const service = createRemoteJWKSet(new URL(config.serverMetadata().jwks_uri ?? ''))
  const { payload, protectedHeader } = await jwtVerify(tokens.access_token, service, {
    issuer: server.origin,
    audience: api,
    typ: 'at+jwt',
  })
  expect(protectedHeader.alg).toBe('ES256')
  expect(payload).toMatchObject({ client_id: 'notes-nightly', sub: 'notes-nightly', scope: 'read' })
  await expect(
    client.clientCredentialsGrant(config, { resource: 'https://other.example/api', scope: 'read' }),
  ).rejects.toMatchObject({ error: 'invalid_target' })
})
