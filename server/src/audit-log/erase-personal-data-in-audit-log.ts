// Evidence is deleted (GDPR Article 17) but never edited, because its hash is logged.
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../platform/database/open-sqlite-or-postgres-database.ts'

export async function eraseAuditActorSearchLinks(
  transaction: DatabaseTransaction,
  actors: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('audit_event_links').where('kind', '=', 'actor').where('target', 'in', actors).execute()
}

export async function eraseAuditEvidenceOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('audit_event_evidence').where('person_id', 'in', personIds).execute()
}

/** `until` is when the address was unlinked (ms since 1970); null while it is still linked. */
export async function eraseAuditEvidenceOfWalletAddress(
  transaction: DatabaseTransaction,
  { address, until }: { address: string; until: number | null },
): Promise<void> {
  const before = sql`exists (select 1 from audit_events where audit_events.sequence = audit_event_evidence.sequence and audit_events.at <= ${until})`
  await sql`delete from audit_event_evidence where address = ${address} ${until === null ? sql`` : sql`and ${before}`}`.execute(
    transaction,
  )
}

export async function eraseEvidenceOfAuditEntries(
  transaction: DatabaseTransaction,
  sequences: readonly number[],
): Promise<void> {
  await transaction.deleteFrom('audit_event_evidence').where('sequence', 'in', sequences).execute()
}

export async function detachProofsFromAuditEvidence(
  transaction: DatabaseTransaction,
  proofIds: readonly string[],
): Promise<void> {
  await transaction
    .updateTable('audit_event_evidence')
    .set({ proof_id: null })
    .where('proof_id', 'in', proofIds)
    .execute()
}
