// Views of the administration that somebody saved, and what they opened last (decision 0054). A *before* (expand): it adds tables, of which an
// instance of the release before knows nothing.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const changes = []

export async function up(queries: Kysely<unknown>): Promise<void> {
  const { schema } = queries
  await schema
    .createTable('saved_views')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('list', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('query', 'text', (column) => column.notNull())
    .addColumn('is_shared', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('saved_views_person')
    .unique()
    .on('saved_views')
    .columns(['person_id', 'list', 'name'])
    .execute()
  await sql`create index saved_views_shared on saved_views (list) where is_shared = 1`.execute(queries)
  await schema
    .createTable('recent_things')
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('thing_id', 'text', (column) => column.notNull())
    .addColumn('opened_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('recent_things_key', ['person_id', 'kind', 'thing_id'])
    .execute()
  // Whoever is erased is forgotten by everybody who opened their page.
  await schema.createIndex('recent_things_thing').on('recent_things').columns(['thing_id', 'kind']).execute()
}
