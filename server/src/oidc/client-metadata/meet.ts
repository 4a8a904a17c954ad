// Meets an application that nobody registered: its document is read when something begins with it, where what was read before does not hold any
// more. What a document says now is what its application is from then on; where somebody let it in already, the row follows, and the log says so.
import { appendEvents } from '../../audit-log/append.ts'
import { changesOf, writeChange } from '../../store/applications/change.ts'
import { definitionInForce, documentOf, storedNarrowing } from '../../store/applications/document-terms.ts'
import { findApplication, lockApplication } from '../../store/applications/store.ts'
import type { ApplicationRecord } from '../../store/applications/store.ts'
import type { App } from '../../platform/call.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import type { Caller } from '../../platform/rate-limits/rate-limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findResource } from '../../store/resources/store.ts'
import { helpForDropped } from '../troubleshooting/trouble.ts'
import { DocumentFault } from './read-document.ts'
import type { ReadDocument } from './read-document.ts'
import type { DocumentContent } from '../../store/client-metadata/store.ts'
import { createDocumentHosts } from './fetch-document.ts'
import type { DocumentHosts, FetchedDocument } from './fetch-document.ts'
import {
  findDocument,
  findKnownApplication,
  saveDocument,
  termsOf,
  touchDocument,
} from '../../store/client-metadata/store.ts'

export interface Documents {
  /** Whether the operator lets applications of this host in without having registered them. */
  mayAsk: (id: string) => boolean
  /**
   * The application with this client id, as its document says now. Reads it where it must, so that no transaction may be open.
   * @returns undefined where there can be none
   * @throws Refusal `application.document_unusable`, `rate.limited`
   */
  meet: (id: string, caller: Caller) => Promise<ApplicationRecord | undefined>
}

/** That somebody uses it is noted once in so long. */
const touchMs = 60_000

type World = Pick<App, 'database' | 'clock' | 'random' | 'rateLimits' | 'settings' | 'http'>

/** @param hosts where documents are; for tests */
export function createDocuments(app: World, hosts: DocumentHosts = createDocumentHosts(app.settings)): Documents {
  const { queries } = app.database
  const underWay = new Map<string, Promise<FetchedDocument>>()

  /** Several that come at once wait for one answer. */
  async function fetchOnce(id: string, now: number): Promise<FetchedDocument> {
    const fetching = underWay.get(id) ?? hosts.fetch(id, now).finally(() => underWay.delete(id))
    underWay.set(id, fetching)
    return fetching
  }

  async function read(id: string, caller: Caller, isInUse: boolean): Promise<void> {
    const budget = isInUse ? 'clientDocumentsInUse' : 'clientDocuments'
    await app.rateLimits.enter(budget, caller)
    await app.rateLimits.share(budget, caller)
    let fetched: FetchedDocument
    try {
      fetched = await fetchOnce(id, app.clock())
    } catch (error) {
      if (!(error instanceof DocumentFault)) throw error
      throw new Refusal('application.document_unusable', { privateDetail: `${id}: ${error.message}` })
    }
    if (fetched.dropped.length > 0)
      app.http.log.info(
        { application: id, dropped: fetched.dropped, help: helpForDropped },
        'client_document.addresses_dropped',
      )
    const now = app.clock()
    const resource = await findResource(queries, id)
    if (resource?.definition.tokenType === 'JWT')
      throw new Refusal('application.document_unusable', {
        privateDetail: `${id}: a resource of the token type JWT has this address, and its access tokens would look like ID tokens for this client`,
      })
    const content = await keepAlgorithm(queries, id, fetched.content)
    const isLetIn = await takeUp(app, id, content, now)
    const isSaved = await saveDocument(queries, id, content, { now, freshForMs: fetched.freshForMs })
    // What somebody let in has a row of its own to follow: it needs no room among the strangers.
    if (!isSaved && !isLetIn)
      throw new Refusal('application.document_unusable', { privateDetail: `${id}: too many documents are in use` })
  }

  return {
    mayAsk: hosts.mayAsk,
    meet: async (id, caller) => {
      if (!hosts.mayAsk(id)) return findOfOperator(app, id)
      const kept = await findApplication(queries, id)
      // What an operator wrote down counts, and nothing is asked; nor for one that was disabled.
      if (kept !== undefined && (kept.origin !== 'metadata-document' || !kept.enabled)) return kept
      const now = app.clock()
      const known = await findDocument(queries, id)
      if (known === undefined || known.fresh_until <= now || known.read_at > now)
        await read(id, caller, kept !== undefined)
      else if (now - known.used_at > touchMs) await touchDocument(queries, id, now)
      return findKnownApplication(queries, id)
    },
  }
}

/** Where the host may not be asked, only what an operator wrote down is left. */
async function findOfOperator({ database }: World, id: string): Promise<ApplicationRecord | undefined> {
  const kept = await findApplication(database.queries, id)
  return kept?.origin === 'metadata-document' ? undefined : kept
}

/** A document that names no algorithm for its ID tokens keeps the one that was stored for it, whichever release stored it. */
async function keepAlgorithm(
  queries: Queries,
  id: string,
  { isAlgorithmNamed, ...content }: ReadDocument,
): Promise<DocumentContent> {
  if (isAlgorithmNamed) return content
  const kept = await findApplication(queries, id)
  const stored = kept === undefined ? (await findDocument(queries, id))?.content : documentOf(kept)
  if (stored == null) return content
  const { idTokenAlgorithm } = stored.definition
  return { ...content, definition: { ...content.definition, idTokenAlgorithm } }
}

/** @returns whether somebody let the application in before, so that its row says now what the document says */
async function takeUp(
  { database, random }: World,
  id: string,
  content: DocumentContent,
  now: number,
): Promise<boolean> {
  const kept = await findApplication(database.queries, id)
  if (kept === undefined || kept.origin !== 'metadata-document') return false
  if (isTakenUp(kept, content)) return true
  await database.queries.transaction().execute(async (transaction) => {
    const record = await lockApplication(transaction, id)
    if (record === undefined || isTakenUp(record, content)) return
    const change = changeBy(record, content)
    const hasChanged = changesOf(record, change).length > 0
    const { event } = await writeChange(transaction, random, record, change, now)
    // Where an operator keeps all of it away, the application is what it was.
    if (hasChanged) await appendEvents(transaction, random, now, [event])
  })
  return true
}

const changeBy = (record: ApplicationRecord, content: DocumentContent) => {
  const document = termsOf(content)
  const definition = definitionInForce(record.definition, document, storedNarrowing(record))
  return { definition, claimedName: content.claimedName, document }
}

function isTakenUp(record: ApplicationRecord, content: DocumentContent): boolean {
  const change = changeBy(record, content)
  return changesOf(record, change).length === 0 && JSON.stringify(record.document) === JSON.stringify(change.document)
}
