import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { AuthorizationsTable } from '../../platform/database/database-schema.ts'
import { databaseTableColumns } from '../../platform/database/database-schema.ts'
import {
  prepareSqlQuery,
  prepareSqlBatchQuery,
  pipelineSqlStatement,
} from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import { createRandomId } from '../../platform/create-random-id.ts'

export interface NewAuthorization {
  sessionId: string
  personId: string
  applicationId: string
  findSubject: () => Promise<string>
  now: number
}

const selectOne = prepareSqlQuery((queries, sessionId: string, applicationId: string) =>
  queries
    .selectFrom('authorizations')
    .select(databaseTableColumns.authorizations)
    .where('session_id', '=', sessionId)
    .where('application_id', '=', applicationId),
)
const insertRows = prepareSqlBatchQuery((queries, rows: readonly AuthorizationsTable[]) =>
  queries.insertInto('authorizations').values(rows),
)

/** Requires the session lock (`lockSessionRowForApplication`). */
export async function findOrCreateAuthorization(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  { sessionId, personId, applicationId, findSubject, now }: NewAuthorization,
): Promise<AuthorizationsTable> {
  const [known] = await selectOne(transaction, sessionId, applicationId)
  if (known !== undefined) return known
  const row: AuthorizationsTable = {
    id: createRandomId(random),
    session_id: sessionId,
    person_id: personId,
    application_id: applicationId,
    sid: createRandomId(random),
    subject: await findSubject(),
    proof_id: null,
    created_at: now,
  }
  await pipelineSqlStatement(transaction, insertRows(transaction, [row]))
  return row
}

const selectAllOfSession = prepareSqlQuery((queries, sessionId: string) =>
  queries.selectFrom('authorizations').select(databaseTableColumns.authorizations).where('session_id', '=', sessionId),
)

export const listAuthorizationsOfSession = (
  queries: DatabaseQueryBuilder,
  sessionId: string,
): Promise<AuthorizationsTable[]> => selectAllOfSession(queries, sessionId)

export async function moveAuthorizationsToSession(
  transaction: DatabaseTransaction,
  from: string,
  to: string,
): Promise<void> {
  await transaction.updateTable('authorizations').set({ session_id: to }).where('session_id', '=', from).execute()
}

export async function saveDisclosedWalletProof(
  transaction: DatabaseTransaction,
  id: string,
  proofId: string,
): Promise<void> {
  await transaction.updateTable('authorizations').set({ proof_id: proofId }).where('id', '=', id).execute()
}

/** Clears these people's proofs from other people's authorizations. */
export async function detachWalletProofsFromAuthorizations(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  const wallets = transaction.selectFrom('wallets').select('id').where('person_id', 'in', personIds)
  const proofs = transaction.selectFrom('proofs').select('id').where('wallet_id', 'in', wallets)
  await transaction
    .updateTable('authorizations')
    .set({ proof_id: null })
    .where('person_id', 'not in', personIds)
    .where('proof_id', 'in', proofs)
    .execute()
}

const lockAuthorizationRow = prepareSqlQuery((queries, id: string) =>
  queries.selectFrom('authorizations').select('id').where('id', '=', id).forUpdate(),
)

/** Requires the session row lock. */
export async function lockAuthorizationRowById(transaction: DatabaseTransaction, id: string): Promise<void> {
  await lockAuthorizationRow(transaction, id)
}

const lockAuthorizationRowOfRecord = prepareSqlQuery((queries, kind: string, idHash: string) =>
  queries
    .selectFrom('authorizations')
    .select('id')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('provider_records').select('authorization_id').where('kind', '=', kind).where('id_hash', '=', idHash),
    )
    .forUpdate(),
)

export async function lockAuthorizationRowOfOidcProviderRecord(
  transaction: DatabaseTransaction,
  { kind, id }: OidcProviderRecordKey,
): Promise<void> {
  await lockAuthorizationRowOfRecord(transaction, kind, hashBearerSecret(id))
}

export interface OidcProviderRecordKey {
  kind: string
  id: string
}

/** Removes an authorization created since `madeSince`, unless it has codes or tokens. */
export async function removeUnusedAuthorization(
  transaction: DatabaseTransaction,
  id: string,
  madeSince: number,
): Promise<void> {
  await transaction
    .deleteFrom('authorizations')
    .where('id', '=', id)
    .where('created_at', '>=', madeSince)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('provider_records')
            .select('id_hash')
            .whereRef('provider_records.authorization_id', '=', 'authorizations.id'),
        ),
      ),
    )
    .execute()
}

export async function removeAuthorizationsOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('authorizations').where('person_id', 'in', personIds).execute()
}
