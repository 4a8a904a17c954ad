// Removes what the log knows of people beside its lines (erasure, GDPR Article 17). Evidence is never changed, because the chain covers it:
// it is there, or gone. By which lines somebody is found is up to who erases them (personal-data/erase-people-from-audit-log.ts).
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../platform/database/open-sqlite-or-postgres-database.ts'

/** Lines are no longer found by these, who did what they tell of. */
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

/** Of lines that know no more than an address; where it may be somebody else's by now, of those until then. */
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

/** Evidence whose proofs are gone stays, and names them no more. */
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
