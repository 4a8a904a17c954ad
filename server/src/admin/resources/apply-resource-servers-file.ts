// All changes of the file are applied in one transaction.
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { lockProductRows } from '../../store/products/product-store.ts'
import { validateResourceProduct } from '../../store/resources/validate-resource-product.ts'
import type { ApplicationDefinitionFieldError } from '../../store/definition-errors/create-application-definition-error.ts'
import {
  changesResourceSubjects,
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

export function parseResourceServersFile(content: unknown): ResourceServersFileParseResult {
  const { resources, ...rest } = (typeof content === 'object' && content !== null ? content : {}) as Record<
    string,
    unknown
  >
  if (!Array.isArray(resources))
    return createInvalidResult([
      { path: '', message: 'The file must contain a JSON object with the list "resources".' },
    ])
  const errors: ApplicationDefinitionFieldError[] = Object.keys(rest).map((name) => ({
    path: name,
    message: 'is unknown; the file may contain only "resources"',
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
      errors.push({ path: `${path}.resource`, message: `"${checked.definition.resource}" is already listed` })
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
  /** `people` is how many get a new subject identifier; null if the subject type stays the same. */
  | { action: 'change'; definition: ResourceServerDefinition; changes: string[]; people: number | null }
  | { action: 'remove'; resource: string }

export type ResourceServerChangePlanResult =
  | { outcome: 'planned'; steps: ResourceServerChangeStep[] }
  | { outcome: 'invalid'; errors: ApplicationDefinitionFieldError[] }

interface ResourcePlanOptions {
  /** Resources that exist only because applications refer to them are never removed. */
  prune: boolean
  findResourceApplications: FindResourceServerApplications
  countGrantees: CountResourceServerGrantees
}

/** Returns the steps in a fixed order, so that concurrent applies cannot deadlock. */
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
        message: `must be "at+jwt", because "${definition.resource}" is also the client ID of an application`,
      })
    for (const { path, message } of await validateResourceProduct(queries, definition))
      errors.push({ path: `resources[${index}].${path}`, message })
    const before = current.find((one) => one.definition.resource === definition.resource)
    if (before === undefined) steps.push({ action: 'add', definition })
    else {
      const changes = describeResourceServerChanges(before.definition, definition)
      const switches = changesResourceSubjects(before.definition, definition)
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
        message: `does not contain "${definition.resource}", which cannot be removed because it is used by ${listing.join(', ')}`,
      })
  }
  const added = steps.filter(({ action }) => action === 'add').length
  const removed = steps.filter(({ action }) => action === 'remove').length
  if (current.length + added - removed > maxResourceServers)
    errors.push({ path: 'resources', message: `would exceed the maximum of ${maxResourceServers} resources` })
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

export type ApplyResourceServersResult = ResourceServerChangePlanResult | { outcome: 'conflict' }

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
      await lockProductRows(
        transaction,
        wanted.map(({ product }) => product),
      )
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
