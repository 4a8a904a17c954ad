import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { ProductsTable } from '../../platform/database/database-schema.ts'
import type { ProductDefinition } from './product-definition.ts'

export interface ProductRecord {
  definition: ProductDefinition
  createdAt: number
  changedAt: number
}

const toProductRecord = (row: ProductsTable): ProductRecord => ({
  definition: { id: row.id, name: row.name, redirectHosts: JSON.parse(row.redirect_hosts) as string[] },
  createdAt: row.created_at,
  changedAt: row.changed_at,
})

export async function findProduct(queries: DatabaseQueryBuilder, id: string): Promise<ProductRecord | undefined> {
  const row = await queries.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toProductRecord(row)
}

export async function listProducts(queries: DatabaseQueryBuilder): Promise<ProductRecord[]> {
  return (await queries.selectFrom('products').selectAll().orderBy('id').execute()).map(toProductRecord)
}

export async function insertProduct(
  transaction: DatabaseTransaction,
  { definition, createdAt, changedAt }: ProductRecord,
): Promise<boolean> {
  const { id, name, redirectHosts } = definition
  const inserted = await transaction
    .insertInto('products')
    .values({
      id,
      name,
      redirect_hosts: JSON.stringify(redirectHosts),
      created_at: createdAt,
      changed_at: changedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Blocks concurrent changes of the product until the transaction ends. */
export async function lockProductRow(transaction: DatabaseTransaction, id: string): Promise<ProductRecord | undefined> {
  const row = await transaction
    .updateTable('products')
    .set((expression) => ({ changed_at: expression.ref('changed_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toProductRecord(row)
}

/** Before the rows of applications, and sorted, so that concurrent changes do not deadlock. */
export async function lockProductRows(
  transaction: DatabaseTransaction,
  ids: readonly (string | null)[],
): Promise<void> {
  for (const id of [...new Set(ids)].toSorted()) if (id !== null) await lockProductRow(transaction, id)
}

export async function updateProduct(
  transaction: DatabaseTransaction,
  { definition, changedAt }: ProductRecord,
): Promise<void> {
  await transaction
    .updateTable('products')
    .set({
      name: definition.name,
      redirect_hosts: JSON.stringify(definition.redirectHosts),
      changed_at: changedAt,
    })
    .where('id', '=', definition.id)
    .execute()
}

export async function deleteProduct(transaction: DatabaseTransaction, id: string): Promise<void> {
  await transaction.deleteFrom('products').where('id', '=', id).execute()
}
