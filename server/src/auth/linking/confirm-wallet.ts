// Confirms a held wallet by another way of its person: they say so in a session that they have just confirmed, which the held wallet itself cannot have
// begun, and in the browser in which whoever controls the wallet has proved it (THREATS S12).
import type { Limits } from '@countersign/api/limits'
import { appendEvents } from '../../audit-log/append.ts'
import { releaseWallet } from '../contract-ownership/release-wallet.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdSignedIn } from '../../store/sessions/hold.ts'
import type { Holder } from '../../store/sessions/hold.ts'
import { readHeldProof } from '../../store/wallets/change.ts'
import { isHeld } from '../../store/wallets/linked.ts'
import { findOwnWallet } from '../../store/wallets/store.ts'
import type { NamedWallet } from '../../store/wallets/store.ts'

/** Who confirms which wallet, and where. */
export interface Confirmation {
  signedIn: Holder
  id: string
  /** Hash of the secret that this browser holds; null where it holds none. */
  browserHash: string | null
  now: number
}

/**
 * @returns the wallet as it is now; where it is not held, as it was
 * @throws Refusal `session.required`, `wallet.not_found`, `wallet.proof_needed`; the database's errors
 */
export async function confirmWallet(
  { queries, random, limits }: { queries: Queries; random: Random; limits: Pick<Limits, 'stepUpFreshnessSeconds'> },
  { signedIn, id, browserHash, now }: Confirmation,
): Promise<NamedWallet> {
  const personId = signedIn.person.id
  return queries.transaction().execute(async (transaction) => {
    await holdSignedIn(transaction, signedIn)
    const wallet = await findOwnWallet(transaction, personId, id)
    if (wallet === undefined) throw new Refusal('wallet.not_found')
    if (!isHeld(wallet)) return wallet
    const held = readHeldProof(wallet)
    // What was proved in another browser can be anybody's who controls the contract now.
    const isOfHere = held !== null && held.browserHash !== null && held.browserHash === browserHash
    if (!isOfHere || now - held.at > limits.stepUpFreshnessSeconds * 1000) throw new Refusal('wallet.proof_needed')
    const { event } = await releaseWallet(transaction, random, { wallet, proof: held.proof, now })
    await appendEvents(transaction, random, now, [event])
    const confirmed = await findOwnWallet(transaction, personId, id)
    if (confirmed === undefined) throw new Error('A wallet that was held is gone')
    return confirmed
  })
}
