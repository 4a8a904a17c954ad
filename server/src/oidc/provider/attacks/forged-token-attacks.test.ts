import { SignJWT, UnsecuredJWT, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import type { JWTHeaderParameters } from 'jose'
import { describe, expect, test } from 'vitest'
import { readSigningKeySet } from '../../../testing/test-signing-key-set.ts'
import {
  addTestApplication,
  createAuthorizationUrl,
  createOpenIdApp,
  exchangeCode,
  completeAuthorization,
  redirectLocationOf,
  obtainTokens,
  postForm,
  decodeTokenPayload,
} from '../../../testing/test-openid.ts'
import type { TestApplication, TokenResponse } from '../../../testing/test-openid.ts'
import { authorizationCodeIn, summarizeOAuthResponse } from '../../../testing/test-tokens.ts'
import { testServerKey } from '../../../testing/test-server-key.ts'

type App = Awaited<ReturnType<typeof createOpenIdApp>>
type Claims = Record<string, unknown>

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Everything that a token can be made to look like. `honest` is the token that each departs from. */
async function forge({
  header,
  claims,
  sign,
  publicKey,
  secretHash,
}: {
  header: JWTHeaderParameters
  claims: Claims
  /** Signs with the right key, whatever the header says. */
  sign: (claims: Claims, header: JWTHeaderParameters) => Promise<string>
  /** Of the right key, as it is published. */
  publicKey: object
  /** What is stored of a secret. */
  secretHash: string
}): Promise<[string, string][]> {
  const thief = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(thief.publicKey)
  const steal = (more: object) => new SignJWT(claims).setProtectedHeader({ ...header, ...more }).sign(thief.privateKey)
  const hmac = (key: string) =>
    new SignJWT(claims).setProtectedHeader({ ...header, alg: 'HS256' }).sign(Buffer.from(key))
  const now = Math.floor(Date.now() / 1000)
  const honest = await sign(claims, header)
  const [head = '', body = '', signature = ''] = honest.split('.')
  return [
    ['without a signature (alg none)', new UnsecuredJWT(claims).encode()],
    ['with "None"', `${part({ ...header, alg: 'None' })}.${body}.`],
    ['with its signature cut off', `${head}.${body}.`],
    ['with a signature of zeros', `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`],
    ['signed by HMAC with the public key', await hmac(JSON.stringify(publicKey))],
    ['signed by HMAC with the hash of the secret', await hmac(secretHash)],
    ['of another key', await steal({})],
    ['of another key that it brings along (jwk)', await steal({ jwk })],
    ['of another key with its own name (kid)', await steal({ kid: await calculateJwkThumbprint(jwk), jwk })],
    ['of another key without a name', await steal({ kid: undefined })],
    ['of another key to be fetched (jku)', await steal({ jku: 'https://evil.example/jwks' })],
    ['of another key to be fetched (x5u)', await steal({ x5u: 'https://evil.example/chain' })],
    ['of another key with a certificate (x5c)', await steal({ x5c: ['MIIB'] })],
    ['with a file for a key', await steal({ kid: '../../../../dev/null' })],
    ['with a key of a database', await steal({ kid: "' or '1'='1" })],
    ['whose claims were changed', `${head}.${part({ ...claims, sub: 'somebody' })}.${signature}`],
    ['whose header was changed', `${part({ ...header, crit: ['b64'], b64: false })}.${body}.${signature}`],
    ['of another issuer', await sign({ ...claims, iss: 'https://evil.example' }, header)],
    ['of no issuer', await sign({ ...claims, iss: undefined }, header)],
    ['for another', await sign({ ...claims, aud: 'https://evil.example' }, header)],
    ['for nobody', await sign({ ...claims, aud: undefined }, header)],
    ['from the future', await sign({ ...claims, nbf: now + 3600 }, header)],
    ['that is none', 'not.a.token'],
    ['that is empty', '..'],
    ['in five parts', `${honest}.${body}.${signature}`],
  ]
}

describe('O7 a token that was tampered with is no hint to who somebody is', () => {
  const prepare = async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app, { postLogoutUris: ['https://app.example/out'] })
    const browser = app.openBrowser()
    const { id_token } = await obtainTokens(app, browser, application)
    const keys = await readSigningKeySet(app.database.queries, testServerKey, app.clock.now)
    const [jwk = {}] = keys.jwks.keys
    const key = await importJWK(jwk, 'ES256')
    const { d: _private, ...publicKey } = jwk
    const { secret_hash } = await app.database.queries
      .selectFrom('applications')
      .select('secret_hash')
      .executeTakeFirstOrThrow()
    const header = JSON.parse(Buffer.from(id_token.split('.')[0] ?? '', 'base64url').toString()) as JWTHeaderParameters
    const sign = (claims: Claims, own: JWTHeaderParameters) => new SignJWT(claims).setProtectedHeader(own).sign(key)
    return {
      app,
      application,
      browser,
      id_token,
      forged: await forge({
        header,
        claims: decodeTokenPayload(id_token),
        sign,
        publicKey,
        secretHash: secret_hash ?? '',
      }),
    }
  }

  test('O7 at the authorization endpoint', async () => {
    const { application, browser, id_token, forged } = await prepare()
    const ask = async (hint: string) =>
      new URL(
        redirectLocationOf(
          await browser.send('GET', createAuthorizationUrl(application, { prompt: 'none', id_token_hint: hint })),
        ),
      ).searchParams
    expect((await ask(id_token)).get('error')).toBe(null)
    for (const [what, token] of forged)
      expect((await ask(token)).get('error'), `a token ${what}`).toBe('invalid_request')
  })

  test('O7 and at sign-out, where an old one is good enough, and one of another application is not', async () => {
    const { app, application, browser, id_token, forged } = await prepare()
    const other = await addTestApplication(app, { id: 'other' })
    const ask = async (parameters: Record<string, string>) =>
      redirectLocationOf(await browser.send('GET', `/end-session?${new URLSearchParams(parameters)}`))
    expect(await ask({ id_token_hint: id_token })).toMatch(/^\/sign-out\?request=/)
    for (const [what, token] of forged) {
      // "For another" names an application that there is not, "from the future" is a matter of the clock.
      const answer = await ask({ id_token_hint: token, post_logout_redirect_uri: 'https://app.example/out' })
      // One that names a key which is not published says no more than the application's name would (expired-id-token-hint.ts).
      expect(answer, `a token ${what}`).toMatch(
        ['of another key with its own name (kid)', 'with a file for a key', 'with a key of a database'].includes(what)
          ? /^\/sign-out\?request=/
          : /^\/error\?/,
      )
    }
    expect(await ask({ id_token_hint: id_token, client_id: other.id })).toMatch(
      /^\/error\?code=application\.request_invalid/,
    )
    app.pass(7_200_000)
    expect(await ask({ id_token_hint: id_token, client_id: application.id })).toMatch(/^\/sign-out\?request=/)
  })
})

