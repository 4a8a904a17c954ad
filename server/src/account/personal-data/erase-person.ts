// Erases a person (GDPR Article 17), but keeps the audit log's hash chain valid (decision 0014).
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

export interface PersonErasureRequest {
  personId: string
  session: { id: string } | null
  now: number
  actor?: AuditActor
  /** The reason is kept in the audit log, where nothing else identifies the person any more. */
  reason?: string
}

/** Also erases merged identities. Fails while a merge can be undone (THREATS P3, decision 0012). */
export async function erasePerson(
  { queries, random }: ErasureContext,
  { personId, session, now, actor = operatorAuditActor, reason }: PersonErasureRequest,
): Promise<number | null> {
  return queries.transaction().execute(async (transaction) => {
    // A challenge response locks the challenge before the person, so challenges are deleted first.
    await deletePendingChallengesOfPeople(transaction, [personId])
    const held = await lockPersonRowForAdminChange(transaction, { personId, actor })
    // A merged identity is erased only together with the person it was merged into.
    if (held === undefined || held.status === 'merged') return null
    if (session !== null) await lockSessionRow(transaction, session)
    if (await hasUndoableIdentityMerge(transaction, personId, now)) throw new ApiError('merge.already_open')
    await requireRemainingServerOwner(transaction, held)
    const personIds = await listIdentityIdsOfPerson(transaction, personId)
    const traces = await findAuditLogErasureCriteria(transaction, personIds)
    const ended = await endSessionsAndGrants(transaction, random, personIds, now)
    await deleteRelatedRowsOfPeople(transaction, personIds)
    await erasePeopleFromAuditLog(transaction, traces)
    // Evidence recorded until now is erased; events sequenced later store none for erased people.
    await sequenceAuditEntriesInTransaction(transaction)
    await erasePeopleFromAuditLog(transaction, traces)
    // Blank rows remain until `pruneErasedPeople` deletes them.
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

/** Lock order: grants, browsers, sessions, authorizations. */
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
  // Includes expired sessions that have not been marked as ended.
  await revokeApplicationAuthorizations(transaction, random, { sessionIds }, now)
  return events
}

/** Must be longer than any transaction that was running during the erasure. */
const erasedRowRetentionMs = 10 * 60_000
const pruneBatchSize = 50

/** Also deletes what concurrent transactions wrote for these people after the erasure. */
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
