// Needs only the database, so it can run offline on a copy (THREATS N13).
import { createIncrementalAuditLogVerifier, encodeHex } from '@countersign/api/create-incremental-audit-log-verifier'
import type {
  AuditLogVerificationErrorKind,
  AuditLogHead,
  IncrementalAuditLogVerifierState,
} from '@countersign/api/create-incremental-audit-log-verifier'
import { parseMerkleCompactRange, computeMerkleRoot } from '@countersign/log/merkle-compact-range'
import { verifyConsistencyProof } from '@countersign/log/merkle-proofs'
import { prepareSqlQuery } from '../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { computeAuditEvidenceHash } from './compute-audit-entry-hash.ts'
import { readAuditLogTreeUpToHead } from './audit-log-sequencer.ts'
import { proveMerkleConsistency, readMerkleTreeHead } from './read-audit-log-merkle-tree.ts'

export type ExternallySavedAuditLogHead = AuditLogHead

export type AuditLogVerificationResult =
  // `letGo` counts expired entries. Their expiry and position are verified, not their content.
  | {
      outcome: 'whole'
      lines: number
      erased: number
      letGo: number
      readBefore: number
      head: ExternallySavedAuditLogHead
    }
  | { outcome: 'broken'; sequence: number; reason: string }

export interface AuditLogVerificationResumePoint extends IncrementalAuditLogVerifierState {
  erased: number
}

interface VerifyOptions {
  from?: AuditLogVerificationResumePoint | undefined
  /** Called after each batch; after the last one, only if the whole log has been verified. */
  tell?: ((place: AuditLogVerificationResumePoint, isLast: boolean) => void) | undefined
}

/** Batches stay in memory until the next garbage collection. */
const batchSize = 100

const breakReasons: Readonly<Record<AuditLogVerificationErrorKind, string>> = {
  altered: 'The entry was altered.',
  missing: 'The entry is missing.',
  unlinked: 'The entry does not follow the previous one.',
  order: 'The entry is out of order: an entry that should follow it comes before it.',
  end: 'The log was truncated: it ends before an entry that existed earlier.',
  head: 'The head of the log does not match its entries.',
  'let-go':
    'A run of expired entries starts here. Either no log entry records the expiry of exactly this run, or an entry next to the run was altered.',
  'let-go-form': 'The entry is marked as expired, but still has content.',
  noted: 'The log does not match the head saved earlier: this entry or an earlier one has changed since then.',
}

/** @param noted heads saved elsewhere; without any, a fully rewritten log looks valid */
export async function verifyAuditLogIntegrity(
  queries: DatabaseQueryBuilder,
  noted: readonly ExternallySavedAuditLogHead[] = [],
  { from, tell }: VerifyOptions = {},
): Promise<AuditLogVerificationResult> {
  const before = await readAuditLogHead(queries)
  const broken = (sequence: number, reason: string): AuditLogVerificationResult => ({
    outcome: 'broken',
    sequence,
    reason,
  })
  if (from !== undefined && from.sequence > before.sequence) return broken(before.sequence + 1, breakReasons.end)
  const start = from !== undefined && (await isConsistentWithRecordedHeads(queries, noted, from)) ? from : undefined
  const walk = createIncrementalAuditLogVerifier({
    base: before.base,
    end: before.sequence,
    recordedHeads: [...noted, before],
    from: start,
  })
  let erased = start?.erased ?? 0
  for (;;) {
    const lines = await readBatch(queries, walk.getState().sequence)
    for (const line of lines) {
      const fault = walk.verifyEntry(line)
      if (fault !== null) return broken(fault.at, breakReasons[fault.how])
      if (line.sequence === before.sequence && line.hash !== before.last)
        return broken(line.sequence, breakReasons.head)
      if (line.expiredBy !== null) {
        if (line.salt !== null) return broken(line.sequence, breakReasons['let-go-form'])
      } else if (line.salt === null || line.content === null) erased += 1
      else if (computeAuditEvidenceHash(line.salt, line.person_id, line.content) !== line.evidenceHash)
        return broken(line.sequence, 'The evidence of the entry was altered.')
    }
    // A short batch is the last one. Waiting for an empty batch might never end on a busy server.
    if (lines.length < batchSize) break
    tell?.({ ...walk.getState(), erased }, false)
  }
  const { sequence, hash } = walk.getState()
  const fault = walk.finish()
  if (fault !== null) return broken(fault.at, breakReasons[fault.how])
  // A server may be writing concurrently, so the last entry read is between the two heads.
  const after = await readAuditLogHead(queries)
  if (sequence > after.sequence) return broken(after.sequence + 1, 'The entry was added past the head of the log.')
  tell?.({ ...walk.getState(), erased }, true)
  const readBefore = start?.sequence ?? 0
  return { outcome: 'whole', lines: sequence, erased, letGo: walk.countExpired(), readBefore, head: { sequence, hash } }
}

// Compares as in RFC 9162 §2.1.4. If no proof can be built, the caller verifies the whole log.
async function isConsistentWithRecordedHeads(
  queries: DatabaseQueryBuilder,
  noted: readonly ExternallySavedAuditLogHead[],
  from: AuditLogVerificationResumePoint,
): Promise<boolean> {
  const earlier = noted.filter(({ sequence }) => sequence < from.sequence)
  if (earlier.length === 0) return true
  if (from.tree === '') return false
  const tree = await readMerkleTreeHead(queries)
  const range = parseMerkleCompactRange(from.tree)
  const [size, root] = [range.end, computeMerkleRoot(range)]
  for (const { sequence, hash } of earlier) {
    const oldSize = sequence - tree.base + 1
    if (oldSize < 1 || size > tree.size) return false
    // Building the proof throws an error if the tree lacks a hash.
    const proof = await proveMerkleConsistency(queries, tree, { oldSize, size }).catch(() => null)
    if (proof === null) return false
    if (!verifyConsistencyProof({ oldSize, oldRoot: Buffer.from(hash, 'hex'), size, root, proof })) return false
  }
  return true
}

/** `last` is the hash of the last entry, and `base` the sequence number before the tree. */
export async function readAuditLogHead(
  queries: DatabaseQueryBuilder,
): Promise<ExternallySavedAuditLogHead & { last: string; base: number }> {
  const row = await queries.selectFrom('audit_log_head').selectAll().executeTakeFirstOrThrow()
  const { range } = await readAuditLogTreeUpToHead(queries, row)
  return { sequence: row.sequence, hash: encodeHex(computeMerkleRoot(range)), last: row.hash, base: row.tree_offset }
}

const readBatch = prepareSqlQuery((queries, after: number) =>
  queries
    .selectFrom('audit_events')
    // Without this form, PostgreSQL scans all evidence for every batch.
    .leftJoin('audit_event_evidence', (join) =>
      join
        .onRef('audit_event_evidence.sequence', '=', 'audit_events.sequence')
        .on('audit_event_evidence.sequence', '>', after),
    )
    .select([
      'audit_events.sequence',
      'audit_events.at',
      'audit_events.type',
      'audit_events.outcome',
      'audit_events.details',
      'audit_events.evidence_hash as evidenceHash',
      'audit_events.previous_hash as previousHash',
      'audit_events.hash',
      'audit_events.expired_by as expiredBy',
      'audit_event_evidence.salt',
      'audit_event_evidence.person_id',
      'audit_event_evidence.content',
    ])
    .where('audit_events.sequence', '>', after)
    .orderBy('audit_events.sequence')
    .limit(batchSize),
)
