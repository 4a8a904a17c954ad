// Queries for token endpoint responses that can be repeated (decision 0064).
import { sql } from 'kysely'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery, pipelineSqlStatement } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { TokenResponsesTable } from '../../platform/database/database-schema.ts'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import type { OidcProviderRecordKey } from './authorization-store.ts'

const insertResponse = prepareSqlQuery(
  (
    queries,
    kind: string,
    id_hash: string,
    successor_hash: string | null,
    sealed: string,
    retries_left: number,
    expires_at: number,
  ) =>
    queries
      .insertInto('token_responses')
      .values({ kind, id_hash, successor_hash, encrypted_response: sealed, retries_left, expires_at }),
)

export async function saveRetryableTokenResponse(
  transaction: DatabaseTransaction,
  { kind, id }: OidcProviderRecordKey,
  {
    successor,
    sealed,
    repeats,
    expiresAt,
  }: { successor: string | null; sealed: string; repeats: number; expiresAt: number },
): Promise<void> {
  const successorHash = successor === null ? null : hashBearerSecret(successor)
  await pipelineSqlStatement(
    transaction,
    insertResponse(transaction, kind, hashBearerSecret(id), successorHash, sealed, repeats, expiresAt),
  )
}

const decrementRepeats = prepareSqlQuery((queries, kind: string, idHash: string, now: number) =>
  queries
    .updateTable('token_responses')
    .set({ retries_left: sql<number>`retries_left - 1` })
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .where('retries_left', '>', 0)
    .where('expires_at', '>', now)
    // The previous release marks a used successor as consumed but does not delete the response.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('provider_records')
            .select('provider_records.id_hash')
            .where('provider_records.kind', '=', 'RefreshToken')
            .whereRef('provider_records.id_hash', '=', 'token_responses.successor_hash')
            .where('provider_records.consumed_at', 'is not', null),
        ),
      ),
    )
    .returning(['encrypted_response', 'retries_left']),
)

/** Requires the authorization row lock. @returns undefined if expired or out of retries */
export async function takeTokenResponseRetry(
  transaction: DatabaseTransaction,
  { kind, id }: OidcProviderRecordKey,
  now: number,
): Promise<string | undefined> {
  const [taken] = await decrementRepeats(transaction, kind, hashBearerSecret(id), now)
  if (taken?.retries_left === 0)
    await transaction
      .deleteFrom('token_responses')
      .where('kind', '=', kind)
      .where('id_hash', '=', hashBearerSecret(id))
      .execute()
  return taken?.encrypted_response
}

const deleteResponseBySuccessor = prepareSqlQuery((queries, successorHash: string) =>
  queries.deleteFrom('token_responses').where('successor_hash', '=', successorHash),
)

export const removeRetryableTokenResponse = (transaction: DatabaseTransaction, refreshToken: string): Promise<void> =>
  pipelineSqlStatement(transaction, deleteResponseBySuccessor(transaction, hashBearerSecret(refreshToken)))

const pruneBatchSize = 1000

export async function pruneRetryableTokenResponses(queries: DatabaseQueryBuilder, now: number): Promise<number> {
  const expired = queries
    .selectFrom('token_responses')
    .select(['kind', 'id_hash'])
    .where('expires_at', '<=', now)
    .limit(pruneBatchSize)
  const rows: Pick<TokenResponsesTable, 'kind' | 'id_hash'>[] = await expired.execute()
  for (const [kind, ofKind] of Map.groupBy(rows, (row) => row.kind)) {
    await queries
      .deleteFrom('token_responses')
      .where('kind', '=', kind)
      .where(
        'id_hash',
        'in',
        ofKind.map((row) => row.id_hash),
      )
      .where('expires_at', '<=', now)
      .execute()
  }
  return rows.length
}
