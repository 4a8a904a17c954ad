// Needs a session of another sign-in method, in the browser that proved the wallet (THREATS S12).
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { isKeyOfOtherPerson } from '../delegated-keys/wallets-with-same-address.ts'
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

export interface ConfirmWalletOnHoldRequest {
  signedIn: AuthenticatedSessionIds
  id: string
  browserHash: string | null
  now: number
}

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
    // A proof from another browser may come from anyone who controls the contract now.
    const isOfThisBrowser =
      onHoldProof !== null && onHoldProof.browserHash !== null && onHoldProof.browserHash === browserHash
    if (!isOfThisBrowser || now - onHoldProof.at > limits.stepUpFreshnessSeconds * 1000)
      throw new ApiError('wallet.proof_required')
    if (await isKeyOfOtherPerson(transaction, wallet)) throw new ApiError('wallet.address_in_use')
    const { event } = await releaseWalletHold(transaction, random, { wallet, proof: onHoldProof.proof, now })
    await appendAuditEvents(transaction, random, now, [event])
    const confirmed = await findOwnWallet(transaction, personId, id)
    if (confirmed === undefined) throw new Error('The wallet disappeared while its hold was released')
    return confirmed
  })
}
