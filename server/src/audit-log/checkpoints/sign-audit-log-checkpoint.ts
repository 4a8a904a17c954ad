// Signs checkpoints of the audit log (C2SP tlog-checkpoint; "signed tree head" of RFC 6962 §3.5). A
// checkpoint kept elsewhere reveals any later change to the entries it covers (THREATS N13, N21).
import { parseLogCheckpoint, signLogCheckpoint } from '@countersign/log/transparency-log-checkpoint'
import { parseSignedNote } from '@countersign/log/signed-note'
import { verifyConsistencyProof } from '@countersign/log/merkle-proofs'
import { proveMerkleConsistency, readMerkleTreeHead } from '../read-audit-log-merkle-tree.ts'
import type { MerkleTreeHead } from '../read-audit-log-merkle-tree.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { isSqlite } from '../../platform/database/is-sqlite.ts'
import type { CheckpointsTable } from '../../platform/database/database-schema.ts'
import { openOrCreateAuditLogSigningKey } from './audit-log-signing-key-store.ts'
import type { AuditLogSigningKeyContext } from './audit-log-signing-key-store.ts'

export interface AuditLogCheckpointSigningContext extends AuditLogSigningKeyContext {
  queries: DatabaseQueryBuilder
}

export interface SignedAuditLogCheckpoint {
  size: number
  note: string
  signedAt: number
}

/** Thrown if the log does not extend its last checkpoint. This server never causes that. */
export class AuditLogRewrittenError extends Error {
  override readonly name = 'AuditLogRewrittenError'

  constructor(signed: number, size: number) {
    super(
      `The audit log, with ${size} leaves, does not extend the signed checkpoint of ${signed} leaves. The log was rewritten, so no checkpoint will be signed for it.`,
    )
  }
}

export async function readLatestAuditLogCheckpoint(
  queries: DatabaseQueryBuilder,
): Promise<SignedAuditLogCheckpoint | null> {
  const { size, note, signed_at: signedAt } = await selectCheckpoint(queries).executeTakeFirstOrThrow()
  return size === 0 ? null : { size, note, signedAt }
}

export async function signAuditLogCheckpointIfDue(
  context: AuditLogCheckpointSigningContext,
  now: number,
  everyMs = 0,
): Promise<SignedAuditLogCheckpoint | null> {
  if (everyMs > 0) {
    const last = await readLatestAuditLogCheckpoint(context.queries)
    if (last !== null && (await readMerkleTreeHead(context.queries)).size === last.size) return last
  }
  return context.queries.transaction().execute(async (transaction) => {
    const row = await lockCheckpoint(transaction)
    if (row === undefined) return null
    const before = { size: row.size, note: row.note, signedAt: row.signed_at }
    // Signing must continue if the clock was set back.
    if (row.size > 0 && now >= row.signed_at && now < row.signed_at + everyMs) return before
    const key = await openOrCreateAuditLogSigningKey(transaction, context, now)
    const tree = await readMerkleTreeHead(transaction)
    if (row.size === tree.size && row.generation === key.generation) return before
    if (!(await extendsSignedCheckpoint(transaction, row, tree))) throw new AuditLogRewrittenError(row.size, tree.size)
    const { size, root } = tree
    const note = signLogCheckpoint({ origin: key.signer.name, size, root, extensions: [] }, [key.signer])
    await transaction
      .updateTable('checkpoints')
      .set({ size, generation: key.generation, note, signed_at: now })
      .where('id', '=', 1)
      .execute()
    return { size, note, signedAt: now }
  })
}

/** Called at startup, so that the audit log mentions all new keys next to each other. */
export async function ensureAuditLogSigningKey(context: AuditLogCheckpointSigningContext, now: number): Promise<void> {
  await context.queries.transaction().execute(async (transaction) => {
    if ((await lockCheckpoint(transaction)) !== undefined)
      await openOrCreateAuditLogSigningKey(transaction, context, now)
  })
}

const selectCheckpoint = (queries: DatabaseQueryBuilder) =>
  queries.selectFrom('checkpoints').selectAll().where('id', '=', 1)

async function lockCheckpoint(transaction: DatabaseTransaction): Promise<CheckpointsTable | undefined> {
  if (isSqlite(transaction)) return selectCheckpoint(transaction).executeTakeFirstOrThrow()
  return transaction
    .selectFrom('checkpoints')
    .selectAll()
    .where('id', '=', 1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

// This check detects bugs and disk errors. Only a checkpoint kept elsewhere reveals an attack.
async function extendsSignedCheckpoint(
  transaction: DatabaseTransaction,
  row: CheckpointsTable,
  tree: MerkleTreeHead,
): Promise<boolean> {
  if (row.size === 0) return true
  if (row.size > tree.size) return false
  const { root: oldRoot } = parseLogCheckpoint(parseSignedNote(row.note).text)
  const proof = await proveMerkleConsistency(transaction, tree, { oldSize: row.size, size: tree.size })
  return verifyConsistencyProof({ oldSize: row.size, oldRoot, size: tree.size, root: tree.root, proof })
}
