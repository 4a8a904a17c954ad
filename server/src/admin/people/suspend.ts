// Suspends a person: nobody signs in as them any more, what they were signed in to ends now, here and at every
// application, and so do their tokens. Restoring lets them sign in again; what has ended stays so.
import { actorEvidence, operator } from '../../audit-log/actor.ts'
import type { Actor } from '../../audit-log/actor.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { holdForChange } from '../../store/roles/hold-for-change.ts'
import { keepAnOwner } from '../../store/roles/last-owner.ts'
import { revokeTokensOf } from '../../store/roles/revoke-token.ts'
import { byActor, endChosen } from '../../store/sessions/end.ts'
import { changeStatus } from '../../store/people/store.ts'
import { readLastSuspension } from '../../store/people/last-suspension.ts'
import { prolongUndo } from '../../store/people/merges.ts'
import { endPendingOf } from '../../store/people/pending-merges.ts'

interface World {
  queries: Queries
  random: Random
}

/** Who says so, and why: the reason can name people, and is erased with whom it is about. */
interface Said {
  actor?: Actor
  reason?: string
}

/**
 * @returns how many sessions ended, or null where the person was not active
 * @throws Refusal `role.last_owner`; `session.required`, `permission.lacking` where the actor may not, or not any more
 */
export async function suspendPerson(
  { queries, random }: World,
  personId: string,
  now: number,
  { actor = operator, reason }: Said = {},
): Promise<number | null> {
  return queries.transaction().execute(async (transaction) => {
    const held = await holdForChange(transaction, { personId, actor })
    if (held?.status !== 'active') return null
    await keepAnOwner(transaction, held)
    await changeStatus(transaction, personId, 'active', 'suspended')
    const ended = await endChosen(transaction, random, { personId, except: null }, 'person-suspended', now)
    // Nobody could refuse it meanwhile (decision 0063).
    await endPendingOf(transaction, random, personId, { reason: 'one of the two was suspended', now })
    await appendEvents(transaction, random, now, [
      ...byActor(ended, actor),
      ...(await revokeTokensOf(transaction, personId, { actor, now })),
      {
        type: 'person.suspended',
        outcome: 'success',
        details: {},
        evidence: { personId, content: { ...actorEvidence(actor), ...(reason !== undefined && { reason }) } },
      },
    ])
    return ended.length
  })
}

/**
 * @param said.suspendedAt to undo one suspension and no other: only where they were suspended last at this moment
 * @returns whether the person was suspended
 * @throws Refusal `session.required`, `permission.lacking` where the actor may not, or not any more
 */
export async function restorePerson(
  { queries, random }: World,
  personId: string,
  now: number,
  { actor = operator, suspendedAt }: Pick<Said, 'actor'> & { suspendedAt?: number | undefined } = {},
): Promise<boolean> {
  return queries.transaction().execute(async (transaction) => {
    await holdForChange(transaction, { personId, actor })
    if (suspendedAt !== undefined && (await readLastSuspension(transaction, personId))?.at !== suspendedAt) return false
    if (!(await changeStatus(transaction, personId, 'suspended', 'active'))) return false
    // A sign-in that was under way when the person was suspended has left a session that nobody could use.
    const ended = await endChosen(transaction, random, { personId, except: null }, 'person-suspended', now)
    await giveTimeBack(transaction, personId, now)
    await appendEvents(transaction, random, now, [
      ...byActor(ended, actor),
      {
        type: 'person.restored',
        outcome: 'success',
        details: {},
        evidence: { personId, content: actorEvidence(actor) },
      },
    ])
    return true
  })
}

/** Whoever was tricked into a merge could not undo it while nobody could sign in: for that, the time has stood still (decision 0012). */
async function giveTimeBack(transaction: Transaction, personId: string, now: number): Promise<void> {
  const suspended = await readLastSuspension(transaction, personId)
  if (suspended === undefined) return
  await prolongUndo(transaction, personId, { since: suspended.at, byMs: Math.max(0, now - suspended.at) })
}
