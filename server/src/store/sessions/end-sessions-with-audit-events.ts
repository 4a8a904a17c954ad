// Ends sessions (session revocation): at once, for good, with everything that applications were given through them, and with a line in the
// log for each.
import { createAuditEventActorFields } from '../../audit-log/audit-actor.ts'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { revokeApplicationAuthorizations } from '../authorizations/revoke-application-authorizations.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { SessionEndReason } from '../../platform/database/database-column-types.ts'
import { markSessionsEnded, markSessionsExpired } from './mark-sessions-ended.ts'
import type { SessionEndCriteria } from './mark-sessions-ended.ts'

/** The log line of a session that ended. */
export const createSessionEndedAuditEvent = (
  personId: string,
  sessionId: string,
  reason: SessionEndReason,
): NewAuditEvent => ({
  type: 'session.ended',
  outcome: 'success',
  details: { reason },
  evidence: { personId, content: { sessionId } },
})

/** Log lines with who is behind them, where that is not the person of the session. */
export const addActorToAuditEvents = (events: readonly NewAuditEvent[], actor: AuditActor): NewAuditEvent[] =>
  events.map((event) => ({
    ...event,
    evidence: { ...event.evidence, content: { ...event.evidence.content, ...createAuditEventActorFields(actor) } },
  }))

interface SessionEndContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
}

/**
 * Ends the chosen active sessions and what applications were given through them, within a transaction.
 * @returns the log lines, one for each that ended now; to be appended last
 */
export async function endSessionsInTransaction(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  selector: SessionEndCriteria,
  reason: SessionEndReason,
  now: number,
): Promise<NewAuditEvent[]> {
  const ended = await markSessionsEnded(transaction, selector, reason, now)
  await revokeApplicationAuthorizations(transaction, random, { sessionIds: ended.map(({ id }) => id) }, now)
  return ended.map((session) => createSessionEndedAuditEvent(session.person_id, session.id, reason))
}

/**
 * Ends the chosen active sessions in one transaction with their log lines.
 * @returns how many ended now
 */
export async function endSessions(
  { queries, random }: SessionEndContext,
  selector: SessionEndCriteria,
  reason: SessionEndReason,
  now: number,
): Promise<number> {
  return queries.transaction().execute(async (transaction) => {
    const events = await endSessionsInTransaction(transaction, random, selector, reason, now)
    await appendEndedEvents(transaction, random, now, events)
    return events.length
  })
}

const pruneBatchSize = 200

/**
 * Ends a batch of sessions whose time ran out, so that the log tells of it. They stopped working by the clock alone,
 * when it was time.
 * @returns how many ended now
 */
export async function endExpiredSessions({ queries, random }: SessionEndContext, now: number): Promise<number> {
  return queries.transaction().execute(async (transaction) => {
    const ended = await markSessionsExpired(transaction, now, pruneBatchSize)
    await revokeApplicationAuthorizations(transaction, random, { sessionIds: ended.map(({ id }) => id) }, now)
    await appendEndedEvents(
      transaction,
      random,
      now,
      ended.map((session) => createSessionEndedAuditEvent(session.person_id, session.id, session.end_reason ?? 'idle')),
    )
    return ended.length
  })
}

async function appendEndedEvents(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  now: number,
  events: NewAuditEvent[],
): Promise<void> {
  if (events.length > 0) await appendAuditEvents(transaction, random, now, events)
}
