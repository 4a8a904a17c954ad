// Tests that tampering is detected even if it is disguised as retention (THREATS N13).
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { computeSequencedAuditEntryHash } from '../../audit-log/compute-audit-entry-hash.ts'
import { readAuditLogHead, verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database-fixtures.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import {
  writeDailyTestAuditEntries,
  applyAuditRetentionForTests,
  auditEntriesStartTime,
  dayMs,
  readAuditEntryTypeLetters,
  verifyAuditLogForTests,
  tamperWithAuditLogTables,
} from '../../testing/audit-retention-test-steps.ts'

describe.each(databaseKinds)('tampering with expired audit entries on %s', (kind) => {
  test('N13: the database refuses any change to an entry except its expiry', async () => {
    const database = await openTestDatabase(kind)
    await writeDailyTestAuditEntries(database, 'srfr')
    const letGo = `type = 'entry.expired', outcome = 'success', details = '{}', evidence_hash = null, previous_hash = '', expired_by = 1`
    const attempt = (statement: string) => sql.raw(statement).execute(database.queries)
    for (const statement of [
      `update audit_events set ${letGo} where sequence = 1`,
      `update audit_events set ${letGo} where sequence = 3`,
      `update audit_events set ${letGo}, at = 5 where sequence = 2`,
      `update audit_events set ${letGo}, hash = 'x' where sequence = 2`,
      `update audit_events set expired_by = 1 where sequence = 2`,
      `update audit_events set details = '{}' where sequence = 2`,
      `delete from audit_events where sequence = 2`,
    ]) {
      await expect(attempt(statement), statement).rejects.toThrow(/append-only/)
    }
    await applyAuditRetentionForTests(database, auditEntriesStartTime + 60 * dayMs)
    for (const change of ['expired_by = 2', 'expired_by = null', `hash = 'x'`, 'at = 5'])
      await expect(attempt(`update audit_events set ${change} where sequence = 2`), change).rejects.toThrow(
        /append-only/,
      )
  })

  test('N13: an entry altered before its expiry is kept and detected', async () => {
    const database = await openTestDatabase(kind)
    await writeDailyTestAuditEntries(database, 'rrr')
    const { queries } = database
    await queries.updateTable('audit_event_evidence').set({ content: '{}' }).where('sequence', '=', 2).execute()
    await applyAuditRetentionForTests(database, auditEntriesStartTime + 60 * dayMs)
    expect(await readAuditEntryTypeLetters(database)).toBe('-r-n')
    expect(await verifyAuditLogForTests(database)).toMatchObject({ outcome: 'broken', sequence: 2 })
  })

  const letGo = `type = 'entry.expired', outcome = 'success', details = '{}', evidence_hash = null, previous_hash = ''`

  test.each([
    [
      'retained entry marked as part of the batch',
      `update audit_events set ${letGo}, expired_by = 1 where sequence = 3; delete from audit_event_evidence where sequence = 3`,
      2,
    ],
    [
      'retained entry marked with a nonexistent batch',
      `update audit_events set ${letGo}, expired_by = 9 where sequence = 3; delete from audit_event_evidence where sequence = 3`,
      3,
    ],
    [
      'entry after the record of its batch',
      `update audit_events set ${letGo}, expired_by = 1 where sequence = 9; delete from audit_event_evidence where sequence = 9`,
      9,
    ],
    ['entry that still has content', `update audit_events set expired_by = 1 where sequence = 3`, 3],
    ['changed hash of an expired entry', `update audit_events set hash = '${'e'.repeat(64)}' where sequence = 4`, 2],
    ['changed time of an expired entry', `update audit_events set at = at + 1 where sequence = 4`, 2],
    ['deleted expired entry', `delete from audit_events where sequence = 4`, 4],
    [
      'evidence added to an expired entry',
      `insert into audit_event_evidence (sequence, salt, content) values (4, 'salt', '{}')`,
      4,
    ],
    ['changed batch of an expired entry', `update audit_events set expired_by = 2 where sequence = 4`, 2],
  ])('N13: detects a fake expiry: %s', async (_what, statements, place) => {
    const database = await openTestDatabase(kind)
    await writeDailyTestAuditEntries(database, 'srfrsr')
    await applyAuditRetentionForTests(database, auditEntriesStartTime + 60 * dayMs)
    await writeDailyTestAuditEntries(database, 'ss', { from: auditEntriesStartTime + 61 * dayMs })
    expect(await readAuditEntryTypeLetters(database)).toBe('s-f-s-nss')
    await tamperWithAuditLogTables(database, ...statements.split('; '))
    expect(await verifyAuditLogForTests(database)).toMatchObject({ outcome: 'broken', sequence: place })
  })

  test('N13: detects a rewritten entry with a valid hash before an expired entry', async () => {
    const database = await openTestDatabase(kind)
    const { queries } = database
    await writeDailyTestAuditEntries(database, 'ssrs')
    await applyAuditRetentionForTests(database, auditEntriesStartTime + 60 * dayMs)
    expect(await readAuditEntryTypeLetters(database)).toBe('ss-sn')
    await sequenceAllAuditEntries(queries)
    const line = await queries
      .selectFrom('audit_events')
      .selectAll()
      .where('sequence', '=', 2)
      .executeTakeFirstOrThrow()
    await tamperWithAuditLogTables(
      database,
      `update audit_events set at = 7, hash = '${computeSequencedAuditEntryHash({ ...line, at: 7, evidenceHash: line.evidence_hash })}' where sequence = 2`,
    )
    expect(await verifyAuditLogForTests(database)).toMatchObject({ outcome: 'broken', sequence: 5 })
  })
})

function createNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return state % below
  }
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'N13: the log verifies after random expiry, and any later change is detected (%i)',
  async (seed) => {
    const database = await openTestDatabase('sqlite')
    const { queries } = database
    const draw = createNumbers(seed)
    let now = auditEntriesStartTime
    for (let round = 0; round < 6; round += 1) {
      const word = Array.from({ length: 1 + draw(12) }, () => 'rrsf'[draw(4)]).join('')
      await writeDailyTestAuditEntries(database, word, { from: now, stepMs: 3_600_000 })
      now += draw(40) * dayMs
      await applyAuditRetentionForTests(database, now)
      expect(await verifyAuditLogForTests(database)).toMatchObject({ outcome: 'whole' })
    }
    await writeDailyTestAuditEntries(database, 's', { from: now })
    expect(await readAuditEntryTypeLetters(database)).toMatch(/-.*n/)
    await sequenceAllAuditEntries(queries)
    const rows = await queries.selectFrom('audit_events').selectAll().orderBy('sequence').execute()
    await tamperWithAuditLogTables(database)
    const isFound = async (what: string): Promise<void> =>
      expect(await verifyAuditLogForTests(database), what).toMatchObject({ outcome: 'broken' })
    for (const row of rows) {
      const changes = [
        { at: row.at + 1 },
        { type: 'signing_key.created' },
        { outcome: row.outcome === 'success' ? 'refused' : 'success' } as const,
        { details: '{"a":1}' },
        { hash: 'e'.repeat(64) },
        { expired_by: row.expired_by === null ? 1 : null },
        { evidence_hash: 'f'.repeat(64) },
      ]
      for (const change of changes) {
        await queries.updateTable('audit_events').set(change).where('sequence', '=', row.sequence).execute()
        await isFound(`line ${row.sequence}: ${JSON.stringify(change)}`)
        await queries.updateTable('audit_events').set(row).where('sequence', '=', row.sequence).execute()
      }
      // The attacker alters the entry and gives it a matching hash.
      if (row.expired_by === null) {
        await queries
          .updateTable('audit_events')
          .set({
            at: row.at + 1,
            hash: computeSequencedAuditEntryHash({ ...row, at: row.at + 1, evidenceHash: row.evidence_hash }),
          })
          .where('sequence', '=', row.sequence)
          .execute()
        const noted = await readAuditLogHead(queries)
        expect(await verifyAuditLogIntegrity(queries, [noted]), `line ${row.sequence} anew`).toMatchObject({
          outcome: 'broken',
        })
        await queries.updateTable('audit_events').set(row).where('sequence', '=', row.sequence).execute()
      }
      await queries.deleteFrom('audit_events').where('sequence', '=', row.sequence).execute()
      await isFound(`line ${row.sequence} removed`)
      await queries.insertInto('audit_events').values(row).execute()
    }
    expect(await verifyAuditLogForTests(database)).toMatchObject({ outcome: 'whole' })
  },
)
