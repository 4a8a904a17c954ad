// What operators do with resources: add, change, remove, each with the line that says so. Definitions have been checked.
import { createAuditActorEvidence, operatorAuditActor } from '../../audit-log/audit-actor.ts'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueries, DatabaseTransaction } from '../../platform/database/open-database.ts'
import { describeResourceChanges } from '../../store/resources/resource-definition.ts'
import type { ResourceDefinition } from '../../store/resources/resource-definition.ts'
import {
  deleteResource,
  findResource,
  insertResource,
  isExistingClientId,
  listResources,
  lockResource,
  updateResource,
} from '../../store/resources/resource-store.ts'
import type { ResourceRecord } from '../../store/resources/resource-store.ts'

export interface ResourceContext {
  queries: DatabaseQueries
  random: RandomBytes
  /** Who does it, where that is not an operator at the command line. */
  actor?: AuditActor
}

/** Whether a client could take tokens of the resource for its ID tokens, because type and audience are the same (THREATS O7). */
export const hasClientIdConflict = async (queries: DatabaseQueries, definition: ResourceDefinition): Promise<boolean> =>
  definition.tokenType === 'JWT' && isExistingClientId(queries, definition.resource)

/** All of them are shown on one page, and looked through for an application. */
export const maxResources = 200

/** Answers which applications list a resource, and would have to do without it. */
export type FindResourceApplications = (queries: DatabaseQueries, identifier: string) => Promise<string[]>

/** Answers how many people have allowed something at a resource, whom another kind of subject concerns. */
export type ResourceGranteeCounter = (queries: DatabaseQueries, identifier: string) => Promise<number>

/**
 * @param now milliseconds since 1970
 */
export async function addResource(
  { queries, random, actor = operatorAuditActor }: ResourceContext,
  definition: ResourceDefinition,
  now: number,
): Promise<'added' | 'already-exists' | 'too-many' | 'names-client'> {
  return queries.transaction().execute(async (transaction) => {
    if ((await findResource(transaction, definition.resource)) !== undefined) return 'already-exists'
    if ((await listResources(transaction)).length >= maxResources) return 'too-many'
    if (await hasClientIdConflict(transaction, definition)) return 'names-client'
    const event = await writeResourceAddition(transaction, definition, now, actor)
    if (event === null) return 'already-exists'
    await appendAuditEvents(transaction, random, now, [event])
    return 'added'
  })
}

/** What is asked of a change beside the definition. */
export interface ChangeResourceOptions {
  /** When it was last changed, as who changes it has read it: somebody else's change since is not undone unseen. */
  readAt?: number
  /** How many people whoever changes it knows to be concerned by another kind of subject; null where they said nothing of it. */
  confirmedPeople: number | null
  countGrantees: ResourceGranteeCounter
}

/** What became of a change. `unconfirmed`: it changes who people are there, and nobody has said yes to that for so many people. */
export type ChangeResourceResult =
  | { outcome: 'changed'; changes: string[] }
  | { outcome: 'unknown' }
  | { outcome: 'conflict' }
  | { outcome: 'unconfirmed'; people: number }
  | { outcome: 'names-client' }

/** Changes a resource; from then on it is one that an operator has described. */
export async function changeResource(
  { queries, random, actor = operatorAuditActor }: ResourceContext,
  definition: ResourceDefinition,
  now: number,
  { readAt, confirmedPeople, countGrantees }: ChangeResourceOptions,
): Promise<ChangeResourceResult> {
  return queries.transaction().execute(async (transaction) => {
    const before = await lockResource(transaction, definition.resource)
    if (before === undefined) return { outcome: 'unknown' }
    if (readAt !== undefined && readAt !== before.changedAt) return { outcome: 'conflict' }
    if (before.definition.subjects !== definition.subjects) {
      const people = await countGrantees(transaction, definition.resource)
      if (people > (confirmedPeople ?? 0)) return { outcome: 'unconfirmed', people }
    }
    if (await hasClientIdConflict(transaction, definition)) return { outcome: 'names-client' }
    const changes = describeResourceChanges(before.definition, definition)
    if (changes.length > 0 || before.origin !== 'operator') {
      const event = await writeResourceChange(transaction, before, definition, now, actor)
      await appendAuditEvents(transaction, random, now, [event])
    }
    return { outcome: 'changed', changes }
  })
}

/**
 * Removes a resource that no application lists. Nobody gets tokens for it any more; those that were given out work until their time is over.
 * @returns those that list it: nothing was done then; undefined where there is no such resource
 */
export async function removeResource(
  { queries, random, actor = operatorAuditActor }: ResourceContext,
  identifier: string,
  now: number,
  findListing: FindResourceApplications,
): Promise<string[] | undefined> {
  return queries.transaction().execute(async (transaction) => {
    if ((await lockResource(transaction, identifier)) === undefined) return undefined
    const listing = await findListing(transaction, identifier)
    if (listing.length === 0)
      await appendAuditEvents(transaction, random, now, [await writeResourceRemoval(transaction, identifier, actor)])
    return listing
  })
}

/**
 * Adds a resource; its line is still to be appended, as those of the following.
 * @returns null where somebody else added it at this moment
 */
export async function writeResourceAddition(
  transaction: DatabaseTransaction,
  definition: ResourceDefinition,
  now: number,
  actor: AuditActor = operatorAuditActor,
): Promise<NewAuditEvent | null> {
  const isNew = await insertResource(transaction, { definition, origin: 'operator', createdAt: now, changedAt: now })
  return isNew ? createResourceEvent('resource.added', { resource: definition.resource }, actor) : null
}

/** Changes a resource that is held. Each change has a time of its own, by which whoever has read an older one is found out. */
export async function writeResourceChange(
  transaction: DatabaseTransaction,
  before: ResourceRecord,
  definition: ResourceDefinition,
  now: number,
  actor: AuditActor = operatorAuditActor,
): Promise<NewAuditEvent> {
  await updateResource(transaction, {
    ...before,
    definition,
    origin: 'operator',
    changedAt: Math.max(now, before.changedAt + 1),
  })
  const changes = describeResourceChanges(before.definition, definition).join('; ')
  return createResourceEvent('resource.changed', { resource: definition.resource, changes }, actor)
}

/** Removes a resource that is held. */
export async function writeResourceRemoval(
  transaction: DatabaseTransaction,
  identifier: string,
  actor: AuditActor = operatorAuditActor,
): Promise<NewAuditEvent> {
  await deleteResource(transaction, identifier)
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
  evidence: { personId: null, content: createAuditActorEvidence(actor) },
})
