// The SQL that writes the provider's records: codes, tokens, interactions, and whatever else it stores for a while. Values that an application
// or browser holds are stored as hashes only. They stand with authorizations, because most of them hang on one and go with it.
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery, pipelineSqlStatement } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { ProviderRecordsTable } from '../../platform/database/database-schema.ts'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'

/** The provider's own fields of a record. */
export type OidcProviderRecordPayload = Readonly<Record<string, unknown>> & {
  jti?: string
  grantId?: string | undefined
  clientId?: string | undefined
  accountId?: string
  scope?: string
  userCode?: string
  /** The pushed request that an interaction began with. */
  parJti?: string
  params?: { client_id?: string }
}

/** A record to keep. */
export interface NewOidcProviderRecord {
  kind: string
  id: string
  payload: OidcProviderRecordPayload
  browserHash: string | null
  now: number
  expiresAt: number
}

type ProviderRecordValues = [
  kind: string,
  idHash: string,
  authorizationId: string | null,
  applicationId: string | null,
  personId: string | null,
  userCodeHash: string | null,
  browserHash: string | null,
  payload: string,
  now: number,
  expiresAt: number,
]

const upsertRecord = prepareSqlQuery(
  (
    queries,
    ...[
      kind,
      id_hash,
      authorization_id,
      application_id,
      person_id,
      user_code_hash,
      browser_hash,
      payload,
      created_at,
      expires_at,
    ]: ProviderRecordValues
  ) =>
    queries
      .insertInto('provider_records')
      .values({
        kind,
        id_hash,
        authorization_id,
        application_id,
        person_id,
        user_code_hash,
        browser_hash,
        payload,
        created_at,
        expires_at,
        consumed_at: null,
      })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'id_hash']).doUpdateSet({ authorization_id, person_id, payload, expires_at }),
      ),
)

/** Stores a record, or its new state. */
export async function saveOidcProviderRecord(
  transaction: DatabaseTransaction,
  { kind, id, payload, browserHash, now, expiresAt }: NewOidcProviderRecord,
): Promise<void> {
  const { grantId, clientId, params, accountId, userCode } = payload
  const userCodeHash = userCode === undefined ? null : hashBearerSecret(userCode)
  const applicationId = await findStoredApplicationId(transaction, clientId ?? params?.client_id ?? null)
  const text = serializeOidcProviderRecordPayload(payload)
  const saved = upsertRecord(
    transaction,
    kind,
    hashBearerSecret(id),
    grantId ?? null,
    applicationId,
    accountId ?? null,
    userCodeHash,
    browserHash,
    text,
    now,
    expiresAt,
  )
  await pipelineSqlStatement(transaction, saved)
}

/** One that nobody registered is no row before a person lets it in; its records belong to none until then. */
async function findStoredApplicationId(queries: DatabaseQueryBuilder, id: string | null): Promise<string | null> {
  // An address, as a registered id never is.
  if (id === null || !id.includes(':')) return id
  const kept = await queries.selectFrom('applications').select('id').where('id', '=', id).executeTakeFirst()
  return kept?.id ?? null
}

/** The stored form: without the value that the record is found by, nor the code that a device shows. */
export function serializeOidcProviderRecordPayload(payload: OidcProviderRecordPayload): string {
  return JSON.stringify({ ...payload, jti: undefined, userCode: undefined })
}

const updateUnconsumedRecord = prepareSqlQuery(
  (queries, kind: string, idHash: string, payload: string, expires_at: number) =>
    queries
      .updateTable('provider_records')
      .set({ payload, expires_at })
      .where('kind', '=', kind)
      .where('id_hash', '=', idHash)
      .where('consumed_at', 'is', null)
      .returning('authorization_id'),
)

/**
 * Moves the end of a record that was not spent.
 * @returns the authorization it belongs to, or undefined where it is spent or gone
 */
export async function renewOidcProviderRecord(
  transaction: DatabaseTransaction,
  { kind, id, payload, expiresAt }: Pick<NewOidcProviderRecord, 'kind' | 'id' | 'payload' | 'expiresAt'>,
): Promise<Pick<ProviderRecordsTable, 'authorization_id'> | undefined> {
  const [renewed] = await updateUnconsumedRecord(
    transaction,
    kind,
    hashBearerSecret(id),
    serializeOidcProviderRecordPayload(payload),
    expiresAt,
  )
  return renewed
}

/**
 * Keeps a record from being swept until then; it never gets shorter by that. How long it counts is not changed, unless by its own fields.
 * @param payload its fields from now on, where they change
 */
export async function extendOidcProviderRecordRetention(
  transaction: DatabaseTransaction,
  { kind, id }: Pick<NewOidcProviderRecord, 'kind' | 'id'>,
  until: number,
  payload?: string,
): Promise<void> {
  await transaction
    .updateTable('provider_records')
    .set({ expires_at: until, ...(payload !== undefined && { payload }) })
    .where('kind', '=', kind)
    .where('id_hash', '=', hashBearerSecret(id))
    .where('expires_at', '<', until)
    .execute()
}

const updatePayloadQuery = prepareSqlQuery((queries, kind: string, idHash: string, payload: string) =>
  queries.updateTable('provider_records').set({ payload }).where('kind', '=', kind).where('id_hash', '=', idHash),
)

/** Gives a record other fields. */
export async function updateOidcProviderRecordPayload(
  queries: DatabaseQueryBuilder,
  kind: string,
  id: string,
  payload: object,
): Promise<void> {
  await updatePayloadQuery(queries, kind, hashBearerSecret(id), JSON.stringify(payload))
}

/** What a record hangs on, and its fields. */
type RecordOwnership = Pick<ProviderRecordsTable, 'payload' | 'authorization_id' | 'person_id'>

/**
 * Changes a record that is as it was found.
 * @returns whether it was
 */
export async function updateOidcProviderRecordIfUnchanged(
  transaction: DatabaseTransaction,
  { kind, id_hash, payload }: Pick<ProviderRecordsTable, 'kind' | 'id_hash' | 'payload'>,
  changes: RecordOwnership,
): Promise<boolean> {
  const changed = await transaction
    .updateTable('provider_records')
    .set(changes)
    .where('kind', '=', kind)
    .where('id_hash', '=', id_hash)
    .where('payload', '=', payload)
    .returning('id_hash')
    .executeTakeFirst()
  return changed !== undefined
}

/** The authorization, person and application that a record belongs to, whether it still counts or not. */
export async function findOidcProviderRecordOwner(
  queries: DatabaseQueryBuilder,
  kind: string,
  id: string,
): Promise<Pick<ProviderRecordsTable, 'authorization_id' | 'person_id' | 'application_id'> | undefined> {
  return queries
    .selectFrom('provider_records')
    .select(['authorization_id', 'person_id', 'application_id'])
    .where('kind', '=', kind)
    .where('id_hash', '=', hashBearerSecret(id))
    .executeTakeFirst()
}
