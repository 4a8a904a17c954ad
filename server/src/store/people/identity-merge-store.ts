// The SQL of merges that took effect: what they have moved, and what it takes to undo them. It stands with people, because
// which rows are one human, and what may be taken from them while that can be undone, is asked wherever people are.
import type { ApiIdentityMerge } from '@countersign/api/api-endpoints'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IdentityMergesTable } from '../../platform/database/database-schema.ts'
import { selectMergesOfPerson } from './identity-merge-offer-store.ts'

/** What becomes of an application; see the schema of the calls. */
export type IdentityMergeOutcomeForApplication = ApiIdentityMerge['applications'][number]['outcome']

/** Who has it, and who gets it. */
export interface IdentityMergeDirection {
  from: string
  to: string
}

/** What a merge has moved. */
export interface IdentityMergeMovedRecords {
  wallets: string[]
  /** The one of these wallets that was the primary one. */
  primary: string | null
  passkeys: string[]
  grants: string[]
  subjects: { sector: string; subject: string }[]
  /** The user name, by its hash, where who goes on had none. A merge of an earlier version has none. */
  username?: string | null
  /** Whether the e-mail address moved. */
  email?: boolean
  /** How many sessions ended. */
  sessions: number
  applications: { id: string; outcome: IdentityMergeOutcomeForApplication }[]
}

/** The merges into this person that can still be undone, the newest first. A person has one at most. */
export async function listUndoableIdentityMerges(
  queries: DatabaseQueryBuilder,
  personId: string,
  now: number,
): Promise<IdentityMergesTable[]> {
  return selectMergesOfPerson(queries, personId)
    .where('merged_at', 'is not', null)
    .where('undone_at', 'is', null)
    .where('undo_until', '>', now)
    .orderBy('merged_at', 'desc')
    .execute()
}

export const parseIdentityMergeMovedRecords = ({
  moved_records: moved,
}: IdentityMergesTable): IdentityMergeMovedRecords => JSON.parse(moved) as IdentityMergeMovedRecords

/** Marks an offer as merged. @returns the merge */
export async function markIdentityMergeRowCompleted(
  transaction: DatabaseTransaction,
  id: string,
  { moved, now, undoUntil }: { moved: IdentityMergeMovedRecords; now: number; undoUntil: number },
): Promise<IdentityMergesTable> {
  return transaction
    .updateTable('identity_merges')
    .set({ moved_records: JSON.stringify(moved), merged_at: now, undo_until: undoUntil })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Notes that a merge was undone. Whose everything is again is nobody's business here any more. */
export async function markIdentityMergeRowUndone(
  transaction: DatabaseTransaction,
  id: string,
  now: number,
): Promise<void> {
  await transaction
    .updateTable('identity_merges')
    .set({ undone_at: now, moved_records: '{}' })
    .where('id', '=', id)
    .execute()
}

/** Gives whoever could still undo a merge at a time so much longer. */
export async function extendIdentityMergeUndoDeadline(
  transaction: DatabaseTransaction,
  personId: string,
  { since, byMs }: { since: number; byMs: number },
): Promise<void> {
  await transaction
    .updateTable('identity_merges')
    .set((expression) => ({ undo_until: expression('undo_until', '+', byMs) }))
    .where('person_id', '=', personId)
    .where('merged_at', 'is not', null)
    .where('undone_at', 'is', null)
    .where('undo_until', '>', since)
    .execute()
}

export async function deleteIdentityMergesOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('identity_merges').where('person_id', 'in', personIds).execute()
  await transaction.deleteFrom('identity_merges').where('merged_person_id', 'in', personIds).execute()
}

/** Whether a row is of somebody whose merge can be undone, or is of the time before one was: erasing one of the two later finds by such
 * rows which lines of that time were theirs. */
export const isRowKeptForMergeUndoSql = ({
  person,
  began: startedAt,
  now,
}: {
  person: RawBuilder<unknown>
  began: RawBuilder<unknown>
  now: number
}): RawBuilder<boolean> =>
  sql`exists (select 1 from identity_merges where (identity_merges.person_id = ${person} or identity_merges.merged_person_id = ${person}) and identity_merges.merged_at is not null
    and ((identity_merges.undone_at is null and identity_merges.undo_until > ${now}) or identity_merges.undone_at >= ${startedAt}))`
