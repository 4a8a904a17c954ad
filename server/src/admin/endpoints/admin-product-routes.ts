import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { ApiError } from '../../platform/api-error.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { validateProductDefinition } from '../../store/products/product-definition.ts'
import type { ProductDefinition } from '../../store/products/product-definition.ts'
import { findProduct, listProducts } from '../../store/products/product-store.ts'
import type { ProductRecord } from '../../store/products/product-store.ts'
import type { AdminCaller, AdminEndpointContext } from '../authorization/register-admin-endpoint.ts'
import { registerAdminEndpoint } from '../authorization/register-admin-endpoint.ts'
import { formatHostInUse } from '../products/apply-listed-products.ts'
import { addProduct, changeProduct, readProductMembers, removeProduct } from '../products/manage-products.ts'
import type { FindProductMembers, ManageProductContext } from '../products/manage-products.ts'

export function registerAdminProductRoutes(app: AdminEndpointContext): void {
  const { clock, random } = app
  const { queries } = app.database
  const contextOf = ({ actor }: AdminCaller): ManageProductContext => ({ queries, random, actor })

  registerAdminEndpoint(app, 'listProducts', async () => {
    const records = await listProducts(queries)
    const membersOf = await readProductMembers(queries)
    return { items: records.map((record) => describeProduct(record, membersOf)) }
  })

  registerAdminEndpoint(app, 'readProduct', async ({ params }) => readProduct(queries, params.id))

  registerAdminEndpoint(app, 'createProduct', async ({ body, admin }) => {
    const definition = requireDefinition(body)
    const outcome = await addProduct(contextOf(admin), definition, clock())
    if (outcome === 'already-exists') throw new ApiError('product.already_exists')
    if (outcome === 'too-many') throw new ApiError('product.too_many')
    return readProduct(queries, definition.id)
  })

  registerAdminEndpoint(app, 'changeProduct', async ({ params: { id }, body: { changedAt, ...members }, admin }) => {
    const definition = requireDefinition({ id, ...members })
    const changed = await changeProduct(contextOf(admin), definition, Date.parse(changedAt), clock())
    switch (changed.outcome) {
      case 'unknown':
        throw new ApiError('product.not_found')
      case 'conflict':
        throw new ApiError('product.conflict')
      case 'in-use':
        throw new ApiError('product.host_in_use', {
          place: { field: 'redirectHosts', errors: [{ path: 'redirectHosts', message: formatHostInUse(changed) }] },
          privateDetail: `${changed.host} is used by ${changed.id}`,
        })
      case 'changed':
        return { ...(await readProduct(queries, id)), changes: changed.changes }
    }
  })

  registerAdminEndpoint(app, 'removeProduct', async ({ params, admin }) => {
    const members = await removeProduct(contextOf(admin), params.id, clock())
    if (members === undefined) throw new ApiError('product.not_found')
    if (members.length > 0) throw new ApiError('product.in_use', { privateDetail: members.join(', ') })
    return undefined
  })
}

async function readProduct(queries: DatabaseQueryBuilder, id: string): Promise<AdminApiEndpointOutput<'readProduct'>> {
  const record = await findProduct(queries, id)
  if (record === undefined) throw new ApiError('product.not_found')
  return describeProduct(record, await readProductMembers(queries))
}

function describeProduct(
  { definition, createdAt, changedAt }: ProductRecord,
  membersOf: FindProductMembers,
): AdminApiEndpointOutput<'readProduct'> {
  const { applications, resources } = membersOf(definition.id)
  return {
    ...definition,
    redirectHosts: [...definition.redirectHosts],
    applications: applications.map(({ id, name }) => ({ id, name })),
    resources,
    createdAt: formatRfc3339Timestamp(createdAt),
    changedAt: formatRfc3339Timestamp(changedAt),
  }
}

function requireDefinition(body: unknown): ProductDefinition {
  const checked = validateProductDefinition(body)
  if (checked.outcome === 'complete') return checked.definition
  const [{ path, message } = { path: '', message: 'no reason given' }] = checked.errors
  throw new ApiError('product.invalid', {
    place: { field: path, errors: checked.errors.map((error) => ({ path: error.path, message: error.message })) },
    privateDetail: `${path} ${message}`,
  })
}
