// What makes a wallet somebody's, said once: a view that every query uses which asks for it (scripts/owners.test.ts). One that was unlinked
// keeps its row for the proofs that name it, and signs nobody in.
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { WalletsTable } from '../../platform/database/schema.ts'

/** The same of a row that was read. */
export const isLinkedRow = ({ unlinked_at }: Pick<WalletsTable, 'unlinked_at'>): boolean => unlinked_at === null

/**
 * Whether a wallet is linked, as a condition of any query that has the table.
 * @param table the name of the table in the query
 */
export const isLinked = (table = 'wallets'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.unlinked_at`)} is null`
