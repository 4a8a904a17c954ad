// A held wallet that its person has confirmed by another of their ways is a way in again: by what whoever controls it now has proved, which from then
// on is what it is compared with (decision 0042).
import type { NewEvent } from '../../audit-log/append.ts'
import { noteWalletCame } from '../../groups/membership/memberships.ts'
import type { Random } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import type { WalletsTable } from '../../platform/database/schema.ts'
import { createIdentifier } from '../../platform/identifier.ts'
import { markReleased } from '../../store/wallets/change.ts'
import { insertProof, proofEvidence } from '../../store/wallets/proofs.ts'
import type { Proof } from '../../store/wallets/proofs.ts'
import { ensurePrimary } from '../../store/wallets/store.ts'
import { custodyEvent } from './hold-wallet.ts'

/** Hold the person before. @returns the proof's id, and the log line, to be appended last */
export async function releaseWallet(
  transaction: Transaction,
  random: Random,
  { wallet, proof, now }: { wallet: WalletsTable; proof: Proof; now: number },
): Promise<{ proofId: string; event: NewEvent }> {
  await markReleased(transaction, wallet.id)
  await ensurePrimary(transaction, wallet.person_id)
  await noteWalletCame(transaction, wallet.person_id)
  const proofId = createIdentifier(random)
  await insertProof(transaction, proof, { id: proofId, walletId: wallet.id, applicationId: null, now })
  const event = custodyEvent('wallet.confirmed', wallet, proofEvidence(proof))
  return { proofId, event: { ...event, evidence: { ...event.evidence, proofId } } }
}
