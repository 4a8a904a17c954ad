// Signs checkpoints of the activity log (signed notes, C2SP tlog-checkpoint; "signed tree head" of RFC 6962 §3.5): how many leaves its tree has, and what its root is. Whoever
// keeps one elsewhere finds whatever is changed, removed, inserted, moved or withheld of what it covers (THREATS N13, N21).
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

/** What checkpoints are signed with. */
export interface AuditLogCheckpointSigningContext extends AuditLogSigningKeyContext {
  queries: DatabaseQueryBuilder
}

/** A checkpoint that was signed. */
export interface SignedAuditLogCheckpoint {
  /** Leaves of its tree. */
  size: number
  /** The signed note. */
  note: string
  signedAt: number
}

/** The log is not the one that was signed before: nothing that goes through this server makes it so. */
export class AuditLogRewrittenError extends Error {
  override readonly name = 'AuditLogRewrittenError'

  constructor(signed: number, size: number) {
    super(
      `The activity log is not the one of which a checkpoint of ${signed} leaves was signed; it has ${size} now. It was rewritten, and no checkpoint of it is signed.`,
    )
  }
}

/** The newest checkpoint; null where none was signed yet. */
export async function readLatestAuditLogCheckpoint(
  queries: DatabaseQueryBuilder,
): Promise<SignedAuditLogCheckpoint | null> {
  const { size, note, signed_at: signedAt } = await selectCheckpoint(queries).executeTakeFirstOrThrow()
  return size === 0 ? null : { size, note, signedAt }
}

/**
 * Signs a checkpoint of the log as it is sealed, where it has grown since the last.
 * @param everyMs how long the last one has to be ago
 * @returns the newest, whether it was signed now or before; null where somebody else is signing
 * @throws LogRewrittenError where the log does not begin with what was signed before; ServerStartupError where the key cannot be opened
 */
export async function signAuditLogCheckpointIfDue(
  context: AuditLogCheckpointSigningContext,
  now: number,
  everyMs = 0,
): Promise<SignedAuditLogCheckpoint | null> {
  if (everyMs > 0) {
    // An idle server asks for no row that others wait for, nor for the one writer of an SQLite file.
    const last = await readLatestAuditLogCheckpoint(context.queries)
    if (last !== null && (await readMerkleTreeHead(context.queries)).size === last.size) return last
  }
  return context.queries.transaction().execute(async (transaction) => {
    const row = await lockCheckpoint(transaction)
    if (row === undefined) return null
    const before = { size: row.size, note: row.note, signedAt: row.signed_at }
    // A clock that was set back does not keep the log from being signed.
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

/** Makes the key at a start, so that its line in the log stands with those of the other keys. */
export async function ensureAuditLogSigningKey(context: AuditLogCheckpointSigningContext, now: number): Promise<void> {
  await context.queries.transaction().execute(async (transaction) => {
    // Where another instance has the row it makes the key; or the first checkpoint does.
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

/** A fault of ours, or of the disk, is found before it is signed. Who can write to the database writes here as well: that finds who kept one elsewhere. */
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
