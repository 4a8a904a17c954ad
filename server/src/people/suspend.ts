// Suspends a person: nobody signs in as them any more, and what they were signed in to ends now, here and at every
// application. Restoring lets them sign in again; what has ended stays so.
import { appendEvents } from '../activity/append.ts'
import type { Random } from '../platform/clock.ts'
import type { Queries, Transaction } from '../platform/database/open-database.ts'
import { keepAnOwner } from '../roles/last-owner.ts'
import { endChosen } from '../sessions/end.ts'
import { holdUnlessErased } from './ways-in.ts'

interface World {
  queries: Queries
  random: Random
}

/**
 * @returns how many sessions ended, or null where the person was not active
 * @throws Refusal `role.last_owner`
 */
export async function suspendPerson({ queries, random }: World, personId: string, now: number): Promise<number | null> {
  return queries.transaction().execute(async (transaction) => {
    const held = await holdUnlessErased(transaction, personId)
    if (held?.status !== 'active') return null
    await keepAnOwner(transaction, held)
    await changeStatus(transaction, personId, 'active', 'suspended')
    const ended = await endChosen(transaction, random, { personId, except: null }, 'person-suspended', now)
    await appendEvents(transaction, random, now, [
      ...ended,
      { type: 'person.suspended', outcome: 'success', details: {}, evidence: { personId, content: {} } },
    ])
    return ended.length
  })
}

/**
 * @returns whether the person was suspended
 */
export async function restorePerson({ queries, random }: World, personId: string, now: number): Promise<boolean> {
  return queries.transaction().execute(async (transaction) => {
    if (!(await changeStatus(transaction, personId, 'suspended', 'active'))) return false
    // A sign-in that was under way when the person was suspended has left a session that nobody could use.
    const ended = await endChosen(transaction, random, { personId, except: null }, 'person-suspended', now)
    await giveTimeBack(transaction, personId, now)
    await appendEvents(transaction, random, now, [
      ...ended,
      { type: 'person.restored', outcome: 'success', details: {}, evidence: { personId, content: {} } },
    ])
    return true
  })
}

/** Whoever was tricked into a merge could not undo it while nobody could sign in: for that, the time has stood still (decision 0012). */
async function giveTimeBack(transaction: Transaction, personId: string, now: number): Promise<void> {
  const suspended = await transaction
    .selectFrom('event_evidence')
    .innerJoin('events', 'events.sequence', 'event_evidence.sequence')
    .select('events.at')
    .where('event_evidence.person_id', '=', personId)
    .where('events.type', '=', 'person.suspended')
    .orderBy('event_evidence.sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (suspended === undefined) return
  await transaction
    .updateTable('merges')
    .set((expression) => ({ undo_until: expression('undo_until', '+', Math.max(0, now - suspended.at)) }))
    .where('person_id', '=', personId)
    .where('merged_at', 'is not', null)
    .where('undone_at', 'is', null)
    .where('undo_until', '>', suspended.at)
    .execute()
}

async function changeStatus(transaction: Transaction, personId: string, from: 'active' | 'suspended', to: 'active' | 'suspended'): Promise<boolean> {
  const changed = await transaction.updateTable('people').set({ status: to }).where('id', '=', personId).where('status', '=', from).returning('id').executeTakeFirst()
  return changed !== undefined
}
