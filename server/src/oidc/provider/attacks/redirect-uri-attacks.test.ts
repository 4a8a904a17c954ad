import { describe, expect, test } from 'vitest'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  obtainTokens,
  postFormAsApplication,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication } from '../../../testing/oidc-application-test-steps.ts'
import { getAuthorizationCodeFromRedirect, summarizeOAuthResponse } from '../../../testing/oauth-token-test-steps.ts'

const registered = 'https://app.example/callback'

const lookalikes: readonly (readonly [string, string])[] = [
  ['that goes on', `${registered}/more`],
  ['that is cut', 'https://app.example/call'],
  ['with a slash at its end', `${registered}/`],
  ['with a query', `${registered}?next=https://evil.example`],
  ['with an empty query', `${registered}?`],
  ['with a fragment', `${registered}#evil`],
  ['with an empty fragment', `${registered}#`],
  ['of a sub-domain', 'https://evil.app.example/callback'],
  ['of a longer domain', 'https://app.example.evil.example/callback'],
  ['with the host as a user', 'https://app.example@evil.example/callback'],
  ['with a user', 'https://user:word@app.example/callback'],
  ['with a look-alike of @', 'https://app.example﹫evil.example/callback'],
  ['with a backslash', 'https://app.example\\@evil.example/callback'],
  ['with backslashes for slashes', 'https:\\\\app.example\\callback'],
  ['with an encoded slash', 'https://app.example%2Fcallback'],
  ['with an encoded path', 'https://app.example/%63allback'],
  ['with an encoded dot', 'https://app%2eexample/callback'],
  ['that climbs', 'https://app.example/other/../callback'],
  ['that climbs in code', 'https://app.example/other/%2e%2e/callback'],
  ['with a wildcard', 'https://*.example/callback'],
  ['with a wildcard path', 'https://app.example/*'],
  ['in capitals', 'https://APP.example/callback'],
  ['with a capital in its path', 'https://app.example/Callback'],
  ['with letters of another alphabet', 'https://аpp.example/callback'],
  ['with full-width letters', 'https://ａpp.example/callback'],
  ['with an ideographic dot', 'https://app。example/callback'],
  ['with a dot after the host', 'https://app.example./callback'],
  ['with its port spelled out', 'https://app.example:443/callback'],
  ['of another port', 'https://app.example:8443/callback'],
  ['of IPv6', 'https://[::1]/callback'],
  ['of IPv6 that hides IPv4', 'https://[::ffff:127.0.0.1]/callback'],
  ['without a scheme', '//app.example/callback'],
  ['of another scheme', 'http://app.example/callback'],
  ['that is a path', '/callback'],
  ['that is a script', 'javascript:alert(1)//https://app.example/callback'],
  ['that is data', 'data:text/html,<script>alert(1)</script>'],
  ['with a space before', ` ${registered}`],
  ['with a space after', `${registered} `],
  ['with a tab inside', 'https://app.example/call\tback'],
  ['with a line break', `${registered}\r\nlocation: https://evil.example`],
  ['with a zero byte', `${registered}\0`],
  ['with a zero-width space', `${registered}\u200b`],
  ['that is empty', ''],
]

const pageOf = (location: string): string => location.split('?')[0] ?? ''
const codeOfPage = (location: string): string | null =>
  new URL(location, 'https://sign-in.example').searchParams.get('code')

