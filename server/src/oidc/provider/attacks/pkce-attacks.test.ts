// PKCE that is missing, malformed, downgraded or stripped (RFC 7636, RFC 9700 §2.1.1).
import { getAuthorizationCodeFromRedirect, summarizeOAuthResponse } from '../../../testing/oauth-token-test-steps.ts'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  postFormAsApplication,
  pkceTestCodeVerifier,
} from '../../../testing/oidc-application-test-steps.ts'

const plainChallenge = { code_challenge: pkceTestCodeVerifier, code_challenge_method: 'plain' }

describe('O3: PKCE', () => {
  test('O3: a request with a missing or malformed challenge is refused', async () => {
    const app = await createOidcTestServer()
    const challenges: [string, Record<string, string | undefined>][] = [
      ['absent', { code_challenge: undefined, code_challenge_method: undefined }],
      ['empty', { code_challenge: '', code_challenge_method: '' }],
      ['plain', plainChallenge],
      ['plain by default', { code_challenge: pkceTestCodeVerifier, code_challenge_method: undefined }],
      ['of an unknown method', { code_challenge_method: 's256' }],
      ['only a method', { code_challenge: undefined }],
      ['too short', { code_challenge: 'short' }],
      ['of other characters', { code_challenge: '='.repeat(43) }],
    ]
    for (const kind of ['web', 'single-page', 'native'] as const) {
      const application = await addTestClientApplication(app, { id: `app-${kind}`, kind, pkce: 'required' })
      for (const [what, parameters] of challenges) {
        const back = new URL(
          getRedirectLocation(await app.openBrowser().send('GET', createAuthorizationUrl(application, parameters))),
        )
        expect([what, back.origin + back.pathname, back.searchParams.get('error')]).toEqual([
          what,
          application.redirectUri,
          'invalid_request',
        ])
      }
    }
  })

  test('O3: a code is refused without a verifier, or with the challenge as the verifier', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const code = getAuthorizationCodeFromRedirect(
      await runOidcAuthorizationUntilCallback(app.openBrowser(), application),
    )
    const form = { grant_type: 'authorization_code', code, redirect_uri: application.redirectUri }
    expect(summarizeOAuthResponse(await postFormAsApplication(app, '/token', application, form))).toBe(
      '400 invalid_grant',
    )
    const challenge = createHash('sha256').update(pkceTestCodeVerifier).digest('base64url')
    expect(
      summarizeOAuthResponse(await exchangeCodeAsApplication(app, application, code, { code_verifier: challenge })),
    ).toBe('400 invalid_grant')
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, application, code, { code_verifier: '' }))).toBe(
      '400 invalid_grant',
    )
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, application, code))).toBe('200')
  })

  test('O3: where optional, it can be omitted, but not weakened or stripped', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { pkce: 'optional' })
    const none = { code_challenge: undefined, code_challenge_method: undefined }
    const browser = app.openBrowser()
    const without = { grant_type: 'authorization_code', redirect_uri: application.redirectUri }
    expect(
      summarizeOAuthResponse(
        await postFormAsApplication(app, '/token', application, {
          ...without,
          code: getAuthorizationCodeFromRedirect(await runOidcAuthorizationUntilCallback(browser, application, none)),
        }),
      ),
    ).toBe('200')
    const refused = new URL(
      getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application, plainChallenge))),
    )
    expect(refused.searchParams.get('error')).toBe('invalid_request')
    // RFC 9700 §4.8.2: a verifier without a challenge, and the reverse.
    expect(
      summarizeOAuthResponse(
        await exchangeCodeAsApplication(
          app,
          application,
          getAuthorizationCodeFromRedirect(await runOidcAuthorizationUntilCallback(browser, application, none)),
        ),
      ),
    ).toBe('400 invalid_grant')
    expect(
      summarizeOAuthResponse(
        await postFormAsApplication(app, '/token', application, {
          ...without,
          code: getAuthorizationCodeFromRedirect(await runOidcAuthorizationUntilCallback(browser, application)),
        }),
      ),
    ).toBe('400 invalid_grant')
  })

  test('O3: a confidential client needs PKCE or a nonce, and PKCE cannot be stripped', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const none = { code_challenge: undefined, code_challenge_method: undefined }
    const browser = app.openBrowser()
    const form = { grant_type: 'authorization_code', redirect_uri: application.redirectUri }
    const redeem = async (code: string, more: Record<string, string> = {}) =>
      summarizeOAuthResponse(await postFormAsApplication(app, '/token', application, { ...form, code, ...more }))
    expect(
      await redeem(
        getAuthorizationCodeFromRedirect(await runOidcAuthorizationUntilCallback(browser, application, none)),
      ),
    ).toBe('200')
    // RFC 9700 §4.8.2: the challenge was stripped from the request.
    expect(
      await redeem(
        getAuthorizationCodeFromRedirect(await runOidcAuthorizationUntilCallback(browser, application, none)),
        {
          code_verifier: pkceTestCodeVerifier,
        },
      ),
    ).toBe('400 invalid_grant')
    expect(
      await redeem(getAuthorizationCodeFromRedirect(await runOidcAuthorizationUntilCallback(browser, application))),
    ).toBe('400 invalid_grant')
    for (const neither of [
      { ...none, nonce: undefined },
      { ...none, nonce: '' },
      { ...none, nonce: undefined, scope: undefined },
      { ...none, nonce: undefined, code_challenge_method: 'S256' },
    ]) {
      const refused = new URL(
        getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application, neither))),
      )
      expect([JSON.stringify(neither), refused.searchParams.get('error')]).toEqual([
        JSON.stringify(neither),
        'invalid_request',
      ])
    }
  })

  test('O3: a pushed request needs PKCE or a nonce, and a nonce counts only with openid', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const form = {
      client_id: application.id,
      response_type: 'code',
      redirect_uri: application.redirectUri,
      scope: 'openid',
    }
    expect(summarizeOAuthResponse(await postFormAsApplication(app, '/par', application, form))).toBe(
      '400 invalid_request',
    )
    expect(
      summarizeOAuthResponse(
        await postFormAsApplication(app, '/par', application, { ...form, scope: 'profile', nonce: 'a' }),
      ),
    ).toBe('400 invalid_request')
    expect(
      summarizeOAuthResponse(await postFormAsApplication(app, '/par', application, { ...form, nonce: 'a' })),
    ).toMatch(/^201/)
  })

  test('O3: is mandatory for public clients', async () => {
    const app = await createOidcTestServer()
    await expect(addTestClientApplication(app, { kind: 'single-page', pkce: 'nonce' })).rejects.toThrow('pkce')
    await expect(addTestClientApplication(app, { kind: 'single-page', pkce: 'optional' })).rejects.toThrow('pkce')
  })
})
