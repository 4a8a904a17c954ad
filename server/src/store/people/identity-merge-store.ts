import type { ApiIdentityMerge } from '@countersign/api/api-endpoints'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IdentityMergesTable } from '../../platform/database/database-schema.ts'
import { selectMergesOfPerson } from './identity-merge-offer-store.ts'

export type IdentityMergeOutcomeForApplication = ApiIdentityMerge['applications'][number]['outcome']

export interface IdentityMergeDirection {
  from: string
  to: string
}

export interface IdentityMergeMovedRecords {
  wallets: string[]
  primary: string | null
  passkeys: string[]
  grants: string[]
  subjects: { sector: string; subject: string }[]
  /** The hash of the moved name, if the target had no name; missing in merges by older releases. */
  username?: string | null
  email?: boolean
  sessions: number
  applications: { id: string; outcome: IdentityMergeOutcomeForApplication }[]
}

/** Returns at most one, because a merge must be final before the next one starts. */
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

/** Extends undo deadlines that had not passed at `since`. */
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

/** If a person is erased after an undo, these rows are needed to attribute audit log entries. */
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
