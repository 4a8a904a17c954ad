// SQL for spending challenges; an atomic insert lets only one attempt win (THREATS M1, M2).
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { AuthenticationChallenge } from './challenge-nonce.ts'

/** In milliseconds after expiry; covers an hour of clock difference and early pruning. */
export const spentChallengeRetentionMs = 24 * 60 * 60 * 1000

/** Such a challenge is treated as never issued, because the record of its use may be pruned. */
export const isPastSpentChallengeRetention = (
  { expiresAt }: Pick<AuthenticationChallenge, 'expiresAt'>,
  now: number,
): boolean => expiresAt + spentChallengeRetentionMs <= now

const insertSpentChallenge = prepareSqlQuery((queries, id: string, expiresAt: number) =>
  queries
    .insertInto('spent_challenges')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
)
const selectSpentChallenge = prepareSqlQuery((queries, id: string, expiresAt: number) =>
  queries.selectFrom('spent_challenges').select('id').where('expires_at', '=', expiresAt).where('id', '=', id),
)

/** @returns whether the challenge was unspent */
export async function markChallengeSpent(
  transaction: DatabaseTransaction,
  { id, expiresAt }: Pick<AuthenticationChallenge, 'id' | 'expiresAt'>,
): Promise<boolean> {
  return (await insertSpentChallenge(transaction, id, expiresAt)).length > 0
}

export async function isChallengeSpent(
  queries: DatabaseQueryBuilder,
  { id, expiresAt }: Pick<AuthenticationChallenge, 'id' | 'expiresAt'>,
): Promise<boolean> {
  return (await selectSpentChallenge(queries, id, expiresAt)).length > 0
}

const pruneBatchSize = 1000

/** Removes at most one batch, so that a sign-in never waits long. */
export async function pruneSpentChallenges(queries: DatabaseQueryBuilder, now: number): Promise<number> {
  const result = await queries
    .deleteFrom('spent_challenges')
    .where(({ eb, refTuple, selectFrom }) => {
      const forgotten = selectFrom('spent_challenges')
        .select(['expires_at', 'id'])
        .where('expires_at', '<=', now - spentChallengeRetentionMs)
        .limit(pruneBatchSize)
      return eb(refTuple('expires_at', 'id'), 'in', forgotten.$asTuple('expires_at', 'id'))
    })
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
