// Refuses challenges from before a database or clock rollback (THREATS M18, N14; decision 0026).
import { createHmac } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { AuthenticationChallenge } from './challenge-nonce.ts'
import { spentChallengeRetentionMs } from './spent-challenge-store.ts'

export type SpentChallenge = Pick<AuthenticationChallenge, 'id' | 'expiresAt'>

export interface SpentChallengeReplayLog {
  /** Null if the log is missing or unreadable. */
  readRecent: () => SpentChallenge[] | null
  record: (spending: SpentChallenge) => void
  clear: () => void
}

export interface ChallengeDatabaseRollbackGuard {
  /** `issuedAt` is in milliseconds since 1970. */
  isInvalidated: (issuedAt: number) => boolean
  /** Call this after the commit and before the response. */
  recordSpent: (spending: SpentChallenge) => void
  detectRollback: () => Promise<boolean>
}

/** In milliseconds. A database that was unused for longer may be a restored backup. */
const unusedDatabaseMs = 10 * 60 * 1000

interface RollbackGuardOptions {
  queries: DatabaseQueryBuilder
  clock: Clock
  serverKey: Buffer
  spentChallengeLog: SpentChallengeReplayLog
  /** Whether a missing log is suspicious; false where new instances join a shared database. */
  expectsSpentChallengeLog: boolean
  toleranceMs: number
}

/** @returns a guard that invalidates every challenge until the first `detectRollback` */
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
  let clockWentBackAt: number | null = null
  let lastWrittenAt = Number.NEGATIVE_INFINITY

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
        const isOlder = row.last_seen_at < lastWrittenAt - toleranceMs
        const isOtherKey = row.key_fingerprint !== '' && row.key_fingerprint !== keyFingerprint
        const isClockBack = clockFloor !== null || row.last_seen_at > now + toleranceMs
        const wentBack =
          isUnused ||
          isOlder ||
          isOtherKey ||
          isClockBack ||
          (await hasLostSpentChallenges(transaction, spentChallengeLog.readRecent(), expectsSpentChallengeLog, now))
        // A future time comes from a wrong clock and would have every challenge refused until then.
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
      lastWrittenAt = now
      isStarting = false
      if (clockWentBackAt === clockFloor) clockWentBackAt = null
      if (wentBack) spentChallengeLog.clear()
      return wentBack
    },
  }
}

async function hasLostSpentChallenges(
  queries: DatabaseQueryBuilder,
  remembered: SpentChallenge[] | null,
  expectsMemory: boolean,
  now: number,
): Promise<boolean> {
  if (remembered === null) return expectsMemory && (await hasSpentChallenges(queries))
  // Entries close to the end of their retention may already be pruned.
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

/** Call this after a restore, which loses the record of challenges spent since the backup. */
export async function invalidateAllIssuedChallenges(transaction: DatabaseTransaction, now: number): Promise<void> {
  await transaction.updateTable('challenge_validity').set({ valid_after: now }).where('id', '=', 1).execute()
}
