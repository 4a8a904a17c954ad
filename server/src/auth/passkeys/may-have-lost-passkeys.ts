import type { ChallengeDatabaseRollbackGuard } from '../challenges/challenge-database-rollback-guard.ts'

/** Within this time, an operator may still return to the database from before a restore. */
const restoreRevertMs = 60 * 60 * 1000

/** Whether the database may have gone back recently and lost real passkeys (THREATS P19). */
export const mayHaveLostPasskeys = (
  { rollbackGuard }: { rollbackGuard: Pick<ChallengeDatabaseRollbackGuard, 'isInvalidated'> },
  now: number,
): boolean => rollbackGuard.isInvalidated(now - restoreRevertMs)
