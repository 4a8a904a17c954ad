// Declarative configuration (GitOps): makes the resources of the database those of a file, everything in one transaction, or nothing.
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { ApplicationDefinitionFieldError } from '../../store/definition-errors/create-application-definition-error.ts'
import {
  validateResourceServerDefinition,
  describeResourceServerChanges,
} from '../../store/resources/resource-server-definition.ts'
import type { ResourceServerDefinition } from '../../store/resources/resource-server-definition.ts'
import {
  maxResourceServers,
  hasResourceServerClientIdConflict,
  insertResourceServerInTransaction,
  updateResourceServerInTransaction,
  deleteResourceServerInTransaction,
} from './manage-resource-servers.ts'
import type { CountResourceServerGrantees, FindResourceServerApplications } from './manage-resource-servers.ts'
import { listResourceServers, lockResourceServerRow } from '../../store/resources/resource-server-store.ts'

export type ResourceServersFileParseResult =
  | { outcome: 'read'; definitions: ResourceServerDefinition[] }
  | { outcome: 'invalid'; errors: ApplicationDefinitionFieldError[] }

/**
 * Reads the contents of the file.
 * @param content as parsed from JSON; nothing about it is assumed
 */
export function parseResourceServersFile(content: unknown): ResourceServersFileParseResult {
  const { resources, ...rest } = (typeof content === 'object' && content !== null ? content : {}) as Record<
    string,
    unknown
  >
  if (!Array.isArray(resources))
    return createInvalidResult([{ path: '', message: 'The file must hold one JSON object with the list "resources".' }])
  const errors: ApplicationDefinitionFieldError[] = Object.keys(rest).map((name) => ({
    path: name,
    message: 'is not known; the file has "resources" alone',
  }))
  if (resources.length > maxResourceServers)
    errors.push({ path: 'resources', message: `must not have more than ${maxResourceServers} entries` })
  if (errors.length > 0) return createInvalidResult(errors)
  const wanted: ResourceServerDefinition[] = []
  for (const [index, one] of resources.entries()) {
    const path = `resources[${index}]`
    const checked = validateResourceServerDefinition(one)
    if (checked.outcome === 'invalid')
      errors.push(
        ...checked.errors.map((fault) => ({
          path: fault.path === '' ? path : `${path}.${fault.path}`,
          message: fault.message,
        })),
      )
    else if (wanted.some(({ resource }) => resource === checked.definition.resource))
      errors.push({ path: `${path}.resource`, message: `"${checked.definition.resource}" is there already` })
    else wanted.push(checked.definition)
  }
  return errors.length > 0 ? createInvalidResult(errors) : { outcome: 'read', definitions: wanted }
}

const createInvalidResult = (
  errors: ApplicationDefinitionFieldError[],
): { outcome: 'invalid'; errors: ApplicationDefinitionFieldError[] } => ({
  outcome: 'invalid',
  errors,
})

export type ResourceServerChangeStep =
  | { action: 'add'; definition: ResourceServerDefinition }
  /** `people`: how many get another name there by it; null where none does. */
  | { action: 'change'; definition: ResourceServerDefinition; changes: string[]; people: number | null }
  | { action: 'remove'; resource: string }

/** What is to be done, or stands against it. */
export type ResourceServerChangePlanResult =
  | { outcome: 'planned'; steps: ResourceServerChangeStep[] }
  | { outcome: 'invalid'; errors: ApplicationDefinitionFieldError[] }

interface ResourcePlanOptions {
  /** Removes resources that are not wanted; those that applications have merely named stay. */
  prune: boolean
  findResourceApplications: FindResourceServerApplications
  countGrantees: CountResourceServerGrantees
}

