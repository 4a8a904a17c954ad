// Tests of contract rechecks across clock jumps.
import { describe, expect, test } from 'vitest'
import { createFakeChain, createFakeSingleOwnerContractWallet } from '../../testing/fake-chains.ts'
import { ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  createTestContractAddress,
  hourMs,
  minuteMs,
  signInAsContract,
} from '../../testing/session-recheck-fixtures.ts'
import {
  createSessionRecheckTestServer,
  advanceClockWithSessionRechecks,
  listStoredSessionEndReasons,
} from '../../testing/session-recheck-test-server.ts'

const { alice, bob } = ethereumTestKeys
const safe = createTestContractAddress(1)

describe('N14: session recheck job after a clock jump', () => {
  testOnBothDatabases('back by an hour: checks every session within the interval', async (kind) => {
    const chain = createFakeChain()
    chain.deploy(safe, createFakeSingleOwnerContractWallet(alice))
    const app = await createSessionRecheckTestServer(kind, chain)
    await signInAsContract(app, safe)
    app.clock.now -= hourMs
    chain.deploy(safe, createFakeSingleOwnerContractWallet(bob))
    await advanceClockWithSessionRechecks(app, 5 * minuteMs)
    expect(await listStoredSessionEndReasons(app)).toEqual(['wallet-no-longer-valid'])
  })

  test.each([
    ['back', -hourMs],
    ['forward', hourMs],
  ])('%s by an hour: ends a session with an unreachable chain, but not early', async (_how, jump) => {
    const chain = createFakeChain()
    chain.deploy(safe, createFakeSingleOwnerContractWallet(alice))
    const app = await createSessionRecheckTestServer('sqlite', chain)
    await signInAsContract(app, safe)
    chain.readError = 'down for the test'
    await advanceClockWithSessionRechecks(app, 10 * minuteMs)
    app.clock.now += jump
    await advanceClockWithSessionRechecks(app, 50 * minuteMs)
    expect(await listStoredSessionEndReasons(app)).toEqual([null])
    await advanceClockWithSessionRechecks(app, 15 * minuteMs)
    expect(await listStoredSessionEndReasons(app)).toEqual(['wallet-unreachable'])
  })

  test('forward by an hour and back: keeps the normal interval', async () => {
    const chain = createFakeChain()
    chain.deploy(safe, createFakeSingleOwnerContractWallet(alice))
    const app = await createSessionRecheckTestServer('sqlite', chain)
    await signInAsContract(app, safe)
    app.clock.now += hourMs
    await app.recheckSessions()
    app.clock.now -= hourMs
    chain.readings.length = 0
    await advanceClockWithSessionRechecks(app, 5 * minuteMs)
    expect(chain.readings.length).toBeGreaterThanOrEqual(1)
    expect(chain.readings.length).toBeLessThanOrEqual(2)
    expect(await listStoredSessionEndReasons(app)).toEqual([null])
  })
})
