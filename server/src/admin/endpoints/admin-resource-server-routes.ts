import type { AdminApiEndpointInput, AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { countPeopleGrantingResourceAccess } from '../../store/grants/count-people-granting-resource-access.ts'
import type { ApplicationDefinitionFieldError } from '../../store/definition-errors/create-application-definition-error.ts'
import {
  applyPlannedResourceServerChanges,
  planResourceServerChanges,
  parseResourceServersFile,
  getResourceServerOfChangeStep,
} from '../resources/apply-resource-servers-file.ts'
import { validateResourceServerDefinition } from '../../store/resources/resource-server-definition.ts'
import type { ResourceServerDefinition } from '../../store/resources/resource-server-definition.ts'
import { listApplicationIdsOfResourceServer } from '../resources/list-applications-of-resource-server.ts'
import { addResourceServer, changeResourceServer, removeResourceServer } from '../resources/manage-resource-servers.ts'
import type { ManageResourceServerContext } from '../resources/manage-resource-servers.ts'
import { validateResourceProduct } from '../../store/resources/validate-resource-product.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { deriveResourceServerId } from '../../platform/derive-resource-server-id.ts'
import type { Clock } from '../../platform/clock.ts'
import { createReplicaOrDatabaseReader } from './replica-or-database-reader.ts'
import { registerAdminEndpoint } from '../authorization/register-admin-endpoint.ts'
import type { AdminCaller, AdminEndpointContext } from '../authorization/register-admin-endpoint.ts'
import {
  toAdminResourceServerListEntry,
  readAdminResourceServerDetails,
  readResourceServerListPage,
  requireExistingResourceServer,
} from './list-resource-servers.ts'

export function registerAdminResourceServerRoutes(app: AdminEndpointContext): void {
  const { clock, random } = app
  const { queries } = app.database
  const worldOf = ({ actor }: AdminCaller): Required<ManageResourceServerContext> => ({ queries, random, actor })
  const describe = async (id: string) =>
    toAdminResourceServerListEntry(await requireExistingResourceServer(queries, id))

  registerAdminEndpoint(app, 'listResources', async ({ query, reply }) =>
    createReplicaOrDatabaseReader(app, reply)(({ queries }) => readResourceServerListPage(queries, query)),
  )

  registerAdminEndpoint(app, 'readResource', async ({ params }) => readAdminResourceServerDetails(queries, params.id))

  registerAdminEndpoint(app, 'checkResource', async ({ body }) => {
    const checked = validateResourceServerDefinition(body)
    return {
      errors:
        checked.outcome === 'invalid' ? checked.errors : await validateResourceProduct(queries, checked.definition),
    }
  })

  registerAdminEndpoint(app, 'createResource', async ({ body, admin }) => {
    const definition = await requireDefinition(queries, body)
    const outcome = await addResourceServer(worldOf(admin), definition, clock())
    if (outcome !== 'added') throw new ApiError(refusalOf[outcome])
    return describe(deriveResourceServerId(definition.resource))
  })

  registerAdminEndpoint(
    app,
    'applyResources',
    async ({ body, admin }) => applySubmittedResourceServersFile(worldOf(admin), body, clock),
    { maxBodyBytes: 16_777_216 },
  )

  registerAdminEndpoint(
    app,
    'changeResource',
    async ({ params, body: { changedAt, confirmedPeople = null, ...body }, admin }) => {
      // Tokens contain the resource identifier, so it must not change.
      const { definition: before } = await requireExistingResourceServer(queries, params.id)
      if (before.resource !== body.resource)
        throw new ApiError('resource.invalid', { place: { field: 'resource' }, privateDetail: 'another address' })
      const definition = await requireDefinition(queries, { product: before.product, ...body })
      const changed = await changeResourceServer(worldOf(admin), definition, clock(), {
        readAt: Date.parse(changedAt),
        confirmedPeople,
        countGrantees: countPeopleGrantingResourceAccess,
      })
      switch (changed.outcome) {
        case 'unknown':
          throw new ApiError('resource.not_found')
        case 'conflict':
          throw new ApiError('resource.conflict')
        case 'unconfirmed':
          throw new ApiError('resource.subject_change_unconfirmed', { privateDetail: `${changed.people} people` })
        case 'names-client':
          throw new ApiError('resource.client_id_conflict')
        case 'product-gone':
          throw new ApiError(refusalOf['product-gone'], { place: { field: 'product' } })
        case 'changed':
          return { ...(await describe(params.id)), changes: changed.changes }
      }
    },
  )

  registerAdminEndpoint(app, 'removeResource', async ({ params, admin }) => {
    const { definition } = await requireExistingResourceServer(queries, params.id)
    const listing = await removeResourceServer(
      worldOf(admin),
      definition.resource,
      clock(),
      listApplicationIdsOfResourceServer,
    )
    if (listing === undefined) throw new ApiError('resource.not_found')
    if (listing.length > 0) throw new ApiError('resource.in_use', { privateDetail: listing.join(', ') })
    return undefined
  })
}

async function applySubmittedResourceServersFile(
  context: Required<ManageResourceServerContext>,
  { file, dryRun, prune, confirmedPeople = {} }: AdminApiEndpointInput<'applyResources'>['body'],
  clock: Clock,
): Promise<AdminApiEndpointOutput<'applyResources'>> {
  const read = parseResourceServersFile(file)
  if (read.outcome === 'invalid') throw resourceError(read.errors)
  const options = {
    prune,
    findResourceApplications: listApplicationIdsOfResourceServer,
    countGrantees: countPeopleGrantingResourceAccess,
  }
  const planned = await planResourceServerChanges(context.queries, read.definitions, options)
  if (planned.outcome === 'invalid') throw resourceError(planned.errors)
  const steps = planned.steps.map((step) => ({
    action: step.action,
    id: getResourceServerOfChangeStep(step),
    changes: step.action === 'change' ? step.changes : [],
    people: step.action === 'change' ? step.people : null,
  }))
  if (dryRun) return { steps }
  const unconfirmed = steps.find(({ id, people }) => (people ?? 0) > (confirmedPeople[id] ?? 0))
  if (unconfirmed !== undefined)
    throw new ApiError('resource.subject_change_unconfirmed', {
      privateDetail: `${unconfirmed.id}: ${unconfirmed.people}`,
    })
  const applied = await applyPlannedResourceServerChanges(context, read.definitions, planned.steps, options, clock())
  if (applied.outcome === 'invalid') throw resourceError(applied.errors)
  if (applied.outcome === 'conflict') throw new ApiError('resource.conflict')
  return { steps }
}

const refusalOf = {
  'already-exists': 'resource.already_exists',
  'too-many': 'resource.too_many',
  'names-client': 'resource.client_id_conflict',
  'product-gone': 'resource.invalid',
} as const

async function requireDefinition(queries: DatabaseQueryBuilder, body: unknown): Promise<ResourceServerDefinition> {
  const checked = validateResourceServerDefinition(body)
  if (checked.outcome === 'invalid') throw resourceError(checked.errors)
  const errors = await validateResourceProduct(queries, checked.definition)
  if (errors.length > 0) throw resourceError(errors)
  return checked.definition
}

function resourceError(errors: readonly ApplicationDefinitionFieldError[]): ApiError {
  const [{ path, message } = { path: '', message: 'no reason given' }] = errors
  return new ApiError('resource.invalid', {
    place: { field: path, errors: errors.map((fault) => ({ path: fault.path, message: fault.message })) },
    privateDetail: `${path} ${message}`,
  })
}
