// Lines of the activity log wait, unordered, until they are sealed (decision 0058). A *before* (expand): it adds tables and columns of which an
// instance of the release before knows nothing; its own lines stay in the order that it gives them, and are sealed as they are.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { createHash } from 'node:crypto'
import type { DatabaseKind } from '../open-database.ts'

export const changes = ['event_head']

export async function up(queries: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { schema } = queries
  await schema
    .createTable('unsealed_events')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigint', (column) =>
      kind === 'sqlite' ? column.primaryKey() : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('evidence_hash', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text')
    .addColumn('salt', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('address', 'text')
    .addColumn('proof_id', 'text')
    .execute()
  // What is looked for before it is sealed: the message of a proof, and why somebody was suspended.
  await sql`create index unsealed_events_proof on unsealed_events (proof_id) where proof_id is not null`.execute(
    queries,
  )
  await sql`create index unsealed_events_suspended on unsealed_events (person_id) where type = 'person.suspended'`.execute(
    queries,
  )
  // Nothing stays in it for long: what is gone has to be cleared away by how much that is, not by how large the table is.
  if (kind === 'postgres')
    await sql`alter table unsealed_events set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`.execute(
      queries,
    )

  // Subtrees of 256, 65,536 and so on leaves of the log's tree, of which all its other hashes are a moment's work.
  await schema
    .createTable('event_nodes')
    .addColumn('level', 'integer', (column) => column.notNull())
    .addColumn('place', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('event_nodes_identity', ['level', 'place'])
    .execute()

  // The line behind which the tree begins, and its right edge (a compact range). What was chained until now is its first leaf, the hash of the last line.
  await sql`alter table event_head add column tree_base bigint not null default 0`.execute(queries)
  await sql`alter table event_head add column tree text not null default ''`.execute(queries)
  const { rows } = await sql<{ sequence: number; hash: string }>`select sequence, hash from event_head`.execute(queries)
  for (const { sequence, hash } of rows)
    await sql`update event_head set tree_base = ${sequence}, tree = ${`0 1 ${leafOf(hash)}`}`.execute(queries)
}

/** A leaf of the tree (RFC 6962 §2.1), written as a range writes it. The code has it as well, as of now; what a migration does is never changed. */
const leafOf = (hash: string): string => createHash('sha256').update(`\0${hash}`).digest('base64')
