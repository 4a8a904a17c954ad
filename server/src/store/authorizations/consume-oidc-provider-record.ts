// Only one of several concurrent attempts consumes a record.
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { ProviderRecordsTable } from '../../platform/database/database-schema.ts'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import type { NewOidcProviderRecord } from './oidc-provider-record-store.ts'
import { serializeOidcProviderRecordPayload } from './oidc-provider-record-store.ts'

export type SingleUseOidcProviderRecord = Omit<NewOidcProviderRecord, 'browserHash'>

export async function insertSingleUseOidcProviderRecord(
  transaction: DatabaseTransaction,
  record: SingleUseOidcProviderRecord,
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
      payload: serializeOidcProviderRecordPayload(record.payload),
      created_at: record.now,
      expires_at: record.expiresAt,
      consumed_at: null,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'id_hash']).doNothing())
    .returning('id_hash')
    .executeTakeFirst()
  return inserted !== undefined
}

const markRecordConsumed = prepareSqlQuery((queries, kind: string, idHash: string, now: number) =>
  queries
    .updateTable('provider_records')
    .set({ consumed_at: now })
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .where('consumed_at', 'is', null)
    .returning('authorization_id'),
)

/** @returns undefined if the record is missing or any instance has consumed it (THREATS O1, O2) */
export async function consumeOidcProviderRecord(
  transaction: DatabaseTransaction,
  kind: string,
  id: string,
  now: number,
): Promise<Pick<ProviderRecordsTable, 'authorization_id'> | undefined> {
  const [spent] = await markRecordConsumed(transaction, kind, hashBearerSecret(id), now)
  return spent
}

/** @returns undefined if missing, expired, consumed, or for another person or browser */
export async function consumeBrowserBoundOidcProviderRecord(
  queries: DatabaseQueryBuilder,
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
