// Writes lines of the activity log, in the transaction of what they record: both are kept, or neither.
import type { Random } from '../platform/clock.ts'
import type { Transaction } from '../platform/database/open-database.ts'
import { prepare } from '../platform/database/prepared.ts'
import { hashEvent, hashEvidence } from './event.ts'
import type { ChainedEvent } from './event.ts'

/** Every kind of line there is. */
export const eventTypes = [
  'person.created',
  'person.suspended',
  'person.restored',
  'wallet.linked',
  'session.started',
  'session.ended',
  'sign-in.refused',
  'application.added',
  'application.changed',
  'application.disabled',
  'application.enabled',
  'application.removed',
  'application.secret_rotated',
  'application.registered',
  'application.authorized',
  'application.denied',
  'device.approved',
  'device.denied',
  'grant.withdrawn',
  'token.reused',
  'key.created',
  'key.ended',
  'logout.delivered',
  'logout.failed',
  'registration_token.created',
] as const
export type EventType = (typeof eventTypes)[number]

/** What is to be recorded. */
export interface NewEvent {
  type: EventType
  outcome: 'success' | 'refused'
  /** Kept for ever: nothing that identifies a person. */
  details: Readonly<Record<string, string | number>>
  /** Erased with the person: who, from where, what was signed. */
  evidence: { personId: string | null; content: Readonly<Record<string, string>> }
}

const insertBatch = 500

const takeSequences = prepare((queries, count: number) =>
  queries
    .updateTable('event_head')
    .set((expression) => ({ sequence: expression('sequence', '+', count) }))
    .where('id', '=', 1)
    .returning(['sequence', 'hash']),
)
const moveHead = prepare((queries, hash: string) => queries.updateTable('event_head').set({ hash }).where('id', '=', 1))

/**
 * Appends lines to the log, in the given order. Call it last in a transaction: it holds the one lock that all writers
 * share until the transaction ends.
 * @param at milliseconds since 1970
 */
export async function appendEvents(transaction: Transaction, random: Random, at: number, events: readonly NewEvent[]): Promise<void> {
  // Taking the next sequences also locks the head, on PostgreSQL against other instances.
  const [head] = await takeSequences(transaction, events.length)
  if (head === undefined) throw new Error('The activity log has no head')
  let { hash } = head
  const lines = []
  const evidence = []
  for (const [index, event] of events.entries()) {
    const sequence = head.sequence - events.length + index + 1
    const salt = Buffer.from(random(16)).toString('base64url')
    const content = JSON.stringify(event.evidence.content)
    const line: ChainedEvent = {
      sequence,
      at,
      type: event.type,
      outcome: event.outcome,
      details: JSON.stringify(event.details),
      evidenceHash: hashEvidence(salt, event.evidence.personId, content),
    }
    const previousHash = hash
    hash = hashEvent(previousHash, line)
    const { evidenceHash, ...rest } = line
    lines.push({ ...rest, evidence_hash: evidenceHash, previous_hash: previousHash, hash })
    evidence.push({ sequence, person_id: event.evidence.personId, salt, content })
  }
  // In batches: a statement has room for only so many parameters.
  for (let from = 0; from < lines.length; from += insertBatch) {
    await transaction.insertInto('events').values(lines.slice(from, from + insertBatch)).execute()
    await transaction.insertInto('event_evidence').values(evidence.slice(from, from + insertBatch)).execute()
  }
  await moveHead(transaction, hash)
}
