// Reads the whole activity log and finds the first line that was altered, removed, inserted, moved or withheld (THREATS N13).
// Needs nothing but the database: it can be run on a copy, offline.
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

/** A place noted earlier, outside this database: the log must still come to it. */
export type ExternallySavedAuditLogHead = AuditLogHead

/** What reading the log found. */
export type AuditLogVerificationResult =
  /**
   * @property erased lines whose evidence was erased with a person
   * @property readBefore lines that an earlier reading read
   * @property letGo lines that were let go when their time was over: that and where they stood is verified, what they said cannot be
   */
  | {
      outcome: 'whole'
      lines: number
      erased: number
      letGo: number
      readBefore: number
      head: ExternallySavedAuditLogHead
    }
  | { outcome: 'broken'; sequence: number; reason: string }

/** How far an earlier reading came, to go on from there. */
export interface AuditLogVerificationResumePoint extends IncrementalAuditLogVerifierState {
  erased: number
}

interface VerifyOptions {
  /** Where an earlier reading stopped. What lies before is not read again. */
  from?: AuditLogVerificationResumePoint | undefined
  /** Is told after each batch how far it is; and of the last batch once the whole is found to be in order. */
  tell?: ((place: AuditLogVerificationResumePoint, isLast: boolean) => void) | undefined
}

/** Few: what is read at once is kept until the next cleaning, and a log of millions of lines is to be read in as little memory as a short one. */
const batchSize = 100

const breakReasons: Readonly<Record<AuditLogVerificationErrorKind, string>> = {
  altered: 'The line was altered.',
  missing: 'The line is missing.',
  unlinked: 'The line does not follow the one before it.',
  order: 'The line stands behind one that comes after it.',
  end: 'The log ends before a line that was there before.',
  head: 'The head of the log is not what its lines come to.',
  'let-go':
    'Here begin lines that were let go, but no line of the log tells of just these; or a line beside them was altered.',
  'let-go-form': 'The line says that it was let go, and has still something in it.',
  noted: 'The log does not come to what was noted earlier: this line, or one before it, is not the one of then.',
}

/**
 * Verifies the log from its first line to its head.
 * @param noted heads noted earlier; without one, a log that was rewritten from some line on, with all its hashes, cannot
 * be told from a true one
 */
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
        return broken(line.sequence, 'The evidence of the line was altered.')
    }
    // A short batch reached the end. To read on until nothing is left would never end beside a busy server.
    if (lines.length < batchSize) break
    tell?.({ ...walk.getState(), erased }, false)
  }
  const { sequence, hash } = walk.getState()
  const fault = walk.finish()
  if (fault !== null) return broken(fault.at, breakReasons[fault.how])
  // A server may be writing meanwhile: the last line read lies between the heads of before and after.
  const after = await readAuditLogHead(queries)
  if (sequence > after.sequence) return broken(after.sequence + 1, 'The line was added past the head of the log.')
  tell?.({ ...walk.getState(), erased }, true)
  const readBefore = start?.sequence ?? 0
  return { outcome: 'whole', lines: sequence, erased, letGo: walk.countExpired(), readBefore, head: { sequence, hash } }
}

/**
 * Whether what an earlier reading came to runs through all that was noted of places before it, by proofs that need not be believed (RFC 9162 §2.1.4). Where one
 * is missing, or the place lies in what was chained before there was a tree, reading all again finds out.
 */
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
    // A hash that is missing from the tree throws.
    const proof = await proveMerkleConsistency(queries, tree, { oldSize, size }).catch(() => null)
    if (proof === null) return false
    if (!verifyConsistencyProof({ oldSize, oldRoot: Buffer.from(hash, 'hex'), size, root, proof })) return false
  }
  return true
}

/** What the log has come to by now, the hash of its last line, and the line behind which its tree begins. */
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
    // PostgreSQL would go through all evidence from the beginning, for each batch anew.
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
