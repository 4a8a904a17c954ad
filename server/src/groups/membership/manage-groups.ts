// The callers have validated the definitions.
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

/** Limited because every sign-in looks up all groups. */
export const maxGroupsPerServer = 200

export type FindApplicationsRequiringGroup = (queries: DatabaseQueryBuilder, groupId: string) => Promise<string[]>

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

export function describeGroupDefinitionChanges(before: GroupDefinition, after: GroupDefinition): string[] {
  const texts = (['name', 'description'] as const).flatMap((member) =>
    before[member] === after[member] ? [] : [`${member} ${before[member] ?? 'none'} → ${after[member] ?? 'none'}`],
  )
  return JSON.stringify(before.rule) === JSON.stringify(after.rule) ? texts : [...texts, 'rule changed']
}

/** A "conflict" if the group has changed since `readAt`; undefined if there is no such group. */
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

/** @returns the applications that prevent the removal; undefined if there is no such group */
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

/** The caller appends the event. Null if another transaction has just added the group. */
export async function insertGroupInTransaction(
  transaction: DatabaseTransaction,
  definition: GroupDefinition,
  now: number,
  actor: AuditActor = operatorAuditActor,
): Promise<NewAuditEvent | null> {
  const isNew = await insertGroup(transaction, { ...definition, createdAt: now, changedAt: now })
  return isNew ? createGroupEvent('group.added', { group: definition.id }, actor) : null
}

/** The caller must hold the row lock. `changedAt` always increases, to detect stale changes. */
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

/** The caller must hold the row lock. */
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
