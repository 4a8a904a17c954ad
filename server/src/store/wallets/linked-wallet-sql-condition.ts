// scripts/database-table-owners.test.ts requires the use of these conditions (decision 0042).
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { WalletsTable } from '../../platform/database/database-schema.ts'

export const isLinkedWalletRow = ({ unlinked_at }: Pick<WalletsTable, 'unlinked_at'>): boolean => unlinked_at === null

export const isLinkedWalletSql = (table = 'wallets'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.unlinked_at`)} is null`

/** Linked, and not on hold because of a change of contract owners (THREATS S12). */
export const isSignInWalletSql = (table = 'wallets'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${isLinkedWalletSql(table)} and ${sql.ref(`${table}.on_hold_since`)} is null`

export const isWalletOnHold = ({ on_hold_since }: Pick<WalletsTable, 'on_hold_since'>): boolean =>
  on_hold_since !== null
