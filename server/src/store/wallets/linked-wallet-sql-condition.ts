// What makes a wallet somebody's, said once: a view that every query uses which asks for it (scripts/database-table-owners.test.ts). One that was unlinked
// keeps its row for the proofs that name it, and signs nobody in. One that is held is its person's still, and signs nobody in either, until another
// of their ways confirms it (decision 0042).
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { WalletsTable } from '../../platform/database/database-schema.ts'

/** The same of a row that was read. */
export const isLinkedWalletRow = ({ unlinked_at }: Pick<WalletsTable, 'unlinked_at'>): boolean => unlinked_at === null

/**
 * Whether a wallet is linked, as a condition of any query that has the table.
 * @param table the name of the table in the query
 */
export const isLinkedWalletSql = (table = 'wallets'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.unlinked_at`)} is null`

/**
 * Whether a wallet is a way in: linked, and not held because its contract has changed hands (THREATS S12). As a condition of any query that has
 * the table.
 * @param table the name of the table in the query
 */
export const isSignInWalletSql = (table = 'wallets'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${isLinkedWalletSql(table)} and ${sql.ref(`${table}.on_hold_since`)} is null`

/** The same of a row that was read, and is linked. */
export const isWalletOnHold = ({ on_hold_since }: Pick<WalletsTable, 'on_hold_since'>): boolean =>
  on_hold_since !== null
