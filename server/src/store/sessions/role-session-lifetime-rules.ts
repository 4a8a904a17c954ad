// Sessions of people with a role are shorter than others (SPEC point 9): what they can do is worth more to who finds the browser open.
import type { ServerLimitValues } from '@countersign/api/server-limits'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { SessionsTable } from '../../platform/database/database-schema.ts'
import { isSessionNotEndedSql } from './active-session-sql-condition.ts'

export type SessionLifetimeLimits = Pick<
  ServerLimitValues,
  | 'sessionIdleTimeoutSeconds'
  | 'sessionLifetimeSeconds'
  | 'roleSessionIdleTimeoutSeconds'
  | 'roleSessionLifetimeSeconds'
>

/** How long a session lives, in all and unused. */
export function getSessionLifetimes(
  limits: SessionLifetimeLimits,
  hasRole: boolean,
): { idleMs: number; lifeMs: number } {
  const {
    sessionIdleTimeoutSeconds,
    sessionLifetimeSeconds,
    roleSessionIdleTimeoutSeconds,
    roleSessionLifetimeSeconds,
  } = limits
  if (!hasRole) return { idleMs: sessionIdleTimeoutSeconds * 1000, lifeMs: sessionLifetimeSeconds * 1000 }
  return {
    idleMs: Math.min(sessionIdleTimeoutSeconds, roleSessionIdleTimeoutSeconds) * 1000,
    lifeMs: Math.min(sessionLifetimeSeconds, roleSessionLifetimeSeconds) * 1000,
  }
}

/** Whether a session is as young as one of somebody with a role has to be. */
export function isWithinRoleSessionLifetime(
  { created_at }: Pick<SessionsTable, 'created_at'>,
  limits: SessionLifetimeLimits,
  now: number,
): boolean {
  return now < created_at + getSessionLifetimes(limits, true).lifeMs
}

/** Shortens the sessions of who was just given a role, also those of this very moment. One that is too old already ends by that. */
export async function shortenSessionLifetimesForRole(
  transaction: DatabaseTransaction,
  limits: SessionLifetimeLimits,
  personId: string,
): Promise<void> {
  const { idleMs, lifeMs } = getSessionLifetimes(limits, true)
  const updateActiveSessions = () =>
    transaction.updateTable('sessions').where('person_id', '=', personId).where(isSessionNotEndedSql())
  await updateActiveSessions()
    .set((expression) => ({ expires_at: expression('created_at', '+', lifeMs) }))
    .where((expression) => expression('expires_at', '>', expression('created_at', '+', lifeMs)))
    .execute()
  await updateActiveSessions()
    .set((expression) => ({ idle_expires_at: expression('last_seen_at', '+', idleMs) }))
    .where((expression) => expression('idle_expires_at', '>', expression('last_seen_at', '+', idleMs)))
    .execute()
}

/** Use is noted once a minute at most: reading a page must not cost a durable write each time. Where sessions end soon when
 * idle, it is noted more often, so that their end stays true to a hundredth. */
export const getSessionLastSeenUpdateIntervalMs = (idleMs: number): number => Math.min(60_000, idleMs / 100)

export const isSessionLastSeenUpdateDue = (
  { last_seen_at, idle_expires_at }: Pick<SessionsTable, 'last_seen_at' | 'idle_expires_at'>,
  now: number,
): boolean => now - last_seen_at >= getSessionLastSeenUpdateIntervalMs(idle_expires_at - last_seen_at)