describe('O4: redirect URI', () => {
  test('O4: must match exactly, or the request ends on an error page, whatever else is wrong', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    for (const [what, redirect_uri] of lookalikes) {
      for (const more of [
        {},
        { prompt: 'none' },
        { scope: 'unknown' },
        { response_type: 'token' },
        { response_mode: 'form_post' },
        { code_challenge: undefined },
      ]) {
        const response = await browser.send('GET', createAuthorizationUrl(application, { redirect_uri, ...more }))
        expect(
          [response.statusCode, pageOf(getRedirectLocation(response)), response.body],
          `an address ${what}`,
        ).toEqual([303, '/error', ''])
        expect(['application.redirect_uri_not_registered', 'application.request_invalid']).toContain(
          codeOfPage(getRedirectLocation(response)),
        )
      }
    }
    const absent = getRedirectLocation(
      await browser.send('GET', createAuthorizationUrl(application, { redirect_uri: undefined })),
    )
    expect([pageOf(absent), codeOfPage(absent)]).toEqual(['/error', 'application.request_invalid'])
    const twice = getRedirectLocation(
      await browser.send('GET', `${createAuthorizationUrl(application)}&redirect_uri=https%3A%2F%2Fevil.example`),
    )
    expect(pageOf(twice)).toBe('/error')
    expect(app.log.join('\n')).not.toMatch(/\r|\0/)
  })

  test('O4: must also match in pushed requests and token requests', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const code = getAuthorizationCodeFromRedirect(
      await runOidcAuthorizationUntilCallback(app.openBrowser(), application),
    )
    for (const [what, redirect_uri] of lookalikes) {
      const form = Object.fromEntries(
        new URL(createAuthorizationUrl(application, { redirect_uri }), 'https://sign-in.example').searchParams,
      )
      expect(
        (await postFormAsApplication(app, '/par', application, form)).statusCode,
        `pushed with an address ${what}`,
      ).toBe(400)
      expect(
        (await exchangeCodeAsApplication(app, application, code, { redirect_uri })).statusCode,
        `exchanged with an address ${what}`,
      ).toBe(400)
    }
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, application, code))).toBe('200')
  })

  test('O4: may have any port on a loopback address (RFC 8252 §7.3), but nothing else may differ', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, {
      kind: 'native',
      redirectUris: ['http://127.0.0.1/callback', 'http://[::1]/callback', 'com.example.app:/callback'],
    })
    const browser = app.openBrowser()
    const accepted = async (redirect_uri: string) =>
      pageOf(getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application, { redirect_uri })))) ===
      '/sign-in'
    for (const uri of [
      'http://127.0.0.1/callback',
      'http://127.0.0.1:51004/callback',
      'http://[::1]:8080/callback',
      'com.example.app:/callback',
    ])
      expect([uri, await accepted(uri)]).toEqual([uri, true])
    for (const uri of [
      'https://127.0.0.1:51004/callback',
      'http://127.0.0.2:51004/callback',
      'http://localhost:51004/callback',
      'http://127.0.0.1:51004/other',
      'http://127.0.0.1:51004/callback?more',
      'http://127.0.0.1:51004@evil.example/callback',
      'http://evil.example#@127.0.0.1:51004/callback',
      'http://user@127.0.0.1:51004/callback',
      'http://127.0.0.1:51004.evil.example/callback',
      'http://[::1]:8080.evil.example/callback',
      'http://[::ffff:127.0.0.1]:8080/callback',
      'http://2130706433:51004/callback',
      'http://0x7f.1:51004/callback',
      'com.example.app://evil.example/callback',
      'com.example.app:/callback/more',
      'com.example.other:/callback',
    ]) {
      expect([uri, await accepted(uri)]).toEqual([uri, false])
    }
    const code = getAuthorizationCodeFromRedirect(
      await runOidcAuthorizationUntilCallback(browser, {
        ...application,
        redirectUri: 'http://127.0.0.1:51004/callback',
      }),
    )
    expect(
      summarizeOAuthResponse(
        await exchangeCodeAsApplication(app, { ...application, redirectUri: 'http://127.0.0.1:51005/callback' }, code),
      ),
    ).toBe('400 invalid_grant')
    expect(
      summarizeOAuthResponse(
        await exchangeCodeAsApplication(app, { ...application, redirectUri: 'http://127.0.0.1:51004/callback' }, code),
      ),
    ).toBe('200')
  })

  test('O4: must match exactly after logout too', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { postLogoutUris: [registered] })
    const other = await addTestClientApplication(app, {
      id: 'other',
      postLogoutUris: ['https://other.example/signed-out'],
    })
    const browser = app.openBrowser()
    const { id_token } = await obtainTokens(app, browser, application)
    const ask = async (parameters: Record<string, string>) =>
      getRedirectLocation(await browser.send('GET', `/end-session?${new URLSearchParams(parameters)}`))
    for (const [what, uri] of [
      ...lookalikes,
      ['of another application', 'https://other.example/signed-out'] as const,
    ]) {
      if (uri === '') continue
      for (const named of [{ id_token_hint: id_token }, { client_id: application.id }]) {
        const location = await ask({ ...named, post_logout_redirect_uri: uri })
        expect([pageOf(location), codeOfPage(location)], `an address ${what}`).toEqual([
          '/error',
          'application.redirect_uri_not_registered',
        ])
      }
    }
    // Without a client ID, there is nothing to compare the URI with.
    const nameless = new URL(await ask({ post_logout_redirect_uri: registered }), 'https://sign-in.example')
    const confirmed = await browser.send(
      'POST',
      `/api/sign-out-requests/${nameless.searchParams.get('request')}/confirm`,
    )
    expect(confirmed.json()).toEqual({ next: '/signed-out' })
    expect(await ask({ client_id: other.id, id_token_hint: id_token, post_logout_redirect_uri: registered })).toMatch(
      /^\/error/,
    )
  })
})

