// Which tokens a service can introspect, and what it learns (THREATS O19).
import { SignJWT, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { addTestResource, testResourceUri } from '../../../testing/oauth-resource-fixtures.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createOidcTestServer,
  exchangeCodeAsApplication,
  obtainTokens,
  postFormAsApplication,
  decodeTokenPayload,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import {
  getAuthorizationCodeFromRedirect,
  obtainTokenFamilyBySignIn,
  sendRefreshTokenRequest,
  summarizeOAuthResponse,
} from '../../../testing/oauth-token-test-steps.ts'
import {
  unrelatedResourceUri,
  addResourceReadingApplication,
  addIntrospectingMachineApplication,
  obtainResourceAccessToken,
  introspectToken,
  inactiveIntrospectionResponse,
  introspectionAuthorizationParameters,
  testResourceReadAccess,
} from '../../../testing/token-introspection-test-steps.ts'

describe('introspection', () => {
  test('O19: a service sees all claims of signed tokens for its resource, and no other token', async () => {
    const app = await createOidcTestServer()
    await addTestResource(app, { openTo: 'applications' })
    await addTestResource(app, { resource: unrelatedResourceUri, openTo: 'applications' })
    const [one, two] = [
      await addResourceReadingApplication(app, 'one'),
      await addResourceReadingApplication(app, 'two'),
    ]
    const api = await addIntrospectingMachineApplication(app, 'api', [testResourceUri])
    const browser = app.openBrowser()
    const mine = await obtainResourceAccessToken(app, browser, one)
    const claims = decodeTokenPayload(mine.access_token)
    for (const form of [{}, { token_type_hint: 'access_token' }, { token_type_hint: 'refresh_token' }])
      expect(await introspectToken(app, api, mine.access_token, form)).toEqual({
        ...claims,
        active: true,
        token_type: 'Bearer',
      })
    expect(claims).toMatchObject({
      aud: testResourceUri,
      client_id: 'one',
      scope: 'read',
      iss: 'https://sign-in.example',
    })
    expect(
      (await introspectToken(app, api, (await obtainResourceAccessToken(app, browser, two)).access_token)).client_id,
    ).toBe('two')
    const hidden = {
      'a sign-in token of another application': (await obtainTokens(app, browser, one)).access_token,
      'a token for another resource': (await obtainResourceAccessToken(app, browser, one, unrelatedResourceUri))
        .access_token,
      'a refresh token': (await obtainTokenFamilyBySignIn(app, browser, one)).refresh_token ?? '',
      'an ID token': mine.id_token,
      'no token': 'nonsense',
      'no token with dots': 'a.b.c',
      'a header alone': `${mine.access_token.split('.')[0]}.e30.`,
    }
    for (const [what, token] of Object.entries(hidden))
      expect([what, await introspectToken(app, api, token)]).toEqual([what, inactiveIntrospectionResponse])
    for (const token of [mine.access_token, hidden['a token for another resource'], hidden['a refresh token']])
      expect(await introspectToken(app, one, token)).toMatchObject({ active: true, client_id: 'one' })
    expect(await introspectToken(app, two, mine.access_token)).toEqual(inactiveIntrospectionResponse)
  })

  test('O19: a service listed for an application sees its plain access tokens, and nothing else', async () => {
    const app = await createOidcTestServer()
    await addTestResource(app, { openTo: 'applications' })
    const [mail, wiki] = [
      await addResourceReadingApplication(app, 'mail-program'),
      await addResourceReadingApplication(app, 'wiki'),
    ]
    const imap = await addIntrospectingMachineApplication(app, 'imap', ['application:mail-program'])
    const browser = app.openBrowser()
    const { access_token, refresh_token = '', id_token } = await obtainTokenFamilyBySignIn(app, browser, mail)
    expect(await introspectToken(app, imap, access_token)).toMatchObject({
      active: true,
      aud: 'mail-program',
      client_id: 'mail-program',
      sub: decodeTokenPayload(id_token)['sub'],
      iss: 'https://sign-in.example',
      scope: 'openid offline_access',
      token_type: 'Bearer',
    })
    expect(await introspectToken(app, imap, refresh_token)).toEqual(inactiveIntrospectionResponse)
    expect(
      await introspectToken(app, imap, (await obtainResourceAccessToken(app, browser, mail)).access_token),
    ).toEqual(inactiveIntrospectionResponse)
    expect(await introspectToken(app, imap, (await obtainTokens(app, browser, wiki)).access_token)).toEqual(
      inactiveIntrospectionResponse,
    )
    await addTestResource(app, { resource: 'application:mail-program', openTo: 'applications' })
    const disguised = await obtainResourceAccessToken(app, browser, wiki, 'application:mail-program')
    expect(await introspectToken(app, imap, disguised.access_token)).toEqual(inactiveIntrospectionResponse)
  })
})

test('O19: a public client can introspect only its own tokens, an unauthenticated caller none', async () => {
  const app = await createOidcTestServer()
  await addTestResource(app, { openTo: 'applications' })
  const page = await addTestClientApplication(app, { id: 'page', kind: 'single-page' })
  const { access_token } = await obtainResourceAccessToken(app, app.openBrowser(), page)
  expect(await introspectToken(app, page, access_token)).toMatchObject({ active: true, aud: testResourceUri })
  const api = await addIntrospectingMachineApplication(app, 'api', [testResourceUri])
  expect(
    summarizeOAuthResponse(
      await postFormAsApplication(app, '/introspect', { id: 'api', secret: 'wrong' }, { token: access_token }),
    ),
  ).toBe('401 invalid_client')
  expect(
    summarizeOAuthResponse(
      await postFormAsApplication(app, '/introspect', { id: 'api', secret: null }, { token: access_token }),
    ),
  ).toBe('401 invalid_client')
  expect(summarizeOAuthResponse(await postFormAsApplication(app, '/introspect', api, {}))).toBe('400 invalid_request')
})

test('a resource server can introspect a refreshed token', async () => {
  const app = await createOidcTestServer()
  await addTestResource(app, { openTo: 'applications' })
  const client = await addResourceReadingApplication(app, 'one')
  const api = await addIntrospectingMachineApplication(app, 'api', [testResourceUri])
  const scope = 'openid read offline_access'
  const back = await runOidcAuthorizationUntilCallback(app.openBrowser(), client, {
    ...introspectionAuthorizationParameters,
    scope,
    prompt: 'consent',
  })
  const { refresh_token } = (
    await exchangeCodeAsApplication(app, client, getAuthorizationCodeFromRedirect(back), { resource: testResourceUri })
  ).json<TokenResponse>()
  const again = (
    await sendRefreshTokenRequest(app, client, refresh_token, { resource: testResourceUri })
  ).json<TokenResponse>()
  expect(await introspectToken(app, api, again.access_token)).toMatchObject({ active: true, scope: 'read' })
})

test('introspection shows the key that a token is bound to (RFC 9449 §6.2)', async () => {
  const app = await createOidcTestServer()
  await addTestResource(app)
  const job = await addTestClientApplication(app, {
    id: 'job',
    kind: 'machine',
    resources: testResourceReadAccess,
    dpopRequired: true,
  })
  const api = await addIntrospectingMachineApplication(app, 'api', [testResourceUri])
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  const dpop = await new SignJWT({ htu: 'https://sign-in.example/token', htm: 'POST', jti: 'once' })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
    .setIssuedAt()
    .sign(privateKey)
  const form = { grant_type: 'client_credentials', scope: 'read', resource: testResourceUri }
  const { access_token } = (await postFormAsApplication(app, '/token', job, form, { dpop })).json<TokenResponse>()
  expect(await introspectToken(app, api, access_token)).toMatchObject({
    active: true,
    token_type: 'DPoP',
    cnf: { jkt: await calculateJwkThumbprint(jwk) },
  })
})
