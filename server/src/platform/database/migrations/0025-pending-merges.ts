// Merges that wait for a day unless the identity that would disappear confirms them (decision 0063). A *before* (expand): an instance
// of the release before takes such a row for an offer, and deletes it at the latest when it was to take effect, so nothing is merged.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const changes = ['merges']

export async function up(queries: Kysely<unknown>): Promise<void> {
  await queries.schema.alterTable('merges').addColumn('pending_since', 'bigint').execute()
  await queries.schema.alterTable('merges').addColumn('effective_at', 'bigint').execute()
  // Few merges are pending, and those that took effect stay.
  await sql`create index merges_due on merges (effective_at) where merged_at is null and effective_at is not null`.execute(
    queries,
  )
}
