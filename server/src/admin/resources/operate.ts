// What operators do with resources: add, change, remove, each with the line that says so. Definitions have been checked.
import { actorEvidence, operator } from '../../audit-log/actor.ts'
import type { Actor } from '../../audit-log/actor.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { describeResourceChanges } from '../../store/resources/definition.ts'
import type { ResourceDefinition } from '../../store/resources/definition.ts'
import {
  deleteResource,
  findResource,
  insertResource,
  isClientId,
  listResources,
  lockResource,
  updateResource,
} from '../../store/resources/store.ts'
import type { ResourceRecord } from '../../store/resources/store.ts'

export interface ResourceWorld {
  queries: Queries
  random: Random
  /** Who does it, where that is not an operator at the command line. */
  actor?: Actor
}

/** Whether a client could take tokens of the resource for its ID tokens, because type and audience are the same (THREATS O7). */
export const namesClient = async (queries: Queries, definition: ResourceDefinition): Promise<boolean> =>
  definition.tokenType === 'JWT' && isClientId(queries, definition.resource)

/** All of them are shown on one page, and looked through for an application. */
export const maxResources = 200

/** Answers which applications list a resource, and would have to do without it. */
export type FindListing = (queries: Queries, identifier: string) => Promise<string[]>

/** Answers how many people have allowed something at a resource, whom another kind of subject concerns. */
export type CountPeople = (queries: Queries, identifier: string) => Promise<number>

/**
 * @param now milliseconds since 1970
 */
export async function addResource(
  { queries, random, actor = operator }: ResourceWorld,
  definition: ResourceDefinition,
  now: number,
): Promise<'added' | 'taken' | 'too-many' | 'names-client'> {
  return queries.transaction().execute(async (transaction) => {
    if ((await findResource(transaction, definition.resource)) !== undefined) return 'taken'
    if ((await listResources(transaction)).length >= maxResources) return 'too-many'
    if (await namesClient(transaction, definition)) return 'names-client'
    const event = await writeAddition(transaction, definition, now, actor)
    if (event === null) return 'taken'
    await appendEvents(transaction, random, now, [event])
    return 'added'
  })
}

/** What is asked of a change beside the definition. */
export interface ChangeOptions {
  /** When it was last changed, as who changes it has read it: somebody else's change since is not undone unseen. */
  readAt?: number
  /** How many people whoever changes it knows to be concerned by another kind of subject; null where they said nothing of it. */
  confirmedPeople: number | null
  countPeople: CountPeople
}

/** What became of a change. `unconfirmed`: it changes who people are there, and nobody has said yes to that for so many people. */
export type ResourceChanged =
  | { outcome: 'changed'; changes: string[] }
  | { outcome: 'unknown' }
  | { outcome: 'changed-meanwhile' }
  | { outcome: 'unconfirmed'; people: number }
  | { outcome: 'names-client' }

/** Changes a resource; from then on it is one that an operator has described. */
export async function changeResource(
  { queries, random, actor = operator }: ResourceWorld,
  definition: ResourceDefinition,
  now: number,
  { readAt, confirmedPeople, countPeople }: ChangeOptions,
): Promise<ResourceChanged> {
  return queries.transaction().execute(async (transaction) => {
    const before = await lockResource(transaction, definition.resource)
    if (before === undefined) return { outcome: 'unknown' }
    if (readAt !== undefined && readAt !== before.changedAt) return { outcome: 'changed-meanwhile' }
    if (before.definition.subjects !== definition.subjects) {
      const people = await countPeople(transaction, definition.resource)
      if (people > (confirmedPeople ?? 0)) return { outcome: 'unconfirmed', people }
    }
    if (await namesClient(transaction, definition)) return { outcome: 'names-client' }
    const changes = describeResourceChanges(before.definition, definition)
    if (changes.length > 0 || before.origin !== 'operator') {
      const event = await writeChange(transaction, before, definition, now, actor)
      await appendEvents(transaction, random, now, [event])
    }
    return { outcome: 'changed', changes }
  })
}

/**
 * Removes a resource that no application lists. Nobody gets tokens for it any more; those that were given out work until their time is over.
 * @returns those that list it: nothing was done then; undefined where there is no such resource
 */
export async function removeResource(
  { queries, random, actor = operator }: ResourceWorld,
  identifier: string,
  now: number,
  findListing: FindListing,
): Promise<string[] | undefined> {
  return queries.transaction().execute(async (transaction) => {
    if ((await lockResource(transaction, identifier)) === undefined) return undefined
    const listing = await findListing(transaction, identifier)
    if (listing.length === 0)
      await appendEvents(transaction, random, now, [await writeRemoval(transaction, identifier, actor)])
    return listing
  })
}

/**
 * Adds a resource; its line is still to be appended, as those of the following.
 * @returns null where somebody else added it at this moment
 */
export async function writeAddition(
  transaction: Transaction,
  definition: ResourceDefinition,
  now: number,
  actor: Actor = operator,
): Promise<NewEvent | null> {
  const isNew = await insertResource(transaction, { definition, origin: 'operator', createdAt: now, changedAt: now })
  return isNew ? resourceEvent('resource.added', { resource: definition.resource }, actor) : null
}

/** Changes a resource that is held. Each change has a time of its own, by which whoever has read an older one is found out. */
export async function writeChange(
  transaction: Transaction,
  before: ResourceRecord,
  definition: ResourceDefinition,
  now: number,
  actor: Actor = operator,
): Promise<NewEvent> {
  await updateResource(transaction, {
    ...before,
    definition,
    origin: 'operator',
    changedAt: Math.max(now, before.changedAt + 1),
  })
  const changes = describeResourceChanges(before.definition, definition).join('; ')
  return resourceEvent('resource.changed', { resource: definition.resource, changes }, actor)
}

/** Removes a resource that is held. */
export async function writeRemoval(
  transaction: Transaction,
  identifier: string,
  actor: Actor = operator,
): Promise<NewEvent> {
  await deleteResource(transaction, identifier)
  return resourceEvent('resource.removed', { resource: identifier }, actor)
}

const resourceEvent = (
  type: 'resource.added' | 'resource.changed' | 'resource.removed',
  details: NewEvent['details'],
  actor: Actor,
): NewEvent => ({
  type,
  outcome: 'success',
  details,
  evidence: { personId: null, content: actorEvidence(actor) },
})
