// Tests of contract-wallet sessions whose chain cannot be read.
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

describe('contract wallet session with an unreachable chain', () => {
  testOnBothDatabases(
    'S9: continues for an hour, shows the outage, then ends, with one audit entry per wallet',
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
      expect(app.log.filter((line) => line.includes('chain unreachable'))).toHaveLength(1)
    },
    120_000,
  )

  test('S9: is rechecked within a minute of recovery, which is logged once per wallet', async () => {
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
    expect(app.log.filter((line) => line.includes('chain reachable again'))).toHaveLength(1)
    chain.readError = 'down again'
    await advanceClockWithSessionRechecks(app, 50 * minuteMs)
    expect(await listStoredSessionEndReasons(app)).toEqual([null, null, null])
  })

  test('S8: ends if the contract refuses after the outage, without a recovery entry', async () => {
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

  test('ends an hour after the operator removed the chain from the settings', async () => {
    const chain = createFakeChain()
    chain.deploy(safe, createFakeSingleOwnerContractWallet(alice))
    const before = await createSessionRecheckTestServer('sqlite', chain)
    const browser = await signInAsContract(before, safe)
    const app = await createTestServer({ database: before.database })
    await advanceClockWithSessionRechecks(app, 30 * minuteMs)
    before.clock.now = app.clock.now
    expect((await readCurrentBrowserSession(browser))?.contract?.unreachableSince).not.toBeNull()
    await advanceClockWithSessionRechecks(app, 36 * minuteMs)
    expect(await listStoredSessionEndReasons(app)).toEqual(['wallet-unreachable'])
  })

  test('S9 S13: is not ended by a node that is behind the block of its proof', async () => {
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
