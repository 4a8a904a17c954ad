import { findApplicationById } from '../../store/applications/application-store.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { lockPersonAndSessionRows } from '../../store/sessions/lock-session-rows.ts'
import type { AuthenticatedSession } from '../../auth/session-guard/require-request-session.ts'
import { findOwnWallet } from '../../store/wallets/wallet-store.ts'
import {
  saveDisclosedWalletSelection,
  includesWalletDisclosingScope,
} from '../../store/grants/wallet-disclosed-to-application.ts'
import { findConsentGrantById } from '../../store/grants/consent-grant-store.ts'
import { canDiscloseWalletToApplication } from '../../store/grants/wallets-disclosable-to-application.ts'

interface WalletChange {
  signedIn: AuthenticatedSession
  id: string
  walletId: string
  now: number
}

export async function changeApplicationGrantWallet(
  { queries, random }: { queries: DatabaseQueryBuilder; random: RandomBytes },
  { signedIn, id, walletId, now }: WalletChange,
): Promise<void> {
  const { person, session } = signedIn
  await queries.transaction().execute(async (transaction) => {
    await lockPersonAndSessionRows(transaction, signedIn)
    const grant = await findConsentGrantById(transaction, person.id, id)
    if (grant === undefined || !includesWalletDisclosingScope(grant.scopes)) throw new ApiError('grant.not_found')
    const wallet = await findOwnWallet(transaction, person.id, walletId)
    const application = await findApplicationById(transaction, grant.applicationId)
    if (wallet === undefined || application === undefined || !canDiscloseWalletToApplication(application, wallet))
      throw new ApiError('wallet.not_found')
    await saveDisclosedWalletSelection(transaction, id, { walletId, signedInWith: session.wallet_id, before: grant })
    if (walletId !== grant.walletId)
      await appendAuditEvents(transaction, random, now, [
        createApplicationGrantWalletChangedEvent(person.id, grant.applicationId, walletId),
      ])
  })
}

export const createApplicationGrantWalletChangedEvent = (
  personId: string,
  applicationId: string,
  walletId: string,
): NewAuditEvent => ({
  type: 'grant.wallet_changed',
  outcome: 'success',
  details: { applicationId },
  evidence: { personId, content: { walletId } },
})
