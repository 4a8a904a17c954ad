// The SQL of documents that were read: what all instances know of applications that nobody registered, until a person lets one in. Bounded: what
// nobody uses goes, and a flood of strangers' documents holds up strangers alone (THREATS O14, N18).
import { findApplicationById, parseClientMetadataDocumentDefinition } from '../applications/application-store.ts'
import type { ApplicationRecord } from '../applications/application-store.ts'
import type { ClientMetadataDocumentDefinition } from '../applications/operator-restrictions-of-client-metadata.ts'
import { isClientMetadataDocumentUrl } from '../applications/client-metadata-document-url.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { ClientMetadataDocumentsTable } from '../../platform/database/database-schema.ts'

/** What follows from a document. */
export interface ClientMetadataDocumentContent extends ClientMetadataDocumentDefinition {
  /** What it calls itself, which nobody has checked; null where it says nothing that can be shown. */
  claimedName: string | null
}

/** How many are kept, at most. */
const maxDocuments = 5000

/** A sign-in that was begun may still go on. */
const signInGraceMs = 3_600_000

/** A document that nobody has used for so long is read anew by whoever does. */
const retentionMs = 30 * 24 * 3_600_000

/** A document as it was read last. */
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

/** One that was read by the release before is as complete as an application that was stored by it. */
function parseStoredContent(text: string): ClientMetadataDocumentContent {
  const { claimedName } = JSON.parse(text) as ClientMetadataDocumentContent
  return { ...parseClientMetadataDocumentDefinition(text), claimedName }
}

/**
 * Keeps what was read.
 * @returns whether there was room for it
 */
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

/** The one that was not used for longest makes room for a new one, unless a sign-in can still go on with it. */
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

/** Notes that somebody begins something with it. */
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

/** Forgets what nobody has used for long. @returns how many */
export async function pruneClientMetadataDocuments(queries: DatabaseQueryBuilder, now: number): Promise<number> {
  const { numDeletedRows } = await queries
    .deleteFrom('client_metadata_documents')
    .where('last_used_at', '<', now - retentionMs)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** What an application follows from, without what it calls itself. */
export const toClientMetadataDocumentDefinition = ({
  definition,
  anyLoopbackPort,
}: ClientMetadataDocumentContent): ClientMetadataDocumentDefinition => ({
  definition,
  anyLoopbackPort,
})

/** An application as its document describes it, before anybody has let it in. */
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

/** Each is alone: whoever can write a document can name any host in it, and two documents of one host can be two people's. */
export const getClientMetadataDocumentSector = (id: string): string => `application:${id}`

/** An application that somebody registered or let in; or else one whose document was read. */
export async function findApplicationOrMetadataClient(
  queries: DatabaseQueryBuilder,
  id: string,
): Promise<ApplicationRecord | undefined> {
  const kept = await findApplicationById(queries, id)
  if (kept !== undefined || !isClientMetadataDocumentUrl(id)) return kept
  const document = await findClientMetadataDocument(queries, id)
  return document && toUnregisteredApplication(document)
}
