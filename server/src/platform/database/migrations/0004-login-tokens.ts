// Adds logins of the command line: their requests, and a mark on the API tokens that they get.
// Adds only what an older release does not read, so it runs before that release stops (0034).
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const affectedTables = ['api_tokens'] as const

export async function up(queries: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(queries)
}

const statements = [
  // Whether it comes from `countersign login`.
  `alter table api_tokens add column is_login integer not null default 0`,
  `create table login_requests (
    -- Hash of the secret that becomes the API token once the request is approved.
    token_hash text primary key,
    -- Hash of the code shown on the terminal.
    user_code_hash text not null unique,
    -- The name that the computer gives itself.
    machine text not null,
    user_agent text not null,
    network_prefix text not null,
    -- 'approved' or 'denied'; null while it waits.
    decision text,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  `create index login_requests_expiry on login_requests (expires_at)`,
]
