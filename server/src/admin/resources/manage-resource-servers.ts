// What operators do with resources: add, change, remove, each with the line that says so. Definitions have been checked.
import { createAuditEventActorFields, operatorAuditActor } from '../../audit-log/audit-actor.ts'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { describeResourceServerChanges } from '../../store/resources/resource-server-definition.ts'
import type { ResourceServerDefinition } from '../../store/resources/resource-server-definition.ts'
import {
  deleteResourceServer,
  findResourceServer,
  insertResourceServer,
  isExistingClientId,
  listResourceServers,
  lockResourceServerRow,
  updateResourceServer,
} from '../../store/resources/resource-server-store.ts'
import type { ResourceServerRecord } from '../../store/resources/resource-server-store.ts'

export interface ManageResourceServerContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
  /** Who does it, where that is not an operator at the command line. */
  actor?: AuditActor
}

/** Whether a client could take tokens of the resource for its ID tokens, because type and audience are the same (THREATS O7). */
export const hasResourceServerClientIdConflict = async (
  queries: DatabaseQueryBuilder,
  definition: ResourceServerDefinition,
): Promise<boolean> => definition.tokenType === 'JWT' && isExistingClientId(queries, definition.resource)

/** All of them are shown on one page, and looked through for an application. */
export const maxResourceServers = 200

/** Answers which applications list a resource, and would have to do without it. */
export type FindResourceServerApplications = (queries: DatabaseQueryBuilder, identifier: string) => Promise<string[]>

/** Answers how many people have allowed something at a resource, whom another kind of subject concerns. */
export type CountResourceServerGrantees = (queries: DatabaseQueryBuilder, identifier: string) => Promise<number>

/**
 * @param now milliseconds since 1970
 */
export async function addResourceServer(
  { queries, random, actor = operatorAuditActor }: ManageResourceServerContext,
  definition: ResourceServerDefinition,
  now: number,
): Promise<'added' | 'already-exists' | 'too-many' | 'names-client'> {
  return queries.transaction().execute(async (transaction) => {
    if ((await findResourceServer(transaction, definition.resource)) !== undefined) return 'already-exists'
    if ((await listResourceServers(transaction)).length >= maxResourceServers) return 'too-many'
    if (await hasResourceServerClientIdConflict(transaction, definition)) return 'names-client'
    const event = await insertResourceServerInTransaction(transaction, definition, now, actor)
    if (event === null) return 'already-exists'
    await appendAuditEvents(transaction, random, now, [event])
    return 'added'
  })
}

/** What is asked of a change beside the definition. */
export interface ChangeResourceServerOptions {
  /** When it was last changed, as who changes it has read it: somebody else's change since is not undone unseen. */
  readAt?: number
  /** How many people whoever changes it knows to be concerned by another kind of subject; null where they said nothing of it. */
  confirmedPeople: number | null
  countGrantees: CountResourceServerGrantees
}

/** What became of a change. `unconfirmed`: it changes who people are there, and nobody has said yes to that for so many people. */
export type ChangeResourceServerResult =
  | { outcome: 'changed'; changes: string[] }
  | { outcome: 'unknown' }
  | { outcome: 'conflict' }
  | { outcome: 'unconfirmed'; people: number }
  | { outcome: 'names-client' }

/** Changes a resource; from then on it is one that an operator has described. */
export async function changeResourceServer(
  { queries, random, actor = operatorAuditActor }: ManageResourceServerContext,
  definition: ResourceServerDefinition,
  now: number,
  { readAt, confirmedPeople, countGrantees }: ChangeResourceServerOptions,
): Promise<ChangeResourceServerResult> {
  return queries.transaction().execute(async (transaction) => {
    const before = await lockResourceServerRow(transaction, definition.resource)
    if (before === undefined) return { outcome: 'unknown' }
    if (readAt !== undefined && readAt !== before.changedAt) return { outcome: 'conflict' }
    if (before.definition.subjects !== definition.subjects) {
      const people = await countGrantees(transaction, definition.resource)
      if (people > (confirmedPeople ?? 0)) return { outcome: 'unconfirmed', people }
    }
    if (await hasResourceServerClientIdConflict(transaction, definition)) return { outcome: 'names-client' }
    const changes = describeResourceServerChanges(before.definition, definition)
    if (changes.length > 0 || before.origin !== 'operator') {
      const event = await updateResourceServerInTransaction(transaction, before, definition, now, actor)
      await appendAuditEvents(transaction, random, now, [event])
    }
    return { outcome: 'changed', changes }
  })
}

/**
 * Removes a resource that no application lists. Nobody gets tokens for it any more; those that were given out work until their time is over.
 * @returns those that list it: nothing was done then; undefined where there is no such resource
 */
export async function removeResourceServer(
  { queries, random, actor = operatorAuditActor }: ManageResourceServerContext,
  identifier: string,
  now: number,
  findListing: FindResourceServerApplications,
): Promise<string[] | undefined> {
  return queries.transaction().execute(async (transaction) => {
    if ((await lockResourceServerRow(transaction, identifier)) === undefined) return undefined
    const listing = await findListing(transaction, identifier)
    if (listing.length === 0)
      await appendAuditEvents(transaction, random, now, [
        await deleteResourceServerInTransaction(transaction, identifier, actor),
      ])
    return listing
  })
}

/**
 * Adds a resource; its line is still to be appended, as those of the following.
 * @returns null where somebody else added it at this moment
 */
export async function insertResourceServerInTransaction(
  transaction: DatabaseTransaction,
  definition: ResourceServerDefinition,
  now: number,
  actor: AuditActor = operatorAuditActor,
): Promise<NewAuditEvent | null> {
  const isNew = await insertResourceServer(transaction, {
    definition,
    origin: 'operator',
    createdAt: now,
    changedAt: now,
  })
  return isNew ? createResourceEvent('resource.added', { resource: definition.resource }, actor) : null
}

/** Changes a resource that is held. Each change has a time of its own, by which whoever has read an older one is found out. */
export async function updateResourceServerInTransaction(
  transaction: DatabaseTransaction,
  before: ResourceServerRecord,
  definition: ResourceServerDefinition,
  now: number,
  actor: AuditActor = operatorAuditActor,
): Promise<NewAuditEvent> {
  await updateResourceServer(transaction, {
    ...before,
    definition,
    origin: 'operator',
    changedAt: Math.max(now, before.changedAt + 1),
  })
  const changes = describeResourceServerChanges(before.definition, definition).join('; ')
  return createResourceEvent('resource.changed', { resource: definition.resource, changes }, actor)
}

/** Removes a resource that is held. */
export async function deleteResourceServerInTransaction(
  transaction: DatabaseTransaction,
  identifier: string,
  actor: AuditActor = operatorAuditActor,
): Promise<NewAuditEvent> {
  await deleteResourceServer(transaction, identifier)
  return createResourceEvent('resource.removed', { resource: identifier }, actor)
}

const createResourceEvent = (
  type: 'resource.added' | 'resource.changed' | 'resource.removed',
  details: NewAuditEvent['details'],
  actor: AuditActor,
): NewAuditEvent => ({
  type,
  outcome: 'success',
  details,
  evidence: { personId: null, content: createAuditEventActorFields(actor) },
})
