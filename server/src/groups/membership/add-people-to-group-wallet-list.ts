// Adds people's current wallets to a group whose rule is nothing but a wallet list.
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { listGroupRuleWalletsOfPeople } from './list-group-rule-wallets-of-people.ts'
import { updateGroupInTransaction } from './manage-groups.ts'
import { groupRuleLimits } from './group-rule-parse-context.ts'
import type { GroupRule, GroupWalletListCondition } from '../../store/groups/group-rule-types.ts'
import { lockGroupRow } from '../../store/groups/group-store.ts'
import { listWalletNotations } from './group-wallet-list-entry-notation.ts'

/** Also `listed` for a person who was already on the list. */
export type WalletListAdditionResult = 'listed' | 'no-wallet' | 'full'

export const isWalletListRule = (rule: GroupRule): rule is GroupWalletListCondition =>
  'type' in rule && rule.type === 'wallets'

/** `full` if the list has no room for all wallets of the person; then none is added. */
export async function addPeopleToGroupWalletList(
  { queries, random }: { queries: DatabaseQueryBuilder; random: RandomBytes },
  { groupId, personIds }: { groupId: string; personIds: readonly string[] },
  now: number,
  actor: AuditActor,
): Promise<Map<string, WalletListAdditionResult> | 'no-group' | 'no-list'> {
  return queries.transaction().execute(async (transaction) => {
    const before = await lockGroupRow(transaction, groupId)
    if (before === undefined) return 'no-group'
    const { rule, id, name, description } = before
    if (!isWalletListRule(rule)) return 'no-list'
    const listed = new Set(rule.wallets)
    const held = await listGroupRuleWalletsOfPeople(transaction, personIds)
    const became = new Map<string, WalletListAdditionResult>()
    for (const personId of personIds) {
      const ways = (held.get(personId) ?? []).map(listWalletNotations)
      const lacking = ways
        .filter((names) => !names.some((listedAs) => listed.has(listedAs)))
        .flatMap(([first]) => first ?? [])
      const isFull = listed.size + lacking.length > groupRuleLimits.wallets
      became.set(personId, ways.length === 0 ? 'no-wallet' : isFull ? 'full' : 'listed')
      if (!isFull) for (const wallet of lacking) listed.add(wallet)
    }
    if (listed.size > rule.wallets.length) {
      const definition = { id, name, description, rule: { ...rule, wallets: [...listed] } }
      await appendAuditEvents(transaction, random, now, [
        await updateGroupInTransaction(transaction, before, definition, now, actor),
      ])
    }
    return became
  })
}
