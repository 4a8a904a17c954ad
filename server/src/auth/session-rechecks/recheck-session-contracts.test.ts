// Tests of session outcomes for each result of a contract recheck.
import { formatSignInMessage } from '@countersign/message'
import { wrapErc6492Signature } from '@countersign/testing/chain/contract-signature-test-steps'
import { signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import {
  createFakeChain,
  createFakeContractWallet,
  createFakeSingleOwnerContractWallet,
} from '../../testing/fake-chains.ts'
import type { FakeChain } from '../../testing/fake-chains.ts'
import { ethereumTestKeys, testClockStartTime } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  createTestContractAddress,
  hourMs,
  minuteMs,
  readSessionRecheckAuditEntries,
  readAllSessionsForTests,
  signInAsContract,
} from '../../testing/session-recheck-fixtures.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import {
  createSessionRecheckTestServer,
  advanceClockWithSessionRechecks,
  listStoredSessionEndReasons,
} from '../../testing/session-recheck-test-server.ts'
import { readCurrentBrowserSession } from '../../testing/browser-session-test-steps.ts'

const { alice, bob } = ethereumTestKeys
const safe = createTestContractAddress(1)
const factory = createTestContractAddress(9) as `0x${string}`

async function stepUpAsSafe(browser: TestBrowser): Promise<number> {
  const { message: issued } = await browser.requestChallenge({ purpose: 'step-up' })
  const message = formatSignInMessage({ ...issued, address: safe, chainId: '1' })
  return (await browser.send('POST', '/api/step-up', { message, signature: signEthereumMessage(alice, message) }))
    .statusCode
}

