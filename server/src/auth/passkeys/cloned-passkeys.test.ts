// Tests of passkeys that may be cloned: signature counters and changed backup eligibility.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import { describe, expect, test } from 'vitest'
import { sequenceAllAuditEntries, listAuditEntries } from '../../testing/inspect-test-database.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { summarizeApiResponse, signInWithPasskey } from '../../testing/passkey-test-steps.ts'
import { createTestServerWithPasskey } from '../../testing/passkey-sign-in-fixtures.ts'

describe('passkey sign-in', () => {
  testOnBothDatabases('P14: a changed backup eligibility is accepted and logged once', async (kind) => {
    const { app, passkey, id } = await createTestServerWithPasskey(kind, { label: 'Key' })
    const browser = app.openBrowser()
    const changed = { backupEligible: true, backedUp: true }
    expect(summarizeApiResponse(await signInWithPasskey(browser, passkey))).toBe('200')
    expect(await listAuditEntries(app, 'passkey.backup_changed')).toEqual([])
    for (let times = 0; times < 2; times++)
      expect(summarizeApiResponse(await signInWithPasskey(browser, passkey, changed))).toBe('200')
    const backupChangedEntry = 'passkey.backup_changed success {"now":"several-devices"}'
    expect(await listAuditEntries(app, 'passkey.backup_changed')).toEqual([backupChangedEntry])
    await signInWithPasskey(browser, passkey, { backupEligible: true, backedUp: false })
    expect(await listAuditEntries(app, 'passkey.backup_changed')).toHaveLength(1)
    const { items } = (await browser.send('GET', '/api/activity')).json<ApiEndpointOutput<'listActivity'>>()
    expect(items.find(({ type }) => type === 'passkey.backup_changed')?.evidence).toMatchObject({
      passkeyId: id,
      label: 'Key',
      networkPrefix: '127.0.0.0/24',
    })
    const [listed] = (await browser.send('GET', '/api/passkeys')).json<ApiEndpointOutput<'listPasskeys'>>().items
    expect(listed).toMatchObject({ isSynced: true, backedUp: false })
    await signInWithPasskey(browser, passkey)
    expect(await listAuditEntries(app, 'passkey.backup_changed')).toEqual([
      backupChangedEntry,
      'passkey.backup_changed success {"now":"one-device"}',
    ])
  })

  testOnBothDatabases(
    'P14: a backup change is logged once under concurrency, and even if sign-in is refused',
    async (kind) => {
      const { app, passkey } = await createTestServerWithPasskey(kind, { hasCounter: false })
      const changed = { backupEligible: true, backedUp: true }
      const two = [app.openBrowser(), app.openBrowser()]
      await Promise.all(two.map((browser) => signInWithPasskey(browser, passkey, changed)))
      expect(await listAuditEntries(app, 'passkey.backup_changed')).toHaveLength(1)
      await app.database.queries.updateTable('people').set({ status: 'suspended' }).execute()
      expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey))).toMatch(/^403/)
      expect(await listAuditEntries(app, 'passkey.backup_changed')).toHaveLength(2)
    },
  )

  test('a passkey without a signature counter works every time', async () => {
    const { app, passkey } = await createTestServerWithPasskey('sqlite', { hasCounter: false })
    for (let index = 0; index < 3; index++)
      expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey))).toBe('200')
    expect(await listAuditEntries(app, 'passkey.counter_regressed')).toEqual([])
  })

  test.each([
    ['decreases', 4],
    ['does not increase', 5],
    ['is reset to zero', 0],
  ])('P6: is refused and logged as a possible clone if the signature counter %s', async (_how, counter) => {
    const { app, passkey, id } = await createTestServerWithPasskey('sqlite', { label: 'Key' })
    passkey.counter = 4
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey))).toBe('200')
    const before = await app.database.queries.selectFrom('passkeys').selectAll().execute()
    app.clock.now += 1000
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey, { counter }))).toBe(
      '401 passkey.refused',
    )
    expect(await app.database.queries.selectFrom('passkeys').selectAll().execute()).toEqual(before)
    await sequenceAllAuditEntries(app.database.queries)
    const lines = await app.database.queries
      .selectFrom('audit_events')
      .innerJoin('audit_event_evidence', 'audit_event_evidence.sequence', 'audit_events.sequence')
      .select(['type', 'outcome', 'details', 'person_id', 'content'])
      .orderBy('audit_events.sequence', 'desc')
      .execute()
    expect(lines[0]).toMatchObject({
      type: 'passkey.counter_regressed',
      outcome: 'refused',
      person_id: before[0]?.person_id,
    })
    expect(JSON.parse(lines[0]?.details ?? '')).toEqual({ purpose: 'sign-in', before: 5, now: counter })
    expect(JSON.parse(lines[0]?.content ?? '')).toEqual({
      passkeyId: id,
      label: 'Key',
      networkPrefix: '127.0.0.0/24',
      userAgent: 'Test browser',
    })
    expect(await listAuditEntries(app, 'sign_in.refused')).toEqual([])
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey, { counter: 6 }))).toBe('200')
  })

  test('P6: a decreased counter with an invalid signature is not logged as a possible clone', async () => {
    const { app, passkey } = await createTestServerWithPasskey('sqlite')
    passkey.counter = 4
    await signInWithPasskey(app.openBrowser(), passkey)
    expect(
      summarizeApiResponse(
        await signInWithPasskey(app.openBrowser(), passkey, { counter: 2, key: new VirtualPasskey().privateKey }),
      ),
    ).toBe('401 passkey.refused')
    expect(await listAuditEntries(app, 'passkey.counter_regressed')).toEqual([])
    expect(await listAuditEntries(app, 'sign_in.refused')).toEqual(['sign_in.refused refused {"reason":"signature"}'])
  })

  testOnBothDatabases('P6: of eight concurrent sign-ins with the same counter, exactly one succeeds', async (kind) => {
    const { app, passkey } = await createTestServerWithPasskey(kind)
    passkey.counter = 8
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => signInWithPasskey(app.openBrowser(), passkey, { counter: 9 })),
    )
    expect(answers.map(summarizeApiResponse).toSorted()).toEqual([
      '200',
      ...Array<string>(7).fill('401 passkey.refused'),
    ])
    expect(await listAuditEntries(app, 'passkey.counter_regressed')).toHaveLength(7)
  })
})
