// What operators do with groups: add, change, remove, each with the line that says so. Definitions have been checked.
import { createAuditEventActorFields, operatorAuditActor } from '../../audit-log/audit-actor.ts'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { GroupDefinition } from '../../store/groups/group-definition.ts'
import {
  deleteGroup,
  findGroup,
  insertGroup,
  listGroups,
  lockGroupRow,
  updateGroup,
} from '../../store/groups/group-store.ts'
import { deleteGroupMembers, markGroupMembershipsForRecheck } from './group-member-store.ts'
import type { GroupRecord } from '../../store/groups/group-store.ts'

interface GroupManagementContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
}

/** Everybody's groups are looked up with each sign-in. */
export const maxGroupsPerServer = 200

/** Answers who names a group, and would have to do without it. */
export type FindApplicationsRequiringGroup = (queries: DatabaseQueryBuilder, groupId: string) => Promise<string[]>

/**
 * @param now milliseconds since 1970
 * @param actor who adds it, where that is not an operator at the command line
 */
export async function addGroup(
  { queries, random }: GroupManagementContext,
  definition: GroupDefinition,
  now: number,
  actor: AuditActor = operatorAuditActor,
): Promise<'added' | 'already-exists' | 'too-many'> {
  return queries.transaction().execute(async (transaction) => {
    if ((await findGroup(transaction, definition.id)) !== undefined) return 'already-exists'
    if ((await listGroups(transaction)).length >= maxGroupsPerServer) return 'too-many'
    const event = await insertGroupInTransaction(transaction, definition, now, actor)
    if (event === null) return 'already-exists'
    await appendAuditEvents(transaction, random, now, [event])
    return 'added'
  })
}

/** The members of a definition that differ; nobody reads two rules against each other in one line. */
export function describeGroupDefinitionChanges(before: GroupDefinition, after: GroupDefinition): string[] {
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
export async function changeGroupDefinition(
  { queries, random }: GroupManagementContext,
  definition: GroupDefinition,
  now: number,
  { actor = operatorAuditActor, readAt }: { actor?: AuditActor; readAt?: number } = {},
): Promise<string[] | 'conflict' | undefined> {
  return queries.transaction().execute(async (transaction) => {
    const before = await lockGroupRow(transaction, definition.id)
    if (before === undefined) return undefined
    if (readAt !== undefined && readAt !== before.changedAt) return 'conflict'
    const changes = describeGroupDefinitionChanges(before, definition)
    if (changes.length > 0)
      await appendAuditEvents(transaction, random, now, [
        await updateGroupInTransaction(transaction, before, definition, now, actor),
      ])
    return changes
  })
}

/**
 * Removes a group that nobody names.
 * @returns those who name it: nothing was done then; an empty list where it was removed, undefined where there is no such group
 */
export async function removeGroup(
  { queries, random }: GroupManagementContext,
  id: string,
  findNaming: FindApplicationsRequiringGroup,
  now: number,
  actor: AuditActor = operatorAuditActor,
): Promise<string[] | undefined> {
  return queries.transaction().execute(async (transaction) => {
    if ((await lockGroupRow(transaction, id)) === undefined) return undefined
    const naming = await findNaming(transaction, id)
    if (naming.length === 0)
      await appendAuditEvents(transaction, random, now, [await deleteGroupInTransaction(transaction, id, actor)])
    return naming
  })
}

/**
 * Adds a group; its line is still to be appended, as those of the following.
 * @returns null where somebody else added it at this moment
 */
export async function insertGroupInTransaction(
  transaction: DatabaseTransaction,
  definition: GroupDefinition,
  now: number,
  actor: AuditActor = operatorAuditActor,
): Promise<NewAuditEvent | null> {
  const isNew = await insertGroup(transaction, { ...definition, createdAt: now, changedAt: now })
  return isNew ? createGroupEvent('group.added', { group: definition.id }, actor) : null
}

/** Changes a group that is held. Each change has a time of its own, by which whoever has read an older one is found out. */
export async function updateGroupInTransaction(
  transaction: DatabaseTransaction,
  before: GroupRecord,
  definition: GroupDefinition,
  now: number,
  actor: AuditActor = operatorAuditActor,
): Promise<NewAuditEvent> {
  const changes = describeGroupDefinitionChanges(before, definition)
  await updateGroup(transaction, { ...before, ...definition, changedAt: Math.max(now, before.changedAt + 1) })
  if (changes.includes('rule changed')) await markGroupMembershipsForRecheck(transaction, definition.id, now)
  return createGroupEvent('group.changed', { group: definition.id, changes: changes.join('; ') }, actor)
}

/** Removes a group that is held. */
export async function deleteGroupInTransaction(
  transaction: DatabaseTransaction,
  id: string,
  actor: AuditActor = operatorAuditActor,
): Promise<NewAuditEvent> {
  await deleteGroupMembers(transaction, id)
  await deleteGroup(transaction, id)
  return createGroupEvent('group.removed', { group: id }, actor)
}

const createGroupEvent = (
  type: 'group.added' | 'group.changed' | 'group.removed',
  details: NewAuditEvent['details'],
  actor: AuditActor = operatorAuditActor,
): NewAuditEvent => ({
  type,
  outcome: 'success',
  details,
  evidence: { personId: null, content: createAuditEventActorFields(actor) },
})
