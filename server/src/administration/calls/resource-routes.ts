// HTTP for resources: which there are, and adding, changing and removing them.
import { countPeopleAllowing } from '../../protocol/grants/count-people.ts'
import { checkResource } from '../../protocol/resources/definition.ts'
import type { ResourceDefinition } from '../../protocol/resources/definition.ts'
import { listIdsListing } from '../../protocol/resources/listing.ts'
import { addResource, changeResource, removeResource } from '../../protocol/resources/operate.ts'
import type { ResourceWorld } from '../../protocol/resources/operate.ts'
import type { App } from '../../platform/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { resourceId } from '../../platform/resource-id.ts'
import { readerFor } from './read-list.ts'
import { registerAdminCall } from '../roles/admin-call.ts'
import type { Admin } from '../roles/admin-call.ts'
import { describeResourceRow, readResource, readResourcesPage, requireResource } from './resources.ts'

export function registerResources(app: App): void {
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
          return describe(params.id)
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

/** The first fault says where it is. */
function requireDefinition(body: unknown): ResourceDefinition {
  const checked = checkResource(body)
  if (checked.outcome === 'complete') return checked.definition
  const [{ path, message } = { path: '', message: 'no reason given' }] = checked.faults
  throw new Refusal('resource.faulty', { place: { field: path }, privateDetail: `${path} ${message}` })
}
