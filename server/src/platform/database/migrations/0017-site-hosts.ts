// The hosts that are protected by forward authentication: found by their name with every look, and each one's alone.
import type { Kysely } from 'kysely'

export const changes = ['applications']

export async function up(queries: Kysely<unknown>): Promise<void> {
  await queries.schema
    .createTable('site_hosts')
    .addColumn('host', 'text', (column) => column.primaryKey())
    .addColumn('application_id', 'text', (column) => column.notNull().references('applications.id').onDelete('cascade'))
    .execute()
  await queries.schema.createIndex('site_hosts_application').on('site_hosts').column('application_id').execute()
}
