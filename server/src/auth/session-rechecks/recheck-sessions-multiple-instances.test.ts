// Tests of how rechecks are shared between instances and chains, and batched into reads.
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { createFakeChains } from '../../testing/fake-chains.ts'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import {
  insertContractWalletSessions,
  hourMs,
  minuteMs,
  readSessionRecheckAuditEntries,
  readAllSessionsForTests,
  relaxedSignInRateLimits,
  signInAsContract,
} from '../../testing/session-recheck-fixtures.ts'
import {
  createTestContractAddresses,
  createFakeChainWithContractWallets,
  yieldToEventLoop,
  createTwoServerInstances,
} from '../../testing/session-recheck-instance-fixtures.ts'

describe.each(databaseKinds)('session recheck job on %s', (kind) => {
  test('reads 1000 sessions in ten batches and spreads the next checks over time', async () => {
    const wallets = createTestContractAddresses(10)
    const chain = createFakeChainWithContractWallets(wallets)
    const app = await createTestServer({ database: kind, chains: createFakeChains(chain) })
    await insertContractWalletSessions(app.database.queries, { wallets, sessionsEach: 100 })
    await app.recheckSessions()
    expect(chain.readings).toEqual(Array(10).fill(100))
    await app.recheckSessions()
    expect(chain.readings).toHaveLength(10)
    const rows = await readAllSessionsForTests(app)
    expect(new Set(rows.map(({ contract_checked_at }) => contract_checked_at))).toEqual(new Set([app.clock.now]))
    const ahead = rows.map(({ contract_check_due_at }) => Number(contract_check_due_at) - app.clock.now)
    expect(Math.min(...ahead)).toBeGreaterThanOrEqual(0.85 * 5 * minuteMs)
    expect(Math.max(...ahead)).toBeLessThan(0.95 * 5 * minuteMs)
    expect(new Set(ahead).size).toBeGreaterThan(900)
    app.clock.now += 0.9 * 5 * minuteMs
    await app.recheckSessions()
    const again = chain.readings.slice(10).reduce((sum, questions) => sum + questions, 0)
    expect(again).toBeGreaterThan(400)
    expect(again).toBeLessThan(600)
  })

  test('checks each session once when two instances run concurrently', async () => {
    const wallets = createTestContractAddresses(20)
    const chain = createFakeChainWithContractWallets(wallets)
    chain.beforeReading = yieldToEventLoop
    const [one, two] = await createTwoServerInstances(kind, chain)
    await insertContractWalletSessions(one.database.queries, { wallets, sessionsEach: 60 })
    await Promise.all([one.recheckSessions(), two.recheckSessions()])
    expect(chain.readings.reduce((sum, questions) => sum + questions, 0)).toBe(1200)
    expect(
      (await readAllSessionsForTests(one)).every(({ contract_checked_at }) => contract_checked_at === one.clock.now),
    ).toBe(true)
  })

  test('logs a chain outage and the recovery once per wallet across two instances', async () => {
    const wallets = createTestContractAddresses(3)
    const chain = createFakeChainWithContractWallets(wallets)
    chain.beforeReading = yieldToEventLoop
    const [one, two] = await createTwoServerInstances(kind, chain)
    await insertContractWalletSessions(one.database.queries, { wallets, sessionsEach: 400 })
    chain.readError = 'down for the test'
    await Promise.all([one.recheckSessions(), two.recheckSessions()])
    expect(await readSessionRecheckAuditEntries(one)).toEqual(Array(3).fill('wallet.chain_unavailable'))
    for (const app of [one, two]) app.clock.now += minuteMs
    chain.readError = null
    await Promise.all([one.recheckSessions(), two.recheckSessions()])
    expect(
      (await readAllSessionsForTests(one)).filter(
        ({ contract_unreachable_since }) => contract_unreachable_since !== null,
      ),
    ).toEqual([])
    expect(await readSessionRecheckAuditEntries(one)).toEqual([
      ...Array<string>(3).fill('wallet.chain_unavailable'),
      ...Array<string>(3).fill('wallet.chain_available'),
    ])
    expect(await verifyAuditLogIntegrity(one.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  test('reads an unreachable chain twice at first, then once per round, for any number of sessions', async () => {
    const wallets = createTestContractAddresses(20)
    const chain = createFakeChainWithContractWallets(wallets)
    const app = await createTestServer({ database: kind, chains: createFakeChains(chain) })
    await insertContractWalletSessions(app.database.queries, { wallets, sessionsEach: 60 })
    chain.readError = 'down for the test'
    await app.recheckSessions()
    expect(chain.readings).toEqual([100, 0])
    expect(
      (await readAllSessionsForTests(app)).every(
        ({ contract_unreachable_since }) => contract_unreachable_since === app.clock.now,
      ),
    ).toBe(true)
    await app.recheckSessions()
    expect(chain.readings).toHaveLength(2)
    app.clock.now += minuteMs
    await app.recheckSessions()
    expect(chain.readings).toEqual([100, 0, 0])
  })

  test('S3: isolates a contract that fails its batch, so that other wallets stay reachable', async () => {
    const wallets = createTestContractAddresses(50)
    const hostile = wallets[30] ?? ''
    const chain = createFakeChainWithContractWallets(wallets)
    chain.beforeReading = (questions) => {
      if (questions.some(({ to }) => to === hostile)) throw new ChainUnavailableError('takes too long')
    }
    const app = await createTestServer({ database: kind, chains: createFakeChains(chain) })
    await insertContractWalletSessions(app.database.queries, { wallets, sessionsEach: 4 })
    const unreachable = async () => {
      const rows = await app.database.queries
        .selectFrom('sessions')
        .innerJoin('wallets', 'wallets.id', 'sessions.wallet_id')
        .select('wallets.address')
        .where('contract_unreachable_since', 'is not', null)
        .execute()
      return new Set(rows.map(({ address }) => address))
    }
    await app.recheckSessions()
    expect(chain.readings.length).toBeLessThan(30)
    for (const end = app.clock.now + 10 * minuteMs; app.clock.now < end; app.clock.now += 10_000)
      await app.recheckSessions()
    expect(await unreachable()).toEqual(new Set([hostile]))
    chain.readings.length = 0
    // The hostile wallet is now read last and separately.
    app.clock.now += minuteMs
    await app.recheckSessions()
    expect(chain.readings.every((questions) => questions <= 4)).toBe(true)
    for (const end = app.clock.now + hourMs; app.clock.now < end; app.clock.now += minuteMs) await app.recheckSessions()
    expect(new Set((await readAllSessionsForTests(app)).map(({ end_reason }) => end_reason))).toEqual(
      new Set([null, 'wallet-unreachable']),
    )
  })

  test('rechecks one chain without delay if another chain does not respond', async () => {
    const [wallet] = createTestContractAddresses(1) as [string]
    const [silent, lively] = [
      createFakeChainWithContractWallets([wallet]),
      createFakeChainWithContractWallets([wallet], '10'),
    ]
    const app = await createTestServer({
      database: kind,
      chains: createFakeChains(silent, lively),
      environment: relaxedSignInRateLimits,
    })
    for (const chainId of ['1', '10']) await signInAsContract(app, wallet, { chainId })
    let release = (): void => undefined
    silent.beforeReading = () => new Promise((resolve) => (release = resolve))
    app.clock.now += 5 * minuteMs
    const first = app.recheckSessions()
    while (
      !(await readAllSessionsForTests(app)).some(({ contract_checked_at }) => contract_checked_at === app.clock.now)
    )
      await yieldToEventLoop()
    lively.destroy(wallet)
    app.clock.now += 5 * minuteMs
    while ((await readAllSessionsForTests(app)).every(({ end_reason }) => end_reason === null)) {
      await app.recheckSessions()
      await yieldToEventLoop()
    }
    expect(silent.readings.filter((questions) => questions > 0)).toHaveLength(2)
    release()
    await first
  })

  test('N14: retries a session two minutes after the instance that claimed it crashed', async () => {
    const [wallet] = createTestContractAddresses(1) as [string]
    const chain = createFakeChainWithContractWallets([wallet])
    const [one, two] = await createTwoServerInstances(kind, chain)
    await signInAsContract(one, wallet)
    for (const app of [one, two]) app.clock.now += 5 * minuteMs
    chain.destroy(wallet)
    chain.beforeReading = () => Promise.reject(new Error('the process ended here'))
    await expect(one.recheckSessions()).rejects.toThrow('the process ended here')
    chain.beforeReading = () => undefined
    chain.readings.length = 0
    await two.recheckSessions()
    expect(chain.readings).toEqual([])
    two.clock.now += 2 * minuteMs + 10_000
    await two.recheckSessions()
    expect((await readAllSessionsForTests(two)).map(({ end_reason }) => end_reason)).toEqual(['wallet-no-longer-valid'])
  })

  test('discards its result for a session that another instance has taken over', async () => {
    const [wallet] = createTestContractAddresses(1) as [string]
    const chain = createFakeChainWithContractWallets([wallet])
    const [one, two] = await createTwoServerInstances(kind, chain)
    await signInAsContract(one, wallet)
    for (const app of [one, two]) app.clock.now += 5 * minuteMs
    let release = (): void => undefined
    const asked = Promise.withResolvers<void>()
    chain.beforeReading = () => {
      asked.resolve()
      return new Promise((resolve) => (release = resolve))
    }
    const slow = one.recheckSessions()
    await asked.promise
    // The first instance's claim expires.
    chain.beforeReading = () => undefined
    for (const app of [one, two]) app.clock.now += 10 * minuteMs
    await two.recheckSessions()
    chain.destroy(wallet)
    release()
    await slow
    expect(
      (await readAllSessionsForTests(one)).map(({ end_reason, contract_checked_at }) => [
        end_reason,
        contract_checked_at,
      ]),
    ).toEqual([[null, two.clock.now]])
  })
})
