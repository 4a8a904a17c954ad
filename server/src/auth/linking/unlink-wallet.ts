// Unlinks a wallet and ends its sessions, here and at every application.
import { formatStoredWalletAddress } from '../../chains/families/chain-family-registry.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { invalidateMembershipsOnWalletRemoved } from '../../groups/membership/read-group-memberships.ts'
import { lockPersonRowForSignInMethodRemoval } from '../../store/people/sign-in-method-removal-guard.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { WalletsTable } from '../../platform/database/database-schema.ts'
import { ApiError } from '../../platform/api-error.ts'
import { endSessionsInTransaction } from '../../store/sessions/end-sessions-with-audit-events.ts'
import { untrustBrowsersTrustedByMethods } from '../../store/sessions/untrust-browsers.ts'
import { lockPersonAndSessionRows } from '../../store/sessions/lock-session-rows.ts'
import type { AuthenticatedSessionIds } from '../../store/sessions/lock-session-rows.ts'
import { markWalletUnlinked } from '../../store/wallets/update-wallet-rows.ts'
import { isWalletOnHold } from '../../store/wallets/linked-wallet-sql-condition.ts'
import { describeWalletIdentityForAudit, ensurePrimaryWallet, findOwnWallet } from '../../store/wallets/wallet-store.ts'

export interface UnlinkWalletRequest {
  signedIn: AuthenticatedSessionIds
  id: string
  now: number
}

export async function unlinkWallet(
  { queries, random }: { queries: DatabaseQueryBuilder; random: RandomBytes },
  { signedIn, id, now }: UnlinkWalletRequest,
): Promise<void> {
  const personId = signedIn.person.id
  await queries.transaction().execute(async (transaction) => {
    await lockPersonAndSessionRows(transaction, signedIn)
    const wallet = await findOwnWallet(transaction, personId, id)
    if (wallet === undefined) throw new ApiError('wallet.not_found')
    await lockPersonRowForSignInMethodRemoval(transaction, personId, now, !isWalletOnHold(wallet))
    await unlinkWalletInTransaction(transaction, random, wallet, now, { sessionId: signedIn.session.id })
  })
}

/** The caller must hold the lock on the person. @param details kept forever, unlike evidence */
export async function unlinkWalletInTransaction(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  wallet: WalletsTable,
  now: number,
  actorEvidence: Record<string, unknown>,
  details: Record<string, string> = {},
): Promise<void> {
  const { id, person_id: personId } = wallet
  await markWalletUnlinked(transaction, wallet, now)
  await ensurePrimaryWallet(transaction, personId)
  await invalidateMembershipsOnWalletRemoved(transaction, personId, now)
  const ended = await endSessionsInTransaction(transaction, random, { walletId: id }, 'wallet-unlinked', now)
  await untrustBrowsersTrustedByMethods(transaction, personId, { walletIds: [id] })
  await appendAuditEvents(transaction, random, now, [
    {
      type: 'wallet.unlinked',
      outcome: 'success',
      details: {
        ...describeWalletIdentityForAudit({
          namespace: wallet.namespace,
          kind: wallet.kind,
          chainReference: wallet.chain_reference,
        }),
        ...details,
      },
      evidence: {
        personId,
        content: {
          walletId: id,
          address: formatStoredWalletAddress(wallet.address),
          ...(wallet.label !== null && { label: wallet.label }),
          ...actorEvidence,
        },
      },
    },
    ...ended,
  ])
}
