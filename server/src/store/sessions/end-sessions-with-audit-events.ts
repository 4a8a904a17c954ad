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

export const addActorToAuditEvents = (events: readonly NewAuditEvent[], actor: AuditActor): NewAuditEvent[] =>
  events.map((event) => ({
    ...event,
    evidence: { ...event.evidence, content: { ...event.evidence.content, ...createAuditEventActorFields(actor) } },
  }))

interface SessionEndContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
}

/** @returns one event per ended session, which the caller must append last */
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

/** Records the end of expired sessions, which stopped working when they expired. */
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
