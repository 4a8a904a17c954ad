// Delivery of back-channel logouts: attempts, retries, several instances, and log entries.
import { describe, expect, test, vi } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import {
  createTestLogoutDeliveryContext,
  deliverAllLogouts,
  queueTestLogoutDelivery,
  readLogoutDeliveries,
  logoutDeliveryTestStartTime,
} from '../../testing/logout-delivery-fixtures.ts'
import type { FakeLogoutDeliveryOutcome } from '../../testing/logout-delivery-fixtures.ts'
import { listSequencedAuditEntryTexts, sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import {
  createTestDatabase,
  databaseKinds,
  openTestDatabase,
  openDatabaseUntilTestEnds,
} from '../../testing/database-fixtures.ts'
import { deliverBackchannelLogouts, pruneLogoutDeliveries } from './deliver-backchannel-logouts.ts'

describe.each(databaseKinds)('back-channel logout delivery on %s', (kind) => {
  test('delivers each logout once and writes an audit log entry', async () => {
    const database = await openTestDatabase(kind)
    const id = await queueTestLogoutDelivery(database)
    const context = createTestLogoutDeliveryContext(database, () => 200)
    expect(await deliverBackchannelLogouts(context)).toBe(1)
    expect(await deliverBackchannelLogouts(context)).toBe(0)
    expect(context.sent.map(({ url }) => url)).toEqual([`https://wiki.example/logout/${id}`])
    expect(await readLogoutDeliveries(database)).toEqual([
      { attempts: 1, next_attempt_at: null, completed_at: logoutDeliveryTestStartTime, outcome: 'delivered' },
    ])
    expect(await listSequencedAuditEntryTexts(database.queries)).toEqual([
      'logout.delivered success {"applicationId":"wiki","attempts":1}',
    ])
    await sequenceAllAuditEntries(database.queries)
    const evidence = await database.queries
      .selectFrom('audit_event_evidence')
      .select(['person_id', 'content'])
      .execute()
    expect(evidence).toEqual([{ person_id: 'person', content: JSON.stringify({ sid: `sid-${id}` }) }])
    expect(await verifyAuditLogIntegrity(database.queries)).toMatchObject({ outcome: 'whole', lines: 1 })
  })

  test.each(['erased', 'gone'])('delivers a logout for a person (%s), and keeps no personal data', async (how) => {
    const database = await openTestDatabase(kind)
    await queueTestLogoutDelivery(database)
    if (how === 'gone') await database.queries.deleteFrom('people').execute()
    else await database.queries.updateTable('people').set({ status: 'erased' }).execute()
    const context = createTestLogoutDeliveryContext(database, () => 200)
    expect(await deliverBackchannelLogouts(context)).toBe(1)
    expect(context.sent).toHaveLength(1)
    expect(await readLogoutDeliveries(database)).toEqual([])
    expect(await listSequencedAuditEntryTexts(database.queries)).toEqual([
      'logout.delivered success {"applicationId":"wiki","attempts":1}',
    ])
    await sequenceAllAuditEntries(database.queries)
    expect(await database.queries.selectFrom('audit_event_evidence').selectAll().execute()).toEqual([])
    expect(await verifyAuditLogIntegrity(database.queries)).toMatchObject({ outcome: 'whole', lines: 1, erased: 1 })
  })

  test('retries with doubling delays until the application accepts', async () => {
    const database = await openTestDatabase(kind)
    await queueTestLogoutDelivery(database)
    const answers: FakeLogoutDeliveryOutcome[] = ['timed_out', 503, 'connection_failed', 429, 204]
    const context = createTestLogoutDeliveryContext(database, () => answers.shift() ?? 500)
    await deliverAllLogouts(database, context)
    expect(context.sent.map(({ at }) => at)).toEqual([0, 1000, 3000, 7000, 15_000])
    expect(await listSequencedAuditEntryTexts(database.queries)).toEqual([
      'logout.delivered success {"applicationId":"wiki","attempts":5}',
    ])
  })

  test('gives up after the maximum number of attempts and logs the reason', async () => {
    const database = await openTestDatabase(kind)
    await queueTestLogoutDelivery(database)
    const context = createTestLogoutDeliveryContext(database, () => 'connection_failed')
    await deliverAllLogouts(database, context)
    expect(context.sent.map(({ at }) => at / 1000)).toEqual([0, 1, 3, 7, 15, 31, 63, 127])
    expect(await readLogoutDeliveries(database)).toMatchObject([{ attempts: 8, outcome: 'failed' }])
    expect(await listSequencedAuditEntryTexts(database.queries)).toEqual([
      'logout.failed refused {"applicationId":"wiki","attempts":8,"reason":"connection_failed"}',
    ])
    expect(context.logged.at(-1)).toBe(
      'warn back-channel logout failed; giving up {"applicationId":"wiki","attempts":8,"reason":"connection_failed"}',
    )
    expect(context.logged.join()).not.toContain('what the other server says')
  })

  test('never waits longer than an hour between attempts', async () => {
    const database = await openTestDatabase(kind)
    await queueTestLogoutDelivery(database)
    const context = createTestLogoutDeliveryContext(database, () => 500, {
      limits: { logoutAttempts: 20, outboundTimeoutSeconds: 3 },
    })
    await deliverAllLogouts(database, context)
    const pauses = context.sent.map(({ at }, index) => at - (context.sent[index - 1]?.at ?? 0))
    expect(pauses).toHaveLength(20)
    expect(Math.max(...pauses)).toBe(3_600_000)
  })

  test.each<[FakeLogoutDeliveryOutcome, string]>([
    [400, 'status_400'],
    [404, 'status_404'],
    [302, 'status_302'],
    [202, 'status_202'],
    ['private_network', 'private_network'],
    ['plain_http', 'plain_http'],
  ])('does not retry after the outcome %s', async (answer, reason) => {
    const database = await openTestDatabase(kind)
    await queueTestLogoutDelivery(database)
    await deliverBackchannelLogouts(createTestLogoutDeliveryContext(database, () => answer))
    expect(await listSequencedAuditEntryTexts(database.queries)).toEqual([
      `logout.failed refused {"applicationId":"wiki","attempts":1,"reason":"${reason}"}`,
    ])
  })

  test('an unresponsive application does not delay deliveries to others', async () => {
    const database = await openTestDatabase(kind)
    for (let index = 0; index < 30; index++)
      await queueTestLogoutDelivery(database, {
        application_id: 'dead',
        uri: 'https://dead.example/',
        next_attempt_at: logoutDeliveryTestStartTime - 1000,
      })
    for (let index = 0; index < 30; index++) await queueTestLogoutDelivery(database)
    const healthy = Promise.withResolvers<void>()
    // The unresponsive application answers only once all others were notified. If they had to wait
    // for it, the test would hang.
    const context = createTestLogoutDeliveryContext(database, async (url) => {
      if (url === 'https://dead.example/') return healthy.promise.then(() => 'timed_out' as const)
      if (context.sent.filter((one) => one.url.startsWith('https://wiki')).length === 30) healthy.resolve()
      return 200
    })
    expect(await deliverBackchannelLogouts(context)).toBe(31)
    expect(context.sent.filter(({ url }) => url === 'https://dead.example/')).toHaveLength(1)
  })

  test('sends to at most 16 applications at the same time', async () => {
    const database = await openTestDatabase(kind)
    for (let index = 0; index < 40; index++)
      await queueTestLogoutDelivery(database, { application_id: `application-${index}` })
    let [now, most] = [0, 0]
    const context = createTestLogoutDeliveryContext(database, async () => {
      now += 1
      most = Math.max(most, now)
      await new Promise(setImmediate)
      now -= 1
      return 200
    })
    expect(await deliverBackchannelLogouts(context)).toBe(40)
    expect(most).toBeLessThanOrEqual(16)
    expect(most).toBeGreaterThan(1)
  })

  test('several instances together deliver each logout once', async () => {
    const address = await createTestDatabase(kind)
    const [one, two] = [openDatabaseUntilTestEnds(address), openDatabaseUntilTestEnds(address)]
    for (let index = 0; index < 40; index++)
      await queueTestLogoutDelivery(one, { application_id: `application-${index % 4}` })
    const worlds = [one, two, one, two].map((database) => createTestLogoutDeliveryContext(database, () => 200))
    await Promise.all(worlds.map((context) => deliverBackchannelLogouts(context)))
    const urls = worlds.flatMap(({ sent }) => sent.map(({ url }) => url))
    expect(urls).toHaveLength(40)
    expect(new Set(urls).size).toBe(40)
    expect(
      (await listSequencedAuditEntryTexts(one.queries)).filter((line) => line.startsWith('logout.delivered')),
    ).toHaveLength(40)
  })

  test('retries a delivery after a delay if the instance that claimed it crashed', async () => {
    const database = await openTestDatabase(kind)
    await queueTestLogoutDelivery(database)
    const crash = new Error('The process ends here.')
    const dying = createTestLogoutDeliveryContext(database, () => Promise.reject(crash))
    await expect(deliverBackchannelLogouts(dying)).rejects.toBe(crash)
    const other = createTestLogoutDeliveryContext(database, () => 200)
    other.time.now = logoutDeliveryTestStartTime + 60_999
    expect(await deliverBackchannelLogouts(other)).toBe(0)
    other.time.now += 1
    expect(await deliverBackchannelLogouts(other)).toBe(1)
    expect(await listSequencedAuditEntryTexts(database.queries)).toEqual([
      'logout.delivered success {"applicationId":"wiki","attempts":2}',
    ])
  })

  test('fails a delivery whose last allowed attempt was interrupted', async () => {
    const database = await openTestDatabase(kind)
    await queueTestLogoutDelivery(database, { attempts: 8 })
    const context = createTestLogoutDeliveryContext(database, () => 200)
    await deliverBackchannelLogouts(context)
    expect(context.sent).toEqual([])
    expect(await listSequencedAuditEntryTexts(database.queries)).toEqual([
      'logout.failed refused {"applicationId":"wiki","attempts":9,"reason":"interrupted"}',
    ])
  })

  test('a slow instance cannot settle a delivery that another instance has taken over', async () => {
    const database = await openTestDatabase(kind)
    await queueTestLogoutDelivery(database)
    const slow = createTestLogoutDeliveryContext(database, async () => {
      const other = createTestLogoutDeliveryContext(database, () => 200)
      other.time.now = logoutDeliveryTestStartTime + 120_000
      expect(await deliverBackchannelLogouts(other)).toBe(1)
      return 400
    })
    await deliverBackchannelLogouts(slow)
    expect(await readLogoutDeliveries(database)).toMatchObject([{ attempts: 2, outcome: 'delivered' }])
    expect(await listSequencedAuditEntryTexts(database.queries)).toEqual([
      'logout.delivered success {"applicationId":"wiki","attempts":2}',
    ])
  })

  test('writes no audit log entry if the outcome cannot be stored', async () => {
    const database = await openTestDatabase(kind)
    await queueTestLogoutDelivery(database)
    const context = createTestLogoutDeliveryContext(database, () => 200)
    const random = vi
      .fn(systemRandomBytes)
      .mockImplementationOnce(systemRandomBytes)
      .mockImplementationOnce(() => {
        throw new Error('broken')
      })
    await expect(deliverBackchannelLogouts({ ...context, random })).rejects.toThrow('broken')
    expect(await readLogoutDeliveries(database)).toMatchObject([{ attempts: 1, completed_at: null, outcome: null }])
    expect(await listSequencedAuditEntryTexts(database.queries)).toEqual([])
  })

  test('prunes deliveries in batches, a week after completion', async () => {
    const database = await openTestDatabase(kind)
    for (let index = 0; index < 250; index++)
      await queueTestLogoutDelivery(database, {
        completed_at: logoutDeliveryTestStartTime,
        outcome: 'delivered',
        next_attempt_at: null,
      })
    await queueTestLogoutDelivery(database)
    const week = 7 * 86_400_000
    expect(await pruneLogoutDeliveries(database.queries, logoutDeliveryTestStartTime + week - 1)).toBe(0)
    expect([
      await pruneLogoutDeliveries(database.queries, logoutDeliveryTestStartTime + week),
      await pruneLogoutDeliveries(database.queries, logoutDeliveryTestStartTime + week),
      await pruneLogoutDeliveries(database.queries, logoutDeliveryTestStartTime + week),
    ]).toEqual([200, 50, 0])
    expect(await readLogoutDeliveries(database)).toHaveLength(1)
  })
})
