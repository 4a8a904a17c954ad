// The whole of it on a chain with real contracts: wallets whose owners change, and a chain that goes away and comes back.
import { formatSignInMessage } from '@countersign/message'
import {
  changeSafeThreshold,
  deploySafe,
  predictSafeDeployment,
  replaceSafeOwner,
  signAsUndeployedSafe,
  signAsSafe,
} from '@countersign/testing/chain/safe-multisig'
import { sendTransaction } from '@countersign/testing/chain/test-contracts'
import { startLocalChain } from '@countersign/testing/chain/local-chain'
import type { LocalChain } from '@countersign/testing/chain/local-chain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, ethereumTestKeys } from '../../testing/test-app.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { createTestChainReaders, createTestChainSettings } from '../../testing/test-chains.ts'
import {
  hourMs,
  minuteMs,
  readRecheckEvents,
  readAllSessions,
  relaxedSignInLimits,
  readSessionOfBrowser,
} from '../../testing/test-session-rechecks.ts'

const { alice, bob, carol } = ethereumTestKeys
const owners = [alice, bob]

let chain: LocalChain
let factory: string
let salts = 0

beforeAll(async () => {
  chain = await startLocalChain()
  factory = (await predictSafeDeployment(chain, { owners, threshold: 2 })).factory.toLowerCase()
})

afterAll(() => chain.stop())

/** A server that reads the chain. Its own clock moves; the chain's is the machine's, which is what makes a block stale or not. */
async function createApp({ url }: Pick<LocalChain, 'url'> = chain): Promise<TestApp> {
  const chains = createTestChainReaders([
    createTestChainSettings({ id: '1', rpc: [url], factories: [factory], staleSeconds: 86_400 * 365 }),
  ])
  return createTestApp({ chains, environment: relaxedSignInLimits })
}

type Safe = Awaited<ReturnType<typeof predictSafeDeployment>>
const nextSafe = (threshold = 2): Promise<Safe> => deploySafe(chain, { owners, threshold, salt: (salts += 1) })

async function signIn(
  app: TestApp,
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

const signInAsSafe = (app: TestApp, safe: Safe, by = owners): Promise<TestBrowser> =>
  signIn(app, safe, (text) => signAsSafe(by, text, safe.address, 1))

async function pass(app: TestApp, milliseconds: number): Promise<void> {
  for (const end = app.clock.now + milliseconds; app.clock.now < end;) {
    app.clock.now = Math.min(end, app.clock.now + minuteMs)
    await app.recheckSessions()
  }
}

const reasons = async (app: TestApp) => (await readAllSessions(app)).map(({ end_reason }) => end_reason)

test('S8 a Safe whose owner is replaced signs out within the interval, and another Safe of the same owners stays signed in', async () => {
  const app = await createApp()
  const [changing, staying] = [await nextSafe(), await nextSafe()]
  const browsers = [await signInAsSafe(app, changing), await signInAsSafe(app, staying)] as const
  await pass(app, 20 * minuteMs)
  expect(await reasons(app)).toEqual([null, null])
  await replaceSafeOwner(chain, changing.address, owners, { from: bob, to: carol })
  await pass(app, 5 * minuteMs)
  expect(await Promise.all(browsers.map(async (browser) => (await readSessionOfBrowser(browser)) !== null))).toEqual([
    false,
    true,
  ])
  // Its owners of now sign in as ever.
  expect(await readSessionOfBrowser(await signInAsSafe(app, changing, [alice, carol]))).not.toBeNull()
})

test('S8 a Safe that asks for more of its owners than have signed signs out', async () => {
  const app = await createApp()
  const safe = await nextSafe(1)
  await signInAsSafe(app, safe, [alice])
  await pass(app, 10 * minuteMs)
  expect(await reasons(app)).toEqual([null])
  await changeSafeThreshold(chain, safe.address, [alice], 2)
  await pass(app, 5 * minuteMs)
  expect(await reasons(app)).toEqual(['wallet-no-longer-valid'])
})

test('S6 S8 a Safe that is not deployed stays signed in, also when it is, and signs out when its owner is replaced', async () => {
  const app = await createApp()
  const foreseen = await predictSafeDeployment(chain, { owners, threshold: 2, salt: (salts += 1) })
  await signIn(app, foreseen, (text) => signAsUndeployedSafe(foreseen, owners, text, 1))
  await pass(app, 20 * minuteMs)
  await sendTransaction(chain, { to: foreseen.factory, data: foreseen.factoryData })
  await pass(app, 20 * minuteMs)
  expect(await reasons(app)).toEqual([null])
  await replaceSafeOwner(chain, foreseen.address, owners, { from: alice, to: carol })
  await pass(app, 5 * minuteMs)
  expect(await reasons(app)).toEqual(['wallet-no-longer-valid'])
})

test('S9 a chain that is gone is told of, and ends the session after an hour; a plain key goes on', async () => {
  const own = await startLocalChain()
  const safe = await deploySafe(own, { owners, threshold: 2, salt: 1 })
  const app = await createApp(own)
  const browser = await signInAsSafe(app, safe)
  const key = app.openBrowser()
  await key.signIn(carol)
  await pass(app, 6 * minuteMs)
  expect((await readSessionOfBrowser(browser))?.contract?.unreachableSince).toBeNull()
  await own.stop()
  await pass(app, 10 * minuteMs)
  const { contract } = (await readSessionOfBrowser(browser)) ?? {}
  expect(Date.parse(contract?.endsAt ?? '') - Date.parse(contract?.unreachableSince ?? '')).toBe(hourMs)
  await pass(app, 40 * minuteMs)
  expect(await readSessionOfBrowser(browser)).not.toBeNull()
  await pass(app, 20 * minuteMs)
  expect(await readSessionOfBrowser(browser)).toBeNull()
  expect(await readRecheckEvents(app)).toEqual(['wallet.chain_unavailable', 'session.ended wallet-unreachable'])
  expect(await readSessionOfBrowser(key)).not.toBeNull()
})
