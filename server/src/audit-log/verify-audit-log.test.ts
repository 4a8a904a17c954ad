import { hashAuditEntryLeaf } from '@countersign/api/create-incremental-audit-log-verifier'
import {
  appendMerkleCompactRangeLeaves,
  createEmptyMerkleCompactRange,
  formatMerkleCompactRange,
} from '@countersign/log/merkle-compact-range'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { systemRandomBytes } from '../platform/clock.ts'
import type { Database } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { databaseKinds, openTestDatabase } from '../testing/database-fixtures.ts'
import { appendAuditEvents } from './append-audit-events.ts'
import type { NewAuditEvent } from './append-audit-events.ts'
import {
  computeChainedAuditEntryHash,
  computeSequencedAuditEntryHash,
  auditLogGenesisHash,
} from './compute-audit-entry-hash.ts'
import { verifyAuditLogIntegrity } from './verify-audit-log.ts'
import { sequenceAllAuditEntries } from '../testing/inspect-test-database.ts'

const event = (personId: string): NewAuditEvent => ({
  type: 'session.ended',
  outcome: 'success',
  details: { reason: 'revoked' },
  evidence: { personId, content: { sessionId: `session of ${personId}` } },
})

async function append(database: Database, ...people: string[]): Promise<void> {
  const rows = people.map((id) => ({
    id,
    display_name: null,
    picture_url: null,
    locale: null,
    status: 'active' as const,
    created_at: 0,
    last_seen_at: 0,
  }))
  for (let from = 0; from < rows.length; from += 500) {
    await database.queries
      .insertInto('people')
      .values(rows.slice(from, from + 500))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await database.queries
    .transaction()
    .execute((transaction) => appendAuditEvents(transaction, systemRandomBytes, 1000, people.map(event)))
  await sequenceAllAuditEntries(database.queries)
}

/** Changes the database as an attacker with access to it can, since the triggers can be removed. */
async function tamper(database: Database, statement: string): Promise<void> {
  const { queries, kind } = database
  if (kind === 'postgres') await sql`alter table audit_events disable trigger all`.execute(queries)
  else
    for (const action of ['update', 'delete']) await sql.raw(`drop trigger audit_events_no_${action}`).execute(queries)
  if (kind === 'sqlite') await sql`pragma foreign_keys = off`.execute(queries)
  else await sql`alter table audit_event_evidence drop constraint audit_event_evidence_sequence_fkey`.execute(queries)
  await sql.raw(statement).execute(queries)
}

/** Makes the head match the altered entries, which is the attacker's next step. */
async function writeTreeAnew({ queries }: Database): Promise<void> {
  const lines = await queries.selectFrom('audit_events').select('hash').orderBy('sequence').execute()
  const range = appendMerkleCompactRangeLeaves(
    createEmptyMerkleCompactRange(),
    [auditLogGenesisHash, ...lines.map(({ hash }) => hash)].map(hashAuditEntryLeaf),
  )
  await queries
    .updateTable('audit_log_head')
    .set({
      hash: lines.at(-1)?.hash ?? auditLogGenesisHash,
      sequence: lines.length,
      compact_range: formatMerkleCompactRange(range),
    })
    .execute()
}

describe.each(databaseKinds)('audit log verification on %s', (kind) => {
  test('succeeds after entries were appended, one or several at a time', async () => {
    const database = await openTestDatabase(kind)
    await append(database, 'a')
    await append(database, 'b', 'c')
    const result = await verifyAuditLogIntegrity(database.queries)
    expect(result).toMatchObject({ outcome: 'whole', lines: 3, erased: 0, head: { sequence: 3 } })
    if (result.outcome === 'whole')
      expect(await verifyAuditLogIntegrity(database.queries, [result.head])).toEqual(result)
  })

  test('succeeds for an empty log, and fails for a wrong initial head', async () => {
    const database = await openTestDatabase(kind)
    const result = await verifyAuditLogIntegrity(database.queries)
    expect(result).toMatchObject({ outcome: 'whole', lines: 0 })
    if (result.outcome === 'whole')
      expect(await verifyAuditLogIntegrity(database.queries, [result.head])).toEqual(result)
    expect(await verifyAuditLogIntegrity(database.queries, [{ sequence: 0, hash: 'f'.repeat(64) }])).toMatchObject({
      outcome: 'broken',
      sequence: 0,
    })
  })

  test('succeeds after evidence was erased', async () => {
    const database = await openTestDatabase(kind)
    await append(database, 'a', 'b')
    await database.queries.deleteFrom('audit_event_evidence').where('person_id', '=', 'a').execute()
    expect(await verifyAuditLogIntegrity(database.queries)).toMatchObject({ outcome: 'whole', lines: 2, erased: 1 })
  })

  test.each(['erased', 'gone'])(
    'succeeds, and no new evidence is stored for an erased or deleted person: %s',
    async (how) => {
      const database = await openTestDatabase(kind)
      await append(database, 'a', 'b')
      await (how === 'gone'
        ? database.queries.deleteFrom('people').where('id', '=', 'a').execute()
        : database.queries.updateTable('people').set({ status: 'erased' }).where('id', '=', 'a').execute())
      await database.queries
        .transaction()
        .execute((transaction) => appendAuditEvents(transaction, systemRandomBytes, 1000, ['a', 'b'].map(event)))
      await sequenceAllAuditEntries(database.queries)
      const kept = await database.queries
        .selectFrom('audit_event_evidence')
        .select(['sequence', 'person_id'])
        .orderBy('sequence')
        .execute()
      expect(kept).toEqual([
        { sequence: 1, person_id: 'a' },
        { sequence: 2, person_id: 'b' },
        { sequence: 4, person_id: 'b' },
      ])
      expect(await verifyAuditLogIntegrity(database.queries)).toMatchObject({ outcome: 'whole', lines: 4, erased: 1 })
    },
  )

  test('N13: the database refuses to update or delete entries', async () => {
    const database = await openTestDatabase(kind)
    await append(database, 'a')
    await expect(database.queries.updateTable('audit_events').set({ at: 5 }).execute()).rejects.toThrow(/append-only/)
    await expect(database.queries.deleteFrom('audit_events').execute()).rejects.toThrow(/append-only/)
  })

  test.each([
    ['altered', `update audit_events set at = 999 where sequence = 2`, 2, /altered/],
    [
      'altered in its details',
      `update audit_events set details = '{"reason":"idle"}' where sequence = 2`,
      2,
      /altered/,
    ],
    ['removed', `delete from audit_events where sequence = 2`, 2, /missing/],
    [
      'removed from the end',
      `delete from audit_events where sequence = 4`,
      4,
      /ends before an entry that existed earlier/,
    ],
    ['changed in its evidence', `update audit_event_evidence set content = '{}' where sequence = 3`, 3, /evidence/],
    [
      'reassigned to another person',
      `update audit_event_evidence set person_id = 'z' where sequence = 3`,
      3,
      /evidence/,
    ],
  ])('N13: detects an entry that was %s', async (_what, statement, place, reason) => {
    const database = await openTestDatabase(kind)
    await append(database, 'a', 'b', 'c', 'd')
    await tamper(database, statement)
    const result = await verifyAuditLogIntegrity(database.queries)
    expect(result).toEqual({ outcome: 'broken', sequence: place, reason: expect.stringMatching(reason) as string })
  })

  test('N13: detects swapped entries', async () => {
    const database = await openTestDatabase(kind)
    await append(database, 'a', 'b', 'c')
    await tamper(database, `update audit_events set sequence = 100 where sequence = 2`)
    await sql`update audit_events set sequence = 2 where sequence = 3`.execute(database.queries)
    await sql`update audit_events set sequence = 3 where sequence = 100`.execute(database.queries)
    expect(await verifyAuditLogIntegrity(database.queries)).toMatchObject({ outcome: 'broken', sequence: 2 })
  })

  test('N13: detects by an earlier head that a log was rewritten with all its hashes', async () => {
    const database = await openTestDatabase(kind)
    await append(database, 'a', 'b')
    const before = await verifyAuditLogIntegrity(database.queries)
    if (before.outcome !== 'whole') throw new Error('not whole')
    await sequenceAllAuditEntries(database.queries)
    const last = await database.queries
      .selectFrom('audit_events')
      .selectAll()
      .where('sequence', '=', 2)
      .executeTakeFirstOrThrow()
    const hash = computeSequencedAuditEntryHash({ ...last, at: 7, evidenceHash: last.evidence_hash })
    await tamper(database, `update audit_events set at = 7, hash = '${hash}' where sequence = 2`)
    await writeTreeAnew(database)

    expect(await verifyAuditLogIntegrity(database.queries)).toMatchObject({ outcome: 'whole' })
    expect(await verifyAuditLogIntegrity(database.queries, [before.head])).toMatchObject({
      outcome: 'broken',
      sequence: 2,
    })
  })

  test('N13: detects an entry added past the head', async () => {
    const database = await openTestDatabase(kind)
    await append(database, 'a')
    await sequenceAllAuditEntries(database.queries)
    const last = await database.queries.selectFrom('audit_events').selectAll().executeTakeFirstOrThrow()
    const line = {
      sequence: 2,
      at: 1,
      type: 'session.ended',
      outcome: 'success',
      details: '{}',
      evidenceHash: null,
    } as const
    const { evidenceHash, ...row } = line
    await database.queries
      .insertInto('audit_events')
      .values({
        ...row,
        evidence_hash: evidenceHash,
        previous_hash: last.hash,
        hash: computeChainedAuditEntryHash(last.hash, line),
      })
      .execute()
    expect(await verifyAuditLogIntegrity(database.queries)).toMatchObject({ outcome: 'broken', sequence: 2 })
  })

  test('succeeds during concurrent writes', async () => {
    const database = await openTestDatabase(kind)
    let writing = true
    const writer = (async () => {
      while (writing) await append(database, 'a')
    })()
    for (let look = 0; look < 20; look++)
      expect(await verifyAuditLogIntegrity(database.queries)).toMatchObject({ outcome: 'whole' })
    writing = false
    await writer
  })

  test('fails if either of two noted heads for one entry is wrong', async () => {
    const database = await openTestDatabase(kind)
    await append(database, 'a')
    const result = await verifyAuditLogIntegrity(database.queries)
    if (result.outcome !== 'whole') throw new Error('not whole')
    const wrong = { sequence: 1, hash: 'f'.repeat(64) }
    expect(await verifyAuditLogIntegrity(database.queries, [wrong, result.head])).toMatchObject({
      outcome: 'broken',
      sequence: 1,
    })
    expect(await verifyAuditLogIntegrity(database.queries, [result.head, wrong])).toMatchObject({
      outcome: 'broken',
      sequence: 1,
    })
  })

  test('succeeds for 9,000 entries', async () => {
    const database = await openTestDatabase(kind)
    await append(database, ...Array.from({ length: 9000 }, (_, index) => `p${index}`))
    expect(await verifyAuditLogIntegrity(database.queries)).toMatchObject({ outcome: 'whole', lines: 9000 })
  })

  test('succeeds for entries of parallel writers', async () => {
    const database = await openTestDatabase(kind)
    await Promise.all(Array.from({ length: 20 }, (_, index) => append(database, `p${index}`, `q${index}`)))
    expect(await verifyAuditLogIntegrity(database.queries)).toMatchObject({ outcome: 'whole', lines: 40 })
  })
})
