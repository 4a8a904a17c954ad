// Declarative configuration (GitOps): makes the resources of the database those of a file, everything in one transaction, or nothing.
import type { Actor } from '../../audit-log/actor.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import type { DefinitionFault } from '../../store/definition-errors/definition-fault.ts'
import { checkResource, describeResourceChanges } from '../../store/resources/definition.ts'
import type { ResourceDefinition } from '../../store/resources/definition.ts'
import { maxResources, namesClient, writeAddition, writeChange, writeRemoval } from './operate.ts'
import type { CountPeople, FindListing } from './operate.ts'
import { listResources, lockResource } from '../../store/resources/store.ts'

export type ReadResources =
  | { outcome: 'read'; wanted: ResourceDefinition[] }
  | { outcome: 'faulty'; faults: DefinitionFault[] }

/**
 * Reads the contents of the file.
 * @param content as parsed from JSON; nothing about it is assumed
 */
export function readResourcesFile(content: unknown): ReadResources {
  const { resources, ...rest } = (typeof content === 'object' && content !== null ? content : {}) as Record<
    string,
    unknown
  >
  if (!Array.isArray(resources))
    return faulty([{ path: '', message: 'The file must hold one JSON object with the list "resources".' }])
  const faults: DefinitionFault[] = Object.keys(rest).map((name) => ({
    path: name,
    message: 'is not known; the file has "resources" alone',
  }))
  if (resources.length > maxResources)
    faults.push({ path: 'resources', message: `must not have more than ${maxResources} entries` })
  if (faults.length > 0) return faulty(faults)
  const wanted: ResourceDefinition[] = []
  for (const [index, one] of resources.entries()) {
    const path = `resources[${index}]`
    const checked = checkResource(one)
    if (checked.outcome === 'faulty')
      faults.push(
        ...checked.faults.map((fault) => ({
          path: fault.path === '' ? path : `${path}.${fault.path}`,
          message: fault.message,
        })),
      )
    else if (wanted.some(({ resource }) => resource === checked.definition.resource))
      faults.push({ path: `${path}.resource`, message: `"${checked.definition.resource}" is there already` })
    else wanted.push(checked.definition)
  }
  return faults.length > 0 ? faulty(faults) : { outcome: 'read', wanted }
}

const faulty = (faults: DefinitionFault[]): { outcome: 'faulty'; faults: DefinitionFault[] } => ({
  outcome: 'faulty',
  faults,
})

export type ResourceStep =
  | { action: 'add'; definition: ResourceDefinition }
  /** `people`: how many get another name there by it; null where none does. */
  | { action: 'change'; definition: ResourceDefinition; changes: string[]; people: number | null }
  | { action: 'remove'; resource: string }

/** What is to be done, or stands against it. */
export type PlannedResources =
  | { outcome: 'planned'; steps: ResourceStep[] }
  | { outcome: 'faulty'; faults: DefinitionFault[] }

interface PlanOptions {
  /** Removes resources that are not wanted; those that applications have merely named stay. */
  prune: boolean
  findListing: FindListing
  countPeople: CountPeople
}

/** What must happen, in one order, so that two files that are applied at the same moment never wait for each other. */
export async function planResources(
  queries: Queries,
  wanted: readonly ResourceDefinition[],
  { prune, findListing, countPeople }: PlanOptions,
): Promise<PlannedResources> {
  const current = await listResources(queries)
  const steps: ResourceStep[] = []
  const faults: DefinitionFault[] = []
  for (const [index, definition] of wanted.entries()) {
    if (await namesClient(queries, definition))
      faults.push({
        path: `resources[${index}].tokenType`,
        message: `must be "at+jwt": "${definition.resource}" is also the client ID of an application`,
      })
    const before = current.find((one) => one.definition.resource === definition.resource)
    if (before === undefined) steps.push({ action: 'add', definition })
    else {
      const changes = describeResourceChanges(before.definition, definition)
      const switches = before.definition.subjects !== definition.subjects
      if (changes.length > 0 || before.origin !== 'operator')
        steps.push({
          action: 'change',
          definition,
          changes: changes.length > 0 ? changes : ['described'],
          people: switches ? await countPeople(queries, definition.resource) : null,
        })
    }
  }
  const isGone = (identifier: string): boolean => !wanted.some(({ resource }) => resource === identifier)
  for (const { definition, origin } of current) {
    if (!prune || origin !== 'operator' || !isGone(definition.resource)) continue
    const listing = await findListing(queries, definition.resource)
    if (listing.length === 0) steps.push({ action: 'remove', resource: definition.resource })
    else
      faults.push({
        path: 'resources',
        message: `lacks "${definition.resource}", which cannot be removed: ${listing.join(', ')} ${listing.length === 1 ? 'lists' : 'list'} it`,
      })
  }
  const added = steps.filter(({ action }) => action === 'add').length
  const removed = steps.filter(({ action }) => action === 'remove').length
  if (current.length + added - removed > maxResources)
    faults.push({ path: 'resources', message: `would be more than ${maxResources}` })
  if (faults.length > 0) return faulty(faults)
  return { outcome: 'planned', steps: steps.toSorted((one, other) => (resourceOf(one) < resourceOf(other) ? -1 : 1)) }
}

export const resourceOf = (step: ResourceStep): string =>
  step.action === 'remove' ? step.resource : step.definition.resource

class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/** What became of it. `overtaken`: somebody else changed something since it was planned, and nothing was done. */
export type AppliedResources = PlannedResources | { outcome: 'overtaken' }

/**
 * Does what was planned, where the plan is still the same.
 * @param planned as it was shown, and agreed to
 * @param now milliseconds since 1970
 */
export async function applyResources(
  { queries, random, actor }: { queries: Queries; random: Random; actor: Actor },
  wanted: readonly ResourceDefinition[],
  planned: readonly ResourceStep[],
  options: PlanOptions,
  now: number,
): Promise<AppliedResources> {
  try {
    return await queries.transaction().execute(async (transaction) => {
      const events: NewEvent[] = []
      for (const step of planned) if (step.action !== 'add') await lockResource(transaction, resourceOf(step))
      const again = await planResources(transaction, wanted, options)
      if (again.outcome === 'faulty') return again
      if (JSON.stringify(again.steps) !== JSON.stringify(planned)) throw new Overtaken()
      for (const step of again.steps) {
        if (step.action === 'remove') events.push(await writeRemoval(transaction, step.resource, actor))
        else if (step.action === 'add') {
          const event = await writeAddition(transaction, step.definition, now, actor)
          if (event === null) throw new Overtaken()
          events.push(event)
        } else {
          const before = await lockResource(transaction, step.definition.resource)
          if (before === undefined) throw new Overtaken()
          events.push(await writeChange(transaction, before, step.definition, now, actor))
        }
      }
      if (events.length > 0) await appendEvents(transaction, random, now, events)
      return again
    })
  } catch (error) {
    if (error instanceof Overtaken) return { outcome: 'overtaken' }
    throw error
  }
}
