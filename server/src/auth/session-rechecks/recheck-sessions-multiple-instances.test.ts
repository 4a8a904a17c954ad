// How the work of asking again is shared: between instances, between chains, and by many sessions in one reading.
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

describe.each(databaseKinds)('asking again, on %s', (kind) => {
  test('takes ten readings for a thousand sessions, spreads them out, and leaves nothing to ask at once', async () => {
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

  test('asks about each session once, however many instances ask at the same time', async () => {
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

  test('tells once of a wallet whose chain is down, and once when it is back, however many instances find out', async () => {
    const wallets = createTestContractAddresses(3)
    const chain = createFakeChainWithContractWallets(wallets)
    chain.beforeReading = yieldToEventLoop
    const [one, two] = await createTwoServerInstances(kind, chain)
    // More of each wallet than are claimed together.
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

  test('asks a chain that is down twice when that is found out, and once in each round after that, for however many sessions', async () => {
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

  test('S3 asks beside one another those whose reading fails, so that a contract that nobody can ask takes no other with it', async () => {
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
    // Those that were not told apart from it in time are so within minutes.
    for (const end = app.clock.now + 10 * minuteMs; app.clock.now < end; app.clock.now += 10_000)
      await app.recheckSessions()
    expect(await unreachable()).toEqual(new Set([hostile]))
    chain.readings.length = 0
    // From then on it goes last and by itself, and costs nobody else a reading.
    app.clock.now += minuteMs
    await app.recheckSessions()
    expect(chain.readings.every((questions) => questions <= 4)).toBe(true)
    for (const end = app.clock.now + hourMs; app.clock.now < end; app.clock.now += minuteMs) await app.recheckSessions()
    expect(new Set((await readAllSessionsForTests(app)).map(({ end_reason }) => end_reason))).toEqual(
      new Set([null, 'wallet-unreachable']),
    )
  })

  test('is not held up for one chain by another that does not answer', async () => {
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
    // What the first round still asks, no other asks as well.
    expect(silent.readings.filter((questions) => questions > 0)).toHaveLength(2)
    release()
    await first
  })

  test('N14 loses no session that an instance took and never settled: it is asked about two minutes later', async () => {
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

  test('does not settle what another instance has taken over from it', async () => {
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
    // The first is so slow that its claim has run out; meanwhile the second is told yes.
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
