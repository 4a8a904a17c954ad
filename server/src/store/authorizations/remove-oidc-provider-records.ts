import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import type { NewOidcProviderRecord } from './oidc-provider-record-store.ts'
import { serializeOidcProviderRecordPayload } from './oidc-provider-record-store.ts'

const deleteRecord = prepareSqlQuery((queries, kind: string, idHash: string) =>
  queries.deleteFrom('provider_records').where('kind', '=', kind).where('id_hash', '=', idHash).returning('id_hash'),
)

export const removeOidcProviderRecord = (
  transaction: DatabaseTransaction,
  kind: string,
  id: string,
): Promise<boolean> => removeOidcProviderRecordByHash(transaction, kind, hashBearerSecret(id))

export const removeOidcProviderRecordByHash = async (
  transaction: DatabaseTransaction,
  kind: string,
  hash: string,
): Promise<boolean> => (await deleteRecord(transaction, kind, hash)).length > 0

/** Removes earlier records with the same authorization and payload, created before `madeBefore`. */
export async function removeDuplicateOidcProviderRecords(
  transaction: DatabaseTransaction,
  { kind, payload }: Pick<NewOidcProviderRecord, 'kind' | 'payload'> & { payload: { grantId: string } },
  madeBefore: number,
): Promise<void> {
  await transaction
    .deleteFrom('provider_records')
    .where('authorization_id', '=', payload.grantId)
    .where('kind', '=', kind)
    .where('payload', '=', serializeOidcProviderRecordPayload(payload))
    .where('created_at', '<', madeBefore)
    .execute()
}

export async function revokeTokenFamily(transaction: DatabaseTransaction, authorizationId: string): Promise<void> {
  await transaction.deleteFrom('provider_records').where('authorization_id', '=', authorizationId).execute()
}

/** Includes records without a person: client credentials tokens and unanswered interactions. */
export async function removeOidcProviderRecordsOfApplication(
  transaction: DatabaseTransaction,
  applicationId: string,
): Promise<void> {
  await transaction.deleteFrom('provider_records').where('application_id', '=', applicationId).execute()
}

/** Includes requests from before sign-in, because `login_hint` can name a person. */
export async function removeOidcProviderRecordsOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('provider_records').where('person_id', 'in', personIds).execute()
  const browsers = transaction.selectFrom('browsers').select('browser_hash').where('person_id', 'in', personIds)
  await transaction.deleteFrom('provider_records').where('browser_hash', 'in', browsers).execute()
}

/** For this long, an expired code is refused as "expired". */
const retentionAfterExpiryMs = 60_000
const pruneBatchSize = 1000

export async function pruneOidcProviderRecords(queries: DatabaseQueryBuilder, now: number): Promise<number> {
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

/** Keeps the replay markers, so that nothing can be replayed. */
export async function removeOidcProviderRecordsExceptReplays(transaction: DatabaseTransaction): Promise<void> {
  await transaction.deleteFrom('provider_records').where('kind', '!=', 'ReplayDetection').execute()
}
