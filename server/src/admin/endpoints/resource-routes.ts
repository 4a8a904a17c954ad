// HTTP for resources: which there are, and adding, changing and removing them.
import { countPeopleAllowing } from '../../store/grants/count-people.ts'
import type { DefinitionFault } from '../../store/definition-errors/definition-fault.ts'
import { applyResources, planResources, readResourcesFile, resourceOf } from '../resources/apply.ts'
import { checkResource } from '../../store/resources/definition.ts'
import type { ResourceDefinition } from '../../store/resources/definition.ts'
import { listIdsListing } from '../resources/listing.ts'
import { addResource, changeResource, removeResource } from '../resources/operate.ts'
import type { ResourceWorld } from '../resources/operate.ts'
import { Refusal } from '../../platform/refusal.ts'
import { resourceId } from '../../platform/resource-id.ts'
import { readerFor } from './read-list.ts'
import { registerAdminCall } from '../authorization/admin-call.ts'
import type { Admin, AdminApp } from '../authorization/admin-call.ts'
import { describeResourceRow, readResource, readResourcesPage, requireResource } from './resources.ts'

export function registerResources(app: AdminApp): void {
  const { clock, random } = app
  const { queries } = app.database
  const worldOf = ({ actor }: Admin): ResourceWorld => ({ queries, random, actor })
  const describe = async (id: string) => describeResourceRow(await requireResource(queries, id))

  registerAdminCall(app, 'listResources', async ({ query, reply }) =>
    readerFor(app, reply)(({ queries }) => readResourcesPage(queries, query)),
  )

  registerAdminCall(app, 'readResource', async ({ params }) => readResource(queries, params.id))

  registerAdminCall(app, 'checkResource', async ({ body }) => {
    const checked = checkResource(body)
    return { faults: checked.outcome === 'faulty' ? checked.faults : [] }
  })

  registerAdminCall(app, 'createResource', async ({ body, admin }) => {
    const definition = requireDefinition(body)
    const outcome = await addResource(worldOf(admin), definition, clock())
    if (outcome !== 'added') throw new Refusal(refusalOf[outcome])
    return describe(resourceId(definition.resource))
  })

  registerAdminCall(
    app,
    'applyResources',
    async ({ body: { file, dryRun, prune, confirmedPeople = {} }, admin }) => {
      const read = readResourcesFile(file)
      if (read.outcome === 'faulty') throw faulty(read.faults)
      const options = { prune, findListing: listIdsListing, countPeople: countPeopleAllowing }
      const planned = await planResources(queries, read.wanted, options)
      if (planned.outcome === 'faulty') throw faulty(planned.faults)
      const steps = planned.steps.map((step) => ({
        action: step.action,
        id: resourceOf(step),
        changes: step.action === 'change' ? step.changes : [],
        people: step.action === 'change' ? step.people : null,
      }))
      if (dryRun) return { steps }
      const unconfirmed = steps.find(({ id, people }) => (people ?? 0) > (confirmedPeople[id] ?? 0))
      if (unconfirmed !== undefined)
        throw new Refusal('resource.switch_unconfirmed', { privateDetail: `${unconfirmed.id}: ${unconfirmed.people}` })
      const world = { queries, random, actor: admin.actor }
      const applied = await applyResources(world, read.wanted, planned.steps, options, clock())
      if (applied.outcome === 'faulty') throw faulty(applied.faults)
      if (applied.outcome === 'overtaken') throw new Refusal('resource.changed_meanwhile')
      return { steps }
    },
    { bodyBytes: 16_777_216 },
  )

  registerAdminCall(
    app,
    'changeResource',
    async ({ params, body: { changedAt, confirmedPeople = null, ...body }, admin }) => {
      // What tokens name stays: they would take another address for another resource.
      if ((await requireResource(queries, params.id)).definition.resource !== body.resource)
        throw new Refusal('resource.faulty', { place: { field: 'resource' }, privateDetail: 'another address' })
      const changed = await changeResource(worldOf(admin), requireDefinition(body), clock(), {
        readAt: Date.parse(changedAt),
        confirmedPeople,
        countPeople: countPeopleAllowing,
      })
      switch (changed.outcome) {
        case 'unknown':
          throw new Refusal('resource.not_found')
        case 'changed-meanwhile':
          throw new Refusal('resource.changed_meanwhile')
        case 'unconfirmed':
          throw new Refusal('resource.switch_unconfirmed', { privateDetail: `${changed.people} people` })
        case 'names-client':
          throw new Refusal('resource.names_client')
        case 'changed':
          return { ...(await describe(params.id)), changes: changed.changes }
      }
    },
  )

  registerAdminCall(app, 'removeResource', async ({ params, admin }) => {
    const { definition } = await requireResource(queries, params.id)
    const listing = await removeResource(worldOf(admin), definition.resource, clock(), listIdsListing)
    if (listing === undefined) throw new Refusal('resource.not_found')
    if (listing.length > 0) throw new Refusal('resource.listed', { privateDetail: listing.join(', ') })
    return undefined
  })
}

const refusalOf = {
  taken: 'resource.taken',
  'too-many': 'resource.too_many',
  'names-client': 'resource.names_client',
} as const

function requireDefinition(body: unknown): ResourceDefinition {
  const checked = checkResource(body)
  if (checked.outcome === 'complete') return checked.definition
  throw faulty(checked.faults)
}

function faulty(faults: readonly DefinitionFault[]): Refusal {
  const [{ path, message } = { path: '', message: 'no reason given' }] = faults
  return new Refusal('resource.faulty', {
    place: { field: path, faults: faults.map((fault) => ({ path: fault.path, message: fault.message })) },
    privateDetail: `${path} ${message}`,
  })
}
