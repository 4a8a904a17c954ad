// Resource servers as things of their own (RFC 8707). A *before*: what applications name stays in their definitions, where the release before
// reads it; each of it is written down here too, as what it was, so that nothing about tokens changes.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { resourceId } from '../../resource-id.ts'

const pageSize = 500

export const changes = ['grants']

export async function up(queries: Kysely<unknown>): Promise<void> {
  await queries.schema
    .createTable('resources')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('identifier', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('definition', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute()
  // Who has allowed something at a resource is counted among those who did at any.
  await sql`create index grants_of_resources on grants (person_id) where withdrawn_at is null and resources <> '[]'`.execute(
    queries,
  )
  for (const [identifier, { scopes, since }] of await readNamed(queries)) {
    const definition = JSON.stringify({
      resource: identifier,
      name: identifier,
      scopes: [...scopes].map((scope) => ({ scope, description: null })),
      openTo: 'listed',
      tokenLifeSeconds: null,
      claims: [],
      algorithm: 'ES256',
      subjects: 'by-application',
    })
    await sql`
      insert into resources (id, identifier, name, definition, origin, created_at, changed_at)
      values (${resourceId(identifier)}, ${identifier}, ${identifier}, ${definition}, 'applications', ${since}, ${since})`.execute(
      queries,
    )
  }
}

/** What applications name, with all scopes of it that any of them does, since the oldest of them is there. */
async function readNamed(queries: Kysely<unknown>): Promise<Map<string, { scopes: Set<string>; since: number }>> {
  const named = new Map<string, { scopes: Set<string>; since: number }>()
  let after = ''
  for (;;) {
    const { rows } = await sql<{ id: string; definition: string; created_at: number }>`
      select id, definition, created_at from applications where id > ${after} order by id limit ${pageSize}`.execute(
      queries,
    )
    for (const { definition, created_at } of rows) {
      const { resources = [] } = JSON.parse(definition) as { resources?: { resource: string; scopes: string[] }[] }
      for (const { resource, scopes } of resources) {
        const known = named.get(resource) ?? { scopes: new Set<string>(), since: Number(created_at) }
        for (const scope of scopes) known.scopes.add(scope)
        named.set(resource, { scopes: known.scopes, since: Math.min(known.since, Number(created_at)) })
      }
    }
    after = rows.at(-1)?.id ?? after
    if (rows.length < pageSize) return named
  }
}
