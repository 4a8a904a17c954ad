// A browser is known by the word of one that was known before, and no more by a second signature there (decision 0057). A *before* (expand): an instance of
// the release before goes on as it did; what it alone makes known counts for nothing here, and is asked about once more.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const changes = ['browsers', 'passkeys']

export async function up(queries: Kysely<unknown>): Promise<void> {
  await queries.schema.alterTable('browsers').addColumn('vouched_at', 'bigint').execute()
  await queries.schema.alterTable('browsers').addColumn('announced_at', 'bigint').execute()
  await queries.schema.alterTable('passkeys').addColumn('vouched_at', 'bigint').execute()
  // Whatever was known stays so: nobody is asked again about what they have answered.
  await sql`update browsers set vouched_at = known_at where known_at is not null`.execute(queries)
  await sql`update passkeys set vouched_at = created_at`.execute(queries)
}
