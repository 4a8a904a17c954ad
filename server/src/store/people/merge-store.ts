// The SQL of merges: an offer to make two identities of one person one, and, once it was accepted, what it takes to undo it. It stands with
// people, because which rows are one human, and what may be taken from them while that can be undone, is asked wherever people are.
import type { IdentityMerge } from '@countersign/api/api-endpoints'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { DatabaseQueries, DatabaseTransaction } from '../../platform/database/open-database.ts'
import type { MergesTable } from '../../platform/database/schema.ts'
import type { StoredProof } from '../wallets/proof-store.ts'

/** One signature of the other side that agrees to a merge, kept until the merge takes effect or the offer runs out. */
export interface MergeSignature extends StoredProof {
  walletId: string
  /** The browser that it was made in; null where another device made it, or a version that kept no browser. */
  browserHash: string | null
}

/** Who accepted an offer that is pending, and where. */
export interface MergeAcceptor {
  sessionId: string
  networkPrefix: string
  userAgent: string
}

/** How the other side agreed, the last signature first. */
export interface MergeAgreement extends MergeSignature {
  /** By other wallets of the other side. */
  also: MergeSignature[]
  acceptedBy: MergeAcceptor | null
}

/** What becomes of an application; see the schema of the calls. */
export type ApplicationMergeOutcome = IdentityMerge['applications'][number]['outcome']

/** Who has it, and who gets it. */
export interface MergeDirection {
  from: string
  to: string
}

/** What a merge has moved. */
export interface MovedRecords {
  wallets: string[]
  /** The one of these wallets that was the primary one. */
  primary: string | null
  passkeys: string[]
  grants: string[]
  subjects: { sector: string; subject: string }[]
  /** The user name, by its hash, where who goes on had none. A merge of an earlier version has none. */
  userName?: string | null
  /** Whether the e-mail address moved. */
  email?: boolean
  /** How many sessions ended. */
  sessions: number
  applications: { id: string; outcome: ApplicationMergeOutcome }[]
}

export interface NewMergeOffer {
  id: string
  personId: string
  otherId: string
  agreement: MergeAgreement
  now: number
  expiresAt: number
}