/** A machine whose only proof is a key. */
async function addMachine(app: App): Promise<{
  application: TestApplication
  sign: (claims: Claims, header: JWTHeaderParameters) => Promise<string>
  publicKey: object
  ask: (assertion: string, more?: Record<string, string>) => Promise<string>
}> {
  const pair = await generateKeyPair('ES256')
  const publicKey = { ...(await exportJWK(pair.publicKey)), kid: 'own', alg: 'ES256', use: 'sig' }
  const application = await addTestApplication(app, {
    id: 'machine',
    kind: 'machine',
    authentication: 'private_key_jwt',
    jwks: { keys: [publicKey] },
    resources: [{ resource: 'https://api.example/', scopes: ['read'] }],
  })
  const ask = async (client_assertion: string, more: Record<string, string> = {}) =>
    summarizeOAuthResponse(
      await postForm(app, '/token', null, {
        grant_type: 'client_credentials',
        resource: 'https://api.example/',
        scope: 'read',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion,
        ...more,
      }),
    )
  return {
    application,
    sign: (claims, header) => new SignJWT(claims).setProtectedHeader(header).sign(pair.privateKey),
    publicKey,
    ask,
  }
}

describe('O7 a token that was tampered with proves no application', () => {
  test('O7 in every way of tampering', async () => {
    const app = await createOpenIdApp()
    const { application, sign, publicKey, ask } = await addMachine(app)
    const now = Math.floor(Date.now() / 1000)
    const header = { alg: 'ES256', kid: 'own' }
    const claims = (more: Claims = {}): Claims => ({
      iss: application.id,
      sub: application.id,
      aud: 'https://sign-in.example',
      iat: now,
      exp: now + 60,
      jti: crypto.randomUUID(),
      ...more,
    })
    expect(await ask(await sign(claims(), header))).toBe('200')
    const forged = await forge({ header, claims: claims(), sign, publicKey, secretHash: 'there is none' })
    forged.push(
      ['that has run out', await sign(claims({ exp: now - 60 }), header)],
      ['that never runs out', await sign(claims({ exp: undefined }), header)],
      ['without an identifier', await sign(claims({ jti: undefined }), header)],
      ['of another subject', await sign(claims({ sub: 'grafana' }), header)],
      [
        'for another server among others',
        await sign(claims({ aud: ['https://evil.example', 'https://other.example'] }), header),
      ],
      ['for the token endpoint of another', await sign(claims({ aud: 'https://evil.example/token' }), header)],
    )
    for (const [what, assertion] of forged)
      expect(await ask(assertion), `a proof ${what}`).toMatch(/^40[01] invalid_(client|request)$/)
    expect(await ask(await sign(claims(), header), { client_id: 'grafana' })).toBe('400 invalid_request')
  })

  test('O7 nor does an ID token, or a token for somebody else', async () => {
    const app = await createOpenIdApp()
    const { ask } = await addMachine(app)
    const web = await addTestApplication(app)
    const { id_token, access_token } = await obtainTokens(app, app.openBrowser(), web)
    expect(await ask(id_token)).toBe('401 invalid_client')
    expect(await ask(access_token)).toBe('400 invalid_request')
  })
})

