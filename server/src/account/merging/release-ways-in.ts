// Ways in that went back to their own identity once a merge was undone, and what was begun by them meanwhile as somebody else: that
// names them no more, so that whoever they belong to can leave without it.
import { forgetProofsOf } from '../../store/authorizations/store.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import { forgetWaysOf } from '../../store/sessions/give-back-sessions.ts'

/** Takes the wallets, passkeys and signed messages of these people out of what others have. */
export async function releaseWaysIn(transaction: Transaction, personIds: readonly string[]): Promise<void> {
  await forgetWaysOf(transaction, personIds)
  await forgetProofsOf(transaction, personIds)
}
