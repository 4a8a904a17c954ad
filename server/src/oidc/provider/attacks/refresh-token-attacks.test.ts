import { SignJWT, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { disableApplication } from '../../../store/applications/disable-application.ts'
import { enableApplication } from '../../../store/applications/enable-application.ts'
import { reactivatePerson, suspendPerson } from '../../../admin/people/suspend-person.ts'
import { systemRandomBytes } from '../../../platform/clock.ts'
import { readAuditLog } from '../../../testing/read-database-state.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { databaseKinds, testOnBothDatabases } from '../../../testing/test-databases.ts'
import {
  addTestApplication,
  completeAuthorization,
  createAuthorizationUrl,
  createOpenIdApp,
  exchangeCode,
  redirectLocationOf,
  interactionIdOf,
  postForm,
  signInToInteraction,
} from '../../../testing/test-openid.ts'
import type { TokenResponse } from '../../../testing/test-openid.ts'
import {
  authorizationCodeIn,
  createAppInstances,
  obtainTokenFamily,
  refreshTokens,
  checkTokensWork,
  tallyResponses,
  summarizeOAuthResponse,
  refreshTokenParameters,
} from '../../../testing/test-tokens.ts'

const context = ({ database }: TestApp) => ({ queries: database.queries, random: systemRandomBytes })

/** An application whose refresh tokens are replaced at each use, and a server that sends no response again. */
const rotating = { rotateRefreshTokens: true }
const withoutRetry = { COUNTERSIGN_TOKEN_RETRY_SECONDS: '0' }

describe('a refresh token', () => {
  testOnBothDatabases(
    'O2 works once where the retry window is off; a second use ends the family, also what is newest',
    async (kind) => {
      const app = await createOpenIdApp({ database: kind, environment: withoutRetry })
      const application = await addTestApplication(app, rotating)
      const first = await obtainTokenFamily(app, app.openBrowser(), application)
      const second = (await refreshTokens(app, application, first.refresh_token)).json<TokenResponse>()
      const third = (await refreshTokens(app, application, second.refresh_token)).json<TokenResponse>()
      expect(await checkTokensWork(app, application, third)).toEqual([true, true])
      expect(summarizeOAuthResponse(await refreshTokens(app, application, first.refresh_token))).toBe(
        '400 invalid_grant',
      )
      for (const tokens of [first, second, third])
        expect(await checkTokensWork(app, application, tokens)).toEqual([false, false])
      expect((await readAuditLog(app.database.queries)).at(-1)).toBe(
        'token.reused refused {"applicationId":"test-app"}',
      )
    },
  )

  describe.each(databaseKinds)('on %s', (kind) => {
    test.each([8, 64])('O2 of %i uses at the same time over two instances one succeeds, and is ended', async (uses) => {
      const { one, two } = await createAppInstances(kind, withoutRetry)
      const application = await addTestApplication(one, rotating)
      const { refresh_token } = await obtainTokenFamily(one, one.openBrowser(), application)
      const responses = await Promise.all(
        Array.from({ length: uses }, (_, index) =>
          refreshTokens(index % 2 === 0 ? one : two, application, refresh_token),
        ),
      )
      expect(tallyResponses(responses)).toEqual({ '200': 1, '400 invalid_grant': uses - 1 })
      const winner = responses.find(({ statusCode }) => statusCode === 200)?.json<TokenResponse>() as TokenResponse
      expect(await checkTokensWork(two, application, winner)).toEqual([false, false])
    })
  })

  testOnBothDatabases(
    'O2 that was rotated and used stays used over a restart, and what was revoked stays so',
    async (kind) => {
      const { one, two, startAnother } = await createAppInstances(kind)
      const application = await addTestApplication(one, rotating)
      const kept = await obtainTokenFamily(one, one.openBrowser(), application)
      const revoked = await obtainTokenFamily(one, one.openBrowser(), application)
      expect(
        summarizeOAuthResponse(await postForm(one, '/revoke', application, { token: revoked.refresh_token ?? '' })),
      ).toBe('200')
      await one.http.close()
      expect(summarizeOAuthResponse(await refreshTokens(two, application, revoked.refresh_token))).toBe(
        '400 invalid_grant',
      )
      const again = (await refreshTokens(two, application, kept.refresh_token)).json<TokenResponse>()
      const another = await startAnother()
      expect(summarizeOAuthResponse(await refreshTokens(another, application, revoked.refresh_token))).toBe(
        '400 invalid_grant',
      )
      expect(summarizeOAuthResponse(await refreshTokens(another, application, again.refresh_token))).toBe('200')
      expect(summarizeOAuthResponse(await refreshTokens(another, application, kept.refresh_token))).toBe(
        '400 invalid_grant',
      )
    },
  )

  test('O2 of another application is refused, and stays what it was', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app)
    const thief = await addTestApplication(app, { id: 'thief' })
    const { refresh_token } = await obtainTokenFamily(app, app.openBrowser(), application)
    expect(summarizeOAuthResponse(await refreshTokens(app, thief, refresh_token))).toBe('400 invalid_grant')
    expect(summarizeOAuthResponse(await refreshTokens(app, { ...thief, id: application.id }, refresh_token))).toBe(
      '401 invalid_client',
    )
    // RFC 7009 §2.1: nor can it be taken back by another one.
    expect(summarizeOAuthResponse(await postForm(app, '/revoke', thief, { token: refresh_token ?? '' }))).toBe('200')
    expect(
      summarizeOAuthResponse(await refreshTokens(app, application, refresh_token, { scope: 'openid profile' })),
    ).toBe('400 invalid_scope')
    expect(summarizeOAuthResponse(await refreshTokens(app, application, refresh_token))).toBe('200')
  })

  test('O2 of a suspended person is refused, and of a disabled application, also after it was enabled', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app)
    const tokens = await obtainTokenFamily(app, app.openBrowser(), application)
    const { id } = await app.database.queries.selectFrom('people').select('id').executeTakeFirstOrThrow()
    await suspendPerson(context(app), id, app.clock.now)
    expect(summarizeOAuthResponse(await refreshTokens(app, application, tokens.refresh_token))).toBe(
      '400 invalid_grant',
    )
    await reactivatePerson(context(app), id, app.clock.now)
    expect(summarizeOAuthResponse(await refreshTokens(app, application, tokens.refresh_token))).toBe(
      '400 invalid_grant',
    )
    await disableApplication(context(app), application.id, app.clock.now)
    expect(summarizeOAuthResponse(await refreshTokens(app, application, tokens.refresh_token))).toBe(
      '401 invalid_client',
    )
    await enableApplication(context(app), application.id, app.clock.now)
    expect(summarizeOAuthResponse(await refreshTokens(app, application, tokens.refresh_token))).toBe(
      '400 invalid_grant',
    )
  })

  test('O2 is refused when its session has ended, or the consent was withdrawn', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app)
    const [leaver, withdrawer] = [app.openBrowser(), app.openBrowser()]
    const left = await obtainTokenFamily(app, leaver, application)
    await leaver.send('POST', '/api/sign-out')
    expect(summarizeOAuthResponse(await refreshTokens(app, application, left.refresh_token))).toBe('400 invalid_grant')
    const withdrawn = await obtainTokenFamily(app, withdrawer, application)
    const { items } = (await withdrawer.send('GET', '/api/grants')).json<{ items: { id: string }[] }>()
    expect((await withdrawer.send('DELETE', `/api/grants/${items[0]?.id}`)).statusCode).toBe(204)
    expect(summarizeOAuthResponse(await refreshTokens(app, application, withdrawn.refresh_token))).toBe(
      '400 invalid_grant',
    )
    expect(await checkTokensWork(app, application, withdrawn)).toEqual([false, false])
    // The next sign-in asks again.
    expect(redirectLocationOf(await withdrawer.send('GET', createAuthorizationUrl(application)))).toMatch(/^\/consent/)
  })

  testOnBothDatabases('O2 lives no longer than its session, though each use keeps the session awake', async (kind) => {
    const app = await createOpenIdApp({ database: kind })
    const application = await addTestApplication(app)
    let tokens = await obtainTokenFamily(app, app.openBrowser(), application)
    const idle = await obtainTokenFamily(app, app.openBrowser(), application)
    const sixDays = 6 * 86_400_000
    for (let use = 0; use < 4; use++) {
      app.pass(sixDays)
      tokens = (await refreshTokens(app, application, tokens.refresh_token)).json<TokenResponse>()
    }
    expect(summarizeOAuthResponse(await refreshTokens(app, application, idle.refresh_token))).toBe('400 invalid_grant')
    app.pass(sixDays)
    expect(summarizeOAuthResponse(await refreshTokens(app, application, tokens.refresh_token))).toBe(
      '400 invalid_grant',
    )
  })

  testOnBothDatabases('O2 a pushed request is used once, of 64 at the same time and again', async (kind) => {
    const { one, two } = await createAppInstances(kind)
    const application = await addTestApplication(one, { pushedRequestRequired: true })
    const browser = one.openBrowser()
    const refused = new URL(redirectLocationOf(await browser.send('GET', createAuthorizationUrl(application))))
    expect(refused.searchParams.get('error')).toBe('invalid_request')
    const form = Object.fromEntries(
      new URL(createAuthorizationUrl(application), 'https://sign-in.example').searchParams,
    )
    const push = async () => (await postForm(one, '/par', application, form)).json<{ request_uri: string }>()
    const { request_uri } = await push()
    const answers = (uri: string) =>
      `/authorize?${new URLSearchParams({ client_id: application.id, request_uri: uri })}`
    // Allowed before, so that the request is answered at once.
    await signInToInteraction(browser, interactionIdOf(await browser.send('GET', answers(request_uri))))
    await completeAuthorization(browser, application, await push())
    const again = answers((await push()).request_uri)
    const elsewhere = two.openBrowser()
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
    const visits = await Promise.all(
      Array.from({ length: 64 }, (_, index) => (index % 2 === 0 ? browser : elsewhere).send('GET', again)),
    )
    const codes = visits.filter(
      (visit) =>
        new URL(redirectLocationOf(visit), 'https://sign-in.example').searchParams.get('iss') !== null &&
        redirectLocationOf(visit).includes('code='),
    )
    expect(codes).toHaveLength(1)
    expect(visits.filter((visit) => redirectLocationOf(visit).includes('error'))).toHaveLength(63)
    expect(redirectLocationOf(await browser.send('GET', again))).toMatch(/^\/error/)
    const { request_uri: other } = await push()
    const thief = await addTestApplication(one, { id: 'thief' })
    expect(
      redirectLocationOf(
        await browser.send('GET', `/authorize?${new URLSearchParams({ client_id: thief.id, request_uri: other })}`),
      ),
    ).toMatch(/^\/error/)
  })

  testOnBothDatabases(
    'O2 the proof of an application (private_key_jwt) is used once, of 64 at the same time and after a restart',
    async (kind) => {
      const { one, two, startAnother } = await createAppInstances(kind)
      const { publicKey, privateKey } = await generateKeyPair('ES256')
      const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'own', alg: 'ES256', use: 'sig' }] }
      const application = await addTestApplication(one, {
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
      const ask = (app: Pick<TestApp, 'http'>) => postForm(app, '/token', null, form)
      const responses = await Promise.all(Array.from({ length: 64 }, (_, index) => ask(index % 2 === 0 ? one : two)))
      expect(tallyResponses(responses)).toEqual({ '200': 1, '401 invalid_client': 63 })
      await one.http.close()
      expect(summarizeOAuthResponse(await ask(await startAnother()))).toBe('401 invalid_client')
    },
  )

  testOnBothDatabases(
    'O2 a proof of a key (DPoP) is used once, of 64 at the same time, and its tokens need the key',
    async (kind) => {
      const { one, two } = await createAppInstances(kind)
      const application = await addTestApplication(one, { dpopRequired: true })
      const { publicKey, privateKey } = await generateKeyPair('ES256')
      const jwk = await exportJWK(publicKey)
      const prove = (htu: string, claims: object = {}, htm = 'POST') =>
        new SignJWT({ htu: `https://sign-in.example${htu}`, htm, jti: crypto.randomUUID(), ...claims })
          .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
          .setIssuedAt()
          .sign(privateKey)
      const code = authorizationCodeIn(
        await completeAuthorization(one.openBrowser(), application, refreshTokenParameters),
      )
      expect(summarizeOAuthResponse(await exchangeCode(one, application, code))).toBe('400 invalid_grant')
      const form = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: application.redirectUri,
        code_verifier: 'test-verifier-test-verifier-test-verifier-test',
      }
      const first = await postForm(one, '/token', application, form, { dpop: await prove('/token') })
      expect(summarizeOAuthResponse(first)).toBe('200')
      const tokens = first.json<TokenResponse>()
      expect(tokens.token_type).toBe('DPoP')

      const ath = createHash('sha256').update(tokens.access_token).digest('base64url')
      const proof = await prove('/userinfo', { ath }, 'GET')
      const call = (app: Pick<TestApp, 'http'>, dpop: string) =>
        app.http.inject({ url: '/userinfo', headers: { authorization: `DPoP ${tokens.access_token}`, dpop } })
      const calls = await Promise.all(
        Array.from({ length: 64 }, (_, index) => call(index % 2 === 0 ? one : two, proof)),
      )
      expect(tallyResponses(calls)).toEqual({ '200': 1, '401 invalid_token': 63 })
      // Stolen, it works neither as a plain token nor with another key.
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
      expect((await postForm(one, '/introspect', application, { token: tokens.access_token })).json()).toMatchObject({
        cnf: { jkt: await calculateJwkThumbprint(jwk) },
      })
      expect(summarizeOAuthResponse(await refreshTokens(one, application, tokens.refresh_token))).toBe(
        '400 invalid_grant',
      )
    },
  )
})
