// End-to-end tests of rechecks on a chain with real contracts: owner changes and chain outages.
import { formatSignInMessage } from '@countersign/message'
import {
  changeSafeWalletThreshold,
  deploySafeWallet,
  predictSafeWalletDeployment,
  replaceSafeWalletOwner,
  signAsUndeployedSafeWallet,
  signAsSafeWallet,
} from '@countersign/testing/chain/safe-wallet-fixtures'
import { sendEthereumTransaction } from '@countersign/testing/chain/smart-contract-fixtures'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestServer, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { createTestChainReaders, createTestChainSettings } from '../../testing/chain-reader-fixtures.ts'
import {
  hourMs,
  minuteMs,
  readSessionRecheckAuditEntries,
  readAllSessionsForTests,
  relaxedSignInRateLimits,
} from '../../testing/session-recheck-fixtures.ts'
import { readCurrentBrowserSession } from '../../testing/browser-session-test-steps.ts'

const { alice, bob, carol } = ethereumTestKeys
const owners = [alice, bob]

let chain: LocalEthereumChain
let factory: string
let salts = 0

beforeAll(async () => {
  chain = await startLocalEthereumChain()
  factory = (await predictSafeWalletDeployment(chain, { owners, threshold: 2 })).factory.toLowerCase()
})

afterAll(() => chain.stop())

/** The server's clock is manual; block staleness follows the machine's clock. */
async function createApp({ url }: Pick<LocalEthereumChain, 'url'> = chain): Promise<TestServer> {
  const chains = createTestChainReaders([
    createTestChainSettings({ id: '1', rpc: [url], factories: [factory], staleSeconds: 86_400 * 365 }),
  ])
  return createTestServer({ chains, environment: relaxedSignInRateLimits })
}

type Safe = Awaited<ReturnType<typeof predictSafeWalletDeployment>>
const nextSafe = (threshold = 2): Promise<Safe> => deploySafeWallet(chain, { owners, threshold, salt: (salts += 1) })

async function signIn(
  app: TestServer,
  { address }: Pick<Safe, 'address'>,
  sign: (text: string) => Promise<string>,
): Promise<TestBrowser> {
  const browser = app.openBrowser()
  const { message: issued } = await browser.requestChallenge()
  const message = formatSignInMessage({ ...issued, address, chainId: '1' })
  const response = await browser.send('POST', '/api/sign-in', { message, signature: await sign(message) })
  expect(response.body).toContain('"person"')
  return browser
}

const signInAsSafe = (app: TestServer, safe: Safe, by = owners): Promise<TestBrowser> =>
  signIn(app, safe, (text) => signAsSafeWallet(by, text, safe.address, 1))

async function pass(app: TestServer, milliseconds: number): Promise<void> {
  for (const end = app.clock.now + milliseconds; app.clock.now < end;) {
    app.clock.now = Math.min(end, app.clock.now + minuteMs)
    await app.recheckSessions()
  }
}

const reasons = async (app: TestServer) => (await readAllSessionsForTests(app)).map(({ end_reason }) => end_reason)

test('S8: replacing the owner of a Safe ends only the session of that Safe, within the interval', async () => {
  const app = await createApp()
  const [changing, staying] = [await nextSafe(), await nextSafe()]
  const browsers = [await signInAsSafe(app, changing), await signInAsSafe(app, staying)] as const
  await pass(app, 20 * minuteMs)
  expect(await reasons(app)).toEqual([null, null])
  await replaceSafeWalletOwner(chain, changing.address, owners, { from: bob, to: carol })
  await pass(app, 5 * minuteMs)
  expect(
    await Promise.all(browsers.map(async (browser) => (await readCurrentBrowserSession(browser)) !== null)),
  ).toEqual([false, true])
  expect(await readCurrentBrowserSession(await signInAsSafe(app, changing, [alice, carol]))).not.toBeNull()
})

test('S8: raising the Safe threshold above the number of signers ends the session', async () => {
  const app = await createApp()
  const safe = await nextSafe(1)
  await signInAsSafe(app, safe, [alice])
  await pass(app, 10 * minuteMs)
  expect(await reasons(app)).toEqual([null])
  await changeSafeWalletThreshold(chain, safe.address, [alice], 2)
  await pass(app, 5 * minuteMs)
  expect(await reasons(app)).toEqual(['wallet-no-longer-valid'])
})

test('S6 S8: the session of an undeployed Safe survives deployment, not an owner change', async () => {
  const app = await createApp()
  const foreseen = await predictSafeWalletDeployment(chain, { owners, threshold: 2, salt: (salts += 1) })
  await signIn(app, foreseen, (text) => signAsUndeployedSafeWallet(foreseen, owners, text, 1))
  await pass(app, 20 * minuteMs)
  await sendEthereumTransaction(chain, { to: foreseen.factory, data: foreseen.factoryData })
  await pass(app, 20 * minuteMs)
  expect(await reasons(app)).toEqual([null])
  await replaceSafeWalletOwner(chain, foreseen.address, owners, { from: alice, to: carol })
  await pass(app, 5 * minuteMs)
  expect(await reasons(app)).toEqual(['wallet-no-longer-valid'])
})

test('S9: an unreachable chain is shown, and ends Safe sessions but no key sessions after an hour', async () => {
  const own = await startLocalEthereumChain()
  const safe = await deploySafeWallet(own, { owners, threshold: 2, salt: 1 })
  const app = await createApp(own)
  const browser = await signInAsSafe(app, safe)
  const key = app.openBrowser()
  await key.signIn(carol)
  await pass(app, 6 * minuteMs)
  expect((await readCurrentBrowserSession(browser))?.contract?.unreachableSince).toBeNull()
  await own.stop()
  await pass(app, 10 * minuteMs)
  const { contract } = (await readCurrentBrowserSession(browser)) ?? {}
  expect(Date.parse(contract?.endsAt ?? '') - Date.parse(contract?.unreachableSince ?? '')).toBe(hourMs)
  await pass(app, 40 * minuteMs)
  expect(await readCurrentBrowserSession(browser)).not.toBeNull()
  await pass(app, 20 * minuteMs)
  expect(await readCurrentBrowserSession(browser)).toBeNull()
  expect(await readSessionRecheckAuditEntries(app)).toEqual([
    'wallet.chain_unavailable',
    'session.ended wallet-unreachable',
  ])
  expect(await readCurrentBrowserSession(key)).not.toBeNull()
})
