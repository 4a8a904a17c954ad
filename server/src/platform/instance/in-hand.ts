// What an instance has in hand (leases of a work queue): a job takes rows for a time that is longer than it can need, and what it took is noted here as
// well, so that others need not wait for as long once it has died or frozen. What comes back afterwards finds its rows taken by another: each room
// writes by compare-and-set on the token that it took a row with.
import type { Queries, Transaction } from '../database/open-database.ts'
import { prepare, prepareRows } from '../database/prepared.ts'
import type { WorkInHandTable } from '../database/schema.ts'

/** The jobs that take rows. */
export type Queue = WorkInHandTable['queue']

/** A row that was taken. */
export interface Taken {
  item: string
  /** What changes when it is taken again: until when it is, or the number of the try. */
  token: number
}

/** Of each job, how rows become due again that are still as they were taken. */
export type GiveBack = (transaction: Transaction, taken: readonly Taken[], now: number) => Promise<void>

export interface InHand {
  /** Notes what was just taken. */
  take: (queries: Queries, queue: Queue, taken: readonly Taken[]) => Promise<void>
  /** Forgets what came to its end, whichever it was. */
  settle: (queries: Queries, queue: Queue, taken: readonly Taken[]) => Promise<void>
}

/** Of an instance that shares its database with no other. */
export const nothingInHand: InHand = { take: async () => {}, settle: async () => {} }

const insertTaken = prepareRows((queries, rows: readonly WorkInHandTable[]) =>
  queries
    .insertInto('work_in_hand')
    .values(rows)
    // Taken from who had it before, because its time was over.
    .onConflict((conflict) =>
      conflict
        .columns(['queue', 'item'])
        .doUpdateSet(({ ref }) => ({ token: ref('excluded.token'), instance: ref('excluded.instance') })),
    ),
)
const deleteTaken = prepare((queries, queue: Queue, item: string, token: number, instance: number) =>
  queries
    .deleteFrom('work_in_hand')
    .where('queue', '=', queue)
    .where('item', '=', item)
    .where('token', '=', token)
    .where('instance', '=', instance),
)

/** @param number of the instance; null while it has none */
export const createInHand = (number: () => number | null): InHand => ({
  take: async (queries, queue, taken) => {
    const instance = number()
    if (instance !== null)
      await insertTaken(
        queries,
        // In one order, so that no two wait for each other.
        taken.toSorted((one, other) => (one.item < other.item ? -1 : 1)).map((one) => ({ queue, ...one, instance })),
      )
  },
  settle: async (queries, queue, taken) => {
    const instance = number()
    if (instance !== null) for (const { item, token } of taken) await deleteTaken(queries, queue, item, token, instance)
  },
})

/** Gives back what instances had in hand that are no more. */
export async function giveBack(
  transaction: Transaction,
  numbers: readonly number[],
  queues: Readonly<Record<Queue, GiveBack>>,
  now: number,
): Promise<number> {
  const rows = await transaction
    .deleteFrom('work_in_hand')
    .where('instance', 'in', numbers)
    .returning(['queue', 'item', 'token'])
    .execute()
  for (const [queue, back] of Object.entries(queues)) {
    const taken = rows.filter((row) => row.queue === queue)
    if (taken.length > 0) await back(transaction, taken, now)
  }
  return rows.length
}
