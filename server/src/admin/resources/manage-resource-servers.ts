// The caller must have validated the definitions.
import { createAuditEventActorFields, operatorAuditActor } from '../../audit-log/audit-actor.ts'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { lockProductRow } from '../../store/products/product-store.ts'
import {
  changesResourceSubjects,
  describeResourceServerChanges,
} from '../../store/resources/resource-server-definition.ts'
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
  actor?: AuditActor
}

/** A client whose ID is the resource could mistake an access token for an ID token (THREATS O7). */
export const hasResourceServerClientIdConflict = async (
  queries: DatabaseQueryBuilder,
  definition: ResourceServerDefinition,
): Promise<boolean> => definition.tokenType === 'JWT' && isExistingClientId(queries, definition.resource)

export const maxResourceServers = 200

export type FindResourceServerApplications = (queries: DatabaseQueryBuilder, identifier: string) => Promise<string[]>

/** Counts the people with a grant: a new subject type would change their subject identifiers. */
export type CountResourceServerGrantees = (queries: DatabaseQueryBuilder, identifier: string) => Promise<number>

export async function addResourceServer(
  { queries, random, actor = operatorAuditActor }: ManageResourceServerContext,
  definition: ResourceServerDefinition,
  now: number,
): Promise<'added' | 'already-exists' | 'too-many' | 'names-client' | 'product-gone'> {
  return queries.transaction().execute(async (transaction) => {
    if (!(await lockProductOfResource(transaction, definition))) return 'product-gone'
    if ((await findResourceServer(transaction, definition.resource)) !== undefined) return 'already-exists'
    if ((await listResourceServers(transaction)).length >= maxResourceServers) return 'too-many'
    if (await hasResourceServerClientIdConflict(transaction, definition)) return 'names-client'
    const event = await insertResourceServerInTransaction(transaction, definition, now, actor)
    if (event === null) return 'already-exists'
    await appendAuditEvents(transaction, random, now, [event])
    return 'added'
  })
}

/** @returns false if the product has been removed since the definition was validated */
async function lockProductOfResource(
  transaction: DatabaseTransaction,
  { product }: Pick<ResourceServerDefinition, 'product'>,
): Promise<boolean> {
  return product === null || (await lockProductRow(transaction, product)) !== undefined
}

export interface ChangeResourceServerOptions {
  readAt?: number
  /** Null if the caller has confirmed nothing. */
  confirmedPeople: number | null
  countGrantees: CountResourceServerGrantees
}

/** `unconfirmed` means that `people` would get new subject identifiers. */
export type ChangeResourceServerResult =
  | { outcome: 'changed'; changes: string[] }
  | { outcome: 'unknown' }
  | { outcome: 'conflict' }
  | { outcome: 'unconfirmed'; people: number }
  | { outcome: 'names-client' }
  | { outcome: 'product-gone' }

export async function changeResourceServer(
  { queries, random, actor = operatorAuditActor }: ManageResourceServerContext,
  definition: ResourceServerDefinition,
  now: number,
  { readAt, confirmedPeople, countGrantees }: ChangeResourceServerOptions,
): Promise<ChangeResourceServerResult> {
  return queries.transaction().execute(async (transaction) => {
    if (!(await lockProductOfResource(transaction, definition))) return { outcome: 'product-gone' }
    const before = await lockResourceServerRow(transaction, definition.resource)
    if (before === undefined) return { outcome: 'unknown' }
    if (readAt !== undefined && readAt !== before.changedAt) return { outcome: 'conflict' }
    if (changesResourceSubjects(before.definition, definition)) {
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

/** Returns the applications that prevent the removal. Issued tokens stay valid. */
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

/** Returns the event for the caller to append, or null if the row was added concurrently. */
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

/** The caller must hold the row lock. */
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
