// The SQL of wallets. A wallet's identity is its namespace and canonical address, for a contract also its chain; it
// belongs to at most one person, which a unique index enforces.
import type { Wallet } from '@countersign/api/calls'
import { toChecksumAddress } from '@countersign/message'
import { formatTime } from '../platform/clock.ts'
import type { Queries, Transaction } from '../platform/database/open-database.ts'
import type { PeopleTable, WalletsTable } from '../platform/database/schema.ts'

/** The one spelling in which an address is stored: whatever mix of cases comes in, one wallet (THREATS M15). */
const canonicalAddress = (address: string): string => address.toLowerCase()

/** A wallet as its person sees it. */
export const describeWallet = (row: WalletsTable): Wallet => ({
  id: row.id,
  namespace: row.namespace,
  kind: row.kind,
  address: toChecksumAddress(row.address),
  label: row.label,
  primary: row.is_primary === 1,
  linkedAt: formatTime(row.linked_at),
  lastUsedAt: formatTime(row.last_used_at),
})

/** A plain key's wallet together with its person. */
export type OwnedWallet = { wallet: WalletsTable; person: PeopleTable }

export async function findKeyWallet(transaction: Transaction, address: string): Promise<OwnedWallet | undefined> {
  const wallet = await transaction
    .selectFrom('wallets')
    .selectAll()
    .where('namespace', '=', 'eip155')
    .where('address', '=', canonicalAddress(address))
    .where('chain_reference', 'is', null)
    .where('unlinked_at', 'is', null)
    .executeTakeFirst()
  if (wallet === undefined) return undefined
  const person = await transaction.selectFrom('people').selectAll().where('id', '=', wallet.person_id).executeTakeFirstOrThrow()
  return { wallet, person }
}

/**
 * Links a plain key to a person.
 * @returns the wallet, or undefined where another transaction has linked it first
 */
export async function insertKeyWallet(
  transaction: Transaction,
  { id, personId, address, primary, now }: { id: string; personId: string; address: string; primary: boolean; now: number },
): Promise<WalletsTable | undefined> {
  return transaction
    .insertInto('wallets')
    .values({
      id,
      person_id: personId,
      namespace: 'eip155',
      kind: 'key',
      chain_reference: null,
      address: canonicalAddress(address),
      label: null,
      is_primary: primary ? 1 : 0,
      linked_at: now,
      last_used_at: now,
      unlinked_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/**
 * Notes that a wallet was used and its person seen, and holds both until the transaction ends: whoever unlinks the wallet or
 * merges its person meanwhile waits, and then ends the session that begins here too (THREATS P4). The person comes first, as
 * everywhere, so that no two wait for each other.
 * @returns both as they are now; undefined where the wallet has left the person since it was found
 */
export async function holdUsedWallet(transaction: Transaction, { wallet, person }: OwnedWallet, now: number): Promise<OwnedWallet | undefined> {
  const held = await transaction.updateTable('people').set({ last_seen_at: now }).where('id', '=', person.id).returningAll().executeTakeFirst()
  const used = await transaction
    .updateTable('wallets')
    .set({ last_used_at: now })
    .where('id', '=', wallet.id)
    .where('person_id', '=', person.id)
    .where('unlinked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return held && used && { wallet: used, person: held }
}

/** A wallet that a person has now. */
export async function findOwnWallet(queries: Queries, personId: string, id: string): Promise<WalletsTable | undefined> {
  return queries.selectFrom('wallets').selectAll().where('id', '=', id).where('person_id', '=', personId).where('unlinked_at', 'is', null).executeTakeFirst()
}

/**
 * Makes one wallet of a person the primary one, in a single statement: there is no moment with two, or with none. Its person
 * must be held, so that no other change comes in between.
 */
export async function makePrimary(transaction: Transaction, personId: string, id: string): Promise<void> {
  await transaction
    .updateTable('wallets')
    .set((expression) => ({ is_primary: expression.case().when('id', '=', id).then(1).else(0).end() }))
    .where('person_id', '=', personId)
    .where('unlinked_at', 'is', null)
    .execute()
}

/** Where none of a person's wallets is the primary one any more, the one that was linked first becomes it. */
export async function ensurePrimary(transaction: Transaction, personId: string): Promise<void> {
  const wallets = await listWallets(transaction, personId)
  const [first] = wallets
  if (first !== undefined && wallets.every((wallet) => wallet.is_primary === 0)) await makePrimary(transaction, personId, first.id)
}

/** The wallets of a person, the first linked first. Their number is bounded, so that one page holds them all. */
export async function listWallets(queries: Queries, personId: string): Promise<WalletsTable[]> {
  return queries.selectFrom('wallets').selectAll().where('person_id', '=', personId).where('unlinked_at', 'is', null).orderBy('linked_at').orderBy('id').execute()
}
