// Tests that a checkpoint kept elsewhere reveals an attack that rewrites the whole log with all its
// hashes.
import { hashAuditEntryLeaf, encodeHex } from '@countersign/api/create-incremental-audit-log-verifier'
import { verifyLogCheckpoint } from '@countersign/log/transparency-log-checkpoint'
import {
  appendMerkleCompactRangeLeaves,
  createEmptyMerkleCompactRange,
  formatMerkleCompactRange,
} from '@countersign/log/merkle-compact-range'
import { parseSignedNoteVerifierKey } from '@countersign/log/signed-note-key-formats'
import { createSignedNoteVerifier } from '@countersign/log/signed-note-signers'
import { verifyConsistencyProof } from '@countersign/log/merkle-proofs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { computeSequencedAuditEntryHash } from '../compute-audit-entry-hash.ts'
import { proveMerkleConsistency, readMerkleTreeHead } from '../read-audit-log-merkle-tree.ts'
import { verifyAuditLogIntegrity } from '../verify-audit-log.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import type { Database, DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { bulkInsertSequencedTestAuditEntries } from '../../testing/bulk-insert-sequenced-test-audit-entries.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import { openTestDatabase } from '../../testing/database-fixtures.ts'
import { listAuditLogSigningKeys } from './audit-log-signing-key-store.ts'
import { AuditLogRewrittenError, signAuditLogCheckpointIfDue } from './sign-audit-log-checkpoint.ts'

const worldOf = (queries: DatabaseQueryBuilder) => ({
  queries,
  random: systemRandomBytes,
  serverKey: Buffer.alloc(32, 7),
  origin: 'https://sign-in.example',
})

const readLines = (queries: DatabaseQueryBuilder) =>
  queries
    .selectFrom('audit_events')
    .innerJoin('audit_event_evidence', 'audit_event_evidence.sequence', 'audit_events.sequence')
    .select(['at', 'type', 'outcome', 'details', 'evidence_hash', 'person_id', 'salt', 'content'])
    .orderBy('audit_events.sequence')
    .execute()
type Line = Awaited<ReturnType<typeof readLines>>[number]

async function rewrite({ queries, kind }: Database, change: (lines: Line[]) => Line[]): Promise<void> {
  const lines = change(await readLines(queries))
  if (kind === 'postgres') await sql`alter table audit_events disable trigger all`.execute(queries)
  else
    for (const action of ['update', 'delete']) await sql.raw(`drop trigger audit_events_no_${action}`).execute(queries)
  for (const table of ['audit_event_evidence', 'audit_log_nodes', 'audit_events'] as const)
    await queries.deleteFrom(table).execute()
  const nodes: { level: number; node_index: number; hash: string }[] = []
  const sealed = lines.map((line, index) => ({
    ...line,
    sequence: index + 1,
    hash: computeSequencedAuditEntryHash({ ...line, evidenceHash: line.evidence_hash }),
  }))
  const leaves = ['0'.repeat(64), ...sealed.map(({ hash }) => hash)].map(hashAuditEntryLeaf)
  const tree = appendMerkleCompactRangeLeaves(createEmptyMerkleCompactRange(), leaves, ({ level, index, hash }) => {
    if (level === 8) nodes.push({ level, node_index: index, hash: encodeHex(hash) })
  })
  await queries
    .insertInto('audit_events')
    .values(
      sealed.map(({ person_id: _person, salt: _salt, content: _content, ...line }) => ({ ...line, previous_hash: '' })),
    )
    .execute()
  await queries
    .insertInto('audit_event_evidence')
    .values(
      sealed.map(({ sequence, person_id, salt, content }) => ({ sequence, person_id, salt, content, address: null })),
    )
    .execute()
  await queries.insertInto('audit_log_nodes').values(nodes).execute()
  await queries
    .updateTable('audit_log_head')
    .set({ sequence: sealed.length, hash: sealed.at(-1)?.hash ?? '', compact_range: formatMerkleCompactRange(tree) })
    .execute()
}

const place = 100

const manipulations: readonly [
  what: string,
  change: (lines: Line[]) => Line[],
  found: { sequence: number; reason: RegExp },
][] = [
  [
    'altered',
    (lines) => lines.with(place, { ...lines[place], at: 7 } as Line),
    { sequence: 401, reason: /saved earlier/ },
  ],
  ['removed', (lines) => lines.toSpliced(place, 1), { sequence: 401, reason: /saved earlier/ }],
  [
    'inserted',
    (lines) => lines.toSpliced(place, 0, { ...lines[place], at: 7 } as Line),
    { sequence: 401, reason: /saved earlier/ },
  ],
  [
    'moved',
    (lines) => lines.with(place, lines[place + 1] as Line).with(place + 1, lines[place] as Line),
    { sequence: 401, reason: /saved earlier/ },
  ],
  ['withheld at the end', (lines) => lines.slice(0, -30), { sequence: 391, reason: /ends before/ }],
]

describe('an audit log rewritten with all its hashes', () => {
  test.each(manipulations)('N13 N21: is detected by a checkpoint if an entry was %s', async (what, change, found) => {
    const database = await openTestDatabase('sqlite')
    const { queries } = database
    const context = worldOf(queries)
    await bulkInsertSequencedTestAuditEntries(queries, 399)
    const early = await signAuditLogCheckpointIfDue(context, 1000)
    await sequenceAllAuditEntries(queries)
    await bulkInsertSequencedTestAuditEntries(queries, 1)
    const kept = await signAuditLogCheckpointIfDue(context, 2000)
    if (early === null || kept === null) throw new Error('not signed')
    const [key] = await listAuditLogSigningKeys(queries)
    const { size, root } = verifyLogCheckpoint(kept.note, {
      log: createSignedNoteVerifier(parseSignedNoteVerifierKey(key?.verifier_key ?? '')),
    })
    await bulkInsertSequencedTestAuditEntries(queries, what.startsWith('withheld') ? 19 : 30)
    const head = { sequence: size - 1, hash: encodeHex(root) }
    expect(await verifyAuditLogIntegrity(queries, [head])).toMatchObject({ outcome: 'whole' })

    await rewrite(database, change)
    // Without the checkpoint, the rewritten log is as valid as the original.
    expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
    expect(await verifyAuditLogIntegrity(queries, [head])).toEqual({
      outcome: 'broken',
      sequence: found.sequence,
      reason: expect.stringMatching(found.reason) as string,
    })
    const tree = await readMerkleTreeHead(queries)
    if (tree.size >= size) {
      const proof = await proveMerkleConsistency(queries, tree, { oldSize: size, size: tree.size })
      expect(verifyConsistencyProof({ oldSize: size, oldRoot: root, size: tree.size, root: tree.root, proof })).toBe(
        false,
      )
    }
    // This server detects the attack if the checkpoint in the database was not rewritten too.
    await expect(signAuditLogCheckpointIfDue(context, 3000)).rejects.toThrow(AuditLogRewrittenError)
  })
})
