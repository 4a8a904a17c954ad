import { createAuditEventActorFields, operatorAuditActor } from '../../audit-log/audit-actor.ts'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { lockPersonRowForAdminChange } from '../../store/roles/lock-person-row-for-admin-change.ts'
import { requireRemainingServerOwner } from '../../store/roles/last-server-owner-guard.ts'
import { revokeApiTokensOfPerson } from '../../store/roles/revoke-api-token.ts'
import { addActorToAuditEvents, endSessionsInTransaction } from '../../store/sessions/end-sessions-with-audit-events.ts'
import { transitionPersonStatus } from '../../store/people/person-store.ts'
import { findLastSuspension } from '../../store/people/find-last-suspension.ts'
import { extendIdentityMergeUndoDeadline } from '../../store/people/identity-merge-store.ts'
import { endPendingIdentityMergesOfPerson } from '../../store/people/end-pending-identity-merges.ts'

interface SuspensionContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
}

interface SuspensionDetails {
  actor?: AuditActor
  reason?: string
}

export async function suspendPerson(
  { queries, random }: SuspensionContext,
  personId: string,
  now: number,
  { actor = operatorAuditActor, reason }: SuspensionDetails = {},
): Promise<number | null> {
  return queries.transaction().execute(async (transaction) => {
    const held = await lockPersonRowForAdminChange(transaction, { personId, actor })
    if (held?.status !== 'active') return null
    await requireRemainingServerOwner(transaction, held)
    await transitionPersonStatus(transaction, personId, 'active', 'suspended')
    const ended = await endSessionsInTransaction(
      transaction,
      random,
      { personId, except: null },
      'person-suspended',
      now,
    )
    // A suspended person could not refuse a pending merge (decision 0063).
    await endPendingIdentityMergesOfPerson(transaction, random, personId, {
      reason: 'one of the two was suspended',
      now,
    })
    await appendAuditEvents(transaction, random, now, [
      ...addActorToAuditEvents(ended, actor),
      ...(await revokeApiTokensOfPerson(transaction, personId, { actor, now })),
      {
        type: 'person.suspended',
        outcome: 'success',
        details: {},
        evidence: {
          personId,
          content: { ...createAuditEventActorFields(actor), ...(reason !== undefined && { reason }) },
        },
      },
    ])
    return ended.length
  })
}

/** If `suspendedAt` is set, only a suspension made at that time is undone. */
export async function reactivatePerson(
  { queries, random }: SuspensionContext,
  personId: string,
  now: number,
  {
    actor = operatorAuditActor,
    suspendedAt,
  }: Pick<SuspensionDetails, 'actor'> & { suspendedAt?: number | undefined } = {},
): Promise<boolean> {
  return queries.transaction().execute(async (transaction) => {
    await lockPersonRowForAdminChange(transaction, { personId, actor })
    if (suspendedAt !== undefined && (await findLastSuspension(transaction, personId))?.at !== suspendedAt) return false
    if (!(await transitionPersonStatus(transaction, personId, 'suspended', 'active'))) return false
    // A sign-in that ran concurrently with the suspension may have left a session.
    const ended = await endSessionsInTransaction(
      transaction,
      random,
      { personId, except: null },
      'person-suspended',
      now,
    )
    await extendUndoAfterSuspension(transaction, personId, now)
    await appendAuditEvents(transaction, random, now, [
      ...addActorToAuditEvents(ended, actor),
      {
        type: 'person.reactivated',
        outcome: 'success',
        details: {},
        evidence: { personId, content: createAuditEventActorFields(actor) },
      },
    ])
    return true
  })
}

/** A suspension pauses the undo period of a merge (decision 0012). */
async function extendUndoAfterSuspension(
  transaction: DatabaseTransaction,
  personId: string,
  now: number,
): Promise<void> {
  const suspended = await findLastSuspension(transaction, personId)
  if (suspended === undefined) return
  await extendIdentityMergeUndoDeadline(transaction, personId, {
    since: suspended.at,
    byMs: Math.max(0, now - suspended.at),
  })
}
