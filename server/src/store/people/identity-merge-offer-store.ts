import { sql } from 'kysely'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IdentityMergesTable } from '../../platform/database/database-schema.ts'
import type { StoredWalletProof } from '../wallets/wallet-proof-record-store.ts'

export interface IdentityMergeSignature extends StoredWalletProof {
  walletId: string
  /** Null for a signature that was made on another device or stored by an older release. */
  browserHash: string | null
}

export interface IdentityMergeAcceptorSession {
  sessionId: string
  networkPrefix: string
  userAgent: string
}

/** The latest signature; `also` contains the others. */
export interface SignedIdentityMergeAgreement extends IdentityMergeSignature {
  also: IdentityMergeSignature[]
  acceptedBy: IdentityMergeAcceptorSession | null
}

export interface NewIdentityMergeOffer {
  id: string
  personId: string
  otherId: string
  agreement: SignedIdentityMergeAgreement
  now: number
  expiresAt: number
}

/** Replaces the person's previous offer, because only one is allowed. */
export async function insertIdentityMergeOffer(
  transaction: DatabaseTransaction,
  { id, personId, otherId, agreement, now, expiresAt }: NewIdentityMergeOffer,
): Promise<IdentityMergesTable> {
  await transaction
    .deleteFrom('identity_merges')
    .where('person_id', '=', personId)
    .where('merged_at', 'is', null)
    .where('pending_since', 'is', null)
    .execute()
  return transaction
    .insertInto('identity_merges')
    .values({
      id,
      person_id: personId,
      merged_person_id: otherId,
      moved_records: JSON.stringify(agreement),
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

export const selectMergesOfPerson = (queries: DatabaseQueryBuilder, personId: string) =>
  queries.selectFrom('identity_merges').selectAll().where('person_id', '=', personId)

export async function findIdentityMergeOffer(
  queries: DatabaseQueryBuilder,
  personId: string,
  id: string,
  now: number,
): Promise<IdentityMergesTable | undefined> {
  return selectOffers(queries, personId, now).where('id', '=', id).executeTakeFirst()
}

export async function findCurrentIdentityMergeOffer(
  queries: DatabaseQueryBuilder,
  personId: string,
  now: number,
): Promise<IdentityMergesTable | undefined> {
  return selectOffers(queries, personId, now).executeTakeFirst()
}

const selectOffers = (queries: DatabaseQueryBuilder, personId: string, now: number) =>
  selectMergesOfPerson(queries, personId)
    .where('merged_at', 'is', null)
    .where((expression) => expression.or([isPending, expression('expires_at', '>', now)]))

const isPending = sql<boolean>`(merged_at is null and pending_since is not null)`

/** Includes merges from and into the person; sorted by ID to avoid deadlocks of deletions. */
export async function listPendingIdentityMerges(
  queries: DatabaseQueryBuilder,
  personId: string,
): Promise<IdentityMergesTable[]> {
  return queries
    .selectFrom('identity_merges')
    .selectAll()
    .where(isPending)
    .where((expression) =>
      expression.or([expression('person_id', '=', personId), expression('merged_person_id', '=', personId)]),
    )
    .orderBy('id')
    .execute()
}

export async function listIdentityMergesDueForExecution(
  queries: DatabaseQueryBuilder,
  now: number,
  size: number,
): Promise<IdentityMergesTable[]> {
  return queries
    .selectFrom('identity_merges')
    .selectAll()
    .where(isPending)
    .where('effective_at', 'is not', null)
    .where('effective_at', '<=', now)
    .orderBy('effective_at')
    .limit(size)
    .execute()
}

/** Requires the locks on both people. */
export async function findPendingIdentityMerge(
  queries: DatabaseQueryBuilder,
  id: string,
): Promise<IdentityMergesTable | undefined> {
  return queries.selectFrom('identity_merges').selectAll().where('id', '=', id).where(isPending).executeTakeFirst()
}

/** Expires after `effective_at`, because the previous release removes expired offers. */
export async function markIdentityMergeRowPending(
  transaction: DatabaseTransaction,
  offer: IdentityMergesTable,
  { acceptedBy, now, effectiveAt }: { acceptedBy: IdentityMergeAcceptorSession; now: number; effectiveAt: number },
): Promise<IdentityMergesTable> {
  return transaction
    .updateTable('identity_merges')
    .set({
      moved_records: JSON.stringify({ ...parseSignedIdentityMergeAgreement(offer), acceptedBy }),
      pending_since: now,
      effective_at: effectiveAt,
      expires_at: effectiveAt + (offer.expires_at - offer.offered_at),
    })
    .where('id', '=', offer.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** @returns undefined if the pending merge has been refused */
export async function storeSignedIdentityMergeAgreement(
  transaction: DatabaseTransaction,
  id: string,
  agreement: SignedIdentityMergeAgreement,
): Promise<IdentityMergesTable | undefined> {
  return transaction
    .updateTable('identity_merges')
    .set({ moved_records: JSON.stringify(agreement) })
    .where('id', '=', id)
    .where(isPending)
    .returningAll()
    .executeTakeFirst()
}

/** Pending merges end by `endPendingIdentityMergesOfPerson`, which records it. */
export async function removeOpenIdentityMergeOffers(transaction: DatabaseTransaction, personId: string): Promise<void> {
  await transaction
    .deleteFrom('identity_merges')
    .where('merged_at', 'is', null)
    .where('pending_since', 'is', null)
    .where((expression) =>
      expression.or([expression('person_id', '=', personId), expression('merged_person_id', '=', personId)]),
    )
    .execute()
}

export async function removePendingIdentityMerge(transaction: DatabaseTransaction, id: string): Promise<boolean> {
  const removed = await transaction
    .deleteFrom('identity_merges')
    .where('id', '=', id)
    .where(isPending)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

/** After a restore, merges that were refused since the backup would otherwise take effect. */
export async function removeAllPendingIdentityMerges(transaction: DatabaseTransaction): Promise<void> {
  await transaction.deleteFrom('identity_merges').where(isPending).execute()
}

/** Offers of older releases contain only a key signature. */
export const parseSignedIdentityMergeAgreement = ({
  moved_records: moved,
}: IdentityMergesTable): SignedIdentityMergeAgreement => ({
  method: 'ecdsa',
  contract: null,
  browserHash: null,
  also: [],
  acceptedBy: null,
  ...(JSON.parse(moved) as Pick<SignedIdentityMergeAgreement, 'walletId' | 'message' | 'signature'>),
})

export function listIdentityMergeSignatures(offer: IdentityMergesTable): IdentityMergeSignature[] {
  const { also, acceptedBy: _, ...last } = parseSignedIdentityMergeAgreement(offer)
  return [last, ...also]
}

const pruneBatchSize = 1000

export async function pruneIdentityMergeOffers(queries: DatabaseQueryBuilder, now: number): Promise<number> {
  const over = queries
    .selectFrom('identity_merges')
    .select('id')
    .where('merged_at', 'is', null)
    .where('pending_since', 'is', null)
    .where('expires_at', '<=', now)
    .limit(pruneBatchSize)
  const result = await queries
    .deleteFrom('identity_merges')
    .where('id', 'in', over)
    .where('merged_at', 'is', null)
    .where('pending_since', 'is', null)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
