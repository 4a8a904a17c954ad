// Applications that nobody registered, known by the document at their client id, and tokens with which applications register themselves so many
// times. A *before* step: all of it is added, and the release before goes on without it.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const changes = ['applications', 'grants']

export async function up(queries: Kysely<unknown>): Promise<void> {
  const { schema } = queries
  await schema.alterTable('applications').addColumn('claimed_name', 'text').execute()
  await schema.alterTable('applications').addColumn('registration_token_id', 'text').execute()
  await sql`create index applications_registration_token on applications (registration_token_id) where registration_token_id is not null`.execute(
    queries,
  )
  await schema.alterTable('grants').addColumn('shown', 'text').execute()

  await schema
    .createTable('client_documents')
    .addColumn('client_id', 'text', (column) => column.primaryKey())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('read_at', 'bigint', (column) => column.notNull())
    .addColumn('fresh_until', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('client_documents_used').on('client_documents').column('used_at').execute()

  await schema
    .createTable('registration_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('uses', 'integer', (column) => column.notNull())
    .addColumn('used', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
}
