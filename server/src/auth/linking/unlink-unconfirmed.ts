// Unlinks wallets that were held for as long as the operator says and that nobody has confirmed (THREATS S12): whoever controls one then can begin as a
// person of their own.
import { serverEvidence } from '../../audit-log/actor.ts'
import type { Limits } from '@countersign/api/limits'
import { hasOpenMerge, holdUnlessErased } from '../../store/people/ways-in.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { findOwnWallet } from '../../store/wallets/store.ts'
import { listHeldSince } from '../../store/wallets/change.ts'
import { takeWallet } from './unlink-wallet.ts'

/** So many in one go; each in a transaction of its own. */
const batch = 100

/** @returns how many were unlinked now */
export async function unlinkUnconfirmed(
  { queries, random, limits }: { queries: Queries; random: Random; limits: Pick<Limits, 'heldWalletSeconds'> },
  now: number,
): Promise<number> {
  const before = now - limits.heldWalletSeconds * 1000
  let unlinked = 0
  for (const { id, person_id } of await listHeldSince(queries, before, batch))
    unlinked += await queries.transaction().execute(async (transaction) => {
      if ((await holdUnlessErased(transaction, person_id)) === undefined) return 0
      const wallet = await findOwnWallet(transaction, person_id, id)
      // It was confirmed meanwhile, or goes back with a merge that can be undone.
      if (wallet?.held_at == null || wallet.held_at > before) return 0
      if (await hasOpenMerge(transaction, person_id, now)) return 0
      await takeWallet(transaction, random, wallet, now, serverEvidence('custody'), { reason: 'held' })
      return 1
    })
  return unlinked
}
