// Browsers that are known no longer: what made them so may have been an attacker's, and whoever signs in there with a signature
// that was carried there must get in, and no further (THREATS M17). They stay those of a person, and are announced with their next session.
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { isSessionNotEndedSql } from './active-session-sql-condition.ts'

interface SignInMethodIds {
  walletIds?: readonly string[]
  passkeyIds?: readonly string[]
}

/**
 * Forgets the browsers of a person that became known by ways in which are theirs no longer; what was confirmed there counts no
 * more. Hold the person before.
 */
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

/** Forgets every browser of a person but these. Hold the person before. */
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

/** What a browser has that is not known. Since when it is announced is noted with its next session. */
export const untrustedBrowserColumnValues = {
  trusted_at: null,
  trusted_by_wallet_id: null,
  trusted_by_passkey_id: null,
  announced_since: null,
}

/** Forgets that any browser is known to be anybody's. */
export async function untrustAllBrowsers(transaction: DatabaseTransaction): Promise<void> {
  await transaction
    .updateTable('browsers')
    .set(untrustedBrowserColumnValues)
    .where('trusted_at', 'is not', null)
    .execute()
}
