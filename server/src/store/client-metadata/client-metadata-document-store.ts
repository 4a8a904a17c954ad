// The cache is bounded, so that a flood delays only unregistered clients (THREATS O14, N18).
import { findApplicationById, parseClientMetadataDocumentDefinition } from '../applications/application-store.ts'
import type { ApplicationRecord } from '../applications/application-store.ts'
import type { ClientMetadataDocumentDefinition } from '../applications/operator-restrictions-of-client-metadata.ts'
import { isClientMetadataDocumentUrl } from '../applications/client-metadata-document-url.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { ClientMetadataDocumentsTable } from '../../platform/database/database-schema.ts'

export interface ClientMetadataDocumentContent extends ClientMetadataDocumentDefinition {
  /** The unverified name; null if the document has no name that can be shown. */
  claimedName: string | null
}

const maxDocuments = 5000

/** A sign-in may use a document for this long, so the document is not evicted earlier. */
const signInGraceMs = 3_600_000

const retentionMs = 30 * 24 * 3_600_000

export interface StoredClientMetadataDocument extends Omit<ClientMetadataDocumentsTable, 'content'> {
  content: ClientMetadataDocumentContent
}

const selectOne = prepareSqlQuery((queries, id: string) =>
  queries.selectFrom('client_metadata_documents').selectAll().where('client_id', '=', id),
)

export async function findClientMetadataDocument(
  queries: DatabaseQueryBuilder,
  id: string,
): Promise<StoredClientMetadataDocument | undefined> {
  const [row] = await selectOne(queries, id)
  return row && { ...row, content: parseStoredContent(row.content) }
}

/** Fills in fields missing from documents cached by the previous release. */
function parseStoredContent(text: string): ClientMetadataDocumentContent {
  const { claimedName } = JSON.parse(text) as ClientMetadataDocumentContent
  return { ...parseClientMetadataDocumentDefinition(text), claimedName }
}

/** @returns false if the cache is full and nothing can be evicted */
export async function saveClientMetadataDocument(
  queries: DatabaseQueryBuilder,
  id: string,
  content: ClientMetadataDocumentContent,
  { now, freshForMs: cacheLifetimeMs }: { now: number; freshForMs: number },
): Promise<boolean> {
  if (!(await evictOldestDocument(queries, id, now))) return false
  const values = {
    content: JSON.stringify(content),
    fetched_at: now,
    fresh_until: now + cacheLifetimeMs,
    last_used_at: now,
  }
  await queries
    .insertInto('client_metadata_documents')
    .values({ client_id: id, ...values })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(values))
    .execute()
  return true
}

async function evictOldestDocument(queries: DatabaseQueryBuilder, id: string, now: number): Promise<boolean> {
  const { total, mine } = await queries
    .selectFrom('client_metadata_documents')
    .select(({ fn, eb }) => [
      fn.countAll<number | string>().as('total'),
      fn.sum<number | string | null>(eb.case().when('client_id', '=', id).then(1).else(0).end()).as('mine'),
    ])
    .executeTakeFirstOrThrow()
  if (Number(total) < maxDocuments || Number(mine) > 0) return true
  const oldest = queries
    .selectFrom('client_metadata_documents')
    .select('client_id')
    .where('last_used_at', '<', now - signInGraceMs)
    .orderBy('last_used_at')
    .limit(Number(total) - maxDocuments + 1)
  const { numDeletedRows } = await queries
    .deleteFrom('client_metadata_documents')
    .where('client_id', 'in', oldest)
    .executeTakeFirst()
  return Number(numDeletedRows) > 0
}

export async function recordClientMetadataDocumentUse(
  queries: DatabaseQueryBuilder,
  id: string,
  now: number,
): Promise<void> {
  await queries
    .updateTable('client_metadata_documents')
    .set({ last_used_at: now })
    .where('client_id', '=', id)
    .execute()
}

export async function pruneClientMetadataDocuments(queries: DatabaseQueryBuilder, now: number): Promise<number> {
  const { numDeletedRows } = await queries
    .deleteFrom('client_metadata_documents')
    .where('last_used_at', '<', now - retentionMs)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export const toClientMetadataDocumentDefinition = ({
  definition,
  anyLoopbackPort,
}: ClientMetadataDocumentContent): ClientMetadataDocumentDefinition => ({
  definition,
  anyLoopbackPort,
})

const toUnregisteredApplication = ({
  client_id: id,
  content,
  fetched_at,
}: StoredClientMetadataDocument): ApplicationRecord => ({
  id,
  name: content.definition.name,
  kind: content.definition.kind,
  enabled: true,
  sector: getClientMetadataDocumentSector(id),
  definition: content.definition,
  secretHash: null,
  previousSecretHash: null,
  previousSecretExpiresAt: null,
  origin: 'metadata-document',
  claimedName: content.claimedName,
  registrationTokenId: null,
  document: toClientMetadataDocumentDefinition(content),
  narrowing: null,
  introspectionNarrowed: false,
  createdAt: fetched_at,
  changedAt: fetched_at,
  logo: null,
})

/** A document can name any host, and hosts can have several owners. */
export const getClientMetadataDocumentSector = (id: string): string => `application:${id}`

export async function findApplicationOrMetadataClient(
  queries: DatabaseQueryBuilder,
  id: string,
): Promise<ApplicationRecord | undefined> {
  const kept = await findApplicationById(queries, id)
  if (kept !== undefined || !isClientMetadataDocumentUrl(id)) return kept
  const document = await findClientMetadataDocument(queries, id)
  return document && toUnregisteredApplication(document)
}
