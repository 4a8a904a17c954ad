// Sign-ins that another device answers (decision 0051). A *before* (expand): it adds a table, of which an instance of the release before knows nothing.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const changes: readonly string[] = []

export async function up(queries: Kysely<unknown>): Promise<void> {
  const { schema } = queries
  await schema
    .createTable('cross_device_requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('code_hash', 'text', (column) => column.notNull().unique())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text')
    .addColumn('interaction_id', 'text')
    .addColumn('browser_hash', 'text', (column) => column.notNull())
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .addColumn('network_prefix', 'text', (column) => column.notNull())
    .addColumn('pair', 'text', (column) => column.notNull())
    .addColumn('pairs', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('answering_hash', 'text')
    .addColumn('pass_hash', 'text')
    .addColumn('answer', 'text')
    .addColumn('answer_hash', 'text')
    .addColumn('session_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', 'bigint')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('cross_device_expiry').on('cross_device_requests').column('expires_at').execute()
  // Of those that wait, few have been opened, fewer a moment ago.
  await sql`create index cross_device_changed on cross_device_requests (changed_at) where changed_at is not null`.execute(
    queries,
  )
  await sql`create index cross_device_answer on cross_device_requests (answer_hash) where answer_hash is not null`.execute(
    queries,
  )
  await sql`create index cross_device_person on cross_device_requests (person_id) where person_id is not null`.execute(
    queries,
  )
}
