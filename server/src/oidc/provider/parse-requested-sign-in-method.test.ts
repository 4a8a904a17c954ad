// Sign-in methods that an application prefers or requires (`acr_values`, `claims`).
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { describe, expect, test } from 'vitest'
import { ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import {
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  postFormAsApplication,
  decodeTokenPayload,
  signInToOidcInteraction,
} from '../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../testing/oidc-application-test-steps.ts'
import {
  requestTestPasskeySignInOptions,
  summarizeApiResponse,
  stepUpWithPasskey,
} from '../../testing/passkey-test-steps.ts'
import { getAuthorizationCodeFromRedirect, requestUserinfo } from '../../testing/oauth-token-test-steps.ts'
import {
  passkeyAcr,
  createAcrClaimsParameter,
  createPersonWithPasskey,
  sendOidcAuthorizationRequest,
  readRequestedSignInMethod,
  followRedirectsToApplication,
  exchangeCodeForIdTokenClaims,
  walletAcr,
  signInToOidcInteractionWithPasskey,
} from '../../testing/acr-sign-in-test-steps.ts'

describe('requested sign-in method', () => {
  test.each([
    ['`acr_values`', { acr_values: passkeyAcr }],
    ['the claim `acr`', { claims: createAcrClaimsParameter({ value: passkeyAcr }) }],
    [
      'the claim `acr` with several values',
      { claims: createAcrClaimsParameter({ values: ['urn:example:other', passkeyAcr] }) },
    ],
  ])('by %s is a preference: it is requested once, then any method is accepted', async (_how, parameters) => {
    const person = await createPersonWithPasskey('sqlite')
    const { browser, passkey } = person
    const first = await sendOidcAuthorizationRequest(person, browser, parameters)
    expect(getRedirectLocation(first)).toMatch(/^\/sign-in/)
    expect(await readRequestedSignInMethod(browser, first)).toBe('passkey')
    const unheard = await followRedirectsToApplication(
      browser,
      await signInToOidcInteraction(browser, getInteractionIdFromRedirect(first)),
    )
    expect(await exchangeCodeForIdTokenClaims(person, unheard)).toMatchObject({ acr: walletAcr })
    // If no prompt is allowed, the current context is returned (Core §5.5.1.1).
    expect(
      await exchangeCodeForIdTokenClaims(
        person,
        new URL(
          getRedirectLocation(await sendOidcAuthorizationRequest(person, browser, { ...parameters, prompt: 'none' })),
        ),
      ),
    ).toMatchObject({ acr: walletAcr })
    const again = await sendOidcAuthorizationRequest(person, browser, parameters)
    const heard = await followRedirectsToApplication(
      browser,
      await signInToOidcInteractionWithPasskey(browser, getInteractionIdFromRedirect(again), passkey),
    )
    expect(await exchangeCodeForIdTokenClaims(person, heard)).toMatchObject({ acr: passkeyAcr })
    expect(
      await exchangeCodeForIdTokenClaims(
        person,
        new URL(getRedirectLocation(await sendOidcAuthorizationRequest(person, browser, parameters))),
      ),
    ).toMatchObject({
      acr: passkeyAcr,
    })
  })

  test('is ignored if already satisfied, or if the person or the server does not have it', async () => {
    const person = await createPersonWithPasskey('sqlite')
    const { browser } = person
    const bob = person.app.openBrowser()
    await runOidcAuthorizationUntilCallback(bob, person.application, {}, { key: ethereumTestKeys.bob })
    expect(getRedirectLocation(await sendOidcAuthorizationRequest(person, bob, { acr_values: passkeyAcr }))).toMatch(
      /^https:\/\/app\.example\/callback\?code=/,
    )
    await runOidcAuthorizationUntilCallback(browser, person.application)
    for (const acr_values of [walletAcr, `${passkeyAcr} ${walletAcr}`, 'urn:example:other']) {
      expect(
        await exchangeCodeForIdTokenClaims(
          person,
          new URL(getRedirectLocation(await sendOidcAuthorizationRequest(person, browser, { acr_values }))),
        ),
      ).toMatchObject({
        acr: walletAcr,
      })
    }
    const stranger = person.app.openBrowser()
    expect(
      await readRequestedSignInMethod(
        stranger,
        await sendOidcAuthorizationRequest(person, stranger, { acr_values: walletAcr }),
      ),
    ).toBe('wallet')
    expect(
      await readRequestedSignInMethod(
        stranger,
        await sendOidcAuthorizationRequest(person, stranger, { acr_values: `${passkeyAcr} ${walletAcr}` }),
      ),
    ).toBe('any')
    expect(
      await readRequestedSignInMethod(
        stranger,
        await sendOidcAuthorizationRequest(person, stranger, { acr_values: 'urn:example:other' }),
      ),
    ).toBe('any')
  })

  test.each([
    ['one value', { value: passkeyAcr, essential: true }],
    ['several values', { values: [passkeyAcr, 'urn:example:other'], essential: true }],
  ])('is a requirement if acr is essential with %s, and other methods are refused', async (_how, acr) => {
    const person = await createPersonWithPasskey('sqlite')
    const { browser, passkey } = person
    await runOidcAuthorizationUntilCallback(browser, person.application)
    const claims = createAcrClaimsParameter(acr)
    expect(
      getRedirectLocation(await sendOidcAuthorizationRequest(person, browser, { claims, prompt: 'none' })),
    ).toContain('error=login_required')
    const first = await sendOidcAuthorizationRequest(person, browser, { claims })
    expect(getRedirectLocation(first)).toMatch(/^\/sign-in/)
    expect(await readRequestedSignInMethod(browser, first)).toBe('passkey')
    const unmet = new URL(
      getRedirectLocation(await signInToOidcInteraction(browser, getInteractionIdFromRedirect(first))),
    )
    expect([unmet.origin, unmet.searchParams.get('error'), unmet.searchParams.has('code')]).toEqual([
      'https://app.example',
      'unmet_authentication_requirements',
      false,
    ])
    const again = await sendOidcAuthorizationRequest(person, browser, { claims })
    const met = await followRedirectsToApplication(
      browser,
      await signInToOidcInteractionWithPasskey(browser, getInteractionIdFromRedirect(again), passkey),
    )
    expect(await exchangeCodeForIdTokenClaims(person, met)).toMatchObject({ acr: passkeyAcr })
    expect(
      await exchangeCodeForIdTokenClaims(
        person,
        new URL(getRedirectLocation(await sendOidcAuthorizationRequest(person, browser, { claims, prompt: 'none' }))),
      ),
    ).toMatchObject({ acr: passkeyAcr })
  })

  test('can be required by a pushed request', async () => {
    const { app, application, browser, passkey } = await createPersonWithPasskey('sqlite')
    const parameters = Object.fromEntries(
      new URL(
        createAuthorizationUrl(application, {
          claims: createAcrClaimsParameter({ value: passkeyAcr, essential: true }),
        }),
        'https://sign-in.example',
      ).searchParams,
    )
    const pushed = (await postFormAsApplication(app, '/par', application, parameters)).json<{ request_uri: string }>()
    const asked = await browser.send(
      'GET',
      `/authorize?${new URLSearchParams({ client_id: application.id, request_uri: pushed.request_uri })}`,
    )
    expect(getRedirectLocation(asked)).toMatch(/^\/sign-in/)
    expect(await readRequestedSignInMethod(browser, asked)).toBe('passkey')
    expect(
      (
        await followRedirectsToApplication(
          browser,
          await signInToOidcInteractionWithPasskey(browser, getInteractionIdFromRedirect(asked), passkey),
        )
      ).searchParams.has('code'),
    ).toBe(true)
  })

  test('M5: a passkey answers only the interaction it was requested for, while it is open', async () => {
    const person = await createPersonWithPasskey('sqlite')
    const { app, passkey } = person
    const browser = app.openBrowser()
    const [one, two] = [
      getInteractionIdFromRedirect(await sendOidcAuthorizationRequest(person, browser, {})),
      getInteractionIdFromRedirect(await sendOidcAuthorizationRequest(person, browser, {})),
    ]
    const send = async (asked: string, given: string) => {
      const assertion = passkey.getAssertion(await requestTestPasskeySignInOptions(browser, { interaction: asked }))
      return () => browser.send('POST', '/api/sign-in/passkey', { assertion, interaction: given })
    }
    expect(summarizeApiResponse(await (await send(one, two))())).toBe('401 challenge.invalid')
    const late = await send(one, one)
    await browser.send(
      'GET',
      (await browser.send('POST', `/api/interactions/${one}/deny`)).json<ApiEndpointOutput<'deny'>>().next,
    )
    expect(summarizeApiResponse(await late())).toBe('404 interaction.invalid')
    expect([...browser.cookies.keys()].filter((name) => name.includes('session'))).toEqual([])
    expect(
      summarizeApiResponse(await app.openBrowser().send('POST', '/api/sign-in/passkey/options', { interaction: two })),
    ).toBe('404 interaction.invalid')
    expect((await (await send(two, two))()).json()).toMatchObject({ next: `/authorize/${two}` })
  })

  test('a step-up satisfies a required method', async () => {
    const person = await createPersonWithPasskey('sqlite')
    await runOidcAuthorizationUntilCallback(person.browser, person.application)
    const claims = createAcrClaimsParameter({ value: passkeyAcr, essential: true })
    await stepUpWithPasskey(person.browser, person.passkey)
    expect(
      await exchangeCodeForIdTokenClaims(
        person,
        new URL(
          getRedirectLocation(await sendOidcAuthorizationRequest(person, person.browser, { claims, prompt: 'none' })),
        ),
      ),
    ).toMatchObject({ acr: passkeyAcr })
  })

  test('the claims parameter widens no scope, and a sub in it accepts only that person', async () => {
    const person = await createPersonWithPasskey('sqlite')
    const { app, browser, application } = person
    const claims = JSON.stringify({
      id_token: { wallet: { essential: true }, name: null },
      userinfo: { wallet: null, proof: null },
    })
    const back = await runOidcAuthorizationUntilCallback(browser, application, { claims, scope: 'openid' })
    const tokens = (
      await exchangeCodeAsApplication(app, application, getAuthorizationCodeFromRedirect(back))
    ).json<TokenResponse>()
    expect(
      JSON.stringify([decodeTokenPayload(tokens.id_token), (await requestUserinfo(app, tokens.access_token)).json()]),
    ).not.toMatch(/0x[0-9a-f]{40}|"proof"/i)

    const { sub } = decodeTokenPayload(tokens.id_token)
    const named = JSON.stringify({ id_token: { sub: { value: sub } } })
    expect(getRedirectLocation(await sendOidcAuthorizationRequest(person, browser, { claims: named }))).toContain(
      'code=',
    )
    const asked = await sendOidcAuthorizationRequest(person, app.openBrowser(), { claims: named })
    expect(getRedirectLocation(asked)).toMatch(/^\/sign-in/)
    const bob = app.openBrowser()
    const other = new URL(
      getRedirectLocation(
        await signInToOidcInteraction(
          bob,
          getInteractionIdFromRedirect(await sendOidcAuthorizationRequest(person, bob, { claims: named })),
          ethereumTestKeys.bob,
        ),
      ),
    )
    expect(other.searchParams.get('error')).toBe('login_required')
    for (const faulty of [
      '{',
      '{"id_token":7}',
      '{"id_token":null}',
      '{"id_token":{"acr":"one"}}',
      '{"id_token":{"acr":{"essential":true,"values":"one"}}}',
    ]) {
      expect(getRedirectLocation(await sendOidcAuthorizationRequest(person, browser, { claims: faulty }))).toContain(
        'error=invalid_request',
      )
    }
    for (const acr of ['null', '{}', '{"value":7}', '{"values":"one"}', '{"values":[null]}']) {
      expect(
        getRedirectLocation(
          await sendOidcAuthorizationRequest(person, browser, { claims: `{"id_token":{"acr":${acr}}}` }),
        ),
      ).toContain('code=')
    }
  })
})
