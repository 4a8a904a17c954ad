// Values that an application or browser holds are stored as hashes.
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery, pipelineSqlStatement } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { ProviderRecordsTable } from '../../platform/database/database-schema.ts'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'

export type OidcProviderRecordPayload = Readonly<Record<string, unknown>> & {
  jti?: string
  grantId?: string | undefined
  clientId?: string | undefined
  accountId?: string
  scope?: string
  userCode?: string
  parJti?: string
  params?: { client_id?: string }
}

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

/** Null for a metadata document client without consent, because such a client has no row yet. */
async function findStoredApplicationId(queries: DatabaseQueryBuilder, id: string | null): Promise<string | null> {
  // Only client IDs of metadata documents contain a colon.
  if (id === null || !id.includes(':')) return id
  const kept = await queries.selectFrom('applications').select('id').where('id', '=', id).executeTakeFirst()
  return kept?.id ?? null
}

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

/** Postpones pruning, but never brings it forward. Validity depends only on the payload. */
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

export async function updateOidcProviderRecordPayload(
  queries: DatabaseQueryBuilder,
  kind: string,
  id: string,
  payload: object,
): Promise<void> {
  await updatePayloadQuery(queries, kind, hashBearerSecret(id), JSON.stringify(payload))
}

type RecordOwnership = Pick<ProviderRecordsTable, 'payload' | 'authorization_id' | 'person_id'>

/** @returns false if the payload has changed since it was read */
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

/** Includes expired and consumed records. */
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
