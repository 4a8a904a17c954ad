// Bound proofs (`proof_binding=nonce`): what an application requests, receives and verifies.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { serverLimitDefinitions } from '@countersign/api/server-limits'
import { chainNamespaces } from '@countersign/message/message-layout'
import { createProofBinding } from '@countersign/proof'
import { createTestWalletSigners } from '@countersign/testing/wallet-signer-fixtures'
import type { TestWalletSigner } from '@countersign/testing/wallet-signer-fixtures'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import {
  boundProofParameters,
  boundProofScopes,
  getErrorOfRedirect,
  obtainTokensWithBoundProof,
  readUserinfoProof,
  sendBoundProofRequest,
  signForInteraction,
  verifyProofAsApplication,
} from '../../testing/bound-proof-test-steps.ts'
import { followRedirectsToApplication } from '../../testing/acr-sign-in-test-steps.ts'
import { signIssuedChallengeMessage } from '../../testing/countersign-test-server.ts'
import {
  answerCrossDeviceRequestOnPhone,
  showCrossDeviceCode,
  submitPhoneAnswerFromWaitingBrowser,
} from '../../testing/cross-device-test-steps.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { listWalletsForTests } from '../../testing/identity-merge-test-steps.ts'
import { openDesktopAndPhoneBrowsers } from '../../testing/desktop-and-phone-test-browsers.ts'
import {
  addTestClientApplication,
  createAuthorizationUrl,
  createOidcTestServer,
  decodeTokenPayload,
  exchangeCodeAsApplication,
  getInteractionIdFromRedirect,
  getRedirectLocation,
  obtainTokens,
  postFormAsApplication,
  runOidcAuthorizationUntilCallback,
  submitOidcConsent,
} from '../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../testing/oidc-application-test-steps.ts'
import { getAuthorizationCodeFromRedirect, sendRefreshTokenRequest } from '../../testing/oauth-token-test-steps.ts'
import { relaxedChallengeRateLimits } from '../../testing/passkey-test-steps.ts'

const alice = createTestWalletSigners(1)

async function createWorld(kind: 'sqlite' | 'postgres' = 'sqlite') {
  const app = await createOidcTestServer({ database: kind, environment: relaxedChallengeRateLimits })
  const application = await addTestClientApplication(app, {
    scopes: [...boundProofScopes],
    grantTypes: ['authorization_code', 'refresh_token'],
    claimsIn: 'id-token',
  })
  return { app, application, browser: app.openBrowser() }
}

