// Confirms a held wallet by another way of its person: they say so in a session that they have just confirmed, which the held wallet itself cannot have
// begun, and in the browser in which whoever controls the wallet has proved it (THREATS S12).
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { releaseWalletHold } from '../contract-ownership/release-wallet-hold.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { lockPersonAndSessionRows } from '../../store/sessions/lock-session-rows.ts'
import type { AuthenticatedSessionIds } from '../../store/sessions/lock-session-rows.ts'
import { parseWalletOnHoldProof } from '../../store/wallets/update-wallet-rows.ts'
import { isWalletOnHold } from '../../store/wallets/linked-wallet-sql-condition.ts'
import { findOwnWallet } from '../../store/wallets/wallet-store.ts'
import type { WalletWithEnsName } from '../../store/wallets/wallet-store.ts'

/** Who confirms which wallet, and where. */
export interface ConfirmWalletOnHoldRequest {
  signedIn: AuthenticatedSessionIds
  id: string
  /** Hash of the secret that this browser holds; null where it holds none. */
  browserHash: string | null
  now: number
}

/**
 * @returns the wallet as it is now; where it is not held, as it was
 * @throws ApiError `session.required`, `wallet.not_found`, `wallet.proof_required`; the database's errors
 */
export async function confirmWalletOnHold(
  {
    queries,
    random,
    limits,
  }: { queries: DatabaseQueryBuilder; random: RandomBytes; limits: Pick<ServerLimitValues, 'stepUpFreshnessSeconds'> },
  { signedIn, id, browserHash, now }: ConfirmWalletOnHoldRequest,
): Promise<WalletWithEnsName> {
  const personId = signedIn.person.id
  return queries.transaction().execute(async (transaction) => {
    await lockPersonAndSessionRows(transaction, signedIn)
    const wallet = await findOwnWallet(transaction, personId, id)
    if (wallet === undefined) throw new ApiError('wallet.not_found')
    if (!isWalletOnHold(wallet)) return wallet
    const onHoldProof = parseWalletOnHoldProof(wallet)
    // What was proved in another browser can be anybody's who controls the contract now.
    const isOfThisBrowser =
      onHoldProof !== null && onHoldProof.browserHash !== null && onHoldProof.browserHash === browserHash
    if (!isOfThisBrowser || now - onHoldProof.at > limits.stepUpFreshnessSeconds * 1000)
      throw new ApiError('wallet.proof_required')
    const { event } = await releaseWalletHold(transaction, random, { wallet, proof: onHoldProof.proof, now })
    await appendAuditEvents(transaction, random, now, [event])
    const confirmed = await findOwnWallet(transaction, personId, id)
    if (confirmed === undefined) throw new Error('A wallet that was held is gone')
    return confirmed
  })
}
