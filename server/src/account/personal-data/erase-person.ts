// Erases a person (GDPR Article 17, the right to erasure), in one transaction: whatever they were signed in to ends and is told so, every
// row of theirs goes, and of the log its lines stay without what was theirs, so that the chain still verifies (decision 0014).
import { createAuditEventActorFields, operatorAuditActor } from '../../audit-log/audit-actor.ts'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { sequenceAuditEntriesInTransaction } from '../../audit-log/audit-log-sequencer.ts'
import { revokeApplicationAuthorizations } from '../../store/authorizations/revoke-application-authorizations.ts'
import { removeConsentGrantsOfPeople } from '../../store/grants/move-consent-grants-on-merge.ts'
import { deletePendingChallengesOfPeople } from '../../auth/challenges/pending-challenge-store.ts'
import { listIdentityIdsOfPerson } from '../../store/people/find-merged-identities.ts'
import { listErasedPersonIds, blankErasedPersonRows, deletePersonRows } from '../../store/people/person-store.ts'
import { hasUndoableIdentityMerge } from '../../store/people/sign-in-method-removal-guard.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { lockPersonRowForAdminChange } from '../../store/roles/lock-person-row-for-admin-change.ts'
import { requireRemainingServerOwner } from '../../store/roles/last-server-owner-guard.ts'
import { addActorToAuditEvents, endSessionsInTransaction } from '../../store/sessions/end-sessions-with-audit-events.ts'
import { lockBrowserRowsOfPeople } from '../../store/sessions/recognize-or-add-person-browser.ts'
import { lockAllSessionRowsOfPeople, lockSessionRow } from '../../store/sessions/lock-session-rows.ts'
import { deleteRelatedRowsOfPeople } from './delete-related-rows-of-people.ts'
import { findAuditLogErasureCriteria, erasePeopleFromAuditLog } from './erase-people-from-audit-log.ts'

interface ErasureContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
}

/** Who is to be erased, and who says so: the person themselves in a session, somebody with a role, or an operator. */
export interface PersonErasureRequest {
  personId: string
  session: { id: string } | null
  now: number
  /** Where it is not the person themselves. */
  actor?: AuditActor
  /** Why somebody else says so. It stays in the log with them, because nothing that is left names whom it was about. */
  reason?: string
}

/**
 * Erases a person together with whoever was merged into them. Refused while a merge can be undone: whoever was tricked into one
 * must find their way in where it was (THREATS P3, decision 0012).
 * @returns how many sessions ended; null where there is no such person
 * @throws ApiError `merge.already_open`, `role.last_owner`; `session.required` where the session has ended since it was looked up;
 * `permission.denied` where the actor may not, or not any more
 */
export async function erasePerson(
  { queries, random }: ErasureContext,
  { personId, session, now, actor = operatorAuditActor, reason }: PersonErasureRequest,
): Promise<number | null> {
  return queries.transaction().execute(async (transaction) => {
    // Whoever answers a challenge holds it before the person: these cannot wait until the person is held.
    await deletePendingChallengesOfPeople(transaction, [personId])
    // Everybody who does something with a person holds them first, and so finds them there, or erased.
    const held = await lockPersonRowForAdminChange(transaction, { personId, actor })
    // Who was merged goes together with whom they were merged into.
    if (held === undefined || held.status === 'merged') return null
    if (session !== null) await lockSessionRow(transaction, session)
    if (await hasUndoableIdentityMerge(transaction, personId, now)) throw new ApiError('merge.already_open')
    await requireRemainingServerOwner(transaction, held)
    const personIds = await listIdentityIdsOfPerson(transaction, personId)
    const traces = await findAuditLogErasureCriteria(transaction, personIds)
    const ended = await endSessionsAndGrants(transaction, random, personIds, now)
    await deleteRelatedRowsOfPeople(transaction, personIds)
    await erasePeopleFromAuditLog(transaction, traces)
    // From here on the log is held. What was written about this person until now has its place, and its evidence goes as well: before they are
    // erased, because of what another signed as them the message stays. Whatever is sealed later finds them erased, and keeps none.
    await sequenceAuditEntriesInTransaction(transaction)
    await erasePeopleFromAuditLog(transaction, traces)
    // The rows themselves stay for a moment, empty: see `pruneErasedPeople`.
    await blankErasedPersonRows(transaction, personIds, now)
    const isOwn = session !== null || (actor.kind !== 'operator' && personIds.includes(actor.personId))
    const by = isOwn ? 'person' : actor.kind === 'operator' ? 'operator' : 'administrator'
    const content = isOwn ? {} : { ...createAuditEventActorFields(actor), ...(reason !== undefined && { reason }) }
    const erasedEvent: NewAuditEvent = {
      type: 'person.erased',
      outcome: 'success',
      details: { by },
      evidence: { personId: null, content },
    }
    await appendAuditEvents(transaction, random, now, [
      ...(isOwn ? ended : addActorToAuditEvents(ended, actor)),
      erasedEvent,
    ])
    return ended.length
  })
}

/** Ends sessions with all that applications were given, and queues that they are told; in the order of everybody who holds these:
 * grants, browsers, sessions, authorizations. @returns a line for each session that ended now */
async function endSessionsAndGrants(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  personIds: readonly string[],
  now: number,
): Promise<NewAuditEvent[]> {
  await removeConsentGrantsOfPeople(transaction, personIds)
  await lockBrowserRowsOfPeople(transaction, personIds)
  const sessionIds = await lockAllSessionRowsOfPeople(transaction, personIds)
  const events: NewAuditEvent[] = []
  for (const personId of personIds)
    events.push(
      ...(await endSessionsInTransaction(transaction, random, { personId, except: null }, 'person-deleted', now)),
    )
  // Those too that ran out and were not swept yet.
  await revokeApplicationAuthorizations(transaction, random, { sessionIds }, now)
  return events
}

/** Longer than any transaction can take that was under way when the person was erased. */
const erasedRowRetentionMs = 10 * 60_000
const pruneBatchSize = 50

/**
 * Removes the empty rows of people who were erased, with whatever was still written for one by who had looked them up before.
 * @returns how many were removed
 */
export async function pruneErasedPeople(queries: DatabaseQueryBuilder, now: number): Promise<number> {
  return queries.transaction().execute(async (transaction) => {
    const personIds = await listErasedPersonIds(transaction, {
      until: now - erasedRowRetentionMs,
      size: pruneBatchSize,
    })
    if (personIds.length === 0) return 0
    await deleteRelatedRowsOfPeople(transaction, personIds)
    await deletePendingChallengesOfPeople(transaction, personIds)
    await deletePersonRows(transaction, personIds)
    return personIds.length
  })
}
