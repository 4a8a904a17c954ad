// Sign-up with a passkey during an application's sign-in: claims, sign-in methods and groups.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import { describe, expect, test } from 'vitest'
import type { TestBrowser } from '../../../testing/countersign-test-server.ts'
import {
  addTestClientApplication,
  submitOidcConsent,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  decodeTokenPayload,
} from '../../../testing/oidc-application-test-steps.ts'

const environment = { COUNTERSIGN_PASSKEY_SIGN_UP: 'on' }

async function signUpTo(browser: TestBrowser, interaction: string) {
  const options = await browser.send('POST', '/api/sign-up/passkey/options', { interaction })
  if (options.statusCode !== 200) return options
  const attestation = new VirtualPasskey().createCredential(options.json<ApiEndpointOutput<'createPasskeySignUp'>>())
  return browser.send('POST', '/api/sign-up/passkey', { attestation, interaction })
}

describe('passkey sign-up during an application sign-in', () => {
  test('continues to the application and discloses no wallet', async () => {
    const app = await createOidcTestServer({ environment })
    const application = await addTestClientApplication(app, { scopes: ['openid', 'profile', 'wallet', 'proof'] })
    const browser = app.openBrowser()
    const asked = await browser.send(
      'GET',
      createAuthorizationUrl(application, { scope: 'openid profile wallet proof' }),
    )
    const answer = await signUpTo(browser, getInteractionIdFromRedirect(asked))
    const consent = await browser.send('GET', answer.json<ApiEndpointOutput<'signUpWithPasskey'>>().next)
    expect(getRedirectLocation(consent)).toMatch(/^\/consent/)
    expect(
      (await browser.send('GET', `/api/interactions/${getInteractionIdFromRedirect(consent)}`)).json(),
    ).toMatchObject({
      prompt: 'consent',
      wallet: { wallets: [], chosen: null },
    })
    const back = new URL(getRedirectLocation(await submitOidcConsent(browser, getInteractionIdFromRedirect(consent))))
    const tokens = (await exchangeCodeAsApplication(app, application, back.searchParams.get('code') ?? '')).json<{
      id_token: string
    }>()
    const claims = decodeTokenPayload(tokens.id_token)
    expect(claims).toMatchObject({ acr: 'urn:countersign:passkey', sub: expect.any(String) as string })
    expect(
      ['wallet', 'wallets', 'wallet_name', 'wallet_kind', 'proof', 'name'].filter((claim) => claim in claims),
    ).toEqual([])
  })

  test('O2: does not give access to an application that accepts no passkeys', async () => {
    const app = await createOidcTestServer({ environment })
    const application = await addTestClientApplication(app, { signInMethods: ['key', 'contract'] })
    const browser = app.openBrowser()
    const asked = await browser.send('GET', createAuthorizationUrl(application))
    expect(
      (await browser.send('GET', `/api/interactions/${getInteractionIdFromRedirect(asked)}`)).json(),
    ).toMatchObject({
      requestedMethod: 'wallet',
      accepts: { signInMethods: ['key', 'contract'] },
    })
    const answer = await signUpTo(browser, getInteractionIdFromRedirect(asked))
    const next = await browser.send('GET', answer.json<ApiEndpointOutput<'signUpWithPasskey'>>().next)
    expect(getRedirectLocation(next)).toMatch(/^\/sign-in/)
  })

  test('O2: does not give access to an application restricted to a group', async () => {
    const app = await createOidcTestServer({ environment })
    const application = await addTestClientApplication(app, { allowedGroups: ['members'] })
    const browser = app.openBrowser()
    const asked = await browser.send('GET', createAuthorizationUrl(application))
    const answer = await signUpTo(browser, getInteractionIdFromRedirect(asked))
    const next = await browser.send('GET', answer.json<ApiEndpointOutput<'signUpWithPasskey'>>().next)
    expect(getRedirectLocation(next)).toMatch(/^\/sign-in/)
  })

  test('M4 M5: is bound to the interaction and browser that started it', async () => {
    const app = await createOidcTestServer({ environment })
    const application = await addTestClientApplication(app)
    const [browser, other] = [app.openBrowser(), app.openBrowser()]
    const interaction = getInteractionIdFromRedirect(await browser.send('GET', createAuthorizationUrl(application)))
    expect((await signUpTo(other, interaction)).json()).toMatchObject({ code: 'interaction.invalid' })
    const options = await browser.send('POST', '/api/sign-up/passkey/options', { interaction })
    const attestation = new VirtualPasskey().createCredential(options.json<ApiEndpointOutput<'createPasskeySignUp'>>())
    expect((await browser.send('POST', '/api/sign-up/passkey', { attestation })).json()).toMatchObject({
      code: 'challenge.invalid',
    })
    expect(await app.database.queries.selectFrom('people').select('id').execute()).toEqual([])
  })
})
