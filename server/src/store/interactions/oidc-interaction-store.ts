// An interaction is bound to the browser that started it and is never found by ID alone.
import type { ApplicationRecord } from '../applications/application-store.ts'
import { findApplicationOrMetadataClient } from '../client-metadata/client-metadata-document-store.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import {
  updateOidcProviderRecordPayload,
  extendOidcProviderRecordRetention,
} from '../authorizations/oidc-provider-record-store.ts'

export interface OidcInteractionPayload {
  params: Readonly<Record<string, string | undefined>> & { client_id: string }
  prompt: { name: string; reasons?: string[]; details: OidcInteractionPromptDetails }
  lastSubmission?: OidcInteractionResult
  result?: OidcInteractionResult
  /** In seconds since 1970; must match the row. */
  exp: number
  /** The pushed authorization request that started the interaction (RFC 9126). */
  parJti?: string
}

export interface OidcInteractionPromptDetails {
  missingOIDCScope?: string[]
  missingResourceScopes?: Record<string, string[]>
}

export interface OidcInteractionResult {
  login?: { accountId: string }
  /** This and `create` are set if `prompt` requested them. */
  select_account?: object
  create?: object
  consent?: { accountId: string }
  error?: string
  error_description?: string
}

export const getOidcInteractionResumePath = (id: string): string => `/authorize/${id}`

const selectOne = prepareSqlQuery((queries, idHash: string, browserHash: string, now: number) =>
  queries
    .selectFrom('provider_records')
    .leftJoin('applications', 'applications.id', 'provider_records.application_id')
    .select('provider_records.payload')
    .where('provider_records.kind', '=', 'Interaction')
    .where('provider_records.id_hash', '=', idHash)
    .where('provider_records.browser_hash', '=', browserHash)
    .where('provider_records.expires_at', '>', now)
    // Metadata document clients may not have a row yet (see findOidcInteractionApplication).
    .where((expression) =>
      expression.or([
        expression('provider_records.application_id', 'is', null),
        expression('applications.enabled', '=', 1),
      ]),
    ),
)

/** @param browserHash hash of the browser secret sent with the request; null finds nothing */
export async function findOidcInteraction(
  queries: DatabaseQueryBuilder,
  { id, browserHash, now }: { id: string; browserHash: string | null; now: number },
): Promise<OidcInteractionPayload | undefined> {
  if (browserHash === null) return undefined
  const [row] = await selectOne(queries, hashBearerSecret(id), browserHash, now)
  return row && (JSON.parse(row.payload) as OidcInteractionPayload)
}

/** Null if this browser started the interaction, if there is none, or if its application has no row. */
export async function findApplicationIdOfForeignInteraction(
  queries: DatabaseQueryBuilder,
  { id, browserHash, now }: { id: string; browserHash: string | null; now: number },
): Promise<string | null> {
  const row = await queries
    .selectFrom('provider_records')
    .select(['application_id', 'browser_hash'])
    .where('kind', '=', 'Interaction')
    .where('id_hash', '=', hashBearerSecret(id))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row === undefined || row.browser_hash === browserHash ? null : row.application_id
}

/** Undefined if the application was removed or disabled. */
export async function findOidcInteractionApplication(
  queries: DatabaseQueryBuilder,
  { params }: OidcInteractionPayload,
): Promise<ApplicationRecord | undefined> {
  const application = await findApplicationOrMetadataClient(queries, params.client_id)
  return application?.enabled === true ? application : undefined
}

export async function saveOidcInteractionResult(
  transaction: DatabaseTransaction,
  id: string,
  interaction: OidcInteractionPayload,
  answer: OidcInteractionResult,
): Promise<void> {
  const result = 'error' in answer ? answer : { ...interaction.lastSubmission, ...interaction.result, ...answer }
  await updateOidcProviderRecordPayload(transaction, 'Interaction', id, { ...interaction, result })
}

/** Never shortens the lifetime, and includes the pushed request. `until` is in ms since 1970. */
export async function extendOidcInteraction(
  transaction: DatabaseTransaction,
  id: string,
  interaction: OidcInteractionPayload,
  until: number,
): Promise<void> {
  const { parJti } = interaction
  const payload = JSON.stringify({ ...interaction, exp: Math.floor(until / 1000) })
  await extendOidcProviderRecordRetention(transaction, { kind: 'Interaction', id }, until, payload)
  if (parJti !== undefined)
    await extendOidcProviderRecordRetention(transaction, { kind: 'PushedAuthorizationRequest', id: parJti }, until)
}
