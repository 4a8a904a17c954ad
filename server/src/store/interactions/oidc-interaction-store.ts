// The SQL of interactions: an application's sign-in that waits for the person. The provider stores and resumes it; here
// stands what the person's side does with it: bound to the browser that began it, never found by its id alone.
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

/** The provider's own record of an interaction, as far as it matters here. */
export interface OidcInteractionPayload {
  params: Readonly<Record<string, string | undefined>> & { client_id: string }
  prompt: { name: string; reasons?: string[]; details: OidcInteractionPromptDetails }
  /** What was answered before the provider asked once more. */
  lastSubmission?: OidcInteractionResult
  result?: OidcInteractionResult
  /** Seconds since 1970, for the provider; the row has the same. */
  exp: number
  /** The pushed request that it began with (RFC 9126). */
  parJti?: string
}

/** What the provider found missing. */
export interface OidcInteractionPromptDetails {
  missingOIDCScope?: string[]
  missingResourceScopes?: Record<string, string[]>
}

/** What the person answered. */
export interface OidcInteractionResult {
  login?: { accountId: string }
  /** To sign in is to choose an account, where that was asked. */
  select_account?: object
  /** To sign in for the first time is to create an account. */
  create?: object
  consent?: { accountId: string }
  error?: string
  error_description?: string
}

/** Where the browser goes on with an interaction that was answered. */
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
    // One that nobody registered is no row yet; whoever asks for it then sees whether it became one (findOidcInteractionApplication).
    .where((expression) =>
      expression.or([
        expression('provider_records.application_id', 'is', null),
        expression('applications.enabled', '=', 1),
      ]),
    ),
)

/**
 * An interaction that can still be answered, by the browser that it belongs to.
 * @param browserHash of the secret that the asking browser holds
 */
export async function findOidcInteraction(
  queries: DatabaseQueryBuilder,
  { id, browserHash, now }: { id: string; browserHash: string | null; now: number },
): Promise<OidcInteractionPayload | undefined> {
  if (browserHash === null) return undefined
  const [row] = await selectOne(queries, hashBearerSecret(id), browserHash, now)
  return row && (JSON.parse(row.payload) as OidcInteractionPayload)
}

/** The application that an interaction signs in to, where it may still. */
export async function findOidcInteractionApplication(
  queries: DatabaseQueryBuilder,
  { params }: OidcInteractionPayload,
): Promise<ApplicationRecord | undefined> {
  const application = await findApplicationOrMetadataClient(queries, params.client_id)
  return application?.enabled === true ? application : undefined
}

/** Writes down the person's answer, on top of what was answered before. */
export async function saveOidcInteractionResult(
  transaction: DatabaseTransaction,
  id: string,
  interaction: OidcInteractionPayload,
  answer: OidcInteractionResult,
): Promise<void> {
  const result = 'error' in answer ? answer : { ...interaction.lastSubmission, ...interaction.result, ...answer }
  await updateOidcProviderRecordPayload(transaction, 'Interaction', id, { ...interaction, result })
}

/**
 * Lets an interaction wait longer, with the pushed request that it may have begun with: whoever takes their time to prove a wallet finds
 * it there. It never gets shorter by that.
 * @param until milliseconds since 1970
 */
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
