// Somebody who begins with a passkey within an application's sign-in: what the application is told of a person without a wallet, and that
// neither its ways nor its groups are got around by it.
import type { CallAnswer } from '@countersign/api/calls'
import { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import { describe, expect, test } from 'vitest'
import type { TestBrowser } from '../../../testing/test-app.ts'
import {
  addTestApplication,
  allow,
  authorizeUrl,
  createOpenIdApp,
  exchange,
  goesTo,
  interactionOf,
  readToken,
} from '../../../testing/test-openid.ts'

const environment = { COUNTERSIGN_PASSKEY_FIRST: 'on' }

/** Begins with a passkey for an application's sign-in. */
async function signUpTo(browser: TestBrowser, interaction: string) {
  const options = await browser.send('POST', '/api/sign-up/passkey/options', { interaction })
  if (options.statusCode !== 200) return options
  const attestation = new VirtualPasskey().make(options.json<CallAnswer<'createPasskeySignUp'>>())
  return browser.send('POST', '/api/sign-up/passkey', { attestation, interaction })
}

describe('a first passkey for an application', () => {
  test('goes on to the application, which is told no wallet', async () => {
    const app = await createOpenIdApp({ environment })
    const application = await addTestApplication(app, { scopes: ['openid', 'profile', 'wallet', 'proof'] })
    const browser = app.openBrowser()
    const asked = await browser.send('GET', authorizeUrl(application, { scope: 'openid profile wallet proof' }))
    const answer = await signUpTo(browser, interactionOf(asked))
    const consent = await browser.send('GET', answer.json<CallAnswer<'signUpWithPasskey'>>().next)
    expect(goesTo(consent)).toMatch(/^\/consent/)
    expect((await browser.send('GET', `/api/interactions/${interactionOf(consent)}`)).json()).toMatchObject({
      prompt: 'consent',
      wallet: { wallets: [], chosen: null },
    })
    const back = new URL(goesTo(await allow(browser, interactionOf(consent))))
    const tokens = (await exchange(app, application, back.searchParams.get('code') ?? '')).json<{ id_token: string }>()
    const claims = readToken(tokens.id_token)
    expect(claims).toMatchObject({ acr: 'urn:countersign:passkey', sub: expect.any(String) as string })
    expect(['wallet', 'wallets', 'wallet_name', 'proof', 'name'].filter((claim) => claim in claims)).toEqual([])
  })

  test('O2 does not get into an application that takes no passkey', async () => {
    const app = await createOpenIdApp({ environment })
    const application = await addTestApplication(app, { ways: ['key', 'contract'] })
    const browser = app.openBrowser()
    const asked = await browser.send('GET', authorizeUrl(application))
    expect((await browser.send('GET', `/api/interactions/${interactionOf(asked)}`)).json()).toMatchObject({
      wanted: 'wallet',
      accepts: { ways: ['key', 'contract'] },
    })
    const answer = await signUpTo(browser, interactionOf(asked))
    const next = await browser.send('GET', answer.json<CallAnswer<'signUpWithPasskey'>>().next)
    // Asked anew for a way that it takes; nothing is given.
    expect(goesTo(next)).toMatch(/^\/sign-in/)
  })

  test('O2 does not get into an application that is for members of a group', async () => {
    const app = await createOpenIdApp({ environment })
    const application = await addTestApplication(app, { allowedGroups: ['members'] })
    const browser = app.openBrowser()
    const asked = await browser.send('GET', authorizeUrl(application))
    const answer = await signUpTo(browser, interactionOf(asked))
    const next = await browser.send('GET', answer.json<CallAnswer<'signUpWithPasskey'>>().next)
    expect(goesTo(next)).toMatch(/^\/sign-in/)
  })

  test('M4 M5 is made for this sign-in of this browser alone', async () => {
    const app = await createOpenIdApp({ environment })
    const application = await addTestApplication(app)
    const [browser, other] = [app.openBrowser(), app.openBrowser()]
    const interaction = interactionOf(await browser.send('GET', authorizeUrl(application)))
    expect((await signUpTo(other, interaction)).json()).toMatchObject({ code: 'interaction.unusable' })
    const options = await browser.send('POST', '/api/sign-up/passkey/options', { interaction })
    const attestation = new VirtualPasskey().make(options.json<CallAnswer<'createPasskeySignUp'>>())
    expect((await browser.send('POST', '/api/sign-up/passkey', { attestation })).json()).toMatchObject({
      code: 'challenge.unusable',
    })
    expect(await app.database.queries.selectFrom('people').select('id').execute()).toEqual([])
  })
})
