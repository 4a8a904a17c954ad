import type { ApiPerson } from '@countersign/api/api-endpoints'
import { formatStoredWalletAddress } from '../../chains/families/chain-family-registry.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery, prepareSqlBatchQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { PeopleTable } from '../../platform/database/database-schema.ts'
import { isActivePersonSql } from './active-person-sql-condition.ts'
import { isLinkedWalletSql } from '../wallets/linked-wallet-sql-condition.ts'
import { getWalletPicturePath } from '../wallets/wallet-store.ts'

const selectPrimaryWallet = prepareSqlQuery((queries, personId: string) =>
  queries
    .selectFrom('wallets')
    .leftJoin('wallet_names', 'wallet_names.wallet_id', 'wallets.id')
    .select(['address', 'wallet_names.name', 'wallet_names.avatar_id'])
    .where('person_id', '=', personId)
    .where('is_primary', '=', 1)
    .where(isLinkedWalletSql()),
)

export async function describePersonForApiResponse(
  queries: DatabaseQueryBuilder,
  row: PeopleTable,
): Promise<ApiPerson> {
  const [primary] = await selectPrimaryWallet(queries, row.id)
  return {
    id: row.id,
    displayName: row.display_name,
    picture: row.picture_url,
    address: primary === undefined ? null : formatStoredWalletAddress(primary.address),
    walletName: primary?.name ?? null,
    walletPicture: primary?.avatar_id == null ? null : getWalletPicturePath(primary.avatar_id),
    createdAt: formatRfc3339Timestamp(row.created_at),
  }
}

const insertPersonRows = prepareSqlBatchQuery((queries, rows: readonly PeopleTable[]) =>
  queries.insertInto('people').values(rows),
)

export async function insertPerson(transaction: DatabaseTransaction, id: string, now: number): Promise<PeopleTable> {
  const row: PeopleTable = {
    id,
    display_name: null,
    display_name_folded: null,
    picture_url: null,
    locale: null,
    status: 'active',
    created_at: now,
    last_seen_at: now,
  }
  await insertPersonRows(transaction, [row])
  return row
}

/** Requires that no other rows refer to these people. */
export async function deletePersonRows(transaction: DatabaseTransaction, ids: readonly string[]): Promise<void> {
  await transaction.deleteFrom('people').where('id', 'in', ids).execute()
}

export async function isPersonActive(queries: DatabaseQueryBuilder, id: string): Promise<boolean> {
  const active = await queries
    .selectFrom('people')
    .select('id')
    .where('id', '=', id)
    .where(isActivePersonSql())
    .executeTakeFirst()
  return active !== undefined
}

export async function setPersonStatus(
  transaction: DatabaseTransaction,
  id: string,
  status: Exclude<PeopleTable['status'], 'erased'>,
): Promise<void> {
  await transaction.updateTable('people').set({ status }).where('id', '=', id).execute()
}

/** Clears the rows. They stay until `pruneErasedPeople` removes them (personal-data/). */
export async function blankErasedPersonRows(
  transaction: DatabaseTransaction,
  ids: readonly string[],
  now: number,
): Promise<void> {
  await transaction
    .updateTable('people')
    .set({
      status: 'erased',
      display_name: null,
      display_name_folded: null,
      picture_url: null,
      locale: null,
      created_at: now,
      last_seen_at: now,
    })
    .where('id', 'in', ids)
    .execute()
}

export async function listErasedPersonIds(
  transaction: DatabaseTransaction,
  { until, size }: { until: number; size: number },
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('people')
    .select('id')
    .where('status', '=', 'erased')
    .where('last_seen_at', '<=', until)
    .limit(size)
    .execute()
  return rows.map(({ id }) => id)
}

export async function updatePersonProfile(
  transaction: DatabaseTransaction,
  id: string,
  values: Partial<Pick<PeopleTable, 'display_name' | 'display_name_folded' | 'picture_url'>>,
): Promise<void> {
  await transaction.updateTable('people').set(values).where('id', '=', id).execute()
}

/** @returns false if the status was not `from` */
export async function transitionPersonStatus(
  transaction: DatabaseTransaction,
  personId: string,
  from: 'active' | 'suspended',
  to: 'active' | 'suspended',
): Promise<boolean> {
  const changed = await transaction
    .updateTable('people')
    .set({ status: to })
    .where('id', '=', personId)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}
