// What becomes of the sessions of a contract wallet for each thing that its chain can say, or fail to say.
import { formatMessage } from '@countersign/message'
import { wrapErc6492Signature } from '@countersign/testing/chain/erc1271'
import { signEthereumMessage } from '@countersign/testing/test-keys'
import { describe, expect, test } from 'vitest'
import type { DatabaseKind } from '../../platform/database/open-database.ts'
import {
  createFakeChain,
  createFakeChains,
  createContractWallet,
  createOwnedContractWallet,
} from '../../testing/fake-chains.ts'
import type { FakeChain } from '../../testing/fake-chains.ts'
import { createTestApp, testKeys, testStartTime } from '../../testing/test-app.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { testOnBothDatabases } from '../../testing/test-databases.ts'
import {
  testContractAddress,
  hourMs,
  minuteMs,
  readRecheckEvents,
  readAllSessions,
  relaxedSignInLimits,
  readSessionOf,
  signInAsContract,
} from '../../testing/test-session-rechecks.ts'
import { sequenceAllEntries } from '../../testing/read-database-state.ts'

const { alice, bob } = testKeys
const safe = testContractAddress(1)
const factory = testContractAddress(9) as `0x${string}`

async function createApp(kind: DatabaseKind, ...chains: FakeChain[]): Promise<TestApp> {
  return createTestApp({ database: kind, chains: createFakeChains(...chains), environment: relaxedSignInLimits })
}

/** Lets time pass as the server does: it looks for what is due every two seconds, here every ten. */
async function pass(app: TestApp, milliseconds: number): Promise<void> {
  for (const end = app.clock.now + milliseconds; app.clock.now < end;) {
    app.clock.now = Math.min(end, app.clock.now + 10_000)
    await app.recheckSessions()
  }
}

const endReasons = async (app: TestApp) => (await readAllSessions(app)).map(({ end_reason }) => end_reason)

