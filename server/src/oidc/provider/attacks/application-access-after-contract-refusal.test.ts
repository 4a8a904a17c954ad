// THREATS S8 from the side of applications: whatever way somebody goes on in, nothing that a contract wallet gave outlives its contract's yes.
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

/** A person with a contract wallet of alice's and a key of their own (carol's), signed in to an application through the contract. */
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

describe('S8 what a contract wallet gave', () => {
  const ways = {
    'a step-up with a key': (browser: TestBrowser) => browser.stepUp(carol),
    'a sign-in with a key': (browser: TestBrowser) => browser.signIn(carol),
  }
  test.each(Object.entries(ways))(
    'does not go on by %s, which nobody would ask the contract about',
    async (_name, goOn) => {
      const { app, application, browser, tokens } = await createWorld()
      expect((await goOn(browser)).statusCode).toBe(200)
      expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, tokens.refresh_token))).toContain(
        'invalid_grant',
      )
      expect(await logoutsOf(app)).toBe(1)
      // The application is let in anew, and told the wallet that is there now, where its person says so.
      const wallet = (await listWalletsForTests(browser)).find(({ address }) => address === carol.address)?.id ?? 'none'
      const back = await runOidcAuthorizationUntilCallback(browser, application, everything, { wallet })
      const response = await exchangeCodeAsApplication(app, application, getAuthorizationCodeFromRedirect(back))
      expect((await requestUserinfo(app, response.json<TokenResponse>().access_token)).json()).toMatchObject({
        wallet: `eip155:1:${carol.address}`,
      })
    },
  )

  test('goes on by another proof of the same contract, and ends with its yes', async () => {
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

  test('is told of who comes by a passkey only while a session of the wallet is asked about', async () => {
    const { app, application, browser } = await createWorld()
    const { queries } = app.database
    // What a passkey's session looks like; the contract is the primary wallet.
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
