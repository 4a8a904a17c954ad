// What a client metadata document says, and how an operator narrowed it, in two columns (decision 0035). A *before* step (expand): the release
// before goes on with the definition in force, which stays where it is.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const changes = ['applications']

interface Definition {
  scopes: string[]
  dpopRequired: boolean
  pushedRequestRequired: boolean
  maximumAgeSeconds: number | null
}

/** The scopes that a document is given where it asks for none. */
const documentScopes = ['openid', 'profile', 'wallet', 'offline_access']

export async function up(queries: Kysely<unknown>): Promise<void> {
  await queries.schema.alterTable('applications').addColumn('document', 'text').execute()
  await queries.schema.alterTable('applications').addColumn('narrowing', 'text').execute()
  const { rows } = await sql<{ id: string; definition: string; content: string | null }>`
    select applications.id, applications.definition, client_documents.content from applications
    left join client_documents on client_documents.client_id = applications.id
    where applications.origin = 'metadata-document'`.execute(queries)
  for (const { id, definition, content } of rows) {
    const inForce = JSON.parse(definition) as Definition
    const document = content === null ? null : (JSON.parse(content) as { definition: Definition }).definition
    const changed = await changesByOperator(queries, id)
    const narrowing = changed.length === 0 ? null : JSON.stringify(narrowingBy(changed, inForce, document))
    const said = document === null ? null : JSON.stringify({ definition: document, anyLoopbackPort: false })
    await sql`update applications set document = ${said}, narrowing = ${narrowing} where id = ${id}`.execute(queries)
  }
  // What was read by the rules of before is read again before anyone is sent somewhere by it.
  await sql`update client_documents set fresh_until = 0`.execute(queries)
}

/** Members that the document alone decided before, so that a change of them was the document's. */
const byDocument =
  /^(?:kind|uri|redirectUris|postLogoutUris|grantTypes|authentication|jwks|jwksUri|idTokenAlgorithm|claimed name) /

/**
 * What the audit log says that was changed about an application since a person let it in, without what only its document can have changed. The
 * definition alone does not say whether an operator narrowed it or its first document was narrower.
 */
async function changesByOperator(queries: Kysely<unknown>, id: string): Promise<string[]> {
  const { rows } = await sql<{ details: string }>`
    select events.details from event_links join events on events.sequence = event_links.sequence
    where event_links.kind = 'application' and event_links.target = ${id} and events.type = 'application.changed'
    union all
    select details from unsealed_events where type = 'application.changed'`.execute(queries)
  return rows
    .map(({ details }) => JSON.parse(details) as { applicationId?: string; changes?: string })
    .filter(({ applicationId }) => applicationId === id)
    .flatMap(({ changes: texts = '' }) => {
      const listed = texts.split('; ').filter((text) => text !== '' && !byDocument.test(text))
      // A document without refresh tokens took this scope with it.
      return /grantTypes [^;]*- refresh_token/.test(texts)
        ? listed.filter((text) => text !== 'scopes - offline_access')
        : listed
    })
}

/** What nobody can tell apart any more stays as strict as it is. */
function narrowingBy(changed: readonly string[], inForce: Definition, document: Definition | null): object {
  const has = (member: string): boolean => changed.some((text) => text.startsWith(`${member} `))
  const said = document?.scopes ?? documentScopes
  const { scopes, dpopRequired, pushedRequestRequired, maximumAgeSeconds } = inForce
  return {
    withheldScopes: has('scopes') ? said.filter((scope) => !scopes.includes(scope)) : [],
    addedScopes: has('scopes') ? scopes.filter((scope) => !said.includes(scope)) : [],
    withheldGrantTypes: [],
    dpopRequired: has('dpopRequired') && dpopRequired && document?.dpopRequired !== true,
    pushedRequestRequired:
      has('pushedRequestRequired') && pushedRequestRequired && document?.pushedRequestRequired !== true,
    maximumAgeSeconds: has('maximumAgeSeconds') ? maximumAgeSeconds : null,
  }
}
