// The SQL of people.
import type { Person } from '@countersign/api/calls'
import { toChecksumAddress } from '@countersign/message'
import { formatTime } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { prepare } from '../../platform/database/prepared.ts'
import type { PeopleTable } from '../../platform/database/schema.ts'
import { walletPicturePath } from '../wallets/store.ts'

const selectPrimary = prepare((queries, personId: string) =>
  queries
    .selectFrom('wallets')
    .leftJoin('wallet_names', 'wallet_names.wallet_id', 'wallets.id')
    .select(['address', 'wallet_names.name', 'wallet_names.picture_id'])
    .where('person_id', '=', personId)
    .where('is_primary', '=', 1)
    .where('unlinked_at', 'is', null),
)

/** A person as the person sees it. */
export async function readPersonShown(queries: Queries, row: PeopleTable): Promise<Person> {
  const [primary] = await selectPrimary(queries, row.id)
  return {
    id: row.id,
    displayName: row.display_name,
    picture: row.picture_url,
    address: primary === undefined ? null : toChecksumAddress(primary.address),
    walletName: primary?.name ?? null,
    walletPicture: primary?.picture_id == null ? null : walletPicturePath(primary.picture_id),
    createdAt: formatTime(row.created_at),
  }
}

export async function insertPerson(transaction: Transaction, id: string, now: number): Promise<PeopleTable> {
  return transaction
    .insertInto('people')
    .values({
      id,
      display_name: null,
      folded_name: null,
      picture_url: null,
      locale: null,
      status: 'active',
      created_at: now,
      last_seen_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removePerson(transaction: Transaction, id: string): Promise<void> {
  await transaction.deleteFrom('people').where('id', '=', id).execute()
}
