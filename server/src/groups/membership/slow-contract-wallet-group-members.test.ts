// Tests that contracts that slow down reads neither delay other people nor end their memberships
// (THREATS S3).
import { noWorkQueueLeases } from '../../platform/cluster/work-queue-leases.ts'
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import { describe, expect, test } from 'vitest'
import { insertPerson } from '../../store/people/person-store.ts'
import { ChainReadFailureHistory } from '../../chains/reader/chain-read-failure-history.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createMetricsRegistry } from '../../platform/prometheus-metrics.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { createFakeChain, createFakeChains } from '../../testing/fake-chains.ts'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import { addTestGroup, deployTestToken, testTokenAddress } from '../../testing/group-and-token-fixtures.ts'
import { readGroupMemberships } from './read-group-memberships.ts'
import { recheckDueGroupMemberships } from './recheck-group-memberships.ts'

const minute = 60_000
const addressOf = (index: number): string => `0x${(0xabc000 + index).toString(16).padStart(40, '1')}`

async function addHolder(
  queries: DatabaseQueryBuilder,
  index: number,
  isContract: boolean,
  now: number,
): Promise<void> {
  const id = `person-${index}`
  const never = {
    passkey_id: null,
    browser_id: null,
    contract_checked_at: null,
    contract_check_due_at: null,
    contract_unreachable_since: null,
    stepped_up_at: null,
    ended_at: null,
    end_reason: null,
  }
  await queries.transaction().execute((transaction) => insertPerson(transaction, id, 1))
  const times = { created_at: 1, last_seen_at: now, idle_expires_at: now + 9e8, expires_at: now + 9e8 }
  await queries
    .insertInto('sessions')
    .values({
      id,
      token_hash: id,
      person_id: id,
      wallet_id: null,
      proof_id: null,
      ...never,
      ...times,
      user_agent: '',
      network_prefix: '',
    })
    .execute()
  await queries
    .insertInto('group_members')
    .values({
      group_id: 'holders',
      person_id: id,
      is_member: 1,
      checked_at: now,
      unreachable_since: null,
      recheck_at: now,
    })
    .execute()
  const kind = isContract
    ? ({ kind: 'contract', chain_reference: '1' } as const)
    : ({ kind: 'key', chain_reference: null } as const)
  await queries
    .insertInto('wallets')
    .values({
      id,
      person_id: id,
      namespace: 'eip155',
      ...kind,
      address: addressOf(index),
      label: null,
      is_primary: 1,
      linked_at: 1,
      last_used_at: 1,
      unlinked_at: null,
    })
    .execute()
  if (!isContract) return
  const proof = {
    retained_message: id,
    retained_signature: `0x${'ab'.repeat(65)}`,
    method: 'erc1271',
    chain_reference: '1',
    block_number: '0',
    block_hash: '0x',
    code_hash: null,
    verified_at: 1,
    application_id: null,
  } as const
  await queries
    .insertInto('proofs')
    .values({ id, wallet_id: id, ...proof })
    .execute()
}

