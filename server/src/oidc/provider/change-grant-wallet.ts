// Changes which wallet an application knows, from the account: by the person alone, for an application that is told one.
import { findApplication } from '../../store/applications/application-store.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueries } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { lockPersonAndSession } from '../../store/sessions/lock-sessions.ts'
import type { AuthenticatedSession } from '../../auth/session-guard/require-session.ts'
import { findOwnWallet } from '../../store/wallets/wallet-store.ts'
import { saveDisclosedWalletSelection, includesWalletScope } from '../../store/grants/disclosed-wallet.ts'
import { findGrantById } from '../../store/grants/grant-store.ts'
import { canShareWallet } from '../../store/grants/shareable-wallets.ts'

/** Who changes it for which consent. */
interface WalletChange {
  signedIn: AuthenticatedSession
  id: string
  walletId: string
  now: number
}

/**
 * @throws ApiError `session.required`, `grant.not_found` also where no wallet is told by it, `wallet.not_found` also where it is of no
 * chain family that the application is told of; the database's errors
 */
export async function changeGrantWallet(
  { queries, random }: { queries: DatabaseQueries; random: RandomBytes },
  { signedIn, id, walletId, now }: WalletChange,
): Promise<void> {
  const { person, session } = signedIn
  await queries.transaction().execute(async (transaction) => {
    await lockPersonAndSession(transaction, signedIn)
    const grant = await findGrantById(transaction, person.id, id)
    if (grant === undefined || !includesWalletScope(grant.scopes)) throw new ApiError('grant.not_found')
    const wallet = await findOwnWallet(transaction, person.id, walletId)
    const application = await findApplication(transaction, grant.applicationId)
    if (wallet === undefined || application === undefined || !canShareWallet(application, wallet))
      throw new ApiError('wallet.not_found')
    await saveDisclosedWalletSelection(transaction, id, { walletId, signedInWith: session.wallet_id, before: grant })
    if (walletId !== grant.walletId)
      await appendAuditEvents(transaction, random, now, [
        createGrantWalletChangedEvent(person.id, grant.applicationId, walletId),
      ])
  })
}

/** The log line of it. */
export const createGrantWalletChangedEvent = (
  personId: string,
  applicationId: string,
  walletId: string,
): NewAuditEvent => ({
  type: 'grant.wallet_changed',
  outcome: 'success',
  details: { applicationId },
  evidence: { personId, content: { walletId } },
})
