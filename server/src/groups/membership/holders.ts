// People as rules look at them: what they have now, and, where a rule asks for that, what they ever had.
import type { Queries } from '../../platform/database/open-database.ts'
import { listHadWallets } from './had-wallets.ts'
import { areSameWallets, listHeldWallets } from './held-wallets.ts'
import { hasNone } from '../../store/groups/rule.ts'
import type { Rule } from '../../store/groups/rule.ts'
import type { Holder } from './verdict.ts'

/** @param rules that are looked at: few of them need more than the wallets of now */
export async function listHolders(
  queries: Queries,
  personIds: readonly string[],
  rules: readonly Rule[],
): Promise<Map<string, Holder>> {
  const held = await listHeldWallets(queries, personIds)
  const had = rules.some(hasNone) ? await listHadWallets(queries, personIds) : null
  return new Map(
    personIds.map((id) => [id, { wallets: held.get(id) ?? [], ...(had !== null && { had: had.get(id) ?? [] }) }]),
  )
}

export const holderOf = (holders: ReadonlyMap<string, Holder>, personId: string): Holder =>
  holders.get(personId) ?? { wallets: [] }

/** Whether what was read of the one is true of the other. Nobody has fewer wallets behind them than before. */
export const areSameHolders = (one: Holder, other: Holder): boolean =>
  areSameWallets(one.wallets, other.wallets) && one.had?.length === other.had?.length
