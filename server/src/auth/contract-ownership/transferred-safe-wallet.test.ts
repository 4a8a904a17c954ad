// Tests of a sold Safe on a chain with real contracts (S12).
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { formatSignInMessage } from '@countersign/message'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import {
  changeSafeWalletThreshold,
  deploySafeWallet,
  replaceSafeWalletOwner,
  signAsSafeWallet,
} from '@countersign/testing/chain/safe-wallet-fixtures'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConfiguredChains } from '../../chains/reader/create-configured-chains.ts'
import { parseServerSettings } from '../../platform/parse-server-settings.ts'
import { openSteppedUpBrowser, ethereumTestKeys, testClockStartTime } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { listWalletsForTests, readBrowserPersonIdOrNone } from '../../testing/identity-merge-test-steps.ts'
import {
  addTestClientApplication,
  submitOidcConsent,
  createAuthorizationUrl,
  createOidcTestServer,
  getRedirectLocation,
  getInteractionIdFromRedirect,
} from '../../testing/oidc-application-test-steps.ts'
import { relaxedSignInRateLimits } from '../../testing/session-recheck-fixtures.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'

const { alice, bob, carol } = ethereumTestKeys
let chain: LocalEthereumChain
let salts = 0

beforeAll(async () => {
  chain = await startLocalEthereumChain({ chainId: 1, now: testClockStartTime })
})
afterAll(() => chain.stop())

type Address = `0x${string}`
const paths = {
  'sign-in': '/api/sign-in',
  'step-up': '/api/step-up',
  link: '/api/wallets',
  merge: '/api/merges',
} as const

const codeOf = (response: LightMyRequestResponse): string =>
  response.statusCode === 200 ? 'done' : response.json<{ code: string }>().code

