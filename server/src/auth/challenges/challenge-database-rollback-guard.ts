// Since when challenges count (detection of a database that was rolled back). What was spent is in the database alone: one that went back in time, because a backup
// was restored or a file copied over it, has forgotten what was spent since, and would let it be spent again. Three things show that
// it did: it does not know what was spent last, which is kept outside of it too; nobody had used it for a while when this process
// began to; or it meets another key. Then whatever was issued before is refused (THREATS M18, N14; decision 0026). So is it after the clock went
// back: while it was ahead, spendings may have expired and been removed that are not over now.
import { createHmac } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { AuthenticationChallenge } from './challenge-nonce.ts'
import { spentChallengeRetentionMs } from './spent-challenge-store.ts'

/** What was spent, as it is remembered outside of the database. */
export type SpentChallenge = Pick<AuthenticationChallenge, 'id' | 'expiresAt'>

/** The memory of the last spendings outside of the database. */
export interface SpentChallengeReplayLog {
  /** Null where there is none, or none that can be read. */
  readRecent: () => SpentChallenge[] | null
  record: (spending: SpentChallenge) => void
  /** Begins anew, beside another state of the database. */
  clear: () => void
}

export interface ChallengeDatabaseRollbackGuard {
  /** Whether what was issued then is refused. Milliseconds since 1970. */
  isInvalidated: (issuedAt: number) => boolean
  /** Remembers a spending once it is committed, before it is answered. */
  recordSpent: (spending: SpentChallenge) => void
  /** Looks whether the database or the clock went back in time, and says that it is in use: at the start, and every minute. @returns whether one did */
  detectRollback: () => Promise<boolean>
}

/** A database that nobody has used for as long may be an old one. A plain key's challenge does not live longer by default. */
const unusedDatabaseMs = 10 * 60 * 1000

interface RollbackGuardOptions {
  queries: DatabaseQueryBuilder
  clock: Clock
  serverKey: Buffer
  spentChallengeLog: SpentChallengeReplayLog
  /** Whether a missing memory says something: not where instances come and go beside a database that others use. */
  expectsSpentChallengeLog: boolean
  toleranceMs: number
}

/** @returns a floor that lets nothing pass until it was checked once */
export function createChallengeDatabaseRollbackGuard({
  queries,
  clock,
  serverKey,
  spentChallengeLog,
  expectsSpentChallengeLog,
  toleranceMs,
}: RollbackGuardOptions): ChallengeDatabaseRollbackGuard {
  const keyFingerprint = createHmac('sha256', serverKey).update('mark of the key').digest('base64url').slice(0, 22)
  let invalidatedUntil = Number.POSITIVE_INFINITY
  let isStarting = true
  let latestAt = Number.NEGATIVE_INFINITY
  /** When the clock went back; null once that is written down. */
  let clockWentBackAt: number | null = null

  /** Counts at once, and not only from the next check on. */
  const detectClockRollback = (now: number): void => {
    if (now < latestAt - toleranceMs) invalidatedUntil = clockWentBackAt = latestAt = now
    else latestAt = Math.max(latestAt, now)
  }

  return {
    isInvalidated: (issuedAt) => {
      detectClockRollback(clock())
      return issuedAt <= invalidatedUntil
    },
    recordSpent: ({ id, expiresAt }) => spentChallengeLog.record({ id, expiresAt }),
    detectRollback: async () => {
      const now = clock()
      detectClockRollback(now)
      const clockFloor = clockWentBackAt
      const { wentBack, valid_after } = await queries.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable('challenge_validity')
          .set({ id: 1 })
          .where('id', '=', 1)
          .returningAll()
          .executeTakeFirstOrThrow()
        const isUnused = isStarting && row.last_seen_at > 0 && now - row.last_seen_at > unusedDatabaseMs
        const isOtherKey = row.key_fingerprint !== '' && row.key_fingerprint !== keyFingerprint
        const isClockBack = clockFloor !== null || row.last_seen_at > now + toleranceMs
        const wentBack =
          isUnused ||
          isOtherKey ||
          isClockBack ||
          (await hasLostSpentChallenges(transaction, spentChallengeLog.readRecent(), expectsSpentChallengeLog, now))
        // One that lies ahead was set by a clock that was wrong, and would let nobody in until then.
        const isAhead = row.valid_after > now + toleranceMs
        const valid_after = wentBack || isAhead ? (clockFloor ?? now) : row.valid_after
        await transaction
          .updateTable('challenge_validity')
          .set({ valid_after, last_seen_at: now, key_fingerprint: keyFingerprint })
          .where('id', '=', 1)
          .execute()
        return { wentBack, valid_after }
      })
      invalidatedUntil = valid_after
      isStarting = false
      if (clockWentBackAt === clockFloor) clockWentBackAt = null
      if (wentBack) spentChallengeLog.clear()
      return wentBack
    },
  }
}

/** Whether the database does not know something that was spent in it. */
async function hasLostSpentChallenges(
  queries: DatabaseQueryBuilder,
  remembered: SpentChallenge[] | null,
  expectsMemory: boolean,
  now: number,
): Promise<boolean> {
  if (remembered === null) return expectsMemory && (await hasSpentChallenges(queries))
  // What is swept soon may be swept already.
  const late = remembered.filter(({ expiresAt }) => expiresAt + spentChallengeRetentionMs / 2 > now)
  if (late.length === 0) return false
  const [ids, ends] = [late.map(({ id }) => id), late.map(({ expiresAt }) => expiresAt)]
  const known = await queries
    .selectFrom('spent_challenges')
    .select('id')
    .where('expires_at', 'in', ends)
    .where('id', 'in', ids)
    .execute()
  return known.length < new Set(ids).size
}

async function hasSpentChallenges(queries: DatabaseQueryBuilder): Promise<boolean> {
  return (await queries.selectFrom('spent_challenges').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Has every instance refuse what was issued until now: of a database that was put back nobody knows what was spent since. */
export async function invalidateAllIssuedChallenges(transaction: DatabaseTransaction, now: number): Promise<void> {
  await transaction.updateTable('challenge_validity').set({ valid_after: now }).where('id', '=', 1).execute()
}
