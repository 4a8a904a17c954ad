// Adds, changes and removes products (decision 0091). The caller must have validated the definitions.
import { createAuditEventActorFields, operatorAuditActor } from '../../audit-log/audit-actor.ts'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { listAllApplications } from '../../store/applications/application-store.ts'
import { listHostsOfApplication } from '../../store/applications/product-membership.ts'
import { describeProductChanges } from '../../store/products/product-definition.ts'
import type { ProductDefinition } from '../../store/products/product-definition.ts'
import {
  deleteProduct,
  findProduct,
  insertProduct,
  listProducts,
  lockProductRow,
  updateProduct,
} from '../../store/products/product-store.ts'
import { listResourceServers } from '../../store/resources/resource-server-store.ts'

export interface ManageProductContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
  actor?: AuditActor
}

export interface ProductMembers {
  applications: { id: string; name: string; hosts: string[] }[]
  resources: string[]
}

export type FindProductMembers = (id: string) => ProductMembers

/** Reads all members once, for any number of products. */
export async function readProductMembers(queries: DatabaseQueryBuilder): Promise<FindProductMembers> {
  const applications = Map.groupBy(await listAllApplications(queries), ({ definition }) => definition.product)
  const resources = Map.groupBy(await listResourceServers(queries), ({ definition }) => definition.product)
  return (id) => ({
    applications: (applications.get(id) ?? []).map((application) => ({
      id: application.id,
      name: application.name,
      hosts: listHostsOfApplication(application.definition),
    })),
    resources: (resources.get(id) ?? []).map(({ definition }) => definition.resource),
  })
}

/** A host that the definition lacks, and the application that uses it; undefined if there is none. */
export function findLackingHost(
  { redirectHosts }: Pick<ProductDefinition, 'redirectHosts'>,
  { applications }: Pick<ProductMembers, 'applications'>,
): { host: string; id: string } | undefined {
  for (const { id, hosts } of applications) {
    const host = hosts.find((one) => !redirectHosts.includes(one))
    if (host !== undefined) return { host, id }
  }
  return undefined
}

export const maxProducts = 200

export async function addProduct(
  { queries, random, actor = operatorAuditActor }: ManageProductContext,
  definition: ProductDefinition,
  now: number,
): Promise<'added' | 'already-exists' | 'too-many'> {
  return queries.transaction().execute(async (transaction) => {
    if ((await findProduct(transaction, definition.id)) !== undefined) return 'already-exists'
    if ((await listProducts(transaction)).length >= maxProducts) return 'too-many'
    if (!(await insertProduct(transaction, { definition, createdAt: now, changedAt: now }))) return 'already-exists'
    await appendAuditEvents(transaction, random, now, [
      createProductEvent('product.added', { product: definition.id }, actor),
    ])
    return 'added'
  })
}

/** `in-use` names a host that the change would remove although the application `id` uses it. */
export type ChangeProductResult =
  | { outcome: 'changed'; changes: string[] }
  | { outcome: 'unknown' }
  | { outcome: 'conflict' }
  | { outcome: 'in-use'; host: string; id: string }

export async function changeProduct(
  { queries, random, actor = operatorAuditActor }: ManageProductContext,
  definition: ProductDefinition,
  readAt: number,
  now: number,
): Promise<ChangeProductResult> {
  return queries.transaction().execute(async (transaction) => {
    const before = await lockProductRow(transaction, definition.id)
    if (before === undefined) return { outcome: 'unknown' }
    if (readAt !== before.changedAt) return { outcome: 'conflict' }
    const lacking = findLackingHost(definition, (await readProductMembers(transaction))(definition.id))
    if (lacking !== undefined) return { outcome: 'in-use', ...lacking }
    const changes = describeProductChanges(before.definition, definition)
    if (changes.length === 0) return { outcome: 'changed', changes }
    await updateProduct(transaction, { ...before, definition, changedAt: Math.max(now, before.changedAt + 1) })
    await appendAuditEvents(transaction, random, now, [
      createProductEvent('product.changed', { product: definition.id, changes: changes.join('; ') }, actor),
    ])
    return { outcome: 'changed', changes }
  })
}

/** Returns the applications and resources that prevent the removal; undefined if there is no product. */
export async function removeProduct(
  { queries, random, actor = operatorAuditActor }: ManageProductContext,
  id: string,
  now: number,
): Promise<string[] | undefined> {
  return queries.transaction().execute(async (transaction) => {
    if ((await lockProductRow(transaction, id)) === undefined) return undefined
    const { applications, resources } = (await readProductMembers(transaction))(id)
    const members = [...applications.map((one) => one.id), ...resources]
    if (members.length > 0) return members
    await deleteProduct(transaction, id)
    await appendAuditEvents(transaction, random, now, [createProductEvent('product.removed', { product: id }, actor)])
    return []
  })
}

export const createProductEvent = (
  type: 'product.added' | 'product.changed' | 'product.removed',
  details: NewAuditEvent['details'],
  actor: AuditActor,
): NewAuditEvent => ({
  type,
  outcome: 'success',
  details,
  evidence: { personId: null, content: createAuditEventActorFields(actor) },
})