describe('bound proof', () => {
  test.each(chainNamespaces)(
    'of a %s wallet is verified by the application without trusting the server',
    async (name) => {
      const { app, application, browser } = await createWorld()
      const tokens = await obtainTokensWithBoundProof(app, browser, application, alice[name])
      const inIdToken = decodeTokenPayload(tokens.id_token)['proof'] as { message: string }
      expect(await readUserinfoProof(app, tokens)).toEqual(inIdToken)
      expect(inIdToken.message.endsWith(`\nResources:\n- ${createProofBinding('test-app', 'test-nonce')}`)).toBe(true)
      expect(await verifyProofAsApplication(app, inIdToken)).toMatchObject({
        outcome: 'verified',
        namespace: name,
        address: alice[name].address,
        kind: 'key',
      })
    },
  )

  testOnBothDatabases('needs a signature for each request, and tokens keep that of their own request', async (kind) => {
    const { app, application, browser } = await createWorld(kind)
    const offline = { scope: 'openid wallet proof offline_access', prompt: 'consent' }
    const first = await obtainTokensWithBoundProof(app, browser, application, alice.eip155, {
      ...offline,
      nonce: 'one',
    })
    app.pass(1000)
    expect(getRedirectLocation(await sendBoundProofRequest(browser, application, { nonce: 'two' }))).toMatch(
      /^\/sign-in/,
    )
    const second = await obtainTokensWithBoundProof(app, browser, application, alice.eip155, { nonce: 'two' })
    app.pass(1000)
    // An unbound login of the same session gets the newest proof.
    const unbound = await obtainTokens(app, browser, application, { scope: 'openid wallet proof', nonce: 'three' })
    const refreshed = (await sendRefreshTokenRequest(app, application, first.refresh_token)).json<TokenResponse>()
    const again = (await sendRefreshTokenRequest(app, application, refreshed.refresh_token)).json<TokenResponse>()
    const outcomes = await Promise.all(
      [first, refreshed, again, second, unbound].map(async (tokens) => {
        const proof = await readUserinfoProof(app, tokens)
        expect(decodeTokenPayload(tokens.id_token)['proof']).toEqual(proof)
        return Promise.all(
          ['one', 'two', 'three'].map(async (nonce) => (await verifyProofAsApplication(app, proof, { nonce })).outcome),
        )
      }),
    )
    const [ofOne, ofTwo] = [
      ['verified', 'refused', 'refused'],
      ['refused', 'verified', 'refused'],
    ]
    expect(outcomes).toEqual([ofOne, ofOne, ofOne, ofTwo, ofTwo])
  })

  test('is absent if the person withholds it, now and at the next request', async () => {
    const { app, application, browser } = await createWorld()
    const asked = await sendBoundProofRequest(browser, application)
    const consent = await signForInteraction(browser, asked, alice.eip155)
    const back = await submitOidcConsent(browser, getInteractionIdFromRedirect(consent), ['proof'])
    const code = new URL(getRedirectLocation(back)).searchParams.get('code') ?? ''
    const response = await exchangeCodeAsApplication(app, application, code)
    expect(decodeTokenPayload(response.json<TokenResponse>().id_token)).not.toHaveProperty('proof')
    app.pass(1000)
    const next = await runOidcAuthorizationUntilCallback(
      browser,
      application,
      { ...boundProofParameters, nonce: 'another' },
      { withheld: ['proof'] },
    )
    const tokens = await exchangeCodeAsApplication(app, application, getAuthorizationCodeFromRedirect(next))
    expect(await readUserinfoProof(app, tokens.json<TokenResponse>())).toBeUndefined()
  })

  test('is of the wallet that signed: another wallet that is shared has no proof', async () => {
    const { app, application, browser } = await createWorld()
    await obtainTokensWithBoundProof(app, browser, application, alice.eip155, { nonce: 'one' })
    await browser.stepUp()
    expect(
      (await browser.send('POST', '/api/wallets', await browser.signChallengeFor('link', alice.solana))).statusCode,
    ).toBe(200)
    const tokens = await obtainTokensWithBoundProof(app, browser, application, alice.solana, { nonce: 'two' })
    expect(decodeTokenPayload(tokens.id_token)).toMatchObject({ wallet: `eip155:1:${alice.eip155.address}` })
    expect(await readUserinfoProof(app, tokens)).toBeUndefined()
  })

  test('needs no page in a first-party application, unless another wallet than it knows has signed', async () => {
    const { app, browser } = await createWorld()
    const application = await addTestClientApplication(app, {
      id: 'own',
      scopes: [...boundProofScopes],
      firstParty: true,
    })
    const sign = async (nonce: string, signer: TestWalletSigner) =>
      signForInteraction(browser, await sendBoundProofRequest(browser, application, { nonce }), signer)
    const readOutcome = async (back: LightMyRequestResponse, nonce: string) => {
      const code = getAuthorizationCodeFromRedirect(new URL(getRedirectLocation(back)))
      const tokens = (await exchangeCodeAsApplication(app, application, code)).json<TokenResponse>()
      return verifyProofAsApplication(app, await readUserinfoProof(app, tokens), { clientId: 'own', nonce })
    }
    const { address } = alice.eip155
    expect(await readOutcome(await sign('one', alice.eip155), 'one')).toMatchObject({ outcome: 'verified', address })
    app.pass(1000)
    const silent = await sendBoundProofRequest(browser, application, { nonce: 'two', prompt: 'none' })
    expect(getErrorOfRedirect(silent)[0]).toBe('login_required')
    await browser.stepUp()
    await browser.send('POST', '/api/wallets', await browser.signChallengeFor('link', alice.solana))
    const consent = await sign('two', alice.solana)
    expect(getRedirectLocation(consent)).toMatch(/^\/consent/)
    const chosen = (await listWalletsForTests(browser)).find(({ address: linked }) => linked === alice.solana.address)
    const back = await submitOidcConsent(browser, getInteractionIdFromRedirect(consent), [], chosen?.id)
    expect(await readOutcome(back, 'two')).toMatchObject({ outcome: 'verified', address: alice.solana.address })
  })

  test('offers only wallets on the sign-in page, and names the wallet that the application knows', async () => {
    const { app, application, browser } = await createWorld()
    const readPage = async () => {
      const interaction = getInteractionIdFromRedirect(await sendBoundProofRequest(browser, application))
      return (await browser.send('GET', `/api/interactions/${interaction}`)).json<object>()
    }
    const wallets = { signInMethods: ['key', 'contract', 'solana', 'bitcoin'], chains: [] }
    expect(await readPage()).toMatchObject({ requestedMethod: 'wallet', accepts: wallets, expectedAddress: null })
    await obtainTokensWithBoundProof(app, browser, application, alice.eip155)
    await browser.stepUp()
    await browser.send('POST', '/api/wallets', await browser.signChallengeFor('link', alice.solana))
    await browser.signIn(alice.solana)
    expect(await readPage()).toMatchObject({ accepts: wallets, expectedAddress: alice.eip155.address })
  })

  test('can be signed on another device', async () => {
    const { app, application } = await createWorld()
    const { desktop, phone } = openDesktopAndPhoneBrowsers(app)
    const interaction = getInteractionIdFromRedirect(await sendBoundProofRequest(desktop, application))
    const shown = await showCrossDeviceCode(desktop, { purpose: 'sign-in', interaction })
    await answerCrossDeviceRequestOnPhone(phone, shown, alice.bip122)
    const signedIn = await submitPhoneAnswerFromWaitingBrowser(desktop, shown, '/api/sign-in', { interaction })
    const next = await desktop.send('GET', signedIn.json<ApiEndpointOutput<'signIn'>>().next)
    const code = getAuthorizationCodeFromRedirect(await followRedirectsToApplication(desktop, next))
    const tokens = (await exchangeCodeAsApplication(app, application, code)).json<TokenResponse>()
    expect(await verifyProofAsApplication(app, await readUserinfoProof(app, tokens))).toMatchObject({
      outcome: 'verified',
      address: alice.bip122.address,
    })
  })

  test('fits into the shortest message limit and a Solana off-chain message, with the longest name', async () => {
    const { app, browser } = await createWorld()
    const application = await addTestClientApplication(app, {
      id: 'long',
      name: 'N'.repeat(80),
      scopes: [...boundProofScopes],
    })
    const interaction = getInteractionIdFromRedirect(await sendBoundProofRequest(browser, application))
    const issued = await browser.requestChallenge({ purpose: 'sign-in', interaction })
    for (const name of chainNamespaces)
      expect(signIssuedChallengeMessage(issued, alice[name]).message.length).toBeLessThan(
        serverLimitDefinitions.messageBytes.min,
      )
  })
})

