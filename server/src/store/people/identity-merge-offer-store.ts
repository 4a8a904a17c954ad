// The SQL of merge offers: to make two identities of one person one, until the offer takes effect, is refused or expires.
import { sql } from 'kysely'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IdentityMergesTable } from '../../platform/database/database-schema.ts'
import type { StoredWalletProof } from '../wallets/wallet-proof-record-store.ts'

/** One signature of the other side that agrees to a merge, kept until the merge takes effect or the offer runs out. */
export interface IdentityMergeSignature extends StoredWalletProof {
  walletId: string
  /** The browser that it was made in; null where another device made it, or a version that kept no browser. */
  browserHash: string | null
}

/** Who accepted an offer that is pending, and where. */
export interface IdentityMergeAcceptorSession {
  sessionId: string
  networkPrefix: string
  userAgent: string
}

/** How the other side agreed, the last signature first. */
export interface SignedIdentityMergeAgreement extends IdentityMergeSignature {
  /** By other wallets of the other side. */
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

/** Stores an offer. A person has one at a time: the one before is deleted. */
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

/** An offer of this person that can still be accepted, or is accepted and pending. */
export async function findIdentityMergeOffer(
  queries: DatabaseQueryBuilder,
  personId: string,
  id: string,
  now: number,
): Promise<IdentityMergesTable | undefined> {
  return selectOffers(queries, personId, now).where('id', '=', id).executeTakeFirst()
}

/** The one offer of this person, which can be pending. */
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

/** The pending merges that a person has asked for or would disappear in, by id: all who delete several do so in this order. */
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

/** The pending merges whose time has come, the oldest first. */
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

/** A pending merge as it is now; hold both people before. */
export async function findPendingIdentityMerge(
  queries: DatabaseQueryBuilder,
  id: string,
): Promise<IdentityMergesTable | undefined> {
  return queries.selectFrom('identity_merges').selectAll().where('id', '=', id).where(isPending).executeTakeFirst()
}

/** Keeps an accepted offer until it is confirmed, refused, or takes effect. An instance of the release before takes it for an
 * offer, and sweeps it with the others: later than it takes effect here. */
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

/** @returns undefined where the pending merge was refused meanwhile */
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

/** @returns whether it was still there */
export async function removePendingIdentityMerge(transaction: DatabaseTransaction, id: string): Promise<boolean> {
  const removed = await transaction
    .deleteFrom('identity_merges')
    .where('id', '=', id)
    .where(isPending)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

/** Removes every pending merge: what was refused since a copy of the database was made would take effect otherwise. */
export async function removeAllPendingIdentityMerges(transaction: DatabaseTransaction): Promise<void> {
  await transaction.deleteFrom('identity_merges').where(isPending).execute()
}

/** An offer that an earlier version made says only what a key signed. */
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

/** Every signature by which the other side agreed. */
export function listIdentityMergeSignatures(offer: IdentityMergesTable): IdentityMergeSignature[] {
  const { also, acceptedBy: _, ...last } = parseSignedIdentityMergeAgreement(offer)
  return [last, ...also]
}

const pruneBatchSize = 1000

/**
 * Removes offers that ran out, a batch at a time.
 * @returns how many were removed
 */
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
