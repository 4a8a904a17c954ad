// What operators do with groups: add, change, remove, each with the line that says so. Definitions have been checked.
import { appendEvents } from '../activity/append.ts'
import type { NewEvent } from '../activity/append.ts'
import type { Random } from '../platform/clock.ts'
import type { Queries, Transaction } from '../platform/database/open-database.ts'
import type { GroupDefinition } from './definition.ts'
import { deleteGroup, findGroup, forgetMembers, insertGroup, listGroups, lockGroup, updateGroup } from './store.ts'

interface World {
  queries: Queries
  random: Random
}

/** Everybody's groups are looked up with each sign-in. */
const maxGroups = 200

/** @param now milliseconds since 1970 */
export async function addGroup({ queries, random }: World, definition: GroupDefinition, now: number): Promise<'added' | 'taken' | 'too-many'> {
  return queries.transaction().execute(async (transaction) => {
    if ((await findGroup(transaction, definition.id)) !== undefined) return 'taken'
    if ((await listGroups(transaction)).length >= maxGroups) return 'too-many'
    if (!(await insertGroup(transaction, { ...definition, createdAt: now, changedAt: now }))) return 'taken'
    await appendEvents(transaction, random, now, [groupEvent('group.added', { group: definition.id })])
    return 'added'
  })
}

/** The members of a definition that differ; nobody reads two rules against each other in one line. */
export function describeGroupChanges(before: GroupDefinition, after: GroupDefinition): string[] {
  const texts = (['name', 'description'] as const).flatMap((member) => (before[member] === after[member] ? [] : [`${member} ${before[member] ?? 'none'} → ${after[member] ?? 'none'}`]))
  return JSON.stringify(before.rule) === JSON.stringify(after.rule) ? texts : [...texts, 'rule changed']
}

/**
 * Changes a group. By another rule nobody is known to belong to it: all are looked at anew before that matters.
 * @returns what changed, or undefined where there is no such group
 */
export async function changeGroup({ queries, random }: World, definition: GroupDefinition, now: number): Promise<string[] | undefined> {
  return queries.transaction().execute(async (transaction) => {
    const before = await lockGroup(transaction, definition.id)
    if (before === undefined) return undefined
    const changes = describeGroupChanges(before, definition)
    if (changes.length === 0) return []
    await updateGroup(transaction, { ...before, ...definition, changedAt: now })
    if (changes.includes('rule changed')) await forgetMembers(transaction, definition.id, now)
    await appendEvents(transaction, random, now, [groupEvent('group.changed', { group: definition.id, changes: changes.join('; ') })])
    return changes
  })
}

/**
 * Removes a group.
 * @param findNaming answers who still names it, within the transaction
 * @returns those who name it; an empty list where it was removed, undefined where there is no such group
 */
export async function removeGroup({ queries, random }: World, id: string, findNaming: (transaction: Transaction) => Promise<string[]>, now: number): Promise<string[] | undefined> {
  return queries.transaction().execute(async (transaction) => {
    if ((await lockGroup(transaction, id)) === undefined) return undefined
    const naming = await findNaming(transaction)
    if (naming.length > 0) return naming
    await deleteGroup(transaction, id)
    await appendEvents(transaction, random, now, [groupEvent('group.removed', { group: id })])
    return []
  })
}

const groupEvent = (type: 'group.added' | 'group.changed' | 'group.removed', details: NewEvent['details']): NewEvent => ({
  type,
  outcome: 'success',
  details,
  evidence: { personId: null, content: {} },
})
