// The SQL of proofs: the signed message, its signature and what verified it.
import type { Transaction } from '../platform/database/open-database.ts'

export async function insertProof(
  transaction: Transaction,
  { id, walletId, message, signature, applicationId, now }: { id: string; walletId: string; message: string; signature: string; applicationId: string | null; now: number },
): Promise<void> {
  await transaction
    .insertInto('proofs')
    .values({ id, wallet_id: walletId, message, signature, method: 'ecdsa', verified_at: now, application_id: applicationId })
    .execute()
}
