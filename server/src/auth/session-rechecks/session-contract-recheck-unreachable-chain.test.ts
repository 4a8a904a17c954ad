// Sessions of a contract wallet whose chain cannot be read.
import { describe, expect, test } from 'vitest'
import { createFakeChain, createFakeSingleOwnerContractWallet } from '../../testing/fake-chains.ts'
import { createTestServer, ethereumTestKeys, testClockStartTime } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  createTestContractAddress,
  hourMs,
  minuteMs,
  readSessionRecheckAuditEntries,
  readAllSessionsForTests,
  signInAsContract,
} from '../../testing/session-recheck-fixtures.ts'
import {
  createSessionRecheckTestServer,
  advanceClockWithSessionRechecks,
  listStoredSessionEndReasons,
} from '../../testing/session-recheck-test-server.ts'
import { readCurrentBrowserSession } from '../../testing/browser-session-test-steps.ts'

const { alice, bob } = ethereumTestKeys
const safe = createTestContractAddress(1)

describe('a session of a contract wallet', () => {
  testOnBothDatabases(
    'S9 goes on for an hour while the chain cannot be read, says so, and then ends; each wallet has one line',
    async (kind) => {
      const chain = createFakeChain()
      for (const number of [1, 2])
        chain.deploy(createTestContractAddress(number), createFakeSingleOwnerContractWallet(alice))
      const app = await createSessionRecheckTestServer(kind, chain)
      const [one] = [
        await signInAsContract(app, safe),
        await signInAsContract(app, safe),
        await signInAsContract(app, createTestContractAddress(2)),
      ]
      chain.readError = 'down for the test'
      await advanceClockWithSessionRechecks(app, 5 * minuteMs)
      const { id, contract } = (await readCurrentBrowserSession(one)) ?? {}
      const since = (await readAllSessionsForTests(app)).find((row) => row.id === id)?.contract_unreachable_since
      expect(Number(since)).toBeGreaterThan(testClockStartTime)
      expect(contract).toEqual({
        checkedAt: '2026-01-15T12:00:00.000Z',
        unreachableSince: new Date(Number(since)).toISOString(),
        endsAt: new Date(Number(since) + hourMs).toISOString(),
      })
      expect(await readSessionRecheckAuditEntries(app)).toEqual([
        'wallet.chain_unavailable',
        'wallet.chain_unavailable',
      ])

      await advanceClockWithSessionRechecks(app, 54 * minuteMs)
      expect(await listStoredSessionEndReasons(app)).toEqual([null, null, null])
      await advanceClockWithSessionRechecks(app, 7 * minuteMs)
      expect(await listStoredSessionEndReasons(app)).toEqual(Array(3).fill('wallet-unreachable'))
      expect((await readSessionRecheckAuditEntries(app)).toSorted()).toEqual([
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
    chain.deploy(safe, createFakeSingleOwnerContractWallet(alice))
    const app = await createSessionRecheckTestServer('sqlite', chain)
    const browsers = [
      await signInAsContract(app, safe),
      await signInAsContract(app, safe),
      await signInAsContract(app, safe),
    ]
    chain.readError = 'down for the test'
    await advanceClockWithSessionRechecks(app, 40 * minuteMs)
    chain.readError = null
    await advanceClockWithSessionRechecks(app, minuteMs)
    for (const browser of browsers)
      expect((await readCurrentBrowserSession(browser))?.contract).toMatchObject({
        unreachableSince: null,
        endsAt: null,
      })
    expect(await readSessionRecheckAuditEntries(app)).toEqual(['wallet.chain_unavailable', 'wallet.chain_available'])
    expect(app.log.filter((line) => line.includes('a chain can be read again'))).toHaveLength(1)
    // The hour begins anew.
    chain.readError = 'down again'
    await advanceClockWithSessionRechecks(app, 50 * minuteMs)
    expect(await listStoredSessionEndReasons(app)).toEqual([null, null, null])
  })

  test('S8 ends when a wallet that could not be asked says no, which is not told as a wallet that is back', async () => {
    const chain = createFakeChain()
    chain.deploy(safe, createFakeSingleOwnerContractWallet(alice))
    const app = await createSessionRecheckTestServer('sqlite', chain)
    await signInAsContract(app, safe)
    chain.readError = 'down for the test'
    await advanceClockWithSessionRechecks(app, 10 * minuteMs)
    chain.readError = null
    chain.deploy(safe, createFakeSingleOwnerContractWallet(bob))
    await advanceClockWithSessionRechecks(app, minuteMs)
    expect(await readSessionRecheckAuditEntries(app)).toEqual([
      'wallet.chain_unavailable',
      'session.ended wallet-no-longer-valid',
    ])
  })

  test('ends after an hour when the operator no longer has its chain read', async () => {
    const chain = createFakeChain()
    chain.deploy(safe, createFakeSingleOwnerContractWallet(alice))
    const before = await createSessionRecheckTestServer('sqlite', chain)
    const browser = await signInAsContract(before, safe)
    // The server is started anew without it.
    const app = await createTestServer({ database: before.database })
    await advanceClockWithSessionRechecks(app, 30 * minuteMs)
    before.clock.now = app.clock.now
    expect((await readCurrentBrowserSession(browser))?.contract?.unreachableSince).not.toBeNull()
    await advanceClockWithSessionRechecks(app, 36 * minuteMs)
    expect(await listStoredSessionEndReasons(app)).toEqual(['wallet-unreachable'])
  })

  test('S9 S13 is not judged by a node that has not come to the block of its proof yet', async () => {
    const chain = createFakeChain()
    chain.deploy(safe, createFakeSingleOwnerContractWallet(alice))
    const app = await createSessionRecheckTestServer('sqlite', chain)
    const browser = await signInAsContract(app, safe)
    chain.destroy(safe)
    chain.height = 99
    await advanceClockWithSessionRechecks(app, 5 * minuteMs)
    expect((await readCurrentBrowserSession(browser))?.contract?.unreachableSince).not.toBeNull()
    chain.height = 100
    await advanceClockWithSessionRechecks(app, minuteMs)
    expect(await listStoredSessionEndReasons(app)).toEqual(['wallet-no-longer-valid'])
  })
})
