// A consent remembers which wallet its application knows. What was told last is where somebody is signed in there now: by the proof that the
// application is shown, or the wallet of the session, or for a passkey the primary one. All others are told that of their next sign-in, as before. A *before* (expand).
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const changes = ['grants']

export async function up(database: Kysely<unknown>): Promise<void> {
  // Not a reference: the wallet can become somebody else's, and be erased with them.
  await database.schema.alterTable('grants').addColumn('wallet_id', 'text').execute()
  await database.schema.alterTable('grants').addColumn('wallets_asked', 'text').execute()
  await sql`
    update grants set wallet_id = (
      select wallets.id from authorizations
      join sessions on sessions.id = authorizations.session_id
      left join proofs on proofs.id = authorizations.proof_id
      join wallets on wallets.id = coalesce(proofs.wallet_id, sessions.wallet_id, (
        select first.id from wallets as first
        where first.person_id = grants.person_id and first.is_primary = 1 and first.unlinked_at is null
      ))
      where authorizations.person_id = grants.person_id
        and authorizations.application_id = grants.application_id
        and wallets.person_id = grants.person_id
        and wallets.unlinked_at is null
      order by sessions.last_seen_at desc, authorizations.id
      limit 1
    )
    where withdrawn_at is null
      and (' ' || scopes || ' ' like '% wallet %' or ' ' || scopes || ' ' like '% proof %')`.execute(database)
}
