// Ends a hold that the person confirmed; the new proof becomes the baseline (decision 0042).
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { invalidateMembershipsOnWalletAdded } from '../../groups/membership/read-group-memberships.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { WalletsTable } from '../../platform/database/database-schema.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { releaseWalletFromHold } from '../../store/wallets/update-wallet-rows.ts'
import { insertWalletProof, createWalletProofAuditEvidence } from '../../store/wallets/wallet-proof-record-store.ts'
import type { StoredWalletProof } from '../../store/wallets/wallet-proof-record-store.ts'
import { ensurePrimaryWallet } from '../../store/wallets/wallet-store.ts'
import { createContractOwnershipEvent } from './put-wallet-on-hold.ts'

/** The caller must hold the lock on the person, and append `event` last. */
export async function releaseWalletHold(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  { wallet, proof, now }: { wallet: WalletsTable; proof: StoredWalletProof; now: number },
): Promise<{ proofId: string; event: NewAuditEvent }> {
  await releaseWalletFromHold(transaction, wallet.id)
  await ensurePrimaryWallet(transaction, wallet.person_id)
  await invalidateMembershipsOnWalletAdded(transaction, wallet.person_id)
  const proofId = createRandomId(random)
  await insertWalletProof(transaction, proof, { id: proofId, walletId: wallet.id, applicationId: null, now })
  const event = createContractOwnershipEvent('wallet.hold_released', wallet, createWalletProofAuditEvidence(proof))
  return { proofId, event: { ...event, evidence: { ...event.evidence, proofId } } }
}
