// Introspection that a service may do is named resource by resource and application by application (decision 0065). A *before*: what release 0.1.0
// takes for a word it does not know (a list) is to it as `own`, so that it shows such a service its own tokens and no others.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const changes = ['applications']

const pageSize = 500

interface Stored {
  introspection?: unknown
  resources?: { resource: string }[]
}

export async function up(queries: Kysely<unknown>): Promise<void> {
  await queries.schema
    .alterTable('applications')
    .addColumn('introspection_narrowed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  let after = ''
  for (;;) {
    const { rows } = await sql<{ id: string; definition: string }>`
      select id, definition from applications where id > ${after} order by id limit ${pageSize}`.execute(queries)
    for (const { id, definition } of rows) await narrow(queries, id, JSON.parse(definition) as Stored)
    after = rows.at(-1)?.id ?? after
    if (rows.length < pageSize) return
  }
}

/** `all` becomes the resources that the service lists; without any, its own tokens. */
async function narrow(queries: Kysely<unknown>, id: string, stored: Stored): Promise<void> {
  if (stored.introspection !== 'all') return
  const listed = (stored.resources ?? []).map(({ resource }) => resource)
  const definition = JSON.stringify({ ...stored, introspection: listed.length === 0 ? 'own' : listed })
  await sql`
    update applications set definition = ${definition}, introspection_narrowed = 1, changed_at = changed_at + 1
    where id = ${id}`.execute(queries)
}
