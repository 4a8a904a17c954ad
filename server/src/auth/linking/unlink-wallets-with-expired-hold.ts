// Unlinks wallets on hold that no one has confirmed for `walletHoldSeconds` (THREATS S12).
import { createAuditEventServerActionFields } from '../../audit-log/audit-actor.ts'
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { hasUndoableIdentityMerge, lockPersonRowUnlessErased } from '../../store/people/sign-in-method-removal-guard.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { findOwnWallet } from '../../store/wallets/wallet-store.ts'
import { listWalletsOnHoldSince } from '../../store/wallets/update-wallet-rows.ts'
import { unlinkWalletInTransaction } from './unlink-wallet.ts'

const batchSize = 100

export async function unlinkWalletsWithExpiredHold(
  {
    queries,
    random,
    limits,
  }: { queries: DatabaseQueryBuilder; random: RandomBytes; limits: Pick<ServerLimitValues, 'walletHoldSeconds'> },
  now: number,
): Promise<number> {
  const before = now - limits.walletHoldSeconds * 1000
  let unlinked = 0
  for (const { id, person_id } of await listWalletsOnHoldSince(queries, before, batchSize))
    unlinked += await queries.transaction().execute(async (transaction) => {
      if ((await lockPersonRowUnlessErased(transaction, person_id)) === undefined) return 0
      const wallet = await findOwnWallet(transaction, person_id, id)
      // The wallet was confirmed in the meantime, or is needed because a merge can still be undone.
      if (wallet?.on_hold_since == null || wallet.on_hold_since > before) return 0
      if (await hasUndoableIdentityMerge(transaction, person_id, now)) return 0
      await unlinkWalletInTransaction(transaction, random, wallet, now, createAuditEventServerActionFields('custody'), {
        reason: 'held',
      })
      return 1
    })
  return unlinked
}
