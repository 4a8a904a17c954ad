// What an instance has in hand (leases of a work queue): a job takes rows for a time that is longer than it can need, and what it took is noted here as
// well, so that others need not wait for as long once it has died or frozen. What comes back afterwards finds its rows taken by another: each room
// writes by compare-and-set on the token that it took a row with.
import type { DatabaseQueryBuilder, DatabaseTransaction } from '../database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery, prepareSqlBatchQuery } from '../database/prepare-and-pipeline-sql-queries.ts'
import type { WorkLeasesTable } from '../database/database-schema.ts'

/** The jobs that take rows. */
export type WorkQueueName = WorkLeasesTable['queue']

/** A row that was taken. */
export interface LeasedWorkQueueItem {
  item: string
  /** What changes when it is taken again: until when it is, or the number of the try. */
  token: number
}

/** Of each job, how rows become due again that are still as they were taken. */
export type ReleaseWorkQueueLeases = (
  transaction: DatabaseTransaction,
  taken: readonly LeasedWorkQueueItem[],
  now: number,
) => Promise<void>

export interface WorkQueueLeases {
  /** Notes what was just taken. */
  recordLeases: (
    queries: DatabaseQueryBuilder,
    queue: WorkQueueName,
    taken: readonly LeasedWorkQueueItem[],
  ) => Promise<void>
  /** Forgets what came to its end, whichever it was. */
  removeLeases: (
    queries: DatabaseQueryBuilder,
    queue: WorkQueueName,
    taken: readonly LeasedWorkQueueItem[],
  ) => Promise<void>
}

/** Of an instance that shares its database with no other. */
export const noWorkQueueLeases: WorkQueueLeases = { recordLeases: async () => {}, removeLeases: async () => {} }

const insertLeases = prepareSqlBatchQuery((queries, rows: readonly WorkLeasesTable[]) =>
  queries
    .insertInto('work_leases')
    .values(rows)
    // Taken from who had it before, because its time was over.
    .onConflict((conflict) =>
      conflict.columns(['queue', 'item']).doUpdateSet(({ ref }) => ({
        fencing_token: ref('excluded.fencing_token'),
        instance: ref('excluded.instance'),
      })),
    ),
)
const deleteLease = prepareSqlQuery((queries, queue: WorkQueueName, item: string, token: number, instance: number) =>
  queries
    .deleteFrom('work_leases')
    .where('queue', '=', queue)
    .where('item', '=', item)
    .where('fencing_token', '=', token)
    .where('instance', '=', instance),
)

/** @param number of the instance; null while it has none */
export const createWorkQueueLeases = (number: () => number | null): WorkQueueLeases => ({
  recordLeases: async (queries, queue, taken) => {
    const instance = number()
    if (instance !== null)
      await insertLeases(
        queries,
        // In one order, so that no two wait for each other.
        taken
          .toSorted((one, other) => (one.item < other.item ? -1 : 1))
          .map(({ item, token }) => ({ queue, item, fencing_token: token, instance })),
      )
  },
  removeLeases: async (queries, queue, taken) => {
    const instance = number()
    if (instance !== null) for (const { item, token } of taken) await deleteLease(queries, queue, item, token, instance)
  },
})

/** Gives back what instances had in hand that are no more. */
export async function releaseLeasesOfDeadInstances(
  transaction: DatabaseTransaction,
  numbers: readonly number[],
  queues: Readonly<Record<WorkQueueName, ReleaseWorkQueueLeases>>,
  now: number,
): Promise<number> {
  const rows = await transaction
    .deleteFrom('work_leases')
    .where('instance', 'in', numbers)
    .returning(['queue', 'item', 'fencing_token'])
    .execute()
  for (const [queue, back] of Object.entries(queues)) {
    const taken = rows.flatMap((row) => (row.queue === queue ? [{ item: row.item, token: row.fencing_token }] : []))
    if (taken.length > 0) await back(transaction, taken, now)
  }
  return rows.length
}
