// Suspends a person: nobody signs in as them any more, and what they were signed in to ends now, here and at every
// application. Restoring lets them sign in again; what has ended stays so.
import { appendEvents } from '../activity/append.ts'
import { endAuthorizations } from '../authorizations/end.ts'
import type { Random } from '../platform/clock.ts'
import type { Queries, Transaction } from '../platform/database/open-database.ts'
import { sessionEnded } from '../sessions/end.ts'
import { markEnded } from '../sessions/store.ts'

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
    const ended = await markEnded(transaction, { personId, except: null }, 'person-suspended', now)
    await endAuthorizations(transaction, random, { sessionIds: ended.map(({ id }) => id) }, now)
    await appendEvents(transaction, random, now, [
      ...ended.map(({ id }) => sessionEnded(personId, id, 'person-suspended')),
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
    await markEnded(transaction, { personId, except: null }, 'person-suspended', now)
    await appendEvents(transaction, random, now, [{ type: 'person.restored', outcome: 'success', details: {}, evidence: { personId, content: {} } }])
    return true
  })
}

async function changeStatus(transaction: Transaction, personId: string, from: 'active' | 'suspended', to: 'active' | 'suspended'): Promise<boolean> {
  const changed = await transaction.updateTable('people').set({ status: to }).where('id', '=', personId).where('status', '=', from).returning('id').executeTakeFirst()
  return changed !== undefined
}
