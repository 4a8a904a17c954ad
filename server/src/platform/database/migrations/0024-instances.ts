// Instances that share a database: which there are, and what each has in hand (decision 0061). A *before* (expand): the release before knows nothing
// of these tables; what it takes is taken over once its time has run out, as before.
import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../open-database.ts'

export const changes: readonly string[] = []

export async function up(queries: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { schema } = queries
  await schema
    .createTable('instances')
    .addColumn('number', kind === 'sqlite' ? 'integer' : 'bigint', (column) =>
      kind === 'sqlite' ? column.primaryKey() : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addColumn('clock_ahead', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('work_in_hand')
    .addColumn('queue', 'text', (column) => column.notNull())
    .addColumn('item', 'text', (column) => column.notNull())
    .addColumn('token', 'bigint', (column) => column.notNull())
    .addColumn('instance', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('work_in_hand_key', ['queue', 'item'])
    .execute()
  await schema.createIndex('work_in_hand_instance').on('work_in_hand').column('instance').execute()
}
