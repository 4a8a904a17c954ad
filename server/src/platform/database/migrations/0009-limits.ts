// An index for the question whether a browser is known to be a person's, which the rate limits ask by its secret alone.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index browsers_known on browsers (browser_hash) where known_at is not null`.execute(database)
}
