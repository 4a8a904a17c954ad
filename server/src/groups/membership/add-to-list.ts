// Puts people on the list of a group whose rule is a list of wallets alone: the wallets that they have now, as the list names them.
import type { Actor } from '../../audit-log/actor.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { listHeldWallets } from './held-wallets.ts'
import { writeChange } from './operate.ts'
import { ruleLimits } from './read-rule.ts'
import type { Rule, WalletsCondition } from '../../store/groups/rule.ts'
import { lockGroup } from '../../store/groups/store.ts'
import { namesInLists } from './wallet-list.ts'

/** What became of one of them; whoever stood there already is listed as well. */
export type Listing = 'listed' | 'no-wallet' | 'full'

/** Whether a rule is such a list. */
export const isWalletList = (rule: Rule): rule is WalletsCondition => 'type' in rule && rule.type === 'wallets'

/**
 * Puts them on the list in one transaction, in their order: somebody whose wallets have no room there any more is left out whole.
 * @returns what became of each, or why of none
 */
export async function addToList(
  { queries, random }: { queries: Queries; random: Random },
  { groupId, personIds }: { groupId: string; personIds: readonly string[] },
  now: number,
  actor: Actor,
): Promise<Map<string, Listing> | 'no-group' | 'no-list'> {
  return queries.transaction().execute(async (transaction) => {
    const before = await lockGroup(transaction, groupId)
    if (before === undefined) return 'no-group'
    const { rule, id, name, description } = before
    if (!isWalletList(rule)) return 'no-list'
    const listed = new Set(rule.wallets)
    const held = await listHeldWallets(transaction, personIds)
    const became = new Map<string, Listing>()
    for (const personId of personIds) {
      const ways = (held.get(personId) ?? []).map(namesInLists)
      const lacking = ways
        .filter((names) => !names.some((listedAs) => listed.has(listedAs)))
        .flatMap(([first]) => first ?? [])
      const isFull = listed.size + lacking.length > ruleLimits.wallets
      became.set(personId, ways.length === 0 ? 'no-wallet' : isFull ? 'full' : 'listed')
      if (!isFull) for (const wallet of lacking) listed.add(wallet)
    }
    if (listed.size > rule.wallets.length) {
      const definition = { id, name, description, rule: { ...rule, wallets: [...listed] } }
      await appendEvents(transaction, random, now, [await writeChange(transaction, before, definition, now, actor)])
    }
    return became
  })
}
