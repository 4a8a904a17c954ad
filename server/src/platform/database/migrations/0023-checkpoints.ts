// Checkpoints of the activity log: the keys that sign them, the newest one, and how far each witness has come (decision 0058). A *before* (expand): the
// release before knows nothing of these tables.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const changes: readonly string[] = []

export async function up(queries: Kysely<unknown>): Promise<void> {
  const { schema } = queries
  await schema
    .createTable('log_keys')
    .addColumn('generation', 'integer', (column) => column.primaryKey())
    .addColumn('verifier_key', 'text', (column) => column.notNull())
    .addColumn('private_key', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('retired_at', 'bigint')
    .execute()
  await schema
    .createTable('checkpoints')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('generation', 'integer', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('signed_at', 'bigint', (column) => column.notNull())
    .execute()
  // The row is there from the beginning, to be held by whoever signs the first.
  await sql`insert into checkpoints (id, size, generation, note, signed_at) values (1, 0, 0, '', 0)`.execute(queries)
  await schema
    .createTable('log_witnesses')
    .addColumn('verifier_key', 'text', (column) => column.primaryKey())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('cosigned_at', 'bigint')
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .execute()
}
