// Spends the provider's records: of any number of attempts at once, one succeeds.
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { ProviderRecordsTable } from '../../platform/database/database-schema.ts'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import type { NewOidcProviderRecord } from './oidc-provider-record-store.ts'
import { serializeOidcProviderRecordPayload } from './oidc-provider-record-store.ts'

/** A record that there is once, and of no browser. */
export type SingleUseOidcProviderRecord = Omit<NewOidcProviderRecord, 'browserHash'>

/**
 * Stores a record that must be new.
 * @returns whether it was; of any number of attempts at once, one is told so
 */
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

/**
 * Spends a record: of any number of attempts at once, on any number of instances, one succeeds (THREATS O1, O2).
 * @returns the authorization it belongs to, or undefined where this attempt is not the one
 */
export async function consumeOidcProviderRecord(
  transaction: DatabaseTransaction,
  kind: string,
  id: string,
  now: number,
): Promise<Pick<ProviderRecordsTable, 'authorization_id'> | undefined> {
  const [spent] = await markRecordConsumed(transaction, kind, hashBearerSecret(id), now)
  return spent
}

/**
 * Spends a record of one person in one browser: of any number of attempts at once, one succeeds.
 * @returns its fields, or undefined where this attempt is not the one, or the record not theirs
 */
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
