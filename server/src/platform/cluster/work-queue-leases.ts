// Jobs compare the lease token when they write, so a late instance cannot overwrite newer work.
import type { DatabaseQueryBuilder, DatabaseTransaction } from '../database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery, prepareSqlBatchQuery } from '../database/prepare-and-pipeline-sql-queries.ts'
import type { WorkLeasesTable } from '../database/database-schema.ts'

export type WorkQueueName = WorkLeasesTable['queue']

export interface LeasedWorkQueueItem {
  item: string
  /** Differs for each lease: its expiry, or the number of the attempt. */
  token: number
}

export type ReleaseWorkQueueLeases = (
  transaction: DatabaseTransaction,
  taken: readonly LeasedWorkQueueItem[],
  now: number,
) => Promise<void>

export interface WorkQueueLeases {
  recordLeases: (
    queries: DatabaseQueryBuilder,
    queue: WorkQueueName,
    taken: readonly LeasedWorkQueueItem[],
  ) => Promise<void>
  removeLeases: (
    queries: DatabaseQueryBuilder,
    queue: WorkQueueName,
    taken: readonly LeasedWorkQueueItem[],
  ) => Promise<void>
}

export const noWorkQueueLeases: WorkQueueLeases = { recordLeases: async () => {}, removeLeases: async () => {} }

const insertLeases = prepareSqlBatchQuery((queries, rows: readonly WorkLeasesTable[]) =>
  queries
    .insertInto('work_leases')
    .values(rows)
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

export const createWorkQueueLeases = (number: () => number | null): WorkQueueLeases => ({
  recordLeases: async (queries, queue, taken) => {
    const instance = number()
    if (instance !== null)
      await insertLeases(
        queries,
        // The order is fixed, so that two instances never wait for each other.
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
