// What operators do with groups: add, change, remove, each with the line that says so. Definitions have been checked.
import { actorEvidence, operator } from '../../audit-log/actor.ts'
import type { Actor } from '../../audit-log/actor.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import type { GroupDefinition } from '../../store/groups/group-definition.ts'
import { deleteGroup, findGroup, insertGroup, listGroups, lockGroup, updateGroup } from '../../store/groups/store.ts'
import { deleteMembers, forgetMembers } from './member-store.ts'
import type { GroupRecord } from '../../store/groups/store.ts'

interface World {
  queries: Queries
  random: Random
}

/** Everybody's groups are looked up with each sign-in. */
export const maxGroups = 200

/** Answers who names a group, and would have to do without it. */
export type FindNaming = (queries: Queries, groupId: string) => Promise<string[]>

/**
 * @param now milliseconds since 1970
 * @param actor who adds it, where that is not an operator at the command line
 */
export async function addGroup(
  { queries, random }: World,
  definition: GroupDefinition,
  now: number,
  actor: Actor = operator,
): Promise<'added' | 'taken' | 'too-many'> {
  return queries.transaction().execute(async (transaction) => {
    if ((await findGroup(transaction, definition.id)) !== undefined) return 'taken'
    if ((await listGroups(transaction)).length >= maxGroups) return 'too-many'
    const event = await writeAddition(transaction, definition, now, actor)
    if (event === null) return 'taken'
    await appendEvents(transaction, random, now, [event])
    return 'added'
  })
}

/** The members of a definition that differ; nobody reads two rules against each other in one line. */
export function describeGroupChanges(before: GroupDefinition, after: GroupDefinition): string[] {
  const texts = (['name', 'description'] as const).flatMap((member) =>
    before[member] === after[member] ? [] : [`${member} ${before[member] ?? 'none'} → ${after[member] ?? 'none'}`],
  )
  return JSON.stringify(before.rule) === JSON.stringify(after.rule) ? texts : [...texts, 'rule changed']
}

/**
 * Changes a group. By another rule nobody is known to belong to it: all are looked at anew before that matters.
 * @param readAt when it was last changed, as whoever changes it has read it: somebody else's change since is not undone unseen
 * @returns what changed, or undefined where there is no such group
 */
export async function changeGroup(
  { queries, random }: World,
  definition: GroupDefinition,
  now: number,
  { actor = operator, readAt }: { actor?: Actor; readAt?: number } = {},
): Promise<string[] | 'changed-meanwhile' | undefined> {
  return queries.transaction().execute(async (transaction) => {
    const before = await lockGroup(transaction, definition.id)
    if (before === undefined) return undefined
    if (readAt !== undefined && readAt !== before.changedAt) return 'changed-meanwhile'
    const changes = describeGroupChanges(before, definition)
    if (changes.length > 0)
      await appendEvents(transaction, random, now, [await writeChange(transaction, before, definition, now, actor)])
    return changes
  })
}

/**
 * Removes a group that nobody names.
 * @returns those who name it: nothing was done then; an empty list where it was removed, undefined where there is no such group
 */
export async function removeGroup(
  { queries, random }: World,
  id: string,
  findNaming: FindNaming,
  now: number,
  actor: Actor = operator,
): Promise<string[] | undefined> {
  return queries.transaction().execute(async (transaction) => {
    if ((await lockGroup(transaction, id)) === undefined) return undefined
    const naming = await findNaming(transaction, id)
    if (naming.length === 0) await appendEvents(transaction, random, now, [await writeRemoval(transaction, id, actor)])
    return naming
  })
}

/**
 * Adds a group; its line is still to be appended, as those of the following.
 * @returns null where somebody else added it at this moment
 */
export async function writeAddition(
  transaction: Transaction,
  definition: GroupDefinition,
  now: number,
  actor: Actor = operator,
): Promise<NewEvent | null> {
  const isNew = await insertGroup(transaction, { ...definition, createdAt: now, changedAt: now })
  return isNew ? groupEvent('group.added', { group: definition.id }, actor) : null
}

/** Changes a group that is held. Each change has a time of its own, by which whoever has read an older one is found out. */
export async function writeChange(
  transaction: Transaction,
  before: GroupRecord,
  definition: GroupDefinition,
  now: number,
  actor: Actor = operator,
): Promise<NewEvent> {
  const changes = describeGroupChanges(before, definition)
  await updateGroup(transaction, { ...before, ...definition, changedAt: Math.max(now, before.changedAt + 1) })
  if (changes.includes('rule changed')) await forgetMembers(transaction, definition.id, now)
  return groupEvent('group.changed', { group: definition.id, changes: changes.join('; ') }, actor)
}

/** Removes a group that is held. */
export async function writeRemoval(transaction: Transaction, id: string, actor: Actor = operator): Promise<NewEvent> {
  await deleteMembers(transaction, id)
  await deleteGroup(transaction, id)
  return groupEvent('group.removed', { group: id }, actor)
}

const groupEvent = (
  type: 'group.added' | 'group.changed' | 'group.removed',
  details: NewEvent['details'],
  actor: Actor = operator,
): NewEvent => ({
  type,
  outcome: 'success',
  details,
  evidence: { personId: null, content: actorEvidence(actor) },
})
