// Detaches the restored sign-in methods from the other person's sessions and authorizations.
import { detachWalletProofsFromAuthorizations } from '../../store/authorizations/authorization-store.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { detachSignInMethodsFromSessions } from '../../store/sessions/restore-merged-sessions.ts'

export async function detachSignInMethodsAfterMergeUndo(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await detachSignInMethodsFromSessions(transaction, personIds)
  await detachWalletProofsFromAuthorizations(transaction, personIds)
}
