// The first schema: people, wallets, challenges, proofs, sessions, activity.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../open-database.ts'

export async function up(database: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { schema } = database

  await schema
    .createTable('people')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('display_name', 'text')
    .addColumn('picture_url', 'text')
    .addColumn('locale', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .execute()

  await schema
    .createTable('wallets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('namespace', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('chain_reference', 'text')
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('label', 'text')
    .addColumn('is_primary', 'integer', (column) => column.notNull())
    .addColumn('linked_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint', (column) => column.notNull())
    .execute()
  // A wallet belongs to at most one person. NULLs never equal each other, hence coalesce.
  await sql`create unique index wallets_identity on wallets (namespace, address, coalesce(chain_reference, ''))`.execute(
    database,
  )
  await schema.createIndex('wallets_person').on('wallets').columns(['person_id', 'linked_at']).execute()

  await schema
    .createTable('challenges')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('nonce', 'text', (column) => column.notNull().unique())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('browser_hash', 'text', (column) => column.notNull())
    .addColumn('interaction_id', 'text')
    .addColumn('issued', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('consumed_at', 'bigint')
    .execute()
  await schema.createIndex('challenges_expiry').on('challenges').column('expires_at').execute()

  await schema
    .createTable('proofs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('wallet_id', 'text', (column) => column.notNull().references('wallets.id'))
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('signature', 'text', (column) => column.notNull())
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('verified_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('proofs_wallet').on('proofs').column('wallet_id').execute()

  await schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('wallet_id', 'text', (column) => column.notNull().references('wallets.id'))
    .addColumn('proof_id', 'text', (column) => column.notNull().references('proofs.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('idle_expires_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('end_reason', 'text')
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .addColumn('network_prefix', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('sessions_person').on('sessions').columns(['person_id', 'created_at', 'id']).execute()
  // The sweep looks for what ran out among the active ones only.
  await sql`create index sessions_idle on sessions (idle_expires_at) where ended_at is null`.execute(database)

  await schema
    .createTable('events')
    .addColumn('sequence', 'bigint', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('evidence_hash', 'text')
    .addColumn('previous_hash', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('event_evidence')
    .addColumn('sequence', 'bigint', (column) => column.primaryKey().references('events.sequence'))
    .addColumn('person_id', 'text')
    .addColumn('salt', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('event_evidence_person').on('event_evidence').columns(['person_id', 'sequence']).execute()
  await schema
    .createTable('event_head')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
  await sql`insert into event_head (id, sequence, hash) values (1, 0, ${'0'.repeat(64)})`.execute(database)

  await schema
    .createTable('readiness')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('checked_at', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into readiness (id, checked_at) values (1, 0)`.execute(database)

  await refuseChangesOfEvents(database, kind)
  if (kind === 'postgres') await createRateLimitTable(database)
}

/** The log is append-only: the database itself refuses to change or remove a line, whoever asks by mistake. */
async function refuseChangesOfEvents(database: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind === 'sqlite') {
    for (const action of ['update', 'delete']) {
      await sql`${sql.raw(`create trigger events_no_${action} before ${action} on events
        begin select raise(abort, 'the activity log is append-only'); end`)}`.execute(database)
    }
    return
  }
  await sql`create function refuse_event_change() returns trigger language plpgsql as
    $$ begin raise exception 'the activity log is append-only'; end $$`.execute(database)
  await sql`create trigger events_append_only before update or delete or truncate on events
    for each statement execute function refuse_event_change()`.execute(database)
}

/** Counters that several instances share. Unlogged: losing them in a crash costs a minute of counting, and keeping
 * them would cost a durable write for each request. The shape is rate-limiter-flexible's. */
async function createRateLimitTable(database: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint)`.execute(
    database,
  )
}