describe('a session of a contract wallet', () => {
  test('S8 ends within the interval when the owner of the wallet is replaced, and the log says at which block', async () => {
    const chain = createFakeChain()
    chain.deploy(safe, createOwnedContractWallet(alice))
    const app = await createApp('sqlite', chain)
    const browser = await signInAsContract(app, safe)
    chain.height = 123
    await pass(app, 5 * minuteMs)
    expect(await readSessionOf(browser)).not.toBeNull()

    chain.deploy(safe, createOwnedContractWallet(bob))
    await pass(app, 5 * minuteMs)
    expect(await readSessionOf(browser)).toBeNull()
    expect(await endReasons(app)).toEqual(['wallet-no-longer-valid'])
    expect(await readRecheckEvents(app)).toEqual(['session.ended wallet-no-longer-valid'])
    const figures = (await app.http.inject('/metrics')).body
      .split('\n')
      .filter((line) => line.startsWith('countersign_contract_checks_total'))
    expect(figures).toEqual([
      'countersign_contract_checks_total{chain="1",outcome="stands"} 1',
      'countersign_contract_checks_total{chain="1",outcome="refused"} 1',
    ])
    await sequenceAllEntries(app.database.queries)
    const { content } = await app.database.queries
      .selectFrom('event_evidence')
      .select('content')
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(content)).toEqual({
      sessionId: expect.any(String) as string,
      address: safe,
      block: '123',
      blockHash: `0x${(123).toString(16).padStart(64, '0')}`,
    })
  })

  test('is asked about once in each interval for as long as the contract stands behind it, and shows when it last was', async () => {
    const chain = createFakeChain()
    chain.deploy(safe, createOwnedContractWallet(alice))
    const app = await createApp('sqlite', chain)
    const browser = await signInAsContract(app, safe)
    chain.readings.length = 0
    const [{ contract_due_at: first } = { contract_due_at: null }] = await readAllSessions(app)
    expect(Number(first) - testStartTime).toBeGreaterThanOrEqual(0.85 * 5 * minuteMs)
    expect(Number(first) - testStartTime).toBeLessThan(0.95 * 5 * minuteMs)
    await pass(app, hourMs)
    expect(chain.readings.length).toBeGreaterThanOrEqual(12)
    expect(chain.readings.length).toBeLessThanOrEqual(14)
    expect(new Set(chain.readings)).toEqual(new Set([1]))
    const { contract } = (await readSessionOf(browser)) ?? {}
    expect(Date.parse(contract?.checkedAt ?? '')).toBeGreaterThan(app.clock.now - 5 * minuteMs)
    expect(contract).toMatchObject({ unreachableSince: null, endsAt: null })
    expect(await readRecheckEvents(app)).toEqual([])
  })

  test.each<[string, (chain: FakeChain) => void]>([
    [
      'says no',
      (chain) =>
        chain.deploy(
          safe,
          createContractWallet(() => false),
        ),
    ],
    ['fails', (chain) => chain.deploy(safe, () => null)],
    ['answers something else', (chain) => chain.deploy(safe, () => '0x1626ba7e')],
    ['answers true instead of the value of the standard', (chain) => chain.deploy(safe, () => `0x${'0'.repeat(63)}1`)],
    ['is gone', (chain) => chain.destroy(safe)],
    [
      'is now a delegate of an account, which the operator does not allow',
      (chain) => chain.deploy(safe, createOwnedContractWallet(alice), { delegate: factory }),
    ],
  ])('S8 ends when the contract %s', async (_what, change) => {
    const chain = createFakeChain()
    chain.deploy(safe, createOwnedContractWallet(alice))
    const app = await createApp('sqlite', chain)
    await signInAsContract(app, safe)
    change(chain)
    await pass(app, 5 * minuteMs)
    expect(await endReasons(app)).toEqual(['wallet-no-longer-valid'])
  })

  test('S7 of a delegate that the operator allowed ends when it is allowed no longer', async () => {
    const chain = createFakeChain({ allowDelegates: true })
    chain.deploy(safe, createOwnedContractWallet(bob), { delegate: factory })
    const app = await createApp('sqlite', chain)
    await signInAsContract(app, safe, { owner: bob })
    await pass(app, 10 * minuteMs)
    expect(await endReasons(app)).toEqual([null])
    chain.settings.allowDelegates = false
    await pass(app, 5 * minuteMs)
    expect(await endReasons(app)).toEqual(['wallet-no-longer-valid'])
  })

  test.each([
    ['goes on when the contract is deployed with the same owner', alice, null],
    ['S8 ends when the contract is deployed and its owner replaced', bob, 'wallet-no-longer-valid'],
  ] as const)('S6 of a wallet that is not deployed goes on, and %s', async (_what, owner, reason) => {
    const chain = createFakeChain({ factories: [factory] })
    chain.deploy(safe, createOwnedContractWallet(alice), { counterfactualFactory: factory })
    const app = await createApp('sqlite', chain)
    const browser = app.openBrowser()
    const { message, signature } = await browser.signChallenge(alice, { address: safe, chainId: '1' })
    const wrapped = wrapErc6492Signature({ factory, factoryData: '0x1234' }, signature as `0x${string}`)
    expect((await browser.send('POST', '/api/sign-in', { message, signature: wrapped })).statusCode).toBe(200)
    await pass(app, 30 * minuteMs)
    expect(Date.parse((await readSessionOf(browser))?.contract?.checkedAt ?? '')).toBeGreaterThan(
      app.clock.now - 5 * minuteMs,
    )
    chain.deploy(safe, createOwnedContractWallet(owner))
    await pass(app, 5 * minuteMs)
    expect(await endReasons(app)).toEqual([reason])
  })

  testOnBothDatabases(
    'S9 goes on for an hour while the chain cannot be read, says so, and then ends; each wallet has one line',
    async (kind) => {
      const chain = createFakeChain()
      for (const number of [1, 2]) chain.deploy(testContractAddress(number), createOwnedContractWallet(alice))
      const app = await createApp(kind, chain)
      const [one] = [
        await signInAsContract(app, safe),
        await signInAsContract(app, safe),
        await signInAsContract(app, testContractAddress(2)),
      ]
      chain.readError = 'down for the test'
      await pass(app, 5 * minuteMs)
      const { id, contract } = (await readSessionOf(one)) ?? {}
      const since = (await readAllSessions(app)).find((row) => row.id === id)?.contract_unreachable_since
      expect(Number(since)).toBeGreaterThan(testStartTime)
      expect(contract).toEqual({
        checkedAt: '2026-01-15T12:00:00.000Z',
        unreachableSince: new Date(Number(since)).toISOString(),
        endsAt: new Date(Number(since) + hourMs).toISOString(),
      })
      expect(await readRecheckEvents(app)).toEqual(['wallet.unreachable', 'wallet.unreachable'])

      await pass(app, 54 * minuteMs)
      expect(await endReasons(app)).toEqual([null, null, null])
      await pass(app, 7 * minuteMs)
      expect(await endReasons(app)).toEqual(Array(3).fill('wallet-unreachable'))
      expect((await readRecheckEvents(app)).toSorted()).toEqual([
        ...Array<string>(3).fill('session.ended wallet-unreachable'),
        'wallet.unreachable',
        'wallet.unreachable',
      ])
      expect(app.log.filter((line) => line.includes('a chain cannot be read'))).toHaveLength(1)
    },
    120_000,
  )

  test('S9 is asked about within a minute of the chain coming back, and the line of that comes once, when all of the wallet were', async () => {
    const chain = createFakeChain()
    chain.deploy(safe, createOwnedContractWallet(alice))
    const app = await createApp('sqlite', chain)
    const browsers = [
      await signInAsContract(app, safe),
      await signInAsContract(app, safe),
      await signInAsContract(app, safe),
    ]
    chain.readError = 'down for the test'
    await pass(app, 40 * minuteMs)
    chain.readError = null
    await pass(app, minuteMs)
    for (const browser of browsers)
      expect((await readSessionOf(browser))?.contract).toMatchObject({ unreachableSince: null, endsAt: null })
    expect(await readRecheckEvents(app)).toEqual(['wallet.unreachable', 'wallet.reachable'])
    expect(app.log.filter((line) => line.includes('a chain can be read again'))).toHaveLength(1)
    // The hour begins anew.
    chain.readError = 'down again'
    await pass(app, 50 * minuteMs)
    expect(await endReasons(app)).toEqual([null, null, null])
  })

  test('S8 ends when a wallet that could not be asked says no, which is not told as a wallet that is back', async () => {
    const chain = createFakeChain()
    chain.deploy(safe, createOwnedContractWallet(alice))
    const app = await createApp('sqlite', chain)
    await signInAsContract(app, safe)
    chain.readError = 'down for the test'
    await pass(app, 10 * minuteMs)
    chain.readError = null
    chain.deploy(safe, createOwnedContractWallet(bob))
    await pass(app, minuteMs)
    expect(await readRecheckEvents(app)).toEqual(['wallet.unreachable', 'session.ended wallet-no-longer-valid'])
  })

  test('ends after an hour when the operator no longer has its chain read', async () => {
    const chain = createFakeChain()
    chain.deploy(safe, createOwnedContractWallet(alice))
    const before = await createApp('sqlite', chain)
    const browser = await signInAsContract(before, safe)
    // The server is started anew without it.
    const app = await createTestApp({ database: before.database })
    await pass(app, 30 * minuteMs)
    before.clock.now = app.clock.now
    expect((await readSessionOf(browser))?.contract?.unreachableSince).not.toBeNull()
    await pass(app, 36 * minuteMs)
    expect(await endReasons(app)).toEqual(['wallet-unreachable'])
  })

  test('S9 S13 is not judged by a node that has not come to the block of its proof yet', async () => {
    const chain = createFakeChain()
    chain.deploy(safe, createOwnedContractWallet(alice))
    const app = await createApp('sqlite', chain)
    const browser = await signInAsContract(app, safe)
    chain.destroy(safe)
    chain.height = 99
    await pass(app, 5 * minuteMs)
    expect((await readSessionOf(browser))?.contract?.unreachableSince).not.toBeNull()
    chain.height = 100
    await pass(app, minuteMs)
    expect(await endReasons(app)).toEqual(['wallet-no-longer-valid'])
  })

  testOnBothDatabases('leaves alone what ended or was replaced while its contract was asked', async (kind) => {
    const chain = createFakeChain()
    chain.deploy(safe, createOwnedContractWallet(alice))
    const app = await createApp(kind, chain)
    const [leaving, confirming] = [await signInAsContract(app, safe), await signInAsContract(app, safe)]
    app.clock.now += 5 * minuteMs
    chain.beforeReading = async () => {
      chain.beforeReading = () => undefined
      await leaving.send('POST', '/api/sign-out')
      expect(await stepUpAsSafe(confirming)).toBe(200)
      chain.deploy(
        safe,
        createContractWallet(() => false),
      )
    }
    await app.recheckSessions()
    expect((await endReasons(app)).toSorted()).toEqual([null, 'replaced', 'signed-out'])
    expect(await readSessionOf(confirming)).not.toBeNull()
    expect((await readRecheckEvents(app)).toSorted()).toEqual(['session.ended replaced', 'session.ended signed-out'])
    // What it goes on as has its own time.
    await pass(app, 5 * minuteMs)
    expect((await endReasons(app)).toSorted()).toEqual(['replaced', 'signed-out', 'wallet-no-longer-valid'])
  })

  test('asks nobody about sessions of plain keys, nor about those whose time is over', async () => {
    const chain = createFakeChain()
    chain.deploy(safe, createOwnedContractWallet(alice))
    const app = await createApp('sqlite', chain)
    await app.openBrowser().signIn(bob)
    await signInAsContract(app, safe)
    chain.readings.length = 0
    app.clock.now += 8 * 24 * hourMs
    await app.recheckSessions()
    expect(chain.readings).toEqual([])
    expect(await endReasons(app)).toEqual([null, null])
  })
})

