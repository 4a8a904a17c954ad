// Tests that a recheck ends sessions once, with their tokens, and not during shutdown.
import { noWorkQueueLeases } from '../../platform/cluster/work-queue-leases.ts'
import { formatSignInMessage } from '@countersign/message'
import { signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createMetricsRegistry } from '../../platform/prometheus-metrics.ts'
import {
  createFakeChain,
  createFakeChains,
  createFakeContractWallet,
  createFakeSingleOwnerContractWallet,
} from '../../testing/fake-chains.ts'
import { createTestServer, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  createOidcTestServer,
  decodeTokenPayload,
} from '../../testing/oidc-application-test-steps.ts'
import {
  insertContractWalletSessions,
  minuteMs,
  readSessionRecheckAuditEntries,
  readAllSessionsForTests,
  relaxedSignInRateLimits,
  signInAsContract,
} from '../../testing/session-recheck-fixtures.ts'
import {
  obtainTokenFamilyBySignIn,
  sendRefreshTokenRequest,
  readOAuthTokenActiveStates,
  summarizeOAuthResponse,
} from '../../testing/oauth-token-test-steps.ts'
import { createSessionContractRecheckJob } from './recheck-session-contracts.ts'
import {
  createTestContractAddresses,
  createTwoServerInstances,
  yieldToEventLoop,
  createFakeChainWithContractWallets,
} from '../../testing/session-recheck-instance-fixtures.ts'

const { alice } = ethereumTestKeys

describe.each(databaseKinds)('session recheck job on %s', (kind) => {
  test('P4: ends each session once when two instances and the person end it concurrently', async () => {
    const [wallet] = createTestContractAddresses(1) as [string]
    const chain = createFakeChain()
    chain.deploy(wallet, createFakeSingleOwnerContractWallet(alice))
    const [one, two] = await createTwoServerInstances(kind, chain)
    const own = await signInAsContract(one, wallet)
    for (let more = 0; more < 12; more++) await signInAsContract(one, wallet)
    const { message: issued } = await own.requestChallenge({ purpose: 'step-up' })
    const message = formatSignInMessage({ ...issued, address: wallet, chainId: '1' })
    expect(
      (await own.send('POST', '/api/step-up', { message, signature: signEthereumMessage(alice, message) })).statusCode,
    ).toBe(200)
    for (const app of [one, two]) app.clock.now += 5 * minuteMs
    chain.beforeReading = yieldToEventLoop
    chain.destroy(wallet)
    const [, , ended] = await Promise.all([
      one.recheckSessions(),
      two.recheckSessions(),
      own.send('DELETE', '/api/sessions'),
    ])
    // The request either came first, or its own session had ended.
    expect([200, 401]).toContain(ended.statusCode)
    await one.recheckSessions()
    const lines = await readSessionRecheckAuditEntries(one)
    expect(lines.toSorted().slice(0, 1)).toEqual(['session.ended replaced'])
    expect(lines).toHaveLength(14)
    expect((await readAllSessionsForTests(one)).filter(({ end_reason }) => end_reason === null)).toEqual([])
    expect(await verifyAuditLogIntegrity(one.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  test('starts no new batch on shutdown, waits for the running one and releases other claims', async () => {
    const wallets = createTestContractAddresses(5)
    const chain = createFakeChainWithContractWallets(wallets)
    const app = await createTestServer({ database: kind, chains: createFakeChains(chain) })
    await insertContractWalletSessions(app.database.queries, { wallets, sessionsEach: 60 })
    const { now } = app.clock
    const rechecks = createSessionContractRecheckJob({
      database: app.database,
      clock: () => now,
      random: systemRandomBytes,
      chains: createFakeChains(chain),
      limits: app.limits,
      log: app.http.log,
      metrics: createMetricsRegistry(),
      workLeases: noWorkQueueLeases,
    })
    let stopped: Promise<void> | undefined
    chain.beforeReading = () => void (stopped = rechecks.stop())
    const round = rechecks.recheck()
    while (stopped === undefined) await yieldToEventLoop()
    await stopped
    const rows = await readAllSessionsForTests(app)
    await round
    expect(chain.readings).toEqual([100])
    expect(rows.filter(({ contract_check_due_at }) => Number(contract_check_due_at) > now + 4 * minuteMs)).toHaveLength(
      100,
    )
    expect(rows.filter(({ contract_check_due_at }) => contract_check_due_at === now)).toHaveLength(200)
    expect(rows.every(({ contract_unreachable_since }) => contract_unreachable_since === null)).toBe(true)
    await rechecks.recheck()
    await app.http.close()
    await app.recheckSessions()
    expect(chain.readings).toEqual([100])
  })

  test('S8: revokes application tokens with the session and sends a back-channel logout', async () => {
    const [wallet] = createTestContractAddresses(1) as [string]
    const chain = createFakeChain()
    chain.deploy(wallet, createFakeSingleOwnerContractWallet(alice))
    const app = await createOidcTestServer({
      database: kind,
      chains: createFakeChains(chain),
      environment: relaxedSignInRateLimits,
    })
    const application = await addTestClientApplication(app, {
      id: 'wiki',
      scopes: ['openid', 'offline_access'],
      backchannelLogoutUri: 'https://wiki.example/logout',
    })
    const browser = await signInAsContract(app, wallet)
    const tokens = await obtainTokenFamilyBySignIn(app, browser, application)
    app.pass(5 * minuteMs)
    await app.recheckSessions()
    const rotated = await sendRefreshTokenRequest(app, application, tokens.refresh_token)
    expect(summarizeOAuthResponse(rotated)).toBe('200')
    const family = rotated.json<typeof tokens>()
    expect(await readOAuthTokenActiveStates(app, application, family)).toEqual([true, true])

    chain.deploy(
      wallet,
      createFakeContractWallet(() => false),
    )
    app.pass(5 * minuteMs - 1000)
    await app.recheckSessions()
    expect(await readOAuthTokenActiveStates(app, application, family)).toEqual([false, false])
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, family.refresh_token))).toBe(
      '400 invalid_grant',
    )
    const deliveries = await app.database.queries
      .selectFrom('logout_deliveries')
      .select(['application_id', 'uri', 'sid', 'subject', 'completed_at'])
      .execute()
    const { sid, sub } = decodeTokenPayload(tokens.id_token)
    expect(deliveries).toEqual([
      { application_id: 'wiki', uri: 'https://wiki.example/logout', sid, subject: sub, completed_at: null },
    ])
  })
})
