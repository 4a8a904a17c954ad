// Ways in that went back to their own identity once a merge was undone, and what was begun by them meanwhile as somebody else: that
// names them no more, so that whoever they belong to can leave without it.
import { detachWalletProofsFromAuthorizations } from '../../store/authorizations/authorization-store.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { detachSignInMethodsFromSessions } from '../../store/sessions/restore-merged-sessions.ts'

/** Takes the wallets, passkeys and signed messages of these people out of what others have. */
export async function detachSignInMethodsAfterMergeUndo(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await detachSignInMethodsFromSessions(transaction, personIds)
  await detachWalletProofsFromAuthorizations(transaction, personIds)
}
