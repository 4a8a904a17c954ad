// Pushed requests, client assertions and DPoP proofs work once (THREATS O2).
import { SignJWT, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { TestServer } from '../../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  postFormAsApplication,
  signInToOidcInteraction,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import {
  getAuthorizationCodeFromRedirect,
  createTwoOidcServerInstances,
  sendRefreshTokenRequest,
  tallyResponses,
  summarizeOAuthResponse,
  offlineAccessAuthorizationParameters,
} from '../../../testing/oauth-token-test-steps.ts'

describe('OAuth request replay', () => {
  testOnBothDatabases('O2: a pushed request works once, even in 64 concurrent requests', async (kind) => {
    const { one, two } = await createTwoOidcServerInstances(kind)
    const application = await addTestClientApplication(one, { pushedRequestRequired: true })
    const browser = one.openBrowser()
    const refused = new URL(getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application))))
    expect(refused.searchParams.get('error')).toBe('invalid_request')
    const form = Object.fromEntries(
      new URL(createAuthorizationUrl(application), 'https://sign-in.example').searchParams,
    )
    const push = async () =>
      (await postFormAsApplication(one, '/par', application, form)).json<{ request_uri: string }>()
    const { request_uri } = await push()
    const answers = (uri: string) =>
      `/authorize?${new URLSearchParams({ client_id: application.id, request_uri: uri })}`
    // Consent is given, so that the request is answered at once.
    await signInToOidcInteraction(
      browser,
      getInteractionIdFromRedirect(await browser.send('GET', answers(request_uri))),
    )
    await runOidcAuthorizationUntilCallback(browser, application, await push())
    const again = answers((await push()).request_uri)
    const elsewhere = two.openBrowser()
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
    const visits = await Promise.all(
      Array.from({ length: 64 }, (_, index) => (index % 2 === 0 ? browser : elsewhere).send('GET', again)),
    )
    const codes = visits.filter(
      (visit) =>
        new URL(getRedirectLocation(visit), 'https://sign-in.example').searchParams.get('iss') !== null &&
        getRedirectLocation(visit).includes('code='),
    )
    expect(codes).toHaveLength(1)
    expect(visits.filter((visit) => getRedirectLocation(visit).includes('error'))).toHaveLength(63)
    expect(getRedirectLocation(await browser.send('GET', again))).toMatch(/^\/error/)
    const { request_uri: other } = await push()
    const thief = await addTestClientApplication(one, { id: 'thief' })
    expect(
      getRedirectLocation(
        await browser.send('GET', `/authorize?${new URLSearchParams({ client_id: thief.id, request_uri: other })}`),
      ),
    ).toMatch(/^\/error/)
  })

  testOnBothDatabases(
    'O2: a client assertion works once, even in 64 concurrent requests and after a restart',
    async (kind) => {
      const { one, two, startAnother } = await createTwoOidcServerInstances(kind)
      const { publicKey, privateKey } = await generateKeyPair('ES256')
      const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'own', alg: 'ES256', use: 'sig' }] }
      const application = await addTestClientApplication(one, {
        kind: 'machine',
        authentication: 'private_key_jwt',
        jwks,
        resources: [{ resource: 'https://api.example/', scopes: ['read'] }],
      })
      const claims = { iss: application.id, sub: application.id, aud: 'https://sign-in.example', jti: 'one' }
      const assertion = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: 'own' })
        .setIssuedAt()
        .setExpirationTime('1m')
        .sign(privateKey)
      const form = {
        grant_type: 'client_credentials',
        resource: 'https://api.example/',
        scope: 'read',
        client_assertion: assertion,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      }
      const ask = (app: Pick<TestServer, 'http'>) => postFormAsApplication(app, '/token', null, form)
      const responses = await Promise.all(Array.from({ length: 64 }, (_, index) => ask(index % 2 === 0 ? one : two)))
      expect(tallyResponses(responses)).toEqual({ '200': 1, '401 invalid_client': 63 })
      await one.http.close()
      expect(summarizeOAuthResponse(await ask(await startAnother()))).toBe('401 invalid_client')
    },
  )

  testOnBothDatabases(
    'O2: a DPoP proof works once in 64 concurrent requests, and its tokens need the key',
    async (kind) => {
      const { one, two } = await createTwoOidcServerInstances(kind)
      const application = await addTestClientApplication(one, { dpopRequired: true })
      const { publicKey, privateKey } = await generateKeyPair('ES256')
      const jwk = await exportJWK(publicKey)
      const prove = (htu: string, claims: object = {}, htm = 'POST') =>
        new SignJWT({ htu: `https://sign-in.example${htu}`, htm, jti: crypto.randomUUID(), ...claims })
          .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
          .setIssuedAt()
          .sign(privateKey)
      const code = getAuthorizationCodeFromRedirect(
        await runOidcAuthorizationUntilCallback(one.openBrowser(), application, offlineAccessAuthorizationParameters),
      )
      expect(summarizeOAuthResponse(await exchangeCodeAsApplication(one, application, code))).toBe('400 invalid_grant')
      const form = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: application.redirectUri,
        code_verifier: 'test-verifier-test-verifier-test-verifier-test',
      }
      const first = await postFormAsApplication(one, '/token', application, form, { dpop: await prove('/token') })
      expect(summarizeOAuthResponse(first)).toBe('200')
      const tokens = first.json<TokenResponse>()
      expect(tokens.token_type).toBe('DPoP')

      const ath = createHash('sha256').update(tokens.access_token).digest('base64url')
      const proof = await prove('/userinfo', { ath }, 'GET')
      const call = (app: Pick<TestServer, 'http'>, dpop: string) =>
        app.http.inject({ url: '/userinfo', headers: { authorization: `DPoP ${tokens.access_token}`, dpop } })
      const calls = await Promise.all(
        Array.from({ length: 64 }, (_, index) => call(index % 2 === 0 ? one : two, proof)),
      )
      expect(tallyResponses(calls)).toEqual({ '200': 1, '401 invalid_token': 63 })
      const asBearer = await one.http.inject({
        url: '/userinfo',
        headers: { authorization: `Bearer ${tokens.access_token}` },
      })
      expect(summarizeOAuthResponse(asBearer)).toBe('401 invalid_token')
      const other = await generateKeyPair('ES256')
      const forged = await new SignJWT({ htu: 'https://sign-in.example/userinfo', htm: 'GET', jti: 'x', ath })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(other.publicKey) })
        .setIssuedAt()
        .sign(other.privateKey)
      expect(summarizeOAuthResponse(await call(one, forged))).toBe('401 invalid_token')
      expect(
        (await postFormAsApplication(one, '/introspect', application, { token: tokens.access_token })).json(),
      ).toMatchObject({
        cnf: { jkt: await calculateJwkThumbprint(jwk) },
      })
      expect(summarizeOAuthResponse(await sendRefreshTokenRequest(one, application, tokens.refresh_token))).toBe(
        '400 invalid_grant',
      )
    },
  )
})
