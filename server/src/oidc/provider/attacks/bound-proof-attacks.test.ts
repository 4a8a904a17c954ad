// Attacks on bound proofs (THREATS S30, S31), by applications, people and the server itself.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { formatSignInMessage, toChecksumAddress } from '@countersign/message'
import type { SignInMessage } from '@countersign/message'
import { createProofBinding } from '@countersign/proof'
import { createTestWalletSigners } from '@countersign/testing/wallet-signer-fixtures'
import { describe, expect, test } from 'vitest'
import {
  createPersonWithPasskey,
  followRedirectsToApplication,
  signInToOidcInteractionWithPasskey,
} from '../../../testing/acr-sign-in-test-steps.ts'
import {
  boundProofScopes,
  getErrorOfRedirect,
  obtainTokensWithBoundProof,
  readUserinfoProof,
  sendBoundProofRequest,
  verifyProofAsApplication,
} from '../../../testing/bound-proof-test-steps.ts'
import { signIssuedChallengeMessage } from '../../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../../testing/countersign-test-server.ts'
import { createFakeChain, createFakeChains, createFakeContractWallet } from '../../../testing/fake-chains.ts'
import {
  addTestClientApplication,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getInteractionIdFromRedirect,
  obtainTokens,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import { getAuthorizationCodeFromRedirect } from '../../../testing/oauth-token-test-steps.ts'
import { relaxedChallengeRateLimits } from '../../../testing/passkey-test-steps.ts'

const alice = createTestWalletSigners(1).eip155
const contract = '0xC0Fefe0000000000000000000000000000000001'.toLowerCase()

async function createWorld() {
  const chain = createFakeChain()
  chain.deploy(
    contract,
    createFakeContractWallet((_, signature) => signature === '0xbeef'),
  )
  const app = await createOidcTestServer({ environment: relaxedChallengeRateLimits, chains: createFakeChains(chain) })
  const addApplication = (id: string) => addTestClientApplication(app, { id, scopes: [...boundProofScopes] })
  return { app, chain, application: await addApplication('test-app'), addApplication, browser: app.openBrowser() }
}

/** Signs a message other than the one that the server issued. */
async function signChanged(
  browser: TestBrowser,
  application: TestClientApplication,
  change: (issued: { resources?: string[] }) => Partial<SignInMessage>,
): Promise<string> {
  const interaction = getInteractionIdFromRedirect(await sendBoundProofRequest(browser, application))
  const issued = await browser.requestChallenge({ purpose: 'sign-in', interaction })
  const { resources: _, ...message } = issued.message
  const changed = { ...issued, message: { ...message, ...change(issued.message) } as typeof issued.message }
  const signed = signIssuedChallengeMessage(changed, alice)
  return (await browser.send('POST', '/api/sign-in', { ...signed, interaction })).json<{ code: string }>().code
}

describe('S30: bound proof', () => {
  test('of one application is worth nothing to another, and is not disclosed to it', async () => {
    const { app, application, addApplication, browser } = await createWorld()
    const other = await addApplication('other-app')
    const proof = await readUserinfoProof(app, await obtainTokensWithBoundProof(app, browser, application, alice))
    expect(await verifyProofAsApplication(app, proof, { clientId: 'other-app' })).toEqual({
      outcome: 'refused',
      reason: 'binding_mismatch',
    })
    app.pass(1000)
    const unbound = await obtainTokens(app, browser, other, { scope: 'openid wallet proof' })
    const disclosed = (await readUserinfoProof(app, unbound)) as { message: string }
    expect(disclosed.message).not.toContain('Resources:')
    expect(await verifyProofAsApplication(app, disclosed, { clientId: 'other-app' })).toMatchObject({
      reason: 'binding_missing',
    })
  })

  test('of an older login does not pass for a new one, even in the same session', async () => {
    const { app, application, browser } = await createWorld()
    const old = await readUserinfoProof(
      app,
      await obtainTokensWithBoundProof(app, browser, application, alice, { nonce: 'old' }),
    )
    expect(await verifyProofAsApplication(app, old, { nonce: 'old' })).toMatchObject({ outcome: 'verified' })
    expect(await verifyProofAsApplication(app, old, { nonce: 'new' })).toMatchObject({ reason: 'binding_mismatch' })
  })

  test('cannot be signed without its binding, with another one, or with more resources', async () => {
    const { application, browser } = await createWorld()
    const foreign = createProofBinding('other-app', 'test-nonce')
    for (const change of [
      () => ({}),
      () => ({ resources: [] }),
      () => ({ resources: [foreign] }),
      ({ resources = [] }: { resources?: string[] }) => ({ resources: [...resources, foreign] }),
      ({ resources = [] }: { resources?: string[] }) => ({ resources: [...resources, ...resources] }),
    ])
      expect(await signChanged(browser, application, change)).toBe('sign_in.message_mismatch')
    expect(await signChanged(browser, application, ({ resources = [] }) => ({ resources }))).toBeUndefined()
  })

  test('cannot be added by the person to a message for an unbound request', async () => {
    const { browser } = await createWorld()
    const issued = await browser.requestChallenge()
    const signed = signIssuedChallengeMessage(issued, alice, {
      resources: [createProofBinding('test-app', 'test-nonce')],
    })
    expect((await browser.send('POST', '/api/sign-in', signed)).json()).toMatchObject({
      code: 'sign_in.message_mismatch',
    })
  })

  test('is not replaced by a passkey: the request fails, and says why', async () => {
    const person = await createPersonWithPasskey('sqlite', { scopes: [...boundProofScopes] })
    const asked = await sendBoundProofRequest(person.browser, person.application)
    const interaction = getInteractionIdFromRedirect(asked)
    expect(
      getErrorOfRedirect(await signInToOidcInteractionWithPasskey(person.browser, interaction, person.passkey)),
    ).toEqual([
      'unmet_authentication_requirements',
      'proof_binding requires a wallet, and the person signed in with a passkey: proof is not available',
    ])
  })
})

describe('S31: bound proof of a contract wallet', () => {
  async function obtainAsContract({
    browser,
    application,
    app,
  }: Awaited<ReturnType<typeof createWorld>>): Promise<unknown> {
    const interaction = getInteractionIdFromRedirect(await sendBoundProofRequest(browser, application))
    const { message: issued } = await browser.requestChallenge({
      purpose: 'sign-in',
      interaction,
      walletKind: 'contract',
    })
    const message = formatSignInMessage({ ...issued, address: toChecksumAddress(contract), chainId: '1' })
    const answer = await browser.send('POST', '/api/sign-in', { message, signature: '0xbeef', interaction })
    const next = await browser.send('GET', answer.json<ApiEndpointOutput<'signIn'>>().next)
    const back = await followRedirectsToApplication(browser, next)
    const tokens = await exchangeCodeAsApplication(app, application, getAuthorizationCodeFromRedirect(back))
    return readUserinfoProof(app, tokens.json<TokenResponse>())
  }

  test('is verified only on its own chain, with a reader of the application', async () => {
    const world = await createWorld()
    const proof = await obtainAsContract(world)
    const reader = createFakeChains(world.chain).get('1')
    const emptyReader = createFakeChains(createFakeChain()).get('1')
    expect(await verifyProofAsApplication(world.app, proof, { reader: () => reader })).toMatchObject({
      outcome: 'verified',
      kind: 'contract',
      address: toChecksumAddress(contract),
      chainId: '1',
    })
    expect(await verifyProofAsApplication(world.app, proof)).toMatchObject({ outcome: 'unavailable' })
    expect(await verifyProofAsApplication(world.app, proof, { reader: () => emptyReader })).toMatchObject({
      reason: 'signature_refused',
    })
  })
})

test('S31: a bound proof of another site or with the signature of a server key is refused', async () => {
  const { app, application, browser } = await createWorld()
  const tokens = await obtainTokensWithBoundProof(app, browser, application, alice)
  const { message } = (await readUserinfoProof(app, tokens)) as { message: string }
  const serverKey = createTestWalletSigners(9).eip155
  expect(await verifyProofAsApplication(app, { message, signature: serverKey.sign(message) })).toMatchObject({
    reason: 'signature_refused',
  })
  const elsewhere = message.replaceAll('sign-in.example', 'other.example')
  expect(await verifyProofAsApplication(app, { message: elsewhere, signature: alice.sign(elsewhere) })).toMatchObject({
    reason: 'domain_mismatch',
  })
})
