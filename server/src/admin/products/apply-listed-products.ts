// Creates and updates the products of an applications file. Products are never removed by it.
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import {
  createApplicationDefinitionErrorDetail,
  formatApplicationDefinitionErrorMessage,
} from '../../store/definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinitionFieldError } from '../../store/definition-errors/create-application-definition-error.ts'
import { describeProductChanges, validateProductDefinition } from '../../store/products/product-definition.ts'
import type { ProductDefinition } from '../../store/products/product-definition.ts'
import {
  insertProduct,
  listProducts,
  lockProductRow,
  lockProductRows,
  updateProduct,
} from '../../store/products/product-store.ts'
import { createProductEvent, findLackingHost, maxProducts, readProductMembers } from './manage-products.ts'

type ListedApplication = Pick<ApplicationDefinition, 'id' | 'product'>

export interface ListedProductStep {
  action: 'add' | 'change'
  id: string
  changes: string[]
}

/** @param applicationIds applications of the same file, which are validated with the new hosts */
export async function validateListedProducts(
  queries: DatabaseQueryBuilder,
  listed: readonly unknown[],
  applicationIds: readonly string[],
): Promise<{ products: ProductDefinition[]; errors: ApplicationDefinitionFieldError[] }> {
  const products: ProductDefinition[] = []
  const errors: ApplicationDefinitionFieldError[] = []
  const membersOf = await readProductMembers(queries)
  for (const [index, input] of listed.entries()) {
    const path = `products[${index}]`
    const checked = validateProductDefinition(input)
    if (checked.outcome === 'invalid') {
      errors.push(...checked.errors.map((error) => ({ path: `${path}.${error.path}`, message: error.message })))
      continue
    }
    const { definition } = checked
    if (products.some(({ id }) => id === definition.id))
      errors.push({ path: `${path}.id`, message: `"${definition.id}" is already listed` })
    const { applications } = membersOf(definition.id)
    const lacking = findLackingHost(definition, {
      applications: applications.filter((one) => !applicationIds.includes(one.id)),
    })
    if (lacking !== undefined) errors.push({ path: `${path}.redirectHosts`, message: formatHostInUse(lacking) })
    products.push(definition)
  }
  const stored = new Set((await listProducts(queries)).map(({ definition }) => definition.id))
  if (stored.size + products.filter(({ id }) => !stored.has(id)).length > maxProducts)
    errors.push({ path: 'products', message: `would exceed the maximum of ${maxProducts} products` })
  return { products, errors }
}

export const formatHostInUse = (lacking: { host: string; id: string }): string =>
  formatApplicationDefinitionErrorMessage(createApplicationDefinitionErrorDetail('product_host_in_use', lacking))

export async function planListedProducts(
  queries: DatabaseQueryBuilder,
  products: readonly ProductDefinition[],
): Promise<ListedProductStep[]> {
  const stored = new Map((await listProducts(queries)).map(({ definition }) => [definition.id, definition]))
  return products.flatMap((product): ListedProductStep[] => {
    const before = stored.get(product.id)
    if (before === undefined) return [{ action: 'add', id: product.id, changes: [] }]
    const changes = describeProductChanges(before, product)
    return changes.length === 0 ? [] : [{ action: 'change', id: product.id, changes }]
  })
}

/**
 * @param file also with its applications, which must still be validated with the stored products
 * @returns the events, which the caller must append; null if an application that is not in the file
 *   now uses a host that the file removes
 */
export async function applyListedProducts(
  transaction: DatabaseTransaction,
  { products, applications }: { products: readonly ProductDefinition[]; applications: readonly ListedApplication[] },
  now: number,
  actor: AuditActor,
): Promise<NewAuditEvent[] | null> {
  const events: NewAuditEvent[] = []
  await lockProductRows(transaction, [...products.map(({ id }) => id), ...applications.map(({ product }) => product)])
  const membersOf = await readProductMembers(transaction)
  // Sorted, so that concurrent runs do not deadlock.
  for (const definition of products.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const { id } = definition
    if (await insertProduct(transaction, { definition, createdAt: now, changedAt: now })) {
      events.push(createProductEvent('product.added', { product: id }, actor))
      continue
    }
    const before = await lockProductRow(transaction, id)
    const changes = before === undefined ? [] : describeProductChanges(before.definition, definition)
    if (before === undefined || changes.length === 0) continue
    const others = membersOf(id).applications.filter((one) => !applications.some((listed) => listed.id === one.id))
    if (findLackingHost(definition, { applications: others }) !== undefined) return null
    await updateProduct(transaction, { ...before, definition, changedAt: Math.max(now, before.changedAt + 1) })
    events.push(createProductEvent('product.changed', { product: id, changes: changes.join('; ') }, actor))
  }
  return events
}
