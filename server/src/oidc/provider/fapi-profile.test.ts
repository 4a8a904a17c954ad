// FAPI 2.0 Security Profile for applications (decision 0073): settings, conflicts and requests.
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { validateAndFillApplicationDefinition } from '../../store/applications/validate-and-fill-application-definition.ts'
import {
  addTestClientApplication,
  submitOidcConsent,
  createOidcTestServer,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  postFormAsApplication,
  signInToOidcInteraction,
  pkceTestCodeChallenge,
  pkceTestCodeVerifier,
} from '../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../testing/oidc-application-test-steps.ts'
import { addTestResource, testResourceUri } from '../../testing/oauth-resource-fixtures.ts'
import { getAuthorizationCodeFromRedirect, summarizeOAuthResponse } from '../../testing/oauth-token-test-steps.ts'

const issuer = 'https://sign-in.example'
const jwks = { keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }] }
const written = {
  id: 'bank',
  name: 'Bank',
  kind: 'web',
  redirectUris: ['https://bank.example/back'],
  profile: 'fapi2',
  jwksUri: 'https://bank.example/jwks',
}

test('--profile fapi2 sets what the profile requires', () => {
  expect(validateAndFillApplicationDefinition(written)).toMatchObject({
    outcome: 'complete',
    definition: {
      authentication: 'private_key_jwt',
      pkce: 'required',
      dpopRequired: true,
      pushedRequestRequired: true,
      rotateRefreshTokens: false,
      idTokenAlgorithm: 'ES256',
    },
  })
  expect(
    validateAndFillApplicationDefinition({
      id: 'job',
      name: 'Job',
      kind: 'machine',
      profile: 'fapi2',
      jwksUri: 'https://bank.example/jwks',
      resources: [{ resource: 'https://api.example/', scopes: ['read'] }],
    }),
  ).toMatchObject({ outcome: 'complete', definition: { dpopRequired: true, pushedRequestRequired: false } })
})

test.each<[object, string, string]>([
  [{ kind: 'native', authentication: 'none', jwksUri: null }, 'profile', 'fapi_kind'],
  [{ authentication: 'client_secret_basic', jwksUri: null }, 'authentication', 'fapi_member'],
  [{ pkce: 'nonce' }, 'pkce', 'fapi_member'],
  [{ dpopRequired: false }, 'dpopRequired', 'fapi_member'],
  [{ pushedRequestRequired: false }, 'pushedRequestRequired', 'fapi_member'],
  [{ rotateRefreshTokens: true }, 'rotateRefreshTokens', 'fapi_member'],
  [{ idTokenAlgorithm: 'RS256' }, 'idTokenAlgorithm', 'fapi_member'],
  [{ redirectUris: ['http://localhost:3000/back'] }, 'redirectUris', 'fapi_https'],
])('a definition that contradicts the FAPI profile is refused: %j', (given, path, code) => {
  const completed = validateAndFillApplicationDefinition({ ...written, ...given })
  expect(completed.outcome === 'invalid' ? completed.errors : []).toContainEqual(
    expect.objectContaining({ path, code }),
  )
})