/** Stores an offer. A person has one at a time: the one before is deleted. */
export async function insertMergeOffer(
  transaction: DatabaseTransaction,
  { id, personId, otherId, agreement, now, expiresAt }: NewMergeOffer,
): Promise<MergesTable> {
  await transaction
    .deleteFrom('merges')
    .where('person_id', '=', personId)
    .where('merged_at', 'is', null)
    .where('pending_since', 'is', null)
    .execute()
  return transaction
    .insertInto('merges')
    .values({
      id,
      person_id: personId,
      merged_person_id: otherId,
      moved: JSON.stringify(agreement),
      offered_at: now,
      expires_at: expiresAt,
      pending_since: null,
      effective_at: null,
      merged_at: null,
      undo_until: null,
      undone_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const selectMergesOfPerson = (queries: DatabaseQueries, personId: string) =>
  queries.selectFrom('merges').selectAll().where('person_id', '=', personId)

/** An offer of this person that can still be accepted, or is accepted and pending. */
export async function findMergeOffer(
  queries: DatabaseQueries,
  personId: string,
  id: string,
  now: number,
): Promise<MergesTable | undefined> {
  return selectOffers(queries, personId, now).where('id', '=', id).executeTakeFirst()
}

/** The one offer of this person, which can be pending. */
export async function findCurrentMergeOffer(
  queries: DatabaseQueries,
  personId: string,
  now: number,
): Promise<MergesTable | undefined> {
  return selectOffers(queries, personId, now).executeTakeFirst()
}

const selectOffers = (queries: DatabaseQueries, personId: string, now: number) =>
  selectMergesOfPerson(queries, personId)
    .where('merged_at', 'is', null)
    .where((expression) => expression.or([isPending, expression('expires_at', '>', now)]))

const isPending = sql<boolean>`(merged_at is null and pending_since is not null)`

/** The pending merges that a person has asked for or would disappear in, by id: all who delete several do so in this order. */
export async function listPendingMerges(queries: DatabaseQueries, personId: string): Promise<MergesTable[]> {
  return queries
    .selectFrom('merges')
    .selectAll()
    .where(isPending)
    .where((expression) =>
      expression.or([expression('person_id', '=', personId), expression('merged_person_id', '=', personId)]),
    )
    .orderBy('id')
    .execute()
}

/** The pending merges whose time has come, the oldest first. */
export async function listDueMerges(queries: DatabaseQueries, now: number, size: number): Promise<MergesTable[]> {
  return queries
    .selectFrom('merges')
    .selectAll()
    .where(isPending)
    .where('effective_at', 'is not', null)
    .where('effective_at', '<=', now)
    .orderBy('effective_at')
    .limit(size)
    .execute()
}

/** A pending merge as it is now; hold both people before. */
export async function findPendingMerge(queries: DatabaseQueries, id: string): Promise<MergesTable | undefined> {
  return queries.selectFrom('merges').selectAll().where('id', '=', id).where(isPending).executeTakeFirst()
}

/** Keeps an accepted offer until it is confirmed, refused, or takes effect. An instance of the release before takes it for an
 * offer, and sweeps it with the others: later than it takes effect here. */
export async function markMergePending(
  transaction: DatabaseTransaction,
  offer: MergesTable,
  { acceptedBy, now, effectiveAt }: { acceptedBy: MergeAcceptor; now: number; effectiveAt: number },
): Promise<MergesTable> {
  return transaction
    .updateTable('merges')
    .set({
      moved: JSON.stringify({ ...parseMergeAgreement(offer), acceptedBy }),
      pending_since: now,
      effective_at: effectiveAt,
      expires_at: effectiveAt + (offer.expires_at - offer.offered_at),
    })
    .where('id', '=', offer.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** @returns undefined where the pending merge was refused meanwhile */
export async function setMergeAgreement(
  transaction: DatabaseTransaction,
  id: string,
  agreement: MergeAgreement,
): Promise<MergesTable | undefined> {
  return transaction
    .updateTable('merges')
    .set({ moved: JSON.stringify(agreement) })
    .where('id', '=', id)
    .where(isPending)
    .returningAll()
    .executeTakeFirst()
}

/** @returns whether it was still there */
export async function removePendingMerge(transaction: DatabaseTransaction, id: string): Promise<boolean> {
  const removed = await transaction
    .deleteFrom('merges')
    .where('id', '=', id)
    .where(isPending)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

/** Removes every pending merge: what was refused since a copy of the database was made would take effect otherwise. */
export async function removeAllPendingMerges(transaction: DatabaseTransaction): Promise<void> {
  await transaction.deleteFrom('merges').where(isPending).execute()
}

/** The merges into this person that can still be undone, the newest first. A person has one at most. */
export async function listUndoableMerges(
  queries: DatabaseQueries,
  personId: string,
  now: number,
): Promise<MergesTable[]> {
  return selectMergesOfPerson(queries, personId)
    .where('merged_at', 'is not', null)
    .where('undone_at', 'is', null)
    .where('undo_until', '>', now)
    .orderBy('merged_at', 'desc')
    .execute()
}

/** An offer that an earlier version made says only what a key signed. */
export const parseMergeAgreement = ({ moved }: MergesTable): MergeAgreement => ({
  method: 'ecdsa',
  contract: null,
  browserHash: null,
  also: [],
  acceptedBy: null,
  ...(JSON.parse(moved) as Pick<MergeAgreement, 'walletId' | 'message' | 'signature'>),
})

/** Every signature by which the other side agreed. */
export function listMergeSignatures(offer: MergesTable): MergeSignature[] {
  const { also, acceptedBy: _, ...last } = parseMergeAgreement(offer)
  return [last, ...also]
}

export const parseMovedRecords = ({ moved }: MergesTable): MovedRecords => JSON.parse(moved) as MovedRecords

const pruneBatchSize = 1000

/**
 * Removes offers that ran out, a batch at a time.
 * @returns how many were removed
 */
export async function pruneMergeOffers(queries: DatabaseQueries, now: number): Promise<number> {
  const over = queries
    .selectFrom('merges')
    .select('id')
    .where('merged_at', 'is', null)
    .where('pending_since', 'is', null)
    .where('expires_at', '<=', now)
    .limit(pruneBatchSize)
  const result = await queries
    .deleteFrom('merges')
    .where('id', 'in', over)
    .where('merged_at', 'is', null)
    .where('pending_since', 'is', null)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Marks an offer as merged. @returns the merge */
export async function markMergeCompleted(
  transaction: DatabaseTransaction,
  id: string,
  { moved, now, undoUntil }: { moved: MovedRecords; now: number; undoUntil: number },
): Promise<MergesTable> {
  return transaction
    .updateTable('merges')
    .set({ moved: JSON.stringify(moved), merged_at: now, undo_until: undoUntil })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Notes that a merge was undone. Whose everything is again is nobody's business here any more. */
export async function markMergeUndone(transaction: DatabaseTransaction, id: string, now: number): Promise<void> {
  await transaction.updateTable('merges').set({ undone_at: now, moved: '{}' }).where('id', '=', id).execute()
}

/** Gives whoever could still undo a merge at a time so much longer. */
export async function extendMergeUndoDeadline(
  transaction: DatabaseTransaction,
  personId: string,
  { since, byMs }: { since: number; byMs: number },
): Promise<void> {
  await transaction
    .updateTable('merges')
    .set((expression) => ({ undo_until: expression('undo_until', '+', byMs) }))
    .where('person_id', '=', personId)
    .where('merged_at', 'is not', null)
    .where('undone_at', 'is', null)
    .where('undo_until', '>', since)
    .execute()
}

export async function deleteMergesOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('merges').where('person_id', 'in', personIds).execute()
  await transaction.deleteFrom('merges').where('merged_person_id', 'in', personIds).execute()
}

/** Whether a row is of somebody whose merge can be undone, or is of the time before one was: erasing one of the two later finds by such
 * rows which lines of that time were theirs. */
export const isProtectedByMerge = ({
  person,
  began: startedAt,
  now,
}: {
  person: RawBuilder<unknown>
  began: RawBuilder<unknown>
  now: number
}): RawBuilder<boolean> =>
  sql`exists (select 1 from merges where (merges.person_id = ${person} or merges.merged_person_id = ${person}) and merges.merged_at is not null
    and ((merges.undone_at is null and merges.undo_until > ${now}) or merges.undone_at >= ${startedAt}))`
