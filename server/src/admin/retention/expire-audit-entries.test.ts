import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { appendTimedAuditEvents } from '../../audit-log/append-audit-events.ts'
import { searchAuditLog } from '../../audit-log/search-audit-log.ts'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import type { AuditLogVerificationResumePoint } from '../../audit-log/verify-audit-log.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database-fixtures.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import {
  writeDailyTestAuditEntries,
  auditEntriesStartTime,
  dayMs,
  applyAuditRetentionForTests,
  readAuditEntryTypeLetters,
  verifyAuditLogForTests,
  tamperWithAuditLogTables,
  createRefusedTestAuditEvent,
  updateAuditEventCountsForTests,
  refusedWalletAddress,
} from '../../testing/audit-retention-test-steps.ts'

describe.each(databaseKinds)('audit entry expiry on %s', (kind) => {
  test('a verification resumed later accounts for entries that expired in between', async () => {
    const database = await openTestDatabase(kind)
    const { queries } = database
    await writeDailyTestAuditEntries(database, 'srfr')
    const places: AuditLogVerificationResumePoint[] = []
    const tell = (place: AuditLogVerificationResumePoint) => void places.push(place)
    await verifyAuditLogIntegrity(queries, [], { tell })
    await writeDailyTestAuditEntries(database, 'rsr', { from: auditEntriesStartTime + 4 * dayMs })
    await applyAuditRetentionForTests(database, auditEntriesStartTime + 60 * dayMs)
    expect(await readAuditEntryTypeLetters(database)).toBe('s-f--s-n')
    const [from] = places
    expect(await verifyAuditLogIntegrity(queries, [], { from, tell })).toMatchObject({
      outcome: 'whole',
      readBefore: 4,
      letGo: 2,
    })
    expect(await verifyAuditLogForTests(database)).toMatchObject({ outcome: 'whole', letGo: 4 })
    await tamperWithAuditLogTables(database, `update audit_events set expired_by = null where sequence = 5`)
    expect(await verifyAuditLogIntegrity(queries, [], { from })).toMatchObject({ outcome: 'broken', sequence: 5 })
  })

  test('keeps only the hash and time of an expired entry', async () => {
    const database = await openTestDatabase(kind)
    await writeDailyTestAuditEntries(database, 'srfrsr')
    await sequenceAllAuditEntries(database.queries)
    const before = await database.queries
      .selectFrom('audit_events')
      .select(['sequence', 'at', 'hash'])
      .orderBy('sequence')
      .execute()
    const counts = await database.queries.selectFrom('audit_event_counts').selectAll().execute()
    await applyAuditRetentionForTests(database, auditEntriesStartTime + 35.5 * dayMs)
    expect(await readAuditEntryTypeLetters(database)).toBe('s-f-s-n')
    expect(await verifyAuditLogForTests(database)).toMatchObject({ outcome: 'whole', lines: 7, erased: 0, letGo: 3 })
    await sequenceAllAuditEntries(database.queries)
    const gone = await database.queries
      .selectFrom('audit_events')
      .selectAll()
      .where('expired_by', 'is not', null)
      .orderBy('sequence')
      .execute()
    expect(gone).toEqual(
      [before[1], before[3], before[5]].map((line) => ({
        ...line,
        type: 'entry.expired',
        outcome: 'success',
        details: '{}',
        evidence_hash: null,
        previous_hash: '',
        expired_by: 1,
      })),
    )
    await sequenceAllAuditEntries(database.queries)
    expect(
      (await database.queries.selectFrom('audit_event_evidence').select('sequence').orderBy('sequence').execute()).map(
        ({ sequence }) => sequence,
      ),
    ).toEqual([1, 3, 5, 7])
    await sequenceAllAuditEntries(database.queries)
    expect(await database.queries.selectFrom('audit_event_links').selectAll().execute()).toEqual([
      { kind: 'reason', target: 'timed_out', sequence: 3 },
    ])
    await sequenceAllAuditEntries(database.queries)
    const note = await database.queries
      .selectFrom('audit_events')
      .select(['type', 'details'])
      .where('sequence', '=', 7)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(note.details)).toEqual({
      batch: 1,
      lines: 3,
      first: 2,
      last: 6,
      before: '2026-01-21T00:00:00.000Z',
      days: 30,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
    expect(await database.queries.selectFrom('audit_event_counts').selectAll().execute()).toEqual(counts)
    const found = await searchAuditLog(
      database.queries,
      { outcome: 'refused' },
      { before: null, after: null, size: 10 },
    )
    expect(found.entries.map(({ sequence }) => sequence)).toEqual([3])
    await applyAuditRetentionForTests(database, auditEntriesStartTime + 35.5 * dayMs)
    expect(await readAuditEntryTypeLetters(database)).toBe('s-f-s-n')
  })

  test('applies to every kind of refused attempt, and to no other refused entries', async () => {
    const database = await openTestDatabase(kind)
    await database.queries
      .insertInto('people')
      .values({ id: 'alice', status: 'active', created_at: 0, last_seen_at: 0 })
      .execute()
    const kinds = [
      'sign_in.refused',
      'step_up.refused',
      'wallet.refused',
      'passkey.refused',
      'cross_device.ended',
      'passkey.counter_regressed',
      'token.reuse_detected',
      'application.denied',
    ] as const
    const events = kinds.map((type) => ({
      at: auditEntriesStartTime,
      event: { ...createRefusedTestAuditEvent('x', type), evidence: { personId: 'alice', content: {} } },
    }))
    await database.queries
      .transaction()
      .execute((transaction) => appendTimedAuditEvents(transaction, systemRandomBytes, events))
    await sequenceAllAuditEntries(database.queries)
    await updateAuditEventCountsForTests(database)
    await applyAuditRetentionForTests(database, auditEntriesStartTime + 40 * dayMs)
    expect(await readAuditEntryTypeLetters(database)).toBe('-----???n')
  })

  test('waits for the end of the last day, and expires entries in log order', async () => {
    const database = await openTestDatabase(kind)
    await writeDailyTestAuditEntries(database, 'rrr')
    const firstDay = Date.parse('2026-01-15T00:00:00.000Z')
    await applyAuditRetentionForTests(database, firstDay + 31 * dayMs - 1)
    expect(await readAuditEntryTypeLetters(database)).toBe('rrr')
    await applyAuditRetentionForTests(database, firstDay + 31 * dayMs)
    expect(await readAuditEntryTypeLetters(database)).toBe('-rrn')
    await applyAuditRetentionForTests(database, firstDay + 33 * dayMs)
    expect(await readAuditEntryTypeLetters(database)).toBe('---nn')
    expect(await verifyAuditLogForTests(database)).toMatchObject({ outcome: 'whole', letGo: 3 })
  })

  test('N14: a clock set back expires no entry early, and a clock that was ahead delays none for long', async () => {
    const database = await openTestDatabase(kind)
    await writeDailyTestAuditEntries(database, 'r')
    await writeDailyTestAuditEntries(database, 'r', { from: auditEntriesStartTime + 20 * dayMs })
    await writeDailyTestAuditEntries(database, 'r', { from: 0 })
    await writeDailyTestAuditEntries(database, 'r', { from: auditEntriesStartTime + 5000 * dayMs })
    await writeDailyTestAuditEntries(database, 'r', { from: auditEntriesStartTime + 21 * dayMs })
    await applyAuditRetentionForTests(database, auditEntriesStartTime + 40 * dayMs)
    expect(await readAuditEntryTypeLetters(database)).toBe('-rrrrn')
    await applyAuditRetentionForTests(database, auditEntriesStartTime + 51.5 * dayMs)
    expect(await readAuditEntryTypeLetters(database)).toBe('-----nn')
    expect((await verifyAuditLogForTests(database)).outcome).toBe('whole')
  })

  test('waits until entries are counted', async () => {
    const database = await openTestDatabase(kind)
    await database.queries
      .transaction()
      .execute((transaction) =>
        appendTimedAuditEvents(transaction, systemRandomBytes, [
          { at: auditEntriesStartTime, event: createRefusedTestAuditEvent() },
        ]),
      )
    await applyAuditRetentionForTests(database, auditEntriesStartTime + 60 * dayMs)
    expect(await readAuditEntryTypeLetters(database)).toBe('r')
    await updateAuditEventCountsForTests(database)
    await applyAuditRetentionForTests(database, auditEntriesStartTime + 60 * dayMs)
    expect(await readAuditEntryTypeLetters(database)).toBe('-n')
  })

  test('runs in atomic batches', async () => {
    const database = await openTestDatabase(kind)
    await writeDailyTestAuditEntries(database, 'r'.repeat(1200), { stepMs: 1 })
    let drawn = 0
    const failing = (size: number) => {
      drawn += 1
      if (drawn === 2) throw new Error('killed')
      return systemRandomBytes(size)
    }
    await expect(applyAuditRetentionForTests(database, auditEntriesStartTime + 60 * dayMs, failing)).rejects.toThrow(
      'killed',
    )
    expect(await readAuditEntryTypeLetters(database)).toBe(`${'-'.repeat(500)}${'r'.repeat(700)}n`)
    expect(await verifyAuditLogForTests(database)).toMatchObject({ outcome: 'whole', letGo: 500 })
    await applyAuditRetentionForTests(database, auditEntriesStartTime + 60 * dayMs)
    expect(await readAuditEntryTypeLetters(database)).toBe(`${'-'.repeat(1200)}nnn`)
    expect(await verifyAuditLogForTests(database)).toMatchObject({ outcome: 'whole', lines: 1203, letGo: 1200 })
  })

  test('expires each entry once with several concurrent instances', async () => {
    const database = await openTestDatabase(kind)
    await writeDailyTestAuditEntries(database, 'r'.repeat(1100), { stepMs: 1 })
    await Promise.all([1, 2, 3, 4].map(() => applyAuditRetentionForTests(database, auditEntriesStartTime + 60 * dayMs)))
    expect(await readAuditEntryTypeLetters(database)).toBe(`${'-'.repeat(1100)}nnn`)
    expect(await verifyAuditLogForTests(database)).toMatchObject({ outcome: 'whole', letGo: 1100 })
  })

  test('keeps the log verifiable during expiry and concurrent writes', async () => {
    const database = await openTestDatabase(kind)
    await writeDailyTestAuditEntries(database, 'rs'.repeat(1500), { stepMs: 1 })
    const going = applyAuditRetentionForTests(database, auditEntriesStartTime + 60 * dayMs)
    const writing = (async () => {
      for (let index = 0; index < 10; index += 1)
        await writeDailyTestAuditEntries(database, 's', { from: auditEntriesStartTime + 60 * dayMs })
    })()
    for (let look = 0; look < 6; look += 1)
      expect(await verifyAuditLogForTests(database)).toMatchObject({ outcome: 'whole' })
    await Promise.all([going, writing])
    expect(await verifyAuditLogForTests(database)).toMatchObject({ outcome: 'whole', letGo: 1500 })
  })

  test('expires entries whose evidence was erased, and a later erasure leaves expired entries unchanged', async () => {
    const database = await openTestDatabase(kind)
    await writeDailyTestAuditEntries(database, 'rsr')
    await database.queries.deleteFrom('audit_event_evidence').where('sequence', '<=', 2).execute()
    await applyAuditRetentionForTests(database, auditEntriesStartTime + 60 * dayMs)
    expect(await verifyAuditLogForTests(database)).toMatchObject({ outcome: 'whole', lines: 4, erased: 1, letGo: 2 })
    await sql`delete from audit_event_evidence where address = ${refusedWalletAddress.toLowerCase()}`.execute(
      database.queries,
    )
    expect(await verifyAuditLogForTests(database)).toMatchObject({ outcome: 'whole', lines: 4, erased: 1, letGo: 2 })
  })
})
