// Contract wallets that have changed hands are held (decision 0042), and a proof remembers who the owners were. A *before* (expand): an instance of
// the release before knows nothing of it, and lets a held wallet in until it is replaced.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const changes = ['wallets', 'proofs']

export async function up(queries: Kysely<unknown>): Promise<void> {
  await queries.schema.alterTable('wallets').addColumn('held_at', 'bigint').execute()
  await queries.schema.alterTable('wallets').addColumn('held_proof', 'text').execute()
  await queries.schema.alterTable('wallets').addColumn('believed_block', 'bigint').execute()
  await queries.schema.alterTable('proofs').addColumn('owners_hash', 'text').execute()
  // There are few, and the sweep looks for those whose time is over.
  await sql`create index wallets_held on wallets (held_at) where held_at is not null`.execute(queries)
}