describe('O5: the iss response parameter (RFC 9207)', () => {
  const issuer = 'https://sign-in.example'
  const answerOf = async (
    browser: { send: (method: 'GET', url: string) => Promise<Parameters<typeof getRedirectLocation>[0]> },
    application: TestClientApplication,
    parameters: Record<string, string | undefined>,
  ) =>
    new URL(
      getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application, parameters))).replace('#', '?'),
    ).searchParams

  test('O5: is in every successful and error response', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    const refusals: [string, Record<string, string | undefined>][] = [
      ['login_required', { prompt: 'none' }],
      ['invalid_request', { prompt: 'none login' }],
      ['invalid_request', { prompt: 'unheard-of' }],
      ['invalid_scope', { scope: 'proof' }],
      ['unsupported_response_type', { response_type: 'token' }],
      ['unsupported_response_type', { response_type: 'code id_token' }],
      ['unsupported_response_mode', { response_mode: 'unheard-of' }],
      ['invalid_request', { response_type: undefined }],
      ['invalid_request', { max_age: '-1' }],
      ['request_not_supported', { request: 'e30.e30.' }],
      ['request_uri_not_supported', { request_uri: 'https://app.example/request' }],
      ['registration_not_supported', { registration: '{}' }],
      ['invalid_target', { resource: 'https://api.example/' }],
    ]
    for (const [error, parameters] of refusals) {
      const answer = await answerOf(browser, application, parameters)
      expect([error, answer.get('error'), answer.get('iss'), answer.get('state')]).toEqual([
        error,
        error,
        issuer,
        'test-state',
      ])
    }
    expect((await runOidcAuthorizationUntilCallback(browser, application)).searchParams.get('iss')).toBe(issuer)
    const denied = getRedirectLocation(
      await browser.send('GET', createAuthorizationUrl(application, { prompt: 'consent' })),
    )
    const id = new URL(denied, issuer).searchParams.get('interaction') ?? ''
    const { next } = (await browser.send('POST', `/api/interactions/${id}/deny`)).json<{ next: string }>()
    const back = new URL(getRedirectLocation(await browser.send('GET', next))).searchParams
    expect([back.get('error'), back.get('iss'), back.get('state')]).toEqual(['access_denied', issuer, 'test-state'])
  })

  test('O5: is also in form_post responses, which post only to the redirect URI', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    const refused = await browser.send(
      'GET',
      createAuthorizationUrl(application, { prompt: 'none', response_mode: 'form_post' }),
    )
    await runOidcAuthorizationUntilCallback(browser, application)
    const answered = await browser.send('GET', createAuthorizationUrl(application, { response_mode: 'form_post' }))
    for (const response of [refused, answered]) {
      expect(response.body).toContain(`<form method="post" action="${application.redirectUri}">`)
      expect(response.body).toContain(`<input type="hidden" name="iss" value="${issuer}"/>`)
      // No `form-action`, which would apply to later redirects of the application (CSP 3 §6.4.1).
      expect(String(response.headers['content-security-policy'])).toMatch(
        /^default-src 'none'; script-src 'sha256-[\w+/=]{44}'; frame-ancestors 'none'; base-uri 'none'$/,
      )
      expect(response.headers['cache-control']).toBe('no-store')
    }
    expect(refused.body).toContain('name="error" value="login_required"')
    expect(answered.body).toMatch(/name="code" value="[\w-]{43}"/)
    const script = await browser.send(
      'GET',
      createAuthorizationUrl(application, { response_mode: 'form_post', state: '"><script>alert(1)</script>' }),
    )
    expect(script.body).not.toContain('<script>alert')
  })
})
