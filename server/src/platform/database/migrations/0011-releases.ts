// Which releases have worked on the database, for the words of an older one that refuses it.
import type { Kysely } from 'kysely'

export async function up(queries: Kysely<unknown>): Promise<void> {
  await queries.schema
    .createTable('releases')
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('commit_hash', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('releases_pkey', ['version', 'commit_hash'])
    .execute()
}
