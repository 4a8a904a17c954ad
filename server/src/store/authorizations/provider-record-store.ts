// The SQL that writes the provider's records: codes, tokens, interactions, and whatever else it stores for a while. Values that an application
// or browser holds are stored as hashes only. They stand with authorizations, because most of them hang on one and go with it.
import type { DatabaseQueries, DatabaseTransaction } from '../../platform/database/open-database.ts'
import { prepareQuery, pipelineStatement } from '../../platform/database/prepared-queries.ts'
import type { ProviderRecordsTable } from '../../platform/database/schema.ts'
import { hashBearerSecret } from '../../platform/bearer-secret.ts'

/** The provider's own fields of a record. */
export type ProviderPayload = Readonly<Record<string, unknown>> & {
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
export interface NewProviderRecord {
  kind: string
  id: string
  payload: ProviderPayload
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

const upsertRecord = prepareQuery(
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
export async function saveProviderRecord(
  transaction: DatabaseTransaction,
  { kind, id, payload, browserHash, now, expiresAt }: NewProviderRecord,
): Promise<void> {
  const { grantId, clientId, params, accountId, userCode } = payload
  const userCodeHash = userCode === undefined ? null : hashBearerSecret(userCode)
  const applicationId = await findStoredApplicationId(transaction, clientId ?? params?.client_id ?? null)
  const text = serializeWithoutSecrets(payload)
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
  await pipelineStatement(transaction, saved)
}

/** One that nobody registered is no row before a person lets it in; its records belong to none until then. */
async function findStoredApplicationId(queries: DatabaseQueries, id: string | null): Promise<string | null> {
  // An address, as a registered id never is.
  if (id === null || !id.includes(':')) return id
  const kept = await queries.selectFrom('applications').select('id').where('id', '=', id).executeTakeFirst()
  return kept?.id ?? null
}

/** The stored form: without the value that the record is found by, nor the code that a device shows. */
function serializeWithoutSecrets(payload: ProviderPayload): string {
  return JSON.stringify({ ...payload, jti: undefined, userCode: undefined })
}

/** A record that there is once, and of no browser. */
export type SingleUseRecord = Omit<NewProviderRecord, 'browserHash'>

/**
 * Stores a record that must be new.
 * @returns whether it was; of any number of attempts at once, one is told so
 */
export async function insertSingleUseRecord(
  transaction: DatabaseTransaction,
  record: SingleUseRecord,
): Promise<boolean> {
  const inserted = await transaction
    .insertInto('provider_records')
    .values({
      kind: record.kind,
      id_hash: hashBearerSecret(record.id),
      authorization_id: null,
      application_id: null,
      person_id: null,
      user_code_hash: null,
      browser_hash: null,
      payload: serializeWithoutSecrets(record.payload),
      created_at: record.now,
      expires_at: record.expiresAt,
      consumed_at: null,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'id_hash']).doNothing())
    .returning('id_hash')
    .executeTakeFirst()
  return inserted !== undefined
}

const markRecordConsumed = prepareQuery((queries, kind: string, idHash: string, now: number) =>
  queries
    .updateTable('provider_records')
    .set({ consumed_at: now })
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .where('consumed_at', 'is', null)
    .returning('authorization_id'),
)

/**
 * Spends a record: of any number of attempts at once, on any number of instances, one succeeds (THREATS O1, O2).
 * @returns the authorization it belongs to, or undefined where this attempt is not the one
 */
export async function consumeProviderRecord(
  transaction: DatabaseTransaction,
  kind: string,
  id: string,
  now: number,
): Promise<Pick<ProviderRecordsTable, 'authorization_id'> | undefined> {
  const [spent] = await markRecordConsumed(transaction, kind, hashBearerSecret(id), now)
  return spent
}

const updateUnconsumedRecord = prepareQuery(
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
export async function renewProviderRecord(
  transaction: DatabaseTransaction,
  { kind, id, payload, expiresAt }: Pick<NewProviderRecord, 'kind' | 'id' | 'payload' | 'expiresAt'>,
): Promise<Pick<ProviderRecordsTable, 'authorization_id'> | undefined> {
  const [renewed] = await updateUnconsumedRecord(
    transaction,
    kind,
    hashBearerSecret(id),
    serializeWithoutSecrets(payload),
    expiresAt,
  )
  return renewed
}

/**
 * Keeps a record from being swept until then; it never gets shorter by that. How long it counts is not changed, unless by its own fields.
 * @param payload its fields from now on, where they change
 */
export async function extendProviderRecord(
  transaction: DatabaseTransaction,
  { kind, id }: Pick<NewProviderRecord, 'kind' | 'id'>,
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

const updatePayloadQuery = prepareQuery((queries, kind: string, idHash: string, payload: string) =>
  queries.updateTable('provider_records').set({ payload }).where('kind', '=', kind).where('id_hash', '=', idHash),
)

/** Gives a record other fields. */
export async function updateProviderRecordPayload(
  queries: DatabaseQueries,
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
export async function updateProviderRecordIfUnchanged(
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

/**
 * Spends a record of one person in one browser: of any number of attempts at once, one succeeds.
 * @returns its fields, or undefined where this attempt is not the one, or the record not theirs
 */
export async function consumeOwnedProviderRecord(
  queries: DatabaseQueries,
  kind: string,
  { id, browserHash, personId, now }: { id: string; browserHash: string; personId: string; now: number },
): Promise<string | undefined> {
  const row = await queries
    .updateTable('provider_records')
    .set({ consumed_at: now })
    .where('kind', '=', kind)
    .where('id_hash', '=', hashBearerSecret(id))
    .where('browser_hash', '=', browserHash)
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .where('consumed_at', 'is', null)
    .returning('payload')
    .executeTakeFirst()
  return row?.payload
}

const deleteRecord = prepareQuery((queries, kind: string, idHash: string) =>
  queries.deleteFrom('provider_records').where('kind', '=', kind).where('id_hash', '=', idHash).returning('id_hash'),
)

/** @returns whether it was there */
export const removeProviderRecord = (transaction: DatabaseTransaction, kind: string, id: string): Promise<boolean> =>
  removeProviderRecordByHash(transaction, kind, hashBearerSecret(id))

/** The same by what is kept of its id. @returns whether it was there */
export const removeProviderRecordByHash = async (
  transaction: DatabaseTransaction,
  kind: string,
  hash: string,
): Promise<boolean> => (await deleteRecord(transaction, kind, hash)).length > 0

/** Removes records of an authorization that say the same as a new one, and are older than this. */
export async function removeDuplicateProviderRecords(
  transaction: DatabaseTransaction,
  { kind, payload }: Pick<NewProviderRecord, 'kind' | 'payload'> & { payload: { grantId: string } },
  madeBefore: number,
): Promise<void> {
  await transaction
    .deleteFrom('provider_records')
    .where('authorization_id', '=', payload.grantId)
    .where('kind', '=', kind)
    .where('payload', '=', serializeWithoutSecrets(payload))
    .where('created_at', '<', madeBefore)
    .execute()
}

/** The authorization, person and application that a record belongs to, whether it still counts or not. */
export async function findProviderRecordOwner(
  queries: DatabaseQueries,
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

/** Ends every code and token of an authorization: its family. */
export async function revokeTokenFamily(transaction: DatabaseTransaction, authorizationId: string): Promise<void> {
  await transaction.deleteFrom('provider_records').where('authorization_id', '=', authorizationId).execute()
}

/** What an application has without any person: tokens of its own, and what it began and nobody has answered. */
export async function removeApplicationRecords(transaction: DatabaseTransaction, applicationId: string): Promise<void> {
  await transaction.deleteFrom('provider_records').where('application_id', '=', applicationId).execute()
}

/** Removes the records of people who are erased. What an application asked in a browser of theirs before anybody had signed in can name
 * them too (`login_hint`); it is begun anew. */
export async function removeProviderRecordsOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('provider_records').where('person_id', 'in', personIds).execute()
  const browsers = transaction.selectFrom('browsers').select('browser_hash').where('person_id', 'in', personIds)
  await transaction.deleteFrom('provider_records').where('browser_hash', 'in', browsers).execute()
}

/** Codes are refused as "expired" for a while before they are forgotten. */
const retentionAfterExpiryMs = 60_000
const pruneBatchSize = 1000

/**
 * Removes a batch of records that ran out.
 * @returns how many were removed
 */
export async function pruneProviderRecords(queries: DatabaseQueries, now: number): Promise<number> {
  const expired = queries
    .selectFrom('provider_records')
    .select(['kind', 'id_hash'])
    .where('expires_at', '<', now - retentionAfterExpiryMs)
    .limit(pruneBatchSize)
  const rows = await expired.execute()
  if (rows.length === 0) return 0
  for (const [kind, ofKind] of Map.groupBy(rows, (row) => row.kind)) {
    await queries
      .deleteFrom('provider_records')
      .where('kind', '=', kind)
      .where(
        'id_hash',
        'in',
        ofKind.map((row) => row.id_hash),
      )
      .where('expires_at', '<', now - retentionAfterExpiryMs)
      .execute()
  }
  return rows.length
}

/** Removes everything that somebody may still hold a code, a token or a page of; what was seen once and must not come again stays. */
export async function removeAllProviderRecords(transaction: DatabaseTransaction): Promise<void> {
  await transaction.deleteFrom('provider_records').where('kind', '!=', 'ReplayDetection').execute()
}
