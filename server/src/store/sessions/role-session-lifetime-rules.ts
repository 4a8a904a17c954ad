// Shorter session lifetimes for people with a role (SPEC point 9).
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

export function isWithinRoleSessionLifetime(
  { created_at }: Pick<SessionsTable, 'created_at'>,
  limits: SessionLifetimeLimits,
  now: number,
): boolean {
  return now < created_at + getSessionLifetimes(limits, true).lifeMs
}

/** Ends sessions that are already too old for a person with a role. */
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

/** At most one write per minute; for a short idle timeout, one per 1 % of it, for accuracy. */
export const getSessionLastSeenUpdateIntervalMs = (idleMs: number): number => Math.min(60_000, idleMs / 100)

export const isSessionLastSeenUpdateDue = (
  { last_seen_at, idle_expires_at }: Pick<SessionsTable, 'last_seen_at' | 'idle_expires_at'>,
  now: number,
): boolean => now - last_seen_at >= getSessionLastSeenUpdateIntervalMs(idle_expires_at - last_seen_at)
