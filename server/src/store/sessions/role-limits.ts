// Sessions of people with a role are shorter than others (SPEC point 9): what they can do is worth more to who finds the browser open.
import type { Limits } from '@countersign/api/limits'
import type { Transaction } from '../../platform/database/open-database.ts'
import type { SessionsTable } from '../../platform/database/schema.ts'
import { notEnded } from './live.ts'

export type RoleLimits = Pick<
  Limits,
  'sessionIdleSeconds' | 'sessionLifeSeconds' | 'roleSessionIdleSeconds' | 'roleSessionLifeSeconds'
>

/** How long a session lives, in all and unused. */
export function sessionTimes(limits: RoleLimits, hasRole: boolean): { idleMs: number; lifeMs: number } {
  const { sessionIdleSeconds, sessionLifeSeconds, roleSessionIdleSeconds, roleSessionLifeSeconds } = limits
  if (!hasRole) return { idleMs: sessionIdleSeconds * 1000, lifeMs: sessionLifeSeconds * 1000 }
  return {
    idleMs: Math.min(sessionIdleSeconds, roleSessionIdleSeconds) * 1000,
    lifeMs: Math.min(sessionLifeSeconds, roleSessionLifeSeconds) * 1000,
  }
}

/** Whether a session is as young as one of somebody with a role has to be. */
export function isWithinRoleLimits(
  { created_at }: Pick<SessionsTable, 'created_at'>,
  limits: RoleLimits,
  now: number,
): boolean {
  return now < created_at + sessionTimes(limits, true).lifeMs
}

/** Shortens the sessions of who was just given a role, also those of this very moment. One that is too old already ends by that. */
export async function shortenSessions(transaction: Transaction, limits: RoleLimits, personId: string): Promise<void> {
  const { idleMs, lifeMs } = sessionTimes(limits, true)
  const theirs = () => transaction.updateTable('sessions').where('person_id', '=', personId).where(notEnded())
  await theirs()
    .set((expression) => ({ expires_at: expression('created_at', '+', lifeMs) }))
    .where((expression) => expression('expires_at', '>', expression('created_at', '+', lifeMs)))
    .execute()
  await theirs()
    .set((expression) => ({ idle_expires_at: expression('last_seen_at', '+', idleMs) }))
    .where((expression) => expression('idle_expires_at', '>', expression('last_seen_at', '+', idleMs)))
    .execute()
}

/** Use is noted once a minute at most: reading a page must not cost a durable write each time. Where sessions end soon when
 * idle, it is noted more often, so that their end stays true to a hundredth. */
export const touchIntervalMs = (idleMs: number): number => Math.min(60_000, idleMs / 100)

export const isTouchDue = (
  { last_seen_at, idle_expires_at }: Pick<SessionsTable, 'last_seen_at' | 'idle_expires_at'>,
  now: number,
): boolean => now - last_seen_at >= touchIntervalMs(idle_expires_at - last_seen_at)