describe('FAPI 2.0 application', () => {
  test('O3 O20: requests that do not meet the profile are refused, and compliant ones succeed', async () => {
    const app = await createOidcTestServer({ environment: { COUNTERSIGN_AUTHORIZATION_CODE_LIFETIME_SECONDS: '600' } })
    const pairs = { ES256: await generateKeyPair('ES256'), RS256: await generateKeyPair('RS256') }
    const keys = [
      { ...(await exportJWK(pairs.ES256.publicKey)), alg: 'ES256' },
      { ...(await exportJWK(pairs.RS256.publicKey)), alg: 'RS256' },
    ]
    const bank = await addTestClientApplication(app, {
      id: 'bank',
      profile: 'fapi2',
      jwks: { keys: keys as typeof jwks.keys },
      scopes: ['openid', 'offline_access'],
    })
    const assertion = async (aud: unknown = issuer, alg: keyof typeof pairs = 'ES256') => ({
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await new SignJWT({
        iss: bank.id,
        sub: bank.id,
        aud: aud as string,
        jti: crypto.randomUUID(),
        exp: app.clock.now / 1000 + 60,
      })
        .setProtectedHeader({ alg })
        .sign(pairs[alg].privateKey),
    })
    const dpopPair = await generateKeyPair('ES256', { extractable: true })
    const dpopKey = await exportJWK(dpopPair.publicKey)
    const proof = async () => ({
      dpop: await new SignJWT({
        htu: `${issuer}/token`,
        htm: 'POST',
        jti: crypto.randomUUID(),
        iat: Math.floor(Date.now() / 1000),
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: dpopKey })
        .sign(dpopPair.privateKey),
    })
    const asked = {
      client_id: bank.id,
      redirect_uri: bank.redirectUri,
      response_type: 'code',
      scope: 'openid offline_access',
      prompt: 'consent',
      code_challenge: pkceTestCodeChallenge,
      code_challenge_method: 'S256',
    }
    const push = async (form: Record<string, string>, proofOfClient: Record<string, string>) =>
      postFormAsApplication(app, '/par', null, { ...form, ...proofOfClient })
    const reasonOf = async (proofOfClient: Record<string, string>) =>
      (await push(asked, proofOfClient)).json<{ error_description: string }>().error_description

    const onlyIssuer = `the audience (aud) of the client assertion must be the string "${issuer}"`
    for (const aud of [[issuer], `${issuer}/token`]) expect(await reasonOf(await assertion(aud))).toBe(onlyIssuer)
    expect(await reasonOf(await assertion(issuer, 'RS256'))).toBe(
      'the client assertion must be signed with ES256, PS256 or EdDSA',
    )
    const { code_challenge: _challenge, code_challenge_method: _method, ...withoutPkce } = asked
    expect(summarizeOAuthResponse(await push({ ...withoutPkce, nonce: 'a-nonce' }, await assertion()))).toBe(
      '400 invalid_request',
    )
    await addTestResource(app, { openTo: 'applications', algorithm: 'RS256' })
    const weak = await push({ ...asked, scope: 'openid read', resource: testResourceUri }, await assertion())
    expect([summarizeOAuthResponse(weak), weak.json<{ error_description: string }>().error_description]).toEqual([
      '400 invalid_target',
      expect.stringContaining('countersign resource change --algorithm ES256'),
    ])
    const browser = app.openBrowser()
    const direct = await browser.send('GET', `/authorize?${new URLSearchParams(asked)}`)
    expect(new URL(getRedirectLocation(direct)).searchParams.get('error')).toBe('invalid_request')

    const walk = async () => {
      const pushed = (await push(asked, await assertion())).json<{ request_uri: string; expires_in: number }>()
      expect(pushed.expires_in).toBeLessThan(600)
      let answer = await browser.send(
        'GET',
        `/authorize?${new URLSearchParams({ client_id: bank.id, request_uri: pushed.request_uri })}`,
      )
      if (getRedirectLocation(answer).startsWith('/sign-in'))
        answer = await signInToOidcInteraction(browser, getInteractionIdFromRedirect(answer))
      return getAuthorizationCodeFromRedirect(
        new URL(getRedirectLocation(await submitOidcConsent(browser, getInteractionIdFromRedirect(answer)))),
      )
    }
    const redeem = async (code: string, headers: Record<string, string>) =>
      postFormAsApplication(
        app,
        '/token',
        null,
        {
          grant_type: 'authorization_code',
          code,
          redirect_uri: bank.redirectUri,
          code_verifier: pkceTestCodeVerifier,
          ...(await assertion()),
        },
        headers,
      )
    const late = await walk()
    app.pass(61_000)
    expect(summarizeOAuthResponse(await redeem(late, await proof()))).toBe('400 invalid_grant')
    expect(summarizeOAuthResponse(await redeem(await walk(), {}))).toBe('400 invalid_grant')
    const redeemed = await redeem(await walk(), await proof())
    expect([summarizeOAuthResponse(redeemed), redeemed.json<{ token_type: string }>().token_type]).toEqual([
      '200',
      'DPoP',
    ])
    const { refresh_token = '' } = redeemed.json<TokenResponse>()
    const refreshed = await postFormAsApplication(
      app,
      '/token',
      null,
      { grant_type: 'refresh_token', refresh_token, ...(await assertion()) },
      await proof(),
    )
    expect([summarizeOAuthResponse(refreshed), refreshed.json<TokenResponse>().refresh_token]).toEqual([
      '200',
      refresh_token,
    ])
  })
})