describe('O7 a token that was tampered with opens nothing', () => {
  test('O7 nobody is told about by an ID token, a refresh token, a code, or a signed access token', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app, {
      resources: [{ resource: 'https://api.example/', scopes: ['read'] }],
    })
    const browser = app.openBrowser()
    const code = authorizationCodeIn(await completeAuthorization(browser, application))
    const tokens = await obtainTokens(app, browser, application, { scope: 'openid offline_access', prompt: 'consent' })
    const signed = authorizationCodeIn(
      await completeAuthorization(browser, application, { scope: 'openid read', resource: 'https://api.example/' }),
    )
    const forApi = (
      await exchangeCode(app, application, signed, { resource: 'https://api.example/' })
    ).json<TokenResponse>()
    expect(decodeTokenPayload(forApi.access_token)).toMatchObject({
      aud: 'https://api.example/',
      iss: 'https://sign-in.example',
      client_id: application.id,
    })
    const ask = async (token: string) =>
      summarizeOAuthResponse(await app.http.inject({ url: '/userinfo', headers: { authorization: `Bearer ${token}` } }))
    expect(await ask(tokens.access_token)).toBe('200')
    const others = [
      tokens.id_token,
      tokens.refresh_token ?? '',
      code,
      forApi.access_token,
      new UnsecuredJWT(decodeTokenPayload(forApi.access_token)).encode(),
      `${tokens.access_token}x`,
      'x'.repeat(8000),
    ]
    for (const token of others) expect(await ask(token)).toBe('401 invalid_token')
    // Each is good for one thing.
    expect(summarizeOAuthResponse(await exchangeCode(app, application, tokens.access_token))).toBe('400 invalid_grant')
    expect(
      summarizeOAuthResponse(
        await postForm(app, '/token', application, { grant_type: 'refresh_token', refresh_token: tokens.access_token }),
      ),
    ).toBe('400 invalid_grant')
    expect(
      summarizeOAuthResponse(
        await postForm(app, '/token', application, { grant_type: 'refresh_token', refresh_token: code }),
      ),
    ).toBe('400 invalid_grant')
  })

  test('O7 a proof of a key (DPoP) is refused in every way of tampering', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app, { dpopRequired: true })
    const pair = await generateKeyPair('ES256', { extractable: true })
    const [jwk, whole] = [await exportJWK(pair.publicKey), await exportJWK(pair.privateKey)]
    const now = Math.floor(Date.now() / 1000)
    const base = () => ({ htu: 'https://sign-in.example/token', htm: 'POST', jti: crypto.randomUUID(), iat: now })
    const make = (claims: Claims = {}, header: object = {}) =>
      new SignJWT({ ...base(), ...claims })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
        .sign(pair.privateKey)
    const other = await exportJWK((await generateKeyPair('ES256', { extractable: true })).publicKey)
    const code = authorizationCodeIn(await completeAuthorization(app.openBrowser(), application))
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: application.redirectUri,
      code_verifier: 'test-verifier-test-verifier-test-verifier-test',
    }
    const ask = async (dpop: string) =>
      summarizeOAuthResponse(await postForm(app, '/token', application, form, { dpop }))
    const symmetric = await new SignJWT(base())
      .setProtectedHeader({ alg: 'HS256', typ: 'dpop+jwt', jwk: { kty: 'oct', k: 'c2VjcmV0' } as object })
      .sign(Buffer.from('secret'))
    const forged: [string, string][] = [
      ['without a signature', `${part({ alg: 'none', typ: 'dpop+jwt', jwk })}.${part(base())}.`],
      ['by HMAC', symmetric],
      ['with another key in it', await make({}, { jwk: other })],
      ['with no key in it', await make({}, { jwk: undefined })],
      ['with a private key in it', await make({}, { jwk: whole })],
      ['of another type', await make({}, { typ: 'JWT' })],
      ['of no type', await make({}, { typ: undefined })],
      ['for another address', await make({ htu: 'https://evil.example/token' })],
      ['for another path', await make({ htu: 'https://sign-in.example/userinfo' })],
      ['for another method', await make({ htm: 'GET' })],
      ['from an hour ago', await make({ iat: now - 3600 })],
      ['from the future', await make({ iat: now + 3600 })],
      ['without a time', await make({ iat: undefined })],
      ['without an identifier', await make({ jti: undefined })],
      ['with a nonce of nobody', await make({ nonce: 'x' })],
      ['that is none', 'nothing'],
    ]
    for (const [what, proof] of forged) expect(await ask(proof), `a proof ${what}`).toBe('400 invalid_dpop_proof')
    expect(await ask(await make())).toBe('200')
  })
})
