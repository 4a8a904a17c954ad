// The SQL of documents that were read: what all instances know of applications that nobody registered, until a person lets one in. Bounded: what
// nobody uses goes, and a flood of strangers' documents holds up strangers alone (THREATS O14, N18).
import { findApplication, readDocumentTerms } from '../applications/store.ts'
import type { ApplicationRecord } from '../applications/store.ts'
import type { DocumentTerms } from '../applications/document-terms.ts'
import { isDocumentAddress } from '../applications/document-address.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { prepare } from '../../platform/database/prepared.ts'
import type { ClientDocumentsTable } from '../../platform/database/schema.ts'

/** What follows from a document. */
export interface DocumentContent extends DocumentTerms {
  /** What it calls itself, which nobody has checked; null where it says nothing that can be shown. */
  claimedName: string | null
}

/** How many are kept, at most. */
const mostDocuments = 5000

/** A sign-in that was begun may still go on. */
const neededMs = 3_600_000

/** A document that nobody has used for so long is read anew by whoever does. */
const keptMs = 30 * 24 * 3_600_000

/** A document as it was read last. */
export interface KnownDocument extends Omit<ClientDocumentsTable, 'content'> {
  content: DocumentContent
}

const selectOne = prepare((queries, id: string) =>
  queries.selectFrom('client_documents').selectAll().where('client_id', '=', id),
)

export async function findDocument(queries: Queries, id: string): Promise<KnownDocument | undefined> {
  const [row] = await selectOne(queries, id)
  return row && { ...row, content: readContent(row.content) }
}

/** One that was read by the release before is as complete as an application that was stored by it. */
function readContent(text: string): DocumentContent {
  const { claimedName } = JSON.parse(text) as DocumentContent
  return { ...readDocumentTerms(text), claimedName }
}

/**
 * Keeps what was read.
 * @returns whether there was room for it
 */
export async function saveDocument(
  queries: Queries,
  id: string,
  content: DocumentContent,
  { now, freshForMs }: { now: number; freshForMs: number },
): Promise<boolean> {
  if (!(await makeRoom(queries, id, now))) return false
  const values = { content: JSON.stringify(content), read_at: now, fresh_until: now + freshForMs, used_at: now }
  await queries
    .insertInto('client_documents')
    .values({ client_id: id, ...values })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(values))
    .execute()
  return true
}

/** The one that was not used for longest makes room for a new one, unless a sign-in can still go on with it. */
async function makeRoom(queries: Queries, id: string, now: number): Promise<boolean> {
  const { total, mine } = await queries
    .selectFrom('client_documents')
    .select(({ fn, eb }) => [
      fn.countAll<number | string>().as('total'),
      fn.sum<number | string | null>(eb.case().when('client_id', '=', id).then(1).else(0).end()).as('mine'),
    ])
    .executeTakeFirstOrThrow()
  if (Number(total) < mostDocuments || Number(mine) > 0) return true
  const oldest = queries
    .selectFrom('client_documents')
    .select('client_id')
    .where('used_at', '<', now - neededMs)
    .orderBy('used_at')
    .limit(Number(total) - mostDocuments + 1)
  const { numDeletedRows } = await queries
    .deleteFrom('client_documents')
    .where('client_id', 'in', oldest)
    .executeTakeFirst()
  return Number(numDeletedRows) > 0
}

/** Notes that somebody begins something with it. */
export async function touchDocument(queries: Queries, id: string, now: number): Promise<void> {
  await queries.updateTable('client_documents').set({ used_at: now }).where('client_id', '=', id).execute()
}

/** Forgets what nobody has used for long. @returns how many */
export async function sweepDocuments(queries: Queries, now: number): Promise<number> {
  const { numDeletedRows } = await queries
    .deleteFrom('client_documents')
    .where('used_at', '<', now - keptMs)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** What an application follows from, without what it calls itself. */
export const termsOf = ({ definition, anyLoopbackPort }: DocumentContent): DocumentTerms => ({
  definition,
  anyLoopbackPort,
})

/** An application as its document describes it, before anybody has let it in. */
const candidateOf = ({ client_id: id, content, read_at }: KnownDocument): ApplicationRecord => ({
  id,
  name: content.definition.name,
  kind: content.definition.kind,
  enabled: true,
  sector: sectorOfDocument(id),
  definition: content.definition,
  secretHash: null,
  previousSecretHash: null,
  previousSecretExpiresAt: null,
  origin: 'metadata-document',
  claimedName: content.claimedName,
  registrationTokenId: null,
  document: termsOf(content),
  narrowing: null,
  introspectionNarrowed: false,
  createdAt: read_at,
  changedAt: read_at,
  logo: null,
})

/** Each is alone: whoever can write a document can name any host in it, and two documents of one host can be two people's. */
export const sectorOfDocument = (id: string): string => `application:${id}`

/** An application that somebody registered or let in; or else one whose document was read. */
export async function findKnownApplication(queries: Queries, id: string): Promise<ApplicationRecord | undefined> {
  const kept = await findApplication(queries, id)
  if (kept !== undefined || !isDocumentAddress(id)) return kept
  const document = await findDocument(queries, id)
  return document && candidateOf(document)
}
