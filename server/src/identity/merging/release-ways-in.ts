// Ways in that went back to their own identity once a merge was undone, and what was begun by them meanwhile as somebody else: that
// names them no more, so that whoever they belong to can leave without it.
import type { Transaction } from '../../platform/database/open-database.ts'

/** Takes the wallets, passkeys and signed messages of these people out of what others have. */
export async function releaseWaysIn(transaction: Transaction, personIds: readonly string[]): Promise<void> {
  const wallets = transaction.selectFrom('wallets').select('id').where('person_id', 'in', personIds)
  const passkeys = transaction.selectFrom('passkeys').select('id').where('person_id', 'in', personIds)
  const proofs = transaction.selectFrom('proofs').select('id').where('wallet_id', 'in', wallets)
  const ofOthers = transaction.updateTable('sessions').where('person_id', 'not in', personIds)
  await ofOthers.set({ wallet_id: null, proof_id: null }).where('wallet_id', 'in', wallets).execute()
  await ofOthers.set({ passkey_id: null }).where('passkey_id', 'in', passkeys).execute()
  await transaction
    .updateTable('authorizations')
    .set({ proof_id: null })
    .where('person_id', 'not in', personIds)
    .where('proof_id', 'in', proofs)
    .execute()
}
