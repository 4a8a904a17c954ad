// The SQL of spending a challenge: one atomic insert, so that of any number of attempts, on any number of instances, one wins
// (a replay cache; THREATS M1, M2). Nothing else of a challenge is stored.
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { prepare } from '../../platform/database/prepared.ts'
import type { Challenge } from './nonce.ts'

/** How long after its end a spent challenge is remembered: for clocks that differ by an hour, and an instance that sweeps early. */
export const rememberedMs = 24 * 60 * 60 * 1000

/** Whether a challenge ran out so long ago that nobody remembers any more whether it was spent. It is as little ours then as one that never was. */
export const isForgotten = ({ expiresAt }: Pick<Challenge, 'expiresAt'>, now: number): boolean =>
  expiresAt + rememberedMs <= now

const insertSpent = prepare((queries, id: string, expiresAt: number) =>
  queries
    .insertInto('spent_challenges')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
)
const selectSpent = prepare((queries, id: string, expiresAt: number) =>
  queries.selectFrom('spent_challenges').select('id').where('expires_at', '=', expiresAt).where('id', '=', id),
)

/**
 * Spends a challenge, whatever comes of the attempt afterwards.
 * @returns whether it was unspent
 */
export async function spendChallenge(
  transaction: Transaction,
  { id, expiresAt }: Pick<Challenge, 'id' | 'expiresAt'>,
): Promise<boolean> {
  return (await insertSpent(transaction, id, expiresAt)).length > 0
}

/** Looks whether a challenge is spent, and leaves it as it is. */
export async function isSpent(
  queries: Queries,
  { id, expiresAt }: Pick<Challenge, 'id' | 'expiresAt'>,
): Promise<boolean> {
  return (await selectSpent(queries, id, expiresAt)).length > 0
}

const sweepBatch = 1000

/** Forgets what nobody needs to remember, at most a batch at a time so that a sign-in never waits for long. @returns how many were removed */
export async function sweepSpent(queries: Queries, now: number): Promise<number> {
  const result = await queries
    .deleteFrom('spent_challenges')
    .where(({ eb, refTuple, selectFrom }) => {
      const forgotten = selectFrom('spent_challenges')
        .select(['expires_at', 'id'])
        .where('expires_at', '<=', now - rememberedMs)
        .limit(sweepBatch)
      return eb(refTuple('expires_at', 'id'), 'in', forgotten.$asTuple('expires_at', 'id'))
    })
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
