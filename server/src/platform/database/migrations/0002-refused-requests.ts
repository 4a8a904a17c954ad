// Adds refused requests for developers (decision 0086). Earlier releases ignore the table.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** The foreign key locks it. */
export const affectedTables = ['applications'] as const

export async function up(queries: Kysely<unknown>): Promise<void> {
  for (const statement of statements.replaceAll(/^ *--.*\n/gm, '').split(';\n'))
    if (statement.trim() !== '') await sql.raw(statement).execute(queries)
}

const statements = `
-- Recent refused requests of each application. Identical ones are counted in one row.
create table refused_requests (
  application_id text not null references applications (id) on delete cascade,
  -- Own callers are signed in or authenticated. Each group has its own quota (THREATS O33).
  caller text not null,
  -- Hash of everything by which problems are compared.
  fingerprint text not null,
  first_at bigint not null,
  last_at bigint not null,
  count bigint not null,
  -- The last of these requests.
  request_id text not null,
  -- JSON: what was sent, what was expected, and what to change. No secrets and no personal data.
  problem text not null,
  primary key (application_id, caller, fingerprint)
);
create index refused_requests_expiry on refused_requests (last_at);
create index refused_requests_request on refused_requests (request_id);
`
