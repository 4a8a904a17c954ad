// Adds products (decision 0091). A previous release ignores the table.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(queries: Kysely<unknown>): Promise<void> {
  // redirect_hosts is JSON: the hosts of the redirect URIs that applications of the product may have.
  await sql
    .raw(
      `create table products (
  id text primary key,
  name text not null,
  redirect_hosts text not null,
  created_at bigint not null,
  changed_at bigint not null
)`,
    )
    .execute(queries)
}
