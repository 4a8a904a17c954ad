// Ends sessions (session revocation): at once, for good, with everything that applications were given through them, and with a line in the
// log for each.
import { actorEvidence } from '../../audit-log/actor.ts'
import type { Actor } from '../../audit-log/actor.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import { endAuthorizations } from '../authorizations/end.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import type { SessionEndReason } from '../../platform/database/column-types.ts'
import { markEnded, markExpired } from './store.ts'
import type { SessionChoice } from './store.ts'

/** The log line of a session that ended. */
export const sessionEnded = (personId: string, sessionId: string, reason: SessionEndReason): NewEvent => ({
  type: 'session.ended',
  outcome: 'success',
  details: { reason },
  evidence: { personId, content: { sessionId } },
})

/** Log lines with who is behind them, where that is not the person of the session. */
export const byActor = (events: readonly NewEvent[], actor: Actor): NewEvent[] =>
  events.map((event) => ({
    ...event,
    evidence: { ...event.evidence, content: { ...event.evidence.content, ...actorEvidence(actor) } },
  }))

interface World {
  queries: Queries
  random: Random
}

/**
 * Ends the chosen active sessions and what applications were given through them, within a transaction.
 * @returns the log lines, one for each that ended now; to be appended last
 */
export async function endChosen(
  transaction: Transaction,
  random: Random,
  choice: SessionChoice,
  reason: SessionEndReason,
  now: number,
): Promise<NewEvent[]> {
  const ended = await markEnded(transaction, choice, reason, now)
  await endAuthorizations(transaction, random, { sessionIds: ended.map(({ id }) => id) }, now)
  return ended.map((session) => sessionEnded(session.person_id, session.id, reason))
}

/**
 * Ends the chosen active sessions in one transaction with their log lines.
 * @returns how many ended now
 */
export async function endSessions(
  { queries, random }: World,
  choice: SessionChoice,
  reason: SessionEndReason,
  now: number,
): Promise<number> {
  return queries.transaction().execute(async (transaction) => {
    const events = await endChosen(transaction, random, choice, reason, now)
    await logEnded(transaction, random, now, events)
    return events.length
  })
}

const sweepBatch = 200

/**
 * Ends a batch of sessions whose time ran out, so that the log tells of it. They stopped working by the clock alone,
 * when it was time.
 * @returns how many ended now
 */
export async function sweepSessions({ queries, random }: World, now: number): Promise<number> {
  return queries.transaction().execute(async (transaction) => {
    const ended = await markExpired(transaction, now, sweepBatch)
    await endAuthorizations(transaction, random, { sessionIds: ended.map(({ id }) => id) }, now)
    await logEnded(
      transaction,
      random,
      now,
      ended.map((session) => sessionEnded(session.person_id, session.id, session.end_reason ?? 'idle')),
    )
    return ended.length
  })
}

async function logEnded(transaction: Transaction, random: Random, now: number, events: NewEvent[]): Promise<void> {
  if (events.length > 0) await appendEvents(transaction, random, now, events)
}
