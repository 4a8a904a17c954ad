// Resolves clients by their metadata document, which is fetched again when stale.
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import {
  describeApplicationRecordChanges,
  changeApplicationDefinitionInTransaction,
} from '../../store/applications/change-application-definition.ts'
import {
  applyClientMetadataRestrictions,
  getStoredClientMetadataDocumentDefinition,
  getStoredClientMetadataRestrictions,
} from '../../store/applications/operator-restrictions-of-client-metadata.ts'
import { findApplicationById, lockApplicationRow } from '../../store/applications/application-store.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { RateLimitCaller } from '../../platform/rate-limits/rate-limiter.ts'
import { ApiError } from '../../platform/api-error.ts'
import { findResourceServer } from '../../store/resources/resource-server-store.ts'
import { droppedUrisHelpUrl } from '../troubleshooting/oidc-error-troubleshooting-entries.ts'
import { ClientMetadataDocumentError } from './parse-client-metadata-document.ts'
import type { ParsedClientMetadataDocument } from './parse-client-metadata-document.ts'
import type { ClientMetadataDocumentContent } from '../../store/client-metadata/client-metadata-document-store.ts'
import { createClientMetadataDocumentFetcher } from './fetch-client-metadata-document.ts'
import type { ClientMetadataDocumentFetcher, FetchedClientMetadataDocument } from './fetch-client-metadata-document.ts'
import {
  findClientMetadataDocument,
  findApplicationOrMetadataClient,
  saveClientMetadataDocument,
  toClientMetadataDocumentDefinition,
  recordClientMetadataDocumentUse,
} from '../../store/client-metadata/client-metadata-document-store.ts'

export interface MetadataDocumentClientResolver {
  isAllowed: (id: string) => boolean
  /** May fetch, so no transaction may be open. @throws ApiError */
  resolve: (id: string, caller: RateLimitCaller) => Promise<ApplicationRecord | undefined>
}

const useRecordIntervalMs = 60_000

type ResolverContext = Pick<ServerAppContext, 'database' | 'clock' | 'random' | 'rateLimiter' | 'settings' | 'http'>

export function createMetadataDocumentClientResolver(
  app: ResolverContext,
  hosts: ClientMetadataDocumentFetcher = createClientMetadataDocumentFetcher(app.settings),
): MetadataDocumentClientResolver {
  const { queries } = app.database
  const underWay = new Map<string, Promise<FetchedClientMetadataDocument>>()

  async function fetchOnce(id: string, now: number): Promise<FetchedClientMetadataDocument> {
    const fetching = underWay.get(id) ?? hosts.fetch(id, now).finally(() => underWay.delete(id))
    underWay.set(id, fetching)
    return fetching
  }

  async function read(id: string, caller: RateLimitCaller, isInUse: boolean): Promise<void> {
    const budget = isInUse ? 'clientDocumentsInUse' : 'clientDocuments'
    await app.rateLimiter.consumeNetworkBudget(budget, caller)
    await app.rateLimiter.consumeSharedBudget(budget, caller)
    let fetched: FetchedClientMetadataDocument
    try {
      fetched = await fetchOnce(id, app.clock())
    } catch (error) {
      if (!(error instanceof ClientMetadataDocumentError)) throw error
      throw new ApiError('application.metadata_document_invalid', { privateDetail: `${id}: ${error.message}` })
    }
    if (fetched.dropped.length > 0)
      app.http.log.info(
        { application: id, dropped: fetched.dropped, help: droppedUrisHelpUrl },
        'client_document.addresses_dropped',
      )
    const now = app.clock()
    const resource = await findResourceServer(queries, id)
    if (resource?.definition.tokenType === 'JWT')
      throw new ApiError('application.metadata_document_invalid', {
        privateDetail: `${id}: a resource with token type JWT has this identifier, and its access tokens would look like ID tokens for this client`,
      })
    const content = await preserveIdTokenAlgorithm(queries, id, fetched.content)
    const isLetIn = await applyDocumentUpdate(app, id, content, now)
    const isSaved = await saveClientMetadataDocument(queries, id, content, { now, freshForMs: fetched.cacheLifetimeMs })
    // A stored application needs no space in the document cache.
    if (!isSaved && !isLetIn)
      throw new ApiError('application.metadata_document_invalid', {
        privateDetail: `${id}: too many metadata documents are in use`,
      })
  }

  return {
    isAllowed: hosts.isAllowed,
    resolve: async (id, caller) => {
      if (!hosts.isAllowed(id)) return findOperatorApplication(app, id)
      const kept = await findApplicationById(queries, id)
      // Operators' entries and disabled applications are not fetched.
      if (kept !== undefined && (kept.origin !== 'metadata-document' || !kept.enabled)) return kept
      const now = app.clock()
      const known = await findClientMetadataDocument(queries, id)
      if (known === undefined || known.fresh_until <= now || known.fetched_at > now)
        await read(id, caller, kept !== undefined)
      else if (now - known.last_used_at > useRecordIntervalMs) await recordClientMetadataDocumentUse(queries, id, now)
      return findApplicationOrMetadataClient(queries, id)
    },
  }
}

async function findOperatorApplication(
  { database }: ResolverContext,
  id: string,
): Promise<ApplicationRecord | undefined> {
  const kept = await findApplicationById(database.queries, id)
  return kept?.origin === 'metadata-document' ? undefined : kept
}

/** If a document names no ID token algorithm, the stored algorithm is kept. */
async function preserveIdTokenAlgorithm(
  queries: DatabaseQueryBuilder,
  id: string,
  { isAlgorithmNamed, ...content }: ParsedClientMetadataDocument,
): Promise<ClientMetadataDocumentContent> {
  if (isAlgorithmNamed) return content
  const kept = await findApplicationById(queries, id)
  const stored =
    kept === undefined
      ? (await findClientMetadataDocument(queries, id))?.content
      : getStoredClientMetadataDocumentDefinition(kept)
  if (stored == null) return content
  const { idTokenAlgorithm } = stored.definition
  return { ...content, definition: { ...content.definition, idTokenAlgorithm } }
}

async function applyDocumentUpdate(
  { database, random }: ResolverContext,
  id: string,
  content: ClientMetadataDocumentContent,
  now: number,
): Promise<boolean> {
  const kept = await findApplicationById(database.queries, id)
  if (kept === undefined || kept.origin !== 'metadata-document') return false
  if (isDocumentApplied(kept, content)) return true
  await database.queries.transaction().execute(async (transaction) => {
    const record = await lockApplicationRow(transaction, id)
    if (record === undefined || isDocumentApplied(record, content)) return
    const change = createDocumentChange(record, content)
    const hasChanged = describeApplicationRecordChanges(record, change).length > 0
    const { event } = await changeApplicationDefinitionInTransaction(transaction, random, record, change, now)
    // If the operator's restrictions exclude every change, nothing is logged.
    if (hasChanged) await appendAuditEvents(transaction, random, now, [event])
  })
  return true
}

const createDocumentChange = (record: ApplicationRecord, content: ClientMetadataDocumentContent) => {
  const document = toClientMetadataDocumentDefinition(content)
  const definition = applyClientMetadataRestrictions(
    record.definition,
    document,
    getStoredClientMetadataRestrictions(record),
  )
  return { definition, claimedName: content.claimedName, document }
}

function isDocumentApplied(record: ApplicationRecord, content: ClientMetadataDocumentContent): boolean {
  const change = createDocumentChange(record, content)
  return (
    describeApplicationRecordChanges(record, change).length === 0 &&
    JSON.stringify(record.document) === JSON.stringify(change.document)
  )
}
