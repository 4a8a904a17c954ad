import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IdentityMergeDirection } from '../people/identity-merge-store.ts'
import { untrustedBrowserColumnValues } from './untrust-browsers.ts'

/** Requires that these sessions have ended and their sign-in methods have moved back. */
export async function restoreMergedSessions(
  transaction: DatabaseTransaction,
  { from, to }: IdentityMergeDirection,
): Promise<void> {
  const restoredSessions = await transaction
    .updateTable('sessions')
    .set({ person_id: to })
    .where('person_id', '=', from)
    .where((expression) =>
      expression.or([
        expression('wallet_id', 'in', expression.selectFrom('wallets').select('id').where('person_id', '=', to)),
        expression('passkey_id', 'in', expression.selectFrom('passkeys').select('id').where('person_id', '=', to)),
      ]),
    )
    .returning('browser_id')
    .execute()
  for (const browserId of new Set(restoredSessions.flatMap(({ browser_id }) => browser_id ?? [])))
    await restoreMergedBrowser(transaction, { from, to }, browserId)
}

/** A browser that `from` still uses is kept; a record that `to` already has is reused. */
async function restoreMergedBrowser(
  transaction: DatabaseTransaction,
  { from, to }: IdentityMergeDirection,
  id: string,
): Promise<void> {
  const ofOthers = await transaction
    .selectFrom('sessions')
    .select('id')
    .where('browser_id', '=', id)
    .where('person_id', '=', from)
    .limit(1)
    .executeTakeFirst()
  const { browser_hash } = await transaction
    .selectFrom('browsers')
    .select('browser_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const before = await transaction
    .selectFrom('browsers')
    .select('id')
    .where('person_id', '=', to)
    .where('browser_hash', '=', browser_hash)
    .executeTakeFirst()
  if (ofOthers === undefined && before === undefined) {
    // The other party may have vouched for the browser, so it loses its trust (THREATS M17).
    await transaction
      .updateTable('browsers')
      .set({ person_id: to, ...untrustedBrowserColumnValues })
      .where('id', '=', id)
      .execute()
    return
  }
  await transaction
    .updateTable('sessions')
    .set({ browser_id: before?.id ?? null })
    .where('browser_id', '=', id)
    .where('person_id', '=', to)
    .execute()
  if (ofOthers === undefined) await transaction.deleteFrom('browsers').where('id', '=', id).execute()
}

/** Clears these people's sign-in methods from other people's sessions. */
export async function detachSignInMethodsFromSessions(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  const wallets = transaction.selectFrom('wallets').select('id').where('person_id', 'in', personIds)
  const passkeys = transaction.selectFrom('passkeys').select('id').where('person_id', 'in', personIds)
  const ofOthers = transaction.updateTable('sessions').where('person_id', 'not in', personIds)
  await ofOthers.set({ wallet_id: null, proof_id: null }).where('wallet_id', 'in', wallets).execute()
  await ofOthers.set({ passkey_id: null }).where('passkey_id', 'in', passkeys).execute()
}

export async function detachPasskeyFromSessions(transaction: DatabaseTransaction, passkeyId: string): Promise<void> {
  await transaction.updateTable('sessions').set({ passkey_id: null }).where('passkey_id', '=', passkeyId).execute()
}
