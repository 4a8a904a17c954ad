// THREATS S8: nothing that was granted through a contract wallet outlives the contract's approval.
import { formatSignInMessage, toChecksumAddress } from '@countersign/message'
import { signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { createFakeChain, createFakeChains, createFakeSingleOwnerContractWallet } from '../../../testing/fake-chains.ts'
import { ethereumTestKeys } from '../../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../../testing/countersign-test-server.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createOidcTestServer,
  exchangeCodeAsApplication,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import { listWalletsForTests } from '../../../testing/identity-merge-test-steps.ts'
import {
  createTestContractAddress,
  minuteMs,
  relaxedSignInRateLimits,
  signInAsContract,
} from '../../../testing/session-recheck-fixtures.ts'
import {
  getAuthorizationCodeFromRedirect,
  obtainTokenFamilyBySignIn,
  sendRefreshTokenRequest,
  summarizeOAuthResponse,
  requestUserinfo,
} from '../../../testing/oauth-token-test-steps.ts'

const { alice, bob, carol } = ethereumTestKeys
const safe = createTestContractAddress(5)
const everything = { scope: 'openid profile wallet proof offline_access', prompt: 'consent' }

/**
 * The person signed in through alice's contract wallet; carol's key is linked to the same person.
 */
async function createWorld() {
  const chain = createFakeChain()
  chain.deploy(safe, createFakeSingleOwnerContractWallet(alice))
  const app = await createOidcTestServer({ chains: createFakeChains(chain), environment: relaxedSignInRateLimits })
  const application = await addTestClientApplication(app, {
    scopes: ['openid', 'profile', 'wallet', 'proof', 'offline_access'],
    backchannelLogoutUri: 'https://app.example/logout',
  })
  const browser = await signInAsContract(app, safe)
  expect((await stepUpAsContract(browser)).statusCode).toBe(200)
  app.pass(1000)
  expect((await browser.send('POST', '/api/wallets', await browser.signChallengeFor('link', carol))).statusCode).toBe(
    200,
  )
  const tokens = await obtainTokenFamilyBySignIn(app, browser, application, everything)
  expect((await requestUserinfo(app, tokens.access_token)).json()).toMatchObject({
    wallet: `eip155:1:${toChecksumAddress(safe)}`,
    proof: { method: 'erc1271' },
  })
  return { app, chain, application, browser, tokens }
}

async function stepUpAsContract(browser: TestBrowser) {
  const { message: issued } = await browser.requestChallenge({ purpose: 'step-up' })
  const message = formatSignInMessage({ ...issued, address: toChecksumAddress(safe), chainId: '1' })
  return browser.send('POST', '/api/step-up', { message, signature: signEthereumMessage(alice, message) })
}

const logoutsOf = async ({ database }: TestServer): Promise<number> =>
  (await database.queries.selectFrom('logout_deliveries').select('id').execute()).length

describe('S8: access granted through a contract wallet', () => {
  const ways = {
    'a step-up with a key': (browser: TestBrowser) => browser.stepUp(carol),
    'a sign-in with a key': (browser: TestBrowser) => browser.signIn(carol),
  }
  test.each(Object.entries(ways))(
    'ends on %s, because the contract could no longer be rechecked',
    async (_name, goOn) => {
      const { app, application, browser, tokens } = await createWorld()
      expect((await goOn(browser)).statusCode).toBe(200)
      expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, tokens.refresh_token))).toContain(
        'invalid_grant',
      )
      expect(await logoutsOf(app)).toBe(1)
      const wallet = (await listWalletsForTests(browser)).find(({ address }) => address === carol.address)?.id ?? 'none'
      const back = await runOidcAuthorizationUntilCallback(browser, application, everything, { wallet })
      const response = await exchangeCodeAsApplication(app, application, getAuthorizationCodeFromRedirect(back))
      expect((await requestUserinfo(app, response.json<TokenResponse>().access_token)).json()).toMatchObject({
        wallet: `eip155:1:${carol.address}`,
      })
    },
  )

  test('is kept by another proof of the same contract, and ends when its owner changes', async () => {
    const { app, chain, application, browser, tokens } = await createWorld()
    expect((await stepUpAsContract(browser)).statusCode).toBe(200)
    const again = await sendRefreshTokenRequest(app, application, tokens.refresh_token)
    expect(again.statusCode).toBe(200)
    chain.deploy(safe, createFakeSingleOwnerContractWallet(bob))
    app.pass(5 * minuteMs)
    await app.recheckSessions()
    expect(
      summarizeOAuthResponse(
        await sendRefreshTokenRequest(app, application, again.json<TokenResponse>().refresh_token),
      ),
    ).toContain('invalid_grant')
    expect(await logoutsOf(app)).toBe(1)
  })

  test('includes the wallet for a passkey sign-in only while a session of the wallet is rechecked', async () => {
    const { app, application, browser } = await createWorld()
    const { queries } = app.database
    // Makes this session look like one from a passkey; the contract is the primary wallet.
    await browser.signIn(carol)
    await queries
      .updateTable('sessions')
      .set({ wallet_id: null, proof_id: null })
      .where('ended_at', 'is', null)
      .execute()
    const tellsNow = async () => {
      const response = await exchangeCodeAsApplication(
        app,
        application,
        getAuthorizationCodeFromRedirect(
          await runOidcAuthorizationUntilCallback(browser, application, { scope: 'openid wallet', prompt: 'consent' }),
        ),
      )
      return (await requestUserinfo(app, response.json<TokenResponse>().access_token)).json<{ wallet?: string }>()
        .wallet
    }
    expect(await tellsNow()).toBeUndefined()
    await signInAsContract(app, safe)
    expect(await tellsNow()).toBe(`eip155:1:${toChecksumAddress(safe)}`)
  })
})
