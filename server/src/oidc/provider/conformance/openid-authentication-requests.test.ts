// Request parameters (OpenID Connect Core §3.1.2.1) of the plans "Basic" and "Form Post Basic".
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { createConformanceTestFixture } from '../../../testing/openid-conformance-fixtures.ts'
import {
  runOidcAuthorizationFlow,
  followOidcAuthorizationSteps,
  testedResponseModes,
} from '../../../testing/oidc-authorization-test-steps.ts'
import { createAuthorizationUrl, exchangeCodeAsApplication } from '../../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import { summarizeOAuthResponse } from '../../../testing/oauth-token-test-steps.ts'

describe.each(testedResponseModes)('OpenID authentication requests with response mode %s', (mode) => {
  const prepare = () => createConformanceTestFixture(mode)

  test('a request without response_type is refused', async () => {
    const { application, browser } = await prepare()
    const answer = await runOidcAuthorizationFlow(browser, application, mode, { response_type: undefined })
    expect([answer.redirectUri, answer.parameters.get('error')]).toEqual([
      'https://app.example/callback',
      'invalid_request',
    ])
  })

  test('a request without a nonce gets an ID token without one', async () => {
    const { obtain } = await prepare()
    expect((await obtain({ nonce: undefined })).claims).not.toHaveProperty('nonce')
  })

  test('the order of scopes and parameters makes no difference', async () => {
    const { app, application, browser } = await prepare()
    const parameters = [
      ...new URL(
        createAuthorizationUrl(application, { scope: 'wallet profile openid', response_mode: mode }),
        'https://sign-in.example',
      ).searchParams,
    ].toReversed()
    const answer = await followOidcAuthorizationSteps(
      browser,
      await browser.send('GET', `/authorize?${new URLSearchParams(parameters)}`),
      mode,
    )
    const tokens = (
      await exchangeCodeAsApplication(app, application, answer.parameters.get('code') ?? '')
    ).json<TokenResponse>()
    expect(tokens.scope.split(' ').toSorted()).toEqual(['openid', 'profile', 'wallet'])
  })

  test('display, ui_locales, claims_locales, acr_values, and login_hint cause no error', async () => {
    const { obtain } = await prepare()
    for (const wish of [
      { display: 'page' },
      { display: 'popup' },
      { ui_locales: 'se' },
      { ui_locales: 'de en' },
      { claims_locales: 'se' },
      { acr_values: '1 2' },
      { login_hint: 'bob@example.com' },
    ]) {
      const { claims } = await obtain(wish)
      expect(claims['acr'] ?? 'urn:countersign:wallet').toBe('urn:countersign:wallet')
    }
  })

  test('unknown parameters are ignored', async () => {
    const { obtain } = await prepare()
    const { parameters: answer } = await obtain({ extra: 'foobar' })
    expect([...answer.keys()].toSorted()).toEqual(['code', 'iss', 'state'])
  })

  test('a requested claim, essential or not, is returned only with its scope and causes no error', async () => {
    const { obtain } = await prepare()
    const { parameters: answer, claims } = await obtain({
      claims: '{"id_token":{"name":null},"userinfo":{"name":{"essential":true}}}',
    })
    expect([...answer.keys()].toSorted()).toEqual(['code', 'iss', 'state'])
    expect(claims).not.toHaveProperty('name')
  })

  test('prompt=login makes a signed-in person sign in again', async () => {
    const { app, obtain } = await prepare()
    const first = await obtain()
    app.pass(5000)
    const second = await obtain({ prompt: 'login' })
    expect(second.steps).toEqual(['/sign-in'])
    expect(second.claims['auth_time']).toBe(Number(first.claims['auth_time']) + 5)
    expect(second.claims['sub']).toBe(first.claims['sub'])
  })

  test('prompt=none succeeds for a signed-in person, and returns login_required otherwise', async () => {
    const { app, application, browser, obtain } = await prepare()
    expect(
      (await runOidcAuthorizationFlow(app.openBrowser(), application, mode, { prompt: 'none' })).parameters.get(
        'error',
      ),
    ).toBe('login_required')
    const first = await obtain()
    app.pass(5000)
    const second = await obtain({ prompt: 'none' })
    expect([second.steps, second.claims['auth_time'], second.claims['sub']]).toEqual([
      [],
      first.claims['auth_time'],
      first.claims['sub'],
    ])
    await browser.send('POST', '/api/sign-out')
    expect(
      (await runOidcAuthorizationFlow(browser, application, mode, { prompt: 'none' })).parameters.get('error'),
    ).toBe('login_required')
  })

  test('max_age=1 asks again after two seconds, and max_age=10000 does not', async () => {
    const { app, application, browser, obtain } = await prepare()
    const first = await obtain({ max_age: '10000' })
    app.pass(2000)
    expect(
      (await runOidcAuthorizationFlow(browser, application, mode, { max_age: '1', prompt: 'none' })).parameters.get(
        'error',
      ),
    ).toBe('login_required')
    const still = await obtain({ max_age: '10000' })
    expect([still.steps, still.claims['auth_time']]).toEqual([[], first.claims['auth_time']])
    const again = await obtain({ max_age: '1' })
    expect([again.steps, again.claims['auth_time']]).toEqual([['/sign-in'], app.clock.now / 1000])
  })

  test('id_token_hint works for the person it names, and returns login_required for another', async () => {
    const { app, application, obtain } = await prepare()
    const first = await obtain()
    const hinted = await obtain({ prompt: 'none', id_token_hint: first.tokens.id_token })
    expect(hinted.claims['sub']).toBe(first.claims['sub'])
    const stranger = app.openBrowser()
    await stranger.signIn(ethereumTestKeys.bob)
    expect(
      (
        await runOidcAuthorizationFlow(stranger, application, mode, {
          prompt: 'none',
          id_token_hint: first.tokens.id_token,
        })
      ).parameters.get('error'),
    ).toBe('login_required')
  })

  test('an unregistered redirect URI leads to the error page', async () => {
    const { application, browser } = await prepare()
    const answer = await runOidcAuthorizationFlow(browser, application, mode, {
      redirect_uri: 'https://app.example/callback/unregistered',
    })
    expect(answer.redirectUri).toMatch(/^\/error\?code=application\.redirect_uri_not_registered&request=/)
  })

  test('a request by POST form works like one by GET', async () => {
    const { app, application, browser } = await prepare()
    const [path, query = ''] = createAuthorizationUrl(application, { response_mode: mode }).split('?')
    const sent = await app.http.inject({
      method: 'POST',
      url: path ?? '',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://app.example',
        'sec-fetch-site': 'cross-site',
      },
      payload: query,
    })
    expect(sent.statusCode).toBe(303)
    const answer = await followOidcAuthorizationSteps(browser, sent, mode)
    expect(
      summarizeOAuthResponse(await exchangeCodeAsApplication(app, application, answer.parameters.get('code') ?? '')),
    ).toBe('200')
  })

  test('request objects are refused as unsupported, by value and by reference', async () => {
    const { application, browser } = await prepare()
    const object = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"redirect_uri":"https://evil.example/"}').toString('base64url')}.`
    const answer = async (parameters: Record<string, string>) => {
      const { redirectUri, parameters: said } = await runOidcAuthorizationFlow(browser, application, mode, parameters)
      return [redirectUri, said.get('error')]
    }
    expect(await answer({ request: object })).toEqual(['https://app.example/callback', 'request_not_supported'])
    expect(await answer({ request_uri: 'https://app.example/request.jwt' })).toEqual([
      'https://app.example/callback',
      'request_uri_not_supported',
    ])
  })
})