describe('contract wallet session', () => {
  test('S8: ends within the interval after an owner change, with the block in the audit log', async () => {
    const chain = createFakeChain()
    chain.deploy(safe, createFakeSingleOwnerContractWallet(alice))
    const app = await createSessionRecheckTestServer('sqlite', chain)
    const browser = await signInAsContract(app, safe)
    chain.height = 123
    await advanceClockWithSessionRechecks(app, 5 * minuteMs)
    expect(await readCurrentBrowserSession(browser)).not.toBeNull()

    chain.deploy(safe, createFakeSingleOwnerContractWallet(bob))
    await advanceClockWithSessionRechecks(app, 5 * minuteMs)
    expect(await readCurrentBrowserSession(browser)).toBeNull()
    expect(await listStoredSessionEndReasons(app)).toEqual(['wallet-no-longer-valid'])
    expect(await readSessionRecheckAuditEntries(app)).toEqual(['session.ended wallet-no-longer-valid'])
    const figures = (await app.http.inject('/metrics')).body
      .split('\n')
      .filter((line) => line.startsWith('countersign_contract_checks_total'))
    expect(figures).toEqual([
      'countersign_contract_checks_total{chain="1",outcome="stands"} 1',
      'countersign_contract_checks_total{chain="1",outcome="refused"} 1',
    ])
    await sequenceAllAuditEntries(app.database.queries)
    const { content } = await app.database.queries
      .selectFrom('audit_event_evidence')
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

  test('is rechecked once per interval while valid, and shows the time of the last check', async () => {
    const chain = createFakeChain()
    chain.deploy(safe, createFakeSingleOwnerContractWallet(alice))
    const app = await createSessionRecheckTestServer('sqlite', chain)
    const browser = await signInAsContract(app, safe)
    chain.readings.length = 0
    const [{ contract_check_due_at: first } = { contract_check_due_at: null }] = await readAllSessionsForTests(app)
    expect(Number(first) - testClockStartTime).toBeGreaterThanOrEqual(0.85 * 5 * minuteMs)
    expect(Number(first) - testClockStartTime).toBeLessThan(0.95 * 5 * minuteMs)
    await advanceClockWithSessionRechecks(app, hourMs)
    expect(chain.readings.length).toBeGreaterThanOrEqual(12)
    expect(chain.readings.length).toBeLessThanOrEqual(14)
    expect(new Set(chain.readings)).toEqual(new Set([1]))
    const { contract } = (await readCurrentBrowserSession(browser)) ?? {}
    expect(Date.parse(contract?.checkedAt ?? '')).toBeGreaterThan(app.clock.now - 5 * minuteMs)
    expect(contract).toMatchObject({ unreachableSince: null, endsAt: null })
    expect(await readSessionRecheckAuditEntries(app)).toEqual([])
  })

  test.each<[string, (chain: FakeChain) => void]>([
    [
      'rejects the signature',
      (chain) =>
        chain.deploy(
          safe,
          createFakeContractWallet(() => false),
        ),
    ],
    ['reverts', (chain) => chain.deploy(safe, () => null)],
    ['returns an unpadded magic value', (chain) => chain.deploy(safe, () => '0x1626ba7e')],
    ['returns true instead of the ERC-1271 magic value', (chain) => chain.deploy(safe, () => `0x${'0'.repeat(63)}1`)],
    ['is destroyed', (chain) => chain.destroy(safe)],
    [
      'becomes an EIP-7702 delegate, which the operator does not allow',
      (chain) => chain.deploy(safe, createFakeSingleOwnerContractWallet(alice), { delegate: factory }),
    ],
  ])('S8: ends when the contract %s', async (_what, change) => {
    const chain = createFakeChain()
    chain.deploy(safe, createFakeSingleOwnerContractWallet(alice))
    const app = await createSessionRecheckTestServer('sqlite', chain)
    await signInAsContract(app, safe)
    change(chain)
    await advanceClockWithSessionRechecks(app, 5 * minuteMs)
    expect(await listStoredSessionEndReasons(app)).toEqual(['wallet-no-longer-valid'])
  })

  test('S7: ends for an EIP-7702 delegate once the operator no longer allows delegates', async () => {
    const chain = createFakeChain({ allowDelegates: true })
    chain.deploy(safe, createFakeSingleOwnerContractWallet(bob), { delegate: factory })
    const app = await createSessionRecheckTestServer('sqlite', chain)
    await signInAsContract(app, safe, { owner: bob })
    await advanceClockWithSessionRechecks(app, 10 * minuteMs)
    expect(await listStoredSessionEndReasons(app)).toEqual([null])
    chain.settings.allowDelegates = false
    await advanceClockWithSessionRechecks(app, 5 * minuteMs)
    expect(await listStoredSessionEndReasons(app)).toEqual(['wallet-no-longer-valid'])
  })

  test.each([
    ['continues when the contract is deployed with the same owner', alice, null],
    ['ends when the contract is deployed with another owner', bob, 'wallet-no-longer-valid'],
  ] as const)('S6 S8: continues while the wallet is undeployed, then %s', async (_what, owner, reason) => {
    const chain = createFakeChain({ factories: [factory] })
    chain.deploy(safe, createFakeSingleOwnerContractWallet(alice), { counterfactualFactory: factory })
    const app = await createSessionRecheckTestServer('sqlite', chain)
    const browser = app.openBrowser()
    const { message, signature } = await browser.signChallenge(alice, { address: safe, chainId: '1' })
    const wrapped = wrapErc6492Signature({ factory, factoryData: '0x1234' }, signature as `0x${string}`)
    expect((await browser.send('POST', '/api/sign-in', { message, signature: wrapped })).statusCode).toBe(200)
    await advanceClockWithSessionRechecks(app, 30 * minuteMs)
    expect(Date.parse((await readCurrentBrowserSession(browser))?.contract?.checkedAt ?? '')).toBeGreaterThan(
      app.clock.now - 5 * minuteMs,
    )
    chain.deploy(safe, createFakeSingleOwnerContractWallet(owner))
    await advanceClockWithSessionRechecks(app, 5 * minuteMs)
    expect(await listStoredSessionEndReasons(app)).toEqual([reason])
  })

  testOnBothDatabases('is left unchanged if it ended or was replaced during the chain read', async (kind) => {
    const chain = createFakeChain()
    chain.deploy(safe, createFakeSingleOwnerContractWallet(alice))
    const app = await createSessionRecheckTestServer(kind, chain)
    const [leaving, confirming] = [await signInAsContract(app, safe), await signInAsContract(app, safe)]
    app.clock.now += 5 * minuteMs
    chain.beforeReading = async () => {
      chain.beforeReading = () => undefined
      await leaving.send('POST', '/api/sign-out')
      expect(await stepUpAsSafe(confirming)).toBe(200)
      chain.deploy(
        safe,
        createFakeContractWallet(() => false),
      )
    }
    await app.recheckSessions()
    expect((await listStoredSessionEndReasons(app)).toSorted()).toEqual([null, 'replaced', 'signed-out'])
    expect(await readCurrentBrowserSession(confirming)).not.toBeNull()
    expect((await readSessionRecheckAuditEntries(app)).toSorted()).toEqual([
      'session.ended replaced',
      'session.ended signed-out',
    ])
    // The session that replaced the old one has its own schedule.
    await advanceClockWithSessionRechecks(app, 5 * minuteMs)
    expect((await listStoredSessionEndReasons(app)).toSorted()).toEqual([
      'replaced',
      'signed-out',
      'wallet-no-longer-valid',
    ])
  })

  test('is not rechecked after it expired; plain-key sessions are never rechecked', async () => {
    const chain = createFakeChain()
    chain.deploy(safe, createFakeSingleOwnerContractWallet(alice))
    const app = await createSessionRecheckTestServer('sqlite', chain)
    await app.openBrowser().signIn(bob)
    await signInAsContract(app, safe)
    chain.readings.length = 0
    app.clock.now += 8 * 24 * hourMs
    await app.recheckSessions()
    expect(chain.readings).toEqual([])
    expect(await listStoredSessionEndReasons(app)).toEqual([null, null])
  })
})
