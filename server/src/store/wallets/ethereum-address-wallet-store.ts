// Wallets with the same Ethereum address: a key, and contracts on several chains.
import { sql } from 'kysely'
import { chainFamilies } from '../../chains/families/chain-family-registry.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { databaseTableColumns } from '../../platform/database/database-schema.ts'
import type { WalletsTable } from '../../platform/database/database-schema.ts'
import { isSqlite } from '../../platform/database/is-sqlite.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import { isLinkedWalletSql } from './linked-wallet-sql-condition.ts'

const selectWalletsOfAddress = prepareSqlQuery((queries, address: string) =>
  queries
    .selectFrom('wallets')
    .select(databaseTableColumns.wallets)
    .where('namespace', '=', 'eip155')
    .where('address', '=', address)
    .where(isLinkedWalletSql())
    .orderBy('linked_at')
    .orderBy('id'),
)

export const listWalletsOfEthereumAddress = (queries: DatabaseQueryBuilder, address: string): Promise<WalletsTable[]> =>
  selectWalletsOfAddress(queries, chainFamilies.eip155.canonicalizeAddress(address))

/**
 * Serializes new wallets of an address, which the unique index cannot. Take this lock before that
 * of a person. SQLite has only one writer.
 */
export async function lockEthereumAddress(transaction: DatabaseTransaction, address: string): Promise<void> {
  if (isSqlite(transaction)) return
  const key = `wallets of ${chainFamilies.eip155.canonicalizeAddress(address)}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction)
}
