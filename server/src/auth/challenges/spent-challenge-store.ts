// The SQL of spending a challenge: one atomic insert, so that of any number of attempts, on any number of instances, one wins
// (a replay cache; THREATS M1, M2). Nothing else of a challenge is stored.
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { AuthenticationChallenge } from './challenge-nonce.ts'

/** How long after its end a spent challenge is remembered: for clocks that differ by an hour, and an instance that sweeps early. */
export const spentChallengeRetentionMs = 24 * 60 * 60 * 1000

/** Whether a challenge ran out so long ago that nobody remembers any more whether it was spent. It is as little ours then as one that never was. */
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

/**
 * Spends a challenge, whatever comes of the attempt afterwards.
 * @returns whether it was unspent
 */
export async function markChallengeSpent(
  transaction: DatabaseTransaction,
  { id, expiresAt }: Pick<AuthenticationChallenge, 'id' | 'expiresAt'>,
): Promise<boolean> {
  return (await insertSpentChallenge(transaction, id, expiresAt)).length > 0
}

/** Looks whether a challenge is spent, and leaves it as it is. */
export async function isChallengeSpent(
  queries: DatabaseQueryBuilder,
  { id, expiresAt }: Pick<AuthenticationChallenge, 'id' | 'expiresAt'>,
): Promise<boolean> {
  return (await selectSpentChallenge(queries, id, expiresAt)).length > 0
}

const pruneBatchSize = 1000

/** Forgets what nobody needs to remember, at most a batch at a time so that a sign-in never waits for long. @returns how many were removed */
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
