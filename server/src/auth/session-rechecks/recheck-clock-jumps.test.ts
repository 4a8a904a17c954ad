// Rechecks of sessions while the clock jumps.
import { describe, expect, test } from 'vitest'
import { createFakeChain, createFakeOwnedContractWallet } from '../../testing/fake-chains.ts'
import { ethereumTestKeys } from '../../testing/test-app.ts'
import { testOnBothDatabases } from '../../testing/test-databases.ts'
import { createTestContractAddress, hourMs, minuteMs, signInAsContract } from '../../testing/test-session-rechecks.ts'
import { createRecheckTestApp, passTime, listEndReasons } from '../../testing/test-recheck-app.ts'

const { alice, bob } = ethereumTestKeys
const safe = createTestContractAddress(1)

describe('N14 a clock that jumps', () => {
  testOnBothDatabases('back by an hour leaves no session unasked for longer than the interval', async (kind) => {
    const chain = createFakeChain()
    chain.deploy(safe, createFakeOwnedContractWallet(alice))
    const app = await createRecheckTestApp(kind, chain)
    await signInAsContract(app, safe)
    app.clock.now -= hourMs
    chain.deploy(safe, createFakeOwnedContractWallet(bob))
    await passTime(app, 5 * minuteMs)
    expect(await listEndReasons(app)).toEqual(['wallet-no-longer-valid'])
  })

  test.each([
    ['back', -hourMs],
    ['forward', hourMs],
  ])(
    '%s by an hour ends no session early whose chain cannot be read, and none goes on for ever',
    async (_how, jump) => {
      const chain = createFakeChain()
      chain.deploy(safe, createFakeOwnedContractWallet(alice))
      const app = await createRecheckTestApp('sqlite', chain)
      await signInAsContract(app, safe)
      chain.readError = 'down for the test'
      await passTime(app, 10 * minuteMs)
      app.clock.now += jump
      await passTime(app, 50 * minuteMs)
      expect(await listEndReasons(app)).toEqual([null])
      await passTime(app, 15 * minuteMs)
      expect(await listEndReasons(app)).toEqual(['wallet-unreachable'])
    },
  )

  test('forward by an hour and back again asks about a session as before', async () => {
    const chain = createFakeChain()
    chain.deploy(safe, createFakeOwnedContractWallet(alice))
    const app = await createRecheckTestApp('sqlite', chain)
    await signInAsContract(app, safe)
    app.clock.now += hourMs
    await app.recheckSessions()
    app.clock.now -= hourMs
    chain.readings.length = 0
    await passTime(app, 5 * minuteMs)
    expect(chain.readings.length).toBeGreaterThanOrEqual(1)
    expect(chain.readings.length).toBeLessThanOrEqual(2)
    expect(await listEndReasons(app)).toEqual([null])
  })
})
