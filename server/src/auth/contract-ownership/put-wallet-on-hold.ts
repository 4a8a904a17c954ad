// Puts a contract wallet on hold after an ownership change (decision 0042, THREATS S12).
import { formatStoredWalletAddress } from '../../chains/families/chain-family-registry.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { invalidateMembershipsOnWalletRemoved } from '../../groups/membership/read-group-memberships.ts'
import { countSignInMethods } from '../../store/people/sign-in-method-removal-guard.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { WalletsTable } from '../../platform/database/database-schema.ts'
import { endSessionsInTransaction } from '../../store/sessions/end-sessions-with-audit-events.ts'
import { untrustBrowsersTrustedByMethods } from '../../store/sessions/untrust-browsers.ts'
import { markWalletOnHold } from '../../store/wallets/update-wallet-rows.ts'
import { describeWalletIdentityForAudit, ensurePrimaryWallet } from '../../store/wallets/wallet-store.ts'

/** The caller must hold the lock on the person. */
export const hasOtherSignInMethod = async (
  transaction: DatabaseTransaction,
  { person_id }: Pick<WalletsTable, 'person_id'>,
): Promise<boolean> => (await countSignInMethods(transaction, person_id)) > 1

/** The caller must hold the lock on the person, and append the returned audit events last. */
export async function putWalletOnHold(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  wallet: WalletsTable,
  now: number,
): Promise<NewAuditEvent[]> {
  const { id, person_id: personId } = wallet
  await markWalletOnHold(transaction, id, now)
  await ensurePrimaryWallet(transaction, personId)
  await invalidateMembershipsOnWalletRemoved(transaction, personId, now)
  const ended = await endSessionsInTransaction(transaction, random, { walletId: id }, 'wallet-no-longer-valid', now)
  await untrustBrowsersTrustedByMethods(transaction, personId, { walletIds: [id] })
  return [createContractOwnershipEvent('wallet.put_on_hold', wallet), ...ended]
}

export const createContractOwnershipEvent = (
  type: 'wallet.put_on_hold' | 'wallet.ownership_changed' | 'wallet.hold_released',
  { id, person_id: personId, namespace, kind, chain_reference: chainReference, address }: WalletsTable,
  extraEvidence: Record<string, unknown> = {},
): NewAuditEvent => ({
  type,
  outcome: 'success',
  details: describeWalletIdentityForAudit({ namespace, kind, chainReference }),
  evidence: { personId, content: { walletId: id, address: formatStoredWalletAddress(address), ...extraEvidence } },
})
