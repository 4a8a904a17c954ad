// Changes which wallet an application knows, from the account: by the person alone, for an application that is told one.
import { findApplication } from '../../store/applications/store.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdSignedIn } from '../../store/sessions/hold.ts'
import type { SignedIn } from '../../auth/session-guard/require-session.ts'
import { findOwnWallet } from '../../store/wallets/store.ts'
import { rememberWallet, tellsWallet } from '../../store/grants/known-wallet.ts'
import { findGrantById } from '../../store/grants/store.ts'
import { isToldOf } from '../../store/grants/tellable.ts'

/** Who changes it for which consent. */
interface WalletChange {
  signedIn: SignedIn
  id: string
  walletId: string
  now: number
}

/**
 * @throws Refusal `session.required`, `grant.not_found` also where no wallet is told by it, `wallet.not_found` also where it is of no
 * chain family that the application is told of; the database's errors
 */
export async function changeWallet(
  { queries, random }: { queries: Queries; random: Random },
  { signedIn, id, walletId, now }: WalletChange,
): Promise<void> {
  const { person, session } = signedIn
  await queries.transaction().execute(async (transaction) => {
    await holdSignedIn(transaction, signedIn)
    const grant = await findGrantById(transaction, person.id, id)
    if (grant === undefined || !tellsWallet(grant.scopes)) throw new Refusal('grant.not_found')
    const wallet = await findOwnWallet(transaction, person.id, walletId)
    const application = await findApplication(transaction, grant.applicationId)
    if (wallet === undefined || application === undefined || !isToldOf(application, wallet))
      throw new Refusal('wallet.not_found')
    await rememberWallet(transaction, id, { walletId, signedInWith: session.wallet_id, before: grant })
    if (walletId !== grant.walletId)
      await appendEvents(transaction, random, now, [walletChanged(person.id, grant.applicationId, walletId)])
  })
}

/** The log line of it. */
export const walletChanged = (personId: string, applicationId: string, walletId: string): NewEvent => ({
  type: 'grant.wallet_changed',
  outcome: 'success',
  details: { applicationId },
  evidence: { personId, content: { walletId } },
})
