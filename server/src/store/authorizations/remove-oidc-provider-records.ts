// The SQL that removes the provider's records: one, those of an authorization, application or person, and expired ones.
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

/** @returns whether it was there */
export const removeOidcProviderRecord = (
  transaction: DatabaseTransaction,
  kind: string,
  id: string,
): Promise<boolean> => removeOidcProviderRecordByHash(transaction, kind, hashBearerSecret(id))

/** The same by what is kept of its id. @returns whether it was there */
export const removeOidcProviderRecordByHash = async (
  transaction: DatabaseTransaction,
  kind: string,
  hash: string,
): Promise<boolean> => (await deleteRecord(transaction, kind, hash)).length > 0

/** Removes records of an authorization that say the same as a new one, and are older than this. */
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

/** Ends every code and token of an authorization: its family. */
export async function revokeTokenFamily(transaction: DatabaseTransaction, authorizationId: string): Promise<void> {
  await transaction.deleteFrom('provider_records').where('authorization_id', '=', authorizationId).execute()
}

/** What an application has without any person: tokens of its own, and what it began and nobody has answered. */
export async function removeOidcProviderRecordsOfApplication(
  transaction: DatabaseTransaction,
  applicationId: string,
): Promise<void> {
  await transaction.deleteFrom('provider_records').where('application_id', '=', applicationId).execute()
}

/** Removes the records of people who are erased. What an application asked in a browser of theirs before anybody had signed in can name
 * them too (`login_hint`); it is begun anew. */
export async function removeOidcProviderRecordsOfPeople(
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

/** Removes everything that somebody may still hold a code, a token or a page of; what was seen once and must not come again stays. */
export async function removeOidcProviderRecordsExceptReplays(transaction: DatabaseTransaction): Promise<void> {
  await transaction.deleteFrom('provider_records').where('kind', '!=', 'ReplayDetection').execute()
}