describe('request for a bound proof', () => {
  test.each([
    [
      'an unknown value',
      { proof_binding: 'state' },
      "proof_binding has an unknown value: send 'nonce', or leave it out",
    ],
    ['no scope proof', { scope: 'openid wallet' }, /requires the scope 'proof'/],
    ['no nonce', { nonce: undefined }, /requires a nonce: add one/],
  ])('with %s is refused with what to change', async (_, parameters, description) => {
    const { application, browser } = await createWorld()
    expect(getErrorOfRedirect(await sendBoundProofRequest(browser, application, parameters))).toEqual([
      'invalid_request',
      expect.stringMatching(description),
    ])
  })

  test('is refused for an application that may not request the scope or accepts only passkeys', async () => {
    const { app, browser } = await createWorld()
    const noScope = await addTestClientApplication(app, { id: 'no-scope', scopes: ['openid', 'wallet'] })
    const passkeys = await addTestClientApplication(app, {
      id: 'passkeys',
      scopes: [...boundProofScopes],
      signInMethods: ['passkey'],
    })
    for (const [application, description] of [
      [noScope, /scopes of the application/],
      [passkeys, /accepts only passkeys/],
    ] as const)
      expect(getErrorOfRedirect(await sendBoundProofRequest(browser, application))).toEqual([
        'invalid_request',
        expect.stringMatching(description),
      ])
  })

  test('is refused for a device', async () => {
    const { app } = await createWorld()
    const device = await addTestClientApplication(app, { id: 'device', kind: 'device', scopes: [...boundProofScopes] })
    const response = await postFormAsApplication(app, '/device/authorize', device, {
      ...boundProofParameters,
      nonce: 'n',
    })
    expect([response.statusCode, response.json()]).toEqual([
      400,
      {
        error: 'invalid_request',
        error_description: expect.stringContaining('not available to devices') as string,
        error_uri: 'https://sign-in.example/troubleshooting#proof-binding',
      },
    ])
  })

  test('with prompt=none needs a person, whatever they signed before', async () => {
    const { app, application, browser } = await createWorld()
    await obtainTokensWithBoundProof(app, browser, application, alice.eip155)
    for (const nonce of ['test-nonce', 'another'])
      expect(getErrorOfRedirect(await sendBoundProofRequest(browser, application, { nonce, prompt: 'none' }))[0]).toBe(
        'login_required',
      )
  })

  test('can be pushed (RFC 9126)', async () => {
    const { app, application, browser } = await createWorld()
    const { searchParams } = new URL(createAuthorizationUrl(application, boundProofParameters), 'https://x.example')
    const push = (changes: Record<string, string> = {}) =>
      postFormAsApplication(app, '/par', application, { ...Object.fromEntries(searchParams), ...changes })
    expect((await push({ proof_binding: 'x' })).json()).toMatchObject({ error: 'invalid_request' })
    const { request_uri } = (await push()).json<{ request_uri: string }>()
    const query = new URLSearchParams({ client_id: application.id, request_uri })
    const asked = await browser.send('GET', `/authorize?${query}`)
    const interaction = getInteractionIdFromRedirect(asked)
    const { message } = await browser.requestChallenge({ purpose: 'sign-in', interaction })
    expect(message.resources).toEqual([createProofBinding('test-app', 'test-nonce')])
  })
})
