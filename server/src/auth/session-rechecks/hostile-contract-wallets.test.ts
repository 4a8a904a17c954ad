// Tests that contracts which break reads end only their own sessions (THREATS S3).
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import { expect, test } from 'vitest'
import { createFakeChain, createFakeChains, createFakeContractWallet } from '../../testing/fake-chains.ts'
import type { FakeChain } from '../../testing/fake-chains.ts'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import type { TestServer } from '../../testing/countersign-test-server.ts'
import {
  insertContractWalletSessions,
  createTestContractAddress,
  minuteMs,
  relaxedSignInRateLimits,
} from '../../testing/session-recheck-fixtures.ts'

interface Crowd {
  app: TestServer
  chain: FakeChain
  late: () => number
}

async function gather(number: number, isHostile: (index: number) => boolean, sessionsEach = 1): Promise<Crowd> {
  const chain = createFakeChain()
  const app = await createTestServer({ chains: createFakeChains(chain), environment: relaxedSignInRateLimits })
  const wallets = Array.from({ length: number }, (_, index) => createTestContractAddress(index + 1))
  for (const wallet of wallets)
    chain.deploy(
      wallet,
      createFakeContractWallet(() => true),
    )
  await insertContractWalletSessions(app.database.queries, { wallets, sessionsEach })
  const hostile = new Set(wallets.filter((_, index) => isHostile(index)))
  let late = 0
  chain.beforeReading = (questions) => {
    if (!questions.some(({ to }) => hostile.has(to.toLowerCase()))) return
    late += 1
    throw new ChainUnavailableError('the node did not answer in time')
  }
  return { app, chain, late: () => late }
}

async function pass({ app }: Crowd, minutes: number): Promise<void> {
  for (const end = app.clock.now + minutes * minuteMs; app.clock.now < end;) {
    app.clock.now += 20_000
    await app.recheckSessions()
  }
}

async function endings({ app }: Crowd, isHostile: (index: number) => boolean): Promise<Record<string, number>> {
  const rows = await app.database.queries
    .selectFrom('sessions')
    .select(['id', 'end_reason', 'contract_unreachable_since'])
    .execute()
  const tally: Record<string, number> = {}
  for (const { id, end_reason, contract_unreachable_since } of rows) {
    const who = isHostile(Number(id.split('-')[1])) ? 'hostile' : 'honest'
    const how = `${who} ${end_reason ?? (contract_unreachable_since === null ? 'goes on' : 'unreachable')}`
    tally[how] = (tally[how] ?? 0) + 1
  }
  return tally
}

test.each([2, 3, 5])('S3: with one hostile wallet in %i, only sessions of hostile wallets end', async (each) => {
  const isHostile = (index: number): boolean => index % each === 0
  const crowd = await gather(120, isHostile)
  await pass(crowd, 75)
  expect(await endings(crowd, isHostile)).toEqual({
    'hostile wallet-unreachable': 120 / each,
    'honest goes on': 120 - 120 / each,
  })
})

test('S3: a recheck round has few failed reads, and honest wallets share one read', async () => {
  const isHostile = (index: number): boolean => index % 3 === 0
  const crowd = await gather(120, isHostile)
  await crowd.app.recheckSessions()
  expect(crowd.late()).toBeLessThanOrEqual(12)
  await pass(crowd, 15)
  const before = crowd.late()
  crowd.app.clock.now += 6 * minuteMs
  crowd.chain.readings.length = 0
  await crowd.app.recheckSessions()
  // Honest wallets share one read.
  expect(Math.max(...crowd.chain.readings)).toBe(80)
  expect(crowd.late() - before).toBeLessThanOrEqual(4)
})

test('S3 S8: a refused proof is detected among hostile contracts', async () => {
  const isHostile = (index: number): boolean => index % 2 === 0
  const crowd = await gather(60, isHostile)
  crowd.chain.deploy(
    createTestContractAddress(2),
    createFakeContractWallet(() => false),
  )
  await pass(crowd, 5)
  expect(await endings(crowd, (index) => index !== 1)).toMatchObject({ 'honest wallet-no-longer-valid': 1 })
})

test('S3: a hostile wallet with many sessions ends only its own sessions', async () => {
  const isHostile = (index: number): boolean => index === 0
  const crowd = await gather(3, isHostile, 40)
  await pass(crowd, 75)
  expect(await endings(crowd, isHostile)).toEqual({ 'hostile wallet-unreachable': 40, 'honest goes on': 80 })
})