describe('Safe wallet ownership change', () => {
  async function open() {
    const configured = [{ id: '1', rpc: chain.url, staleSeconds: 86_400 * 365 }]
    const { settings } = parseServerSettings({ COUNTERSIGN_CHAINS: JSON.stringify(configured) }, undefined)
    const app = await createOidcTestServer({
      chains: createConfiguredChains(settings, () => testClockStartTime),
      environment: relaxedSignInRateLimits,
    })
    return { app, act: actOn(app) }
  }

  const actOn =
    (app: TestServer & { pass: (milliseconds: number) => void }) =>
    async (
      browser: TestBrowser,
      purpose: keyof typeof paths,
      owners: readonly EthereumTestKey[],
      address: Address,
      interaction?: string,
    ): Promise<LightMyRequestResponse> => {
      app.pass(1000)
      const named = interaction === undefined ? {} : { interaction }
      const { message: issued } = await browser.requestChallenge({ purpose, ...named })
      const message = formatSignInMessage({ ...issued, address, chainId: '1' })
      const signature = await signAsSafeWallet(owners, message, address, 1)
      return browser.send('POST', paths[purpose], { message, signature, ...named })
    }

  test('S12: the buyer is refused for every purpose; applications and the person are notified', async () => {
    const { app, act } = await open()
    const { address } = await deploySafeWallet(chain, { owners: [bob], threshold: 1, salt: (salts += 1) })
    const home = await openSteppedUpBrowser(app, alice)
    expect(codeOf(await act(home, 'link', [bob], address))).toBe('done')
    const person = await readBrowserPersonIdOrNone(home)
    const shop = await addTestClientApplication(app, { backchannelLogoutUri: 'https://shop.example/logout' })
    const mine = app.openBrowser()
    const interaction = getInteractionIdFromRedirect(await mine.send('GET', createAuthorizationUrl(shop)))
    const signedIn = await act(mine, 'sign-in', [bob], address, interaction)
    const consent = await mine.send('GET', signedIn.json<ApiEndpointOutput<'signIn'>>().next)
    const back = getRedirectLocation(consent).startsWith('/consent')
      ? await submitOidcConsent(mine, getInteractionIdFromRedirect(consent))
      : consent
    const code = new URL(getRedirectLocation(back)).searchParams.get('code')
    expect(code).not.toBeNull()

    await replaceSafeWalletOwner(chain, address, [bob], { from: bob, to: carol })
    const buyer = await openSteppedUpBrowser(app, ethereumTestKeys.carol)
    for (const purpose of ['sign-in', 'link', 'merge', 'step-up'] as const)
      expect(codeOf(await act(buyer, purpose, [carol], address))).toBe('wallet.on_hold')
    expect(await readBrowserPersonIdOrNone(buyer)).not.toBe(person)
    expect(await readBrowserPersonIdOrNone(mine)).toBe('none')
    const deliveries = await app.database.queries.selectFrom('logout_deliveries').select('application_id').execute()
    expect(deliveries).toEqual([{ application_id: shop.id }])
    const lines = (await home.send('GET', '/api/activity')).json<ApiEndpointOutput<'listActivity'>>().items
    expect(lines.map(({ type }) => type)).toContain('wallet.put_on_hold')

    app.pass(1000)
    await home.stepUp(alice)
    const safe = (await listWalletsForTests(home)).find(({ kind: which }) => which === 'contract')
    expect(codeOf(await home.send('DELETE', `/api/wallets/${safe?.id ?? ''}`))).toBe('done')
    const anew = app.openBrowser()
    expect(codeOf(await act(anew, 'sign-in', [carol], address))).toBe('done')
    expect(await readBrowserPersonIdOrNone(anew)).not.toBe(person)
  })

  test('S12: a changed threshold puts the wallet on hold until the person confirms it', async () => {
    const { app, act } = await open()
    const { address } = await deploySafeWallet(chain, { owners: [alice, bob], threshold: 1, salt: (salts += 1) })
    const home = await openSteppedUpBrowser(app, carol)
    expect(codeOf(await act(home, 'link', [bob], address))).toBe('done')
    // The proof is valid with either threshold; only the reported threshold changes.
    await changeSafeWalletThreshold(chain, address, [bob], 2)
    expect(codeOf(await act(home, 'sign-in', [alice, bob], address))).toBe('wallet.on_hold')
    app.pass(1000)
    await home.stepUp(carol)
    const safe = (await listWalletsForTests(home)).find(({ kind: which }) => which === 'contract')
    expect(codeOf(await home.send('POST', `/api/wallets/${safe?.id ?? ''}/confirm`))).toBe('done')
    const browser = app.openBrowser()
    expect(codeOf(await act(browser, 'sign-in', [alice, bob], address))).toBe('done')
    expect(await readBrowserPersonIdOrNone(browser)).toBe(await readBrowserPersonIdOrNone(home))
    // The proof by two owners stays valid; only the threshold differs.
    await changeSafeWalletThreshold(chain, address, [alice, bob], 1)
    expect(codeOf(await act(app.openBrowser(), 'sign-in', [bob], address))).toBe('wallet.on_hold')
    await sequenceAllAuditEntries(app.database.queries)
    const { details } = await app.database.queries
      .selectFrom('audit_events')
      .select('details')
      .where('type', '=', 'wallet.put_on_hold')
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(details)).toMatchObject({ kind: 'contract' })
  })

  test('S12: the new owner keeps an identity that has no other sign-in method', async () => {
    const { app, act } = await open()
    const { address } = await deploySafeWallet(chain, { owners: [bob], threshold: 1, salt: (salts += 1) })
    const browser = app.openBrowser()
    await act(browser, 'sign-in', [bob], address)
    const person = await readBrowserPersonIdOrNone(browser)
    await replaceSafeWalletOwner(chain, address, [bob], { from: bob, to: carol })
    expect(codeOf(await act(browser, 'sign-in', [carol], address))).toBe('done')
    expect(await readBrowserPersonIdOrNone(browser)).toBe(person)
  })
})
