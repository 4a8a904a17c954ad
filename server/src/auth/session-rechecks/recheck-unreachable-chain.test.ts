// Sessions of a contract wallet whose chain cannot be read.
import { describe, expect, test } from 'vitest'
import { createFakeChain, createFakeOwnedContractWallet } from '../../testing/fake-chains.ts'
import { createTestApp, ethereumTestKeys, testStartTime } from '../../testing/test-app.ts'
import { testOnBothDatabases } from '../../testing/test-databases.ts'
import {
  createTestContractAddress,
  hourMs,
  minuteMs,
  readRecheckEvents,
  readAllSessions,
  readSessionOfBrowser,
  signInAsContract,
} from '../../testing/test-session-rechecks.ts'
import { createRecheckTestApp, passTime, listEndReasons } from '../../testing/test-recheck-app.ts'

const { alice, bob } = ethereumTestKeys
const safe = createTestContractAddress(1)

describe('a session of a contract wallet', () => {
  testOnBothDatabases(
    'S9 goes on for an hour while the chain cannot be read, says so, and then ends; each wallet has one line',
    async (kind) => {
      const chain = createFakeChain()
      for (const number of [1, 2]) chain.deploy(createTestContractAddress(number), createFakeOwnedContractWallet(alice))
      const app = await createRecheckTestApp(kind, chain)
      const [one] = [
        await signInAsContract(app, safe),
        await signInAsContract(app, safe),
        await signInAsContract(app, createTestContractAddress(2)),
      ]
      chain.readError = 'down for the test'
      await passTime(app, 5 * minuteMs)
      const { id, contract } = (await readSessionOfBrowser(one)) ?? {}
      const since = (await readAllSessions(app)).find((row) => row.id === id)?.contract_unreachable_since
      expect(Number(since)).toBeGreaterThan(testStartTime)
      expect(contract).toEqual({
        checkedAt: '2026-01-15T12:00:00.000Z',
        unreachableSince: new Date(Number(since)).toISOString(),
        endsAt: new Date(Number(since) + hourMs).toISOString(),
      })
      expect(await readRecheckEvents(app)).toEqual(['wallet.chain_unavailable', 'wallet.chain_unavailable'])

      await passTime(app, 54 * minuteMs)
      expect(await listEndReasons(app)).toEqual([null, null, null])
      await passTime(app, 7 * minuteMs)
      expect(await listEndReasons(app)).toEqual(Array(3).fill('wallet-unreachable'))
      expect((await readRecheckEvents(app)).toSorted()).toEqual([
        ...Array<string>(3).fill('session.ended wallet-unreachable'),
        'wallet.chain_unavailable',
        'wallet.chain_unavailable',
      ])
      expect(app.log.filter((line) => line.includes('a chain cannot be read'))).toHaveLength(1)
    },
    120_000,
  )

  test('S9 is asked about within a minute of the chain coming back, and the line of that comes once, when all of the wallet were', async () => {
    const chain = createFakeChain()
    chain.deploy(safe, createFakeOwnedContractWallet(alice))
    const app = await createRecheckTestApp('sqlite', chain)
    const browsers = [
      await signInAsContract(app, safe),
      await signInAsContract(app, safe),
      await signInAsContract(app, safe),
    ]
    chain.readError = 'down for the test'
    await passTime(app, 40 * minuteMs)
    chain.readError = null
    await passTime(app, minuteMs)
    for (const browser of browsers)
      expect((await readSessionOfBrowser(browser))?.contract).toMatchObject({ unreachableSince: null, endsAt: null })
    expect(await readRecheckEvents(app)).toEqual(['wallet.chain_unavailable', 'wallet.chain_available'])
    expect(app.log.filter((line) => line.includes('a chain can be read again'))).toHaveLength(1)
    // The hour begins anew.
    chain.readError = 'down again'
    await passTime(app, 50 * minuteMs)
    expect(await listEndReasons(app)).toEqual([null, null, null])
  })

  test('S8 ends when a wallet that could not be asked says no, which is not told as a wallet that is back', async () => {
    const chain = createFakeChain()
    chain.deploy(safe, createFakeOwnedContractWallet(alice))
    const app = await createRecheckTestApp('sqlite', chain)
    await signInAsContract(app, safe)
    chain.readError = 'down for the test'
    await passTime(app, 10 * minuteMs)
    chain.readError = null
    chain.deploy(safe, createFakeOwnedContractWallet(bob))
    await passTime(app, minuteMs)
    expect(await readRecheckEvents(app)).toEqual(['wallet.chain_unavailable', 'session.ended wallet-no-longer-valid'])
  })

  test('ends after an hour when the operator no longer has its chain read', async () => {
    const chain = createFakeChain()
    chain.deploy(safe, createFakeOwnedContractWallet(alice))
    const before = await createRecheckTestApp('sqlite', chain)
    const browser = await signInAsContract(before, safe)
    // The server is started anew without it.
    const app = await createTestApp({ database: before.database })
    await passTime(app, 30 * minuteMs)
    before.clock.now = app.clock.now
    expect((await readSessionOfBrowser(browser))?.contract?.unreachableSince).not.toBeNull()
    await passTime(app, 36 * minuteMs)
    expect(await listEndReasons(app)).toEqual(['wallet-unreachable'])
  })

  test('S9 S13 is not judged by a node that has not come to the block of its proof yet', async () => {
    const chain = createFakeChain()
    chain.deploy(safe, createFakeOwnedContractWallet(alice))
    const app = await createRecheckTestApp('sqlite', chain)
    const browser = await signInAsContract(app, safe)
    chain.destroy(safe)
    chain.height = 99
    await passTime(app, 5 * minuteMs)
    expect((await readSessionOfBrowser(browser))?.contract?.unreachableSince).not.toBeNull()
    chain.height = 100
    await passTime(app, minuteMs)
    expect(await listEndReasons(app)).toEqual(['wallet-no-longer-valid'])
  })
})
