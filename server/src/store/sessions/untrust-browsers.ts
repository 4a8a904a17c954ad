// Removes trust from browsers that an attacker may have made trusted (THREATS M17).
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { isSessionNotEndedSql } from './active-session-sql-condition.ts'

interface SignInMethodIds {
  walletIds?: readonly string[]
  passkeyIds?: readonly string[]
}

/** Also revokes step-ups made in those browsers. Requires the person row lock. */
export async function untrustBrowsersTrustedByMethods(
  transaction: DatabaseTransaction,
  personId: string,
  { walletIds = [], passkeyIds = [] }: SignInMethodIds,
): Promise<void> {
  const browsers = await transaction
    .selectFrom('browsers')
    .select(['id', 'trusted_by_wallet_id', 'trusted_by_passkey_id'])
    .where('person_id', '=', personId)
    .where('trusted_at', 'is not', null)
    .execute()
  const isRemovedMethod = (ids: readonly string[], id: string | null): boolean => id !== null && ids.includes(id)
  const untrustedBrowserIds = browsers
    .filter(
      (row) =>
        isRemovedMethod(walletIds, row.trusted_by_wallet_id) || isRemovedMethod(passkeyIds, row.trusted_by_passkey_id),
    )
    .map(({ id }) => id)
  if (untrustedBrowserIds.length === 0) return
  await transaction
    .updateTable('browsers')
    .set(untrustedBrowserColumnValues)
    .where('id', 'in', untrustedBrowserIds)
    .execute()
  await transaction
    .updateTable('sessions')
    .set({ stepped_up_at: null })
    .where('browser_id', 'in', untrustedBrowserIds)
    .where(isSessionNotEndedSql())
    .execute()
}

/** Requires the person row lock. */
export async function untrustOtherBrowsers(
  transaction: DatabaseTransaction,
  personId: string,
  keptBrowserIds: readonly (string | null)[],
): Promise<void> {
  const ids = keptBrowserIds.filter((id) => id !== null)
  let query = transaction
    .updateTable('browsers')
    .set(untrustedBrowserColumnValues)
    .where('person_id', '=', personId)
    .where('trusted_at', 'is not', null)
  if (ids.length > 0) query = query.where('id', 'not in', ids)
  await query.execute()
}

export const untrustedBrowserColumnValues = {
  trusted_at: null,
  trusted_by_wallet_id: null,
  trusted_by_passkey_id: null,
  announced_since: null,
}

export async function untrustAllBrowsers(transaction: DatabaseTransaction): Promise<void> {
  await transaction
    .updateTable('browsers')
    .set(untrustedBrowserColumnValues)
    .where('trusted_at', 'is not', null)
    .execute()
}