/** What must happen, in one order, so that two files that are applied at the same moment never wait for each other. */
export async function planResourceServerChanges(
  queries: DatabaseQueryBuilder,
  wanted: readonly ResourceServerDefinition[],
  { prune, findResourceApplications, countGrantees }: ResourcePlanOptions,
): Promise<ResourceServerChangePlanResult> {
  const current = await listResourceServers(queries)
  const steps: ResourceServerChangeStep[] = []
  const errors: ApplicationDefinitionFieldError[] = []
  for (const [index, definition] of wanted.entries()) {
    if (await hasResourceServerClientIdConflict(queries, definition))
      errors.push({
        path: `resources[${index}].tokenType`,
        message: `must be "at+jwt": "${definition.resource}" is also the client ID of an application`,
      })
    const before = current.find((one) => one.definition.resource === definition.resource)
    if (before === undefined) steps.push({ action: 'add', definition })
    else {
      const changes = describeResourceServerChanges(before.definition, definition)
      const switches = before.definition.subjects !== definition.subjects
      if (changes.length > 0 || before.origin !== 'operator')
        steps.push({
          action: 'change',
          definition,
          changes: changes.length > 0 ? changes : ['described'],
          people: switches ? await countGrantees(queries, definition.resource) : null,
        })
    }
  }
  const isGone = (identifier: string): boolean => !wanted.some(({ resource }) => resource === identifier)
  for (const { definition, origin } of current) {
    if (!prune || origin !== 'operator' || !isGone(definition.resource)) continue
    const listing = await findResourceApplications(queries, definition.resource)
    if (listing.length === 0) steps.push({ action: 'remove', resource: definition.resource })
    else
      errors.push({
        path: 'resources',
        message: `lacks "${definition.resource}", which cannot be removed: ${listing.join(', ')} ${listing.length === 1 ? 'lists' : 'list'} it`,
      })
  }
  const added = steps.filter(({ action }) => action === 'add').length
  const removed = steps.filter(({ action }) => action === 'remove').length
  if (current.length + added - removed > maxResourceServers)
    errors.push({ path: 'resources', message: `would be more than ${maxResourceServers}` })
  if (errors.length > 0) return createInvalidResult(errors)
  return {
    outcome: 'planned',
    steps: steps.toSorted((one, other) =>
      getResourceServerOfChangeStep(one) < getResourceServerOfChangeStep(other) ? -1 : 1,
    ),
  }
}

export const getResourceServerOfChangeStep = (step: ResourceServerChangeStep): string =>
  step.action === 'remove' ? step.resource : step.definition.resource

class ConcurrentChangeError extends Error {
  override readonly name = 'ConcurrentChangeError'
}

/** What became of it. `conflict`: somebody else changed something since it was planned, and nothing was done. */
export type ApplyResourceServersResult = ResourceServerChangePlanResult | { outcome: 'conflict' }

/**
 * Does what was planned, where the plan is still the same.
 * @param planned as it was shown, and agreed to
 * @param now milliseconds since 1970
 */
export async function applyPlannedResourceServerChanges(
  { queries, random, actor }: { queries: DatabaseQueryBuilder; random: RandomBytes; actor: AuditActor },
  wanted: readonly ResourceServerDefinition[],
  planned: readonly ResourceServerChangeStep[],
  options: ResourcePlanOptions,
  now: number,
): Promise<ApplyResourceServersResult> {
  try {
    return await queries.transaction().execute(async (transaction) => {
      const events: NewAuditEvent[] = []
      for (const step of planned)
        if (step.action !== 'add') await lockResourceServerRow(transaction, getResourceServerOfChangeStep(step))
      const again = await planResourceServerChanges(transaction, wanted, options)
      if (again.outcome === 'invalid') return again
      if (JSON.stringify(again.steps) !== JSON.stringify(planned)) throw new ConcurrentChangeError()
      for (const step of again.steps) {
        if (step.action === 'remove')
          events.push(await deleteResourceServerInTransaction(transaction, step.resource, actor))
        else if (step.action === 'add') {
          const event = await insertResourceServerInTransaction(transaction, step.definition, now, actor)
          if (event === null) throw new ConcurrentChangeError()
          events.push(event)
        } else {
          const before = await lockResourceServerRow(transaction, step.definition.resource)
          if (before === undefined) throw new ConcurrentChangeError()
          events.push(await updateResourceServerInTransaction(transaction, before, step.definition, now, actor))
        }
      }
      if (events.length > 0) await appendAuditEvents(transaction, random, now, events)
      return again
    })
  } catch (error) {
    if (error instanceof ConcurrentChangeError) return { outcome: 'conflict' }
    throw error
  }
}