describe('group rechecks with hostile contract wallets', () => {
  test.each([1, 10, 20])(
    'S3: if %i of 20 members are hostile, a round is barely slower, and only they lose membership',
    { timeout: 120_000 },
    async (hostile) => {
      const chain = createFakeChain()
      const balances = deployTestToken(chain)
      const app = await createTestServer({ chains: createFakeChains(chain) })
      await addTestGroup(app, 'holders', { type: 'erc20', chain: '1', contract: testTokenAddress, atLeast: '10' })
      const { queries } = app.database
      const isHostile = (index: number): boolean => index < hostile
      for (let index = 0; index < 20; index++) {
        balances.set(addressOf(index), 10n)
        if (isHostile(index)) chain.deploy(addressOf(index), () => null)
        await addHolder(queries, index, isHostile(index), app.clock.now)
      }
      const evil = new Set(Array.from({ length: hostile }, (_, index) => addressOf(index)))
      let late = 0
      chain.beforeReading = (questions) => {
        if (!questions.some(({ to }) => evil.has(to))) return
        late += 1
        throw new ChainUnavailableError('the node did not answer in time')
      }
      const context = {
        database: app.database,
        chains: createFakeChains(chain),
        random: systemRandomBytes,
        limits: app.limits,
        workLeases: noWorkQueueLeases,
      }
      const telling = { suspects: new ChainReadFailureHistory(), onChainStatus: () => {}, onOutcome: () => {} }
      for (const end = app.clock.now + 70 * minute; app.clock.now < end; app.clock.now += 10_000) {
        late = 0
        await recheckDueGroupMemberships(context, app.clock.now, telling)
        // Each slow person costs one read of three seconds. The total stays below the lease time.
        expect(late).toBeLessThanOrEqual(12)
      }
      const rows = await queries.selectFrom('group_members').select(['person_id', 'is_member', 'checked_at']).execute()
      const members = rows.filter(({ is_member }) => is_member === 1)
      expect(
        members.map(({ person_id }) => Number(person_id.split('-')[1])).toSorted((one, other) => one - other),
      ).toEqual(Array.from({ length: 20 - hostile }, (_, index) => hostile + index))
      for (const { checked_at } of members) expect(app.clock.now - Number(checked_at)).toBeLessThanOrEqual(6 * minute)
    },
  )
})

test('logs a chain outage once and its recovery once, and counts group recheck outcomes', async () => {
  const chain = createFakeChain()
  const balances = deployTestToken(chain)
  const metrics = createMetricsRegistry()
  const app = await createTestServer({ chains: createFakeChains(chain), metrics })
  await addTestGroup(app, 'holders', { type: 'erc20', chain: '1', contract: testTokenAddress, atLeast: '10' })
  for (const index of [1, 2]) {
    balances.set(addressOf(index), 10n)
    await addHolder(app.database.queries, index, false, app.clock.now)
  }
  const pass = async (minutes: number) => {
    for (const end = app.clock.now + minutes * minute; app.clock.now < end; app.clock.now += minute)
      await app.recheckGroupMemberships()
  }
  const listLoggedLevels = () =>
    app.log
      .filter((line) => line.includes('group memberships'))
      .map((line) => (JSON.parse(line) as { level: number; chainId: string }).level)
  await pass(1)
  expect(listLoggedLevels()).toEqual([])
  chain.readError = 'away'
  await pass(20)
  expect(listLoggedLevels()).toEqual([40])
  expect(
    app.log
      .filter((line) => line.includes('group memberships that depend on it'))
      .map((line) => (JSON.parse(line) as { chainId: string; reason: string }).reason),
  ).toEqual(['away'])
  chain.readError = null
  await pass(10)
  expect(listLoggedLevels()).toEqual([40, 30])
  const figures = await metrics.getMetricsAsJSON()
  const counted = figures
    .find(({ name }) => name === 'countersign_group_checks_total')
    ?.values.map(({ labels, value }) => [labels.outcome, value > 3])
  expect(Object.fromEntries(counted ?? [])).toEqual({ holds: true, unknown: true })
})

test('S3: a membership read waits at most one chain read timeout, then keeps the last known result', async () => {
  const chain = createFakeChain()
  deployTestToken(chain)
  const app = await createTestServer({ chains: createFakeChains(chain) })
  await addTestGroup(app, 'holders', { type: 'erc20', chain: '1', contract: testTokenAddress, atLeast: '10' })
  await addHolder(app.database.queries, 1, false, app.clock.now)
  chain.beforeReading = () => new Promise<never>(() => {})
  const context = {
    database: app.database,
    chains: createFakeChains(chain),
    random: systemRandomBytes,
    limits: { ...app.limits, chainReadTimeoutSeconds: 0.05 },
  }
  const groups = await readGroupMemberships(context, 'person-1', 'all', app.clock.now + 6 * minute)
  expect(groups.map(({ id }) => id)).toEqual(['holders'])
  expect(
    await app.database.queries.selectFrom('group_members').select(['is_member', 'unreachable_since']).execute(),
  ).toEqual([{ is_member: 1, unreachable_since: app.clock.now + 6 * minute }])
})