/** A step-up as the contract, with alice's signature. */
async function stepUpAsSafe(browser: TestBrowser): Promise<number> {
  const { message: issued } = await browser.requestChallenge({ purpose: 'step-up' })
  const message = formatMessage({ ...issued, address: safe, chainId: '1' })
  return (await browser.send('POST', '/api/step-up', { message, signature: signEthereumMessage(alice, message) }))
    .statusCode
}

describe('N14 a clock that jumps', () => {
  testOnBothDatabases('back by an hour leaves no session unasked for longer than the interval', async (kind) => {
    const chain = createFakeChain()
    chain.deploy(safe, createOwnedContractWallet(alice))
    const app = await createApp(kind, chain)
    await signInAsContract(app, safe)
    app.clock.now -= hourMs
    chain.deploy(safe, createOwnedContractWallet(bob))
    await pass(app, 5 * minuteMs)
    expect(await endReasons(app)).toEqual(['wallet-no-longer-valid'])
  })

  test.each([
    ['back', -hourMs],
    ['forward', hourMs],
  ])(
    '%s by an hour ends no session early whose chain cannot be read, and none goes on for ever',
    async (_how, jump) => {
      const chain = createFakeChain()
      chain.deploy(safe, createOwnedContractWallet(alice))
      const app = await createApp('sqlite', chain)
      await signInAsContract(app, safe)
      chain.readError = 'down for the test'
      await pass(app, 10 * minuteMs)
      app.clock.now += jump
      await pass(app, 50 * minuteMs)
      expect(await endReasons(app)).toEqual([null])
      await pass(app, 15 * minuteMs)
      expect(await endReasons(app)).toEqual(['wallet-unreachable'])
    },
  )

  test('forward by an hour and back again asks about a session as before', async () => {
    const chain = createFakeChain()
    chain.deploy(safe, createOwnedContractWallet(alice))
    const app = await createApp('sqlite', chain)
    await signInAsContract(app, safe)
    app.clock.now += hourMs
    await app.recheckSessions()
    app.clock.now -= hourMs
    chain.readings.length = 0
    await pass(app, 5 * minuteMs)
    expect(chain.readings.length).toBeGreaterThanOrEqual(1)
    expect(chain.readings.length).toBeLessThanOrEqual(2)
    expect(await endReasons(app)).toEqual([null])
  })
})
