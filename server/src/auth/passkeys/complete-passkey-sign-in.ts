// Completes a passkey sign-in; a passkey used in a trusted browser becomes trusted (THREATS P13).
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { PasskeysTable } from '../../platform/database/database-schema.ts'
import { completeSignIn } from '../sign-in/complete-sign-in.ts'
import type { SignInToComplete, CompletedSignIn } from '../sign-in/complete-sign-in.ts'
import { markPasskeyTrusted, recordPasskeyUse } from './passkey-store.ts'

export type VerifiedPasskeySignIn = SignInToComplete & { signInMethod: { passkey: PasskeysTable } }

export async function completePasskeySignIn(
  transaction: DatabaseTransaction,
  context: Parameters<typeof completeSignIn>[1],
  verifiedSignIn: VerifiedPasskeySignIn,
): Promise<CompletedSignIn> {
  const completedSignIn = await completeSignIn(transaction, context, verifiedSignIn)
  await recordPasskeyUse(transaction, verifiedSignIn.signInMethod.passkey, verifiedSignIn.requestInfo.now)
  // A cross-device passkey was not used in this browser (THREATS P16).
  if (verifiedSignIn.crossDeviceChallengeId === null && completedSignIn.session.row.browser_known_at !== null)
    await markPasskeyTrusted(transaction, verifiedSignIn.signInMethod.passkey, verifiedSignIn.requestInfo.now)
  return completedSignIn
}
