// Lets in who has proved a passkey. One that was used in a browser that is known shows from then on that another is the person's as well:
// nobody else has had it there (THREATS P13).
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { PasskeysTable } from '../../platform/database/database-schema.ts'
import { completeSignIn } from '../sign-in/complete-sign-in.ts'
import type { SignInToComplete, CompletedSignIn } from '../sign-in/complete-sign-in.ts'
import { markPasskeyTrusted } from './passkey-store.ts'

export type VerifiedPasskeySignIn = SignInToComplete & { signInMethod: { passkey: PasskeysTable } }

/** @throws ApiError `session.required`; the database's errors */
export async function completePasskeySignIn(
  transaction: DatabaseTransaction,
  context: Parameters<typeof completeSignIn>[1],
  verifiedSignIn: VerifiedPasskeySignIn,
): Promise<CompletedSignIn> {
  const completedSignIn = await completeSignIn(transaction, context, verifiedSignIn)
  // What was made on another device was not used here (THREATS P16).
  if (verifiedSignIn.crossDeviceChallengeId === null && completedSignIn.session.row.browser_known_at !== null)
    await markPasskeyTrusted(transaction, verifiedSignIn.signInMethod.passkey, verifiedSignIn.requestInfo.now)
  return completedSignIn
}
