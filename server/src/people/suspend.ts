// Suspends a person: nobody signs in as them any more, and what they were signed in to ends now, here and at every
// application. Restoring lets them sign in again; what has ended stays so.
import { appendEvents } from '../activity/append.ts'
import type { Random } from '../platform/clock.ts'
import type { Queries, Transaction } from '../platform/database/open-database.ts'
import { endChosen } from '../sessions/end.ts'

interface World {
  queries: Queries
  random: Random
}

/**
 * @returns how many sessions ended, or null where the person was not active
 */
export async function suspendPerson({ queries, random }: World, personId: string, now: number): Promise<number | null> {
  return queries.transaction().execute(async (transaction) => {
    if (!(await changeStatus(transaction, personId, 'active', 'suspended'))) return null
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
    await appendEvents(transaction, random, now, [
      ...ended,
      { type: 'person.restored', outcome: 'success', details: {}, evidence: { personId, content: {} } },
    ])
    return true
  })
}

async function changeStatus(transaction: Transaction, personId: string, from: 'active' | 'suspended', to: 'active' | 'suspended'): Promise<boolean> {
  const changed = await transaction.updateTable('people').set({ status: to }).where('id', '=', personId).where('status', '=', from).returning('id').executeTakeFirst()
  return changed !== undefined
}
