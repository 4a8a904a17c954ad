import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { resourceTokenLifetimeBounds } from '@countersign/api/server-limits'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import { deriveResourceServerId } from '../../platform/derive-resource-server-id.ts'
import type { ResourcesTable } from '../../platform/database/database-schema.ts'
import type { ResourceServerDefinition } from './resource-server-definition.ts'

export interface ResourceServerRecord {
  id: string
  definition: ResourceServerDefinition
  /** `applications` if only applications refer to it, and no operator has described it. */
  origin: ResourcesTable['origin']
  createdAt: number
  changedAt: number
}

/** Resources stored by older releases may lack a token type or have too short a lifetime. */
function parseResourceDefinition(text: string): ResourceServerDefinition {
  const stored = JSON.parse(text) as Omit<ResourceServerDefinition, 'tokenType' | 'product'> &
    Partial<ResourceServerDefinition>
  const { tokenLifetimeSeconds: life } = stored
  return {
    tokenType: 'at+jwt',
    product: null,
    ...stored,
    tokenLifetimeSeconds: life === null ? null : Math.max(life, resourceTokenLifetimeBounds.min),
  }
}

/** Omits default values that the previous release does not know. */
const serializeResourceDefinition = ({ tokenType, product, ...rest }: ResourceServerDefinition): string =>
  JSON.stringify({ ...rest, ...(tokenType !== 'at+jwt' && { tokenType }), ...(product !== null && { product }) })

const toResourceRecord = (row: ResourcesTable): ResourceServerRecord => ({
  id: row.id,
  definition: parseResourceDefinition(row.definition),
  origin: row.origin,
  createdAt: row.created_at,
  changedAt: row.changed_at,
})

const selectOne = prepareSqlQuery((queries, identifier: string) =>
  queries.selectFrom('resources').selectAll().where('identifier', '=', identifier),
)

export async function findResourceServer(
  queries: DatabaseQueryBuilder,
  identifier: string,
): Promise<ResourceServerRecord | undefined> {
  const [row] = await selectOne(queries, identifier)
  return row && toResourceRecord(row)
}

export async function findResourceServerById(
  queries: DatabaseQueryBuilder,
  id: string,
): Promise<ResourceServerRecord | undefined> {
  const row = await queries.selectFrom('resources').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toResourceRecord(row)
}

export async function listResourceServers(queries: DatabaseQueryBuilder): Promise<ResourceServerRecord[]> {
  return (await queries.selectFrom('resources').selectAll().orderBy('identifier').execute()).map(toResourceRecord)
}

export async function insertResourceServer(
  transaction: DatabaseTransaction,
  { definition, origin, createdAt, changedAt }: Omit<ResourceServerRecord, 'id'>,
): Promise<boolean> {
  const inserted = await transaction
    .insertInto('resources')
    .values({
      id: deriveResourceServerId(definition.resource),
      identifier: definition.resource,
      name: definition.name,
      definition: serializeResourceDefinition(definition),
      origin,
      created_at: createdAt,
      changed_at: changedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function lockResourceServerRow(
  transaction: DatabaseTransaction,
  identifier: string,
): Promise<ResourceServerRecord | undefined> {
  const row = await transaction
    .updateTable('resources')
    .set((expression) => ({ changed_at: expression.ref('changed_at') }))
    .where('identifier', '=', identifier)
    .returningAll()
    .executeTakeFirst()
  return row && toResourceRecord(row)
}

export async function updateResourceServer(
  transaction: DatabaseTransaction,
  { id, definition, origin, changedAt }: ResourceServerRecord,
): Promise<void> {
  await transaction
    .updateTable('resources')
    .set({ name: definition.name, definition: serializeResourceDefinition(definition), origin, changed_at: changedAt })
    .where('id', '=', id)
    .execute()
}

export async function deleteResourceServer(transaction: DatabaseTransaction, identifier: string): Promise<void> {
  await transaction.deleteFrom('resources').where('identifier', '=', identifier).execute()
}

export async function restoreResourceServerFromBackup(
  transaction: DatabaseTransaction,
  identifier: string,
  row: ResourcesTable | null,
): Promise<void> {
  if (row === null) return deleteResourceServer(transaction, identifier)
  await updateResourceServer(transaction, toResourceRecord(row))
}

export async function isExistingClientId(queries: DatabaseQueryBuilder, identifier: string): Promise<boolean> {
  const [application, document] = await Promise.all([
    queries.selectFrom('applications').select('id').where('id', '=', identifier).executeTakeFirst(),
    queries
      .selectFrom('client_metadata_documents')
      .select('client_id')
      .where('client_id', '=', identifier)
      .executeTakeFirst(),
  ])
  return application !== undefined || document !== undefined
}
