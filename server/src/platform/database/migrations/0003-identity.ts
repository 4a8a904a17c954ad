// A person with several ways in: passkeys, browsers that are known, sessions that began with a passkey, wallets that were
// unlinked, identities that were merged, pictures.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../open-database.ts'

export async function up(database: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { schema } = database

  // An unlinked wallet stays for the proofs that name it, and can be linked again, by anyone who proves it.
  await schema.alterTable('wallets').addColumn('unlinked_at', 'bigint').execute()
  await schema.dropIndex('wallets_identity').execute()
  await sql`create unique index wallets_identity on wallets (namespace, address, coalesce(chain_reference, '')) where unlinked_at is null`.execute(
    database,
  )

  await schema.alterTable('challenges').addColumn('person_id', 'text').execute()

  await schema
    .createTable('passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('credential_id', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('user_handle', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('device_type', 'text', (column) => column.notNull())
    .addColumn('backed_up', 'integer', (column) => column.notNull())
    .addColumn('label', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint', (column) => column.notNull())
    .addColumn('removed_at', 'bigint')
    .execute()
  await sql`create unique index passkeys_credential on passkeys (credential_id) where removed_at is null`.execute(
    database,
  )
  await schema.createIndex('passkeys_person').on('passkeys').columns(['person_id', 'created_at']).execute()

  await schema
    .createTable('browsers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('browser_hash', 'text', (column) => column.notNull())
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .addColumn('network_prefix', 'text', (column) => column.notNull())
    .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('known_at', 'bigint')
    .addColumn('known_by_wallet_id', 'text')
    .addColumn('known_by_passkey_id', 'text')
    .addUniqueConstraint('browsers_identity', ['person_id', 'browser_hash'])
    .execute()

  if (kind === 'sqlite') await rebuildSessions(database)
  else await widenSessions(database)
  await schema.createIndex('sessions_wallet').on('sessions').column('wallet_id').execute()
  await schema.createIndex('sessions_passkey').on('sessions').column('passkey_id').execute()
  await schema.createIndex('sessions_browser').on('sessions').column('browser_id').execute()
  // Whoever is erased leaves every table, and the database looks up what refers to each row that goes.
  await schema.createIndex('sessions_proof').on('sessions').column('proof_id').execute()
  await schema.createIndex('authorizations_proof').on('authorizations').column('proof_id').execute()
  await schema.createIndex('grants_person').on('grants').column('person_id').execute()
  await schema.createIndex('logout_deliveries_person').on('logout_deliveries').column('person_id').execute()
  await sql`create index provider_records_browser on provider_records (browser_hash) where browser_hash is not null`.execute(
    database,
  )
  await sql`create index challenges_person on challenges (person_id) where person_id is not null`.execute(database)

  await schema
    .createTable('merges')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('merged_person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('moved', 'text', (column) => column.notNull())
    .addColumn('offered_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('merged_at', 'bigint')
    .addColumn('undo_until', 'bigint')
    .addColumn('undone_at', 'bigint')
    .execute()
  await schema.createIndex('merges_person').on('merges').columns(['person_id', 'merged_at']).execute()
  await schema.createIndex('merges_merged_person').on('merges').column('merged_person_id').execute()

  await schema
    .createTable('pictures')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().unique().references('people.id'))
    .addColumn('media_type', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()

  // The rows of erased people wait to be removed; there are few of them at any time.
  await sql`create index people_erased on people (last_seen_at) where status = 'erased'`.execute(database)

  // A refused attempt names no person, only an address: by it, who is erased is found there too.
  await schema.alterTable('event_evidence').addColumn('address', 'text').execute()
  const address = kind === 'sqlite' ? sql`json_extract(content, '$.address')` : sql`(content::json ->> 'address')`
  await sql`update event_evidence set address = lower(${address}) where person_id is null`.execute(database)
  await sql`create index event_evidence_address on event_evidence (address, sequence) where address is not null`.execute(
    database,
  )
}

async function widenSessions(database: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions
    alter column wallet_id drop not null,
    alter column proof_id drop not null,
    add column passkey_id text references passkeys (id),
    add column browser_id text references browsers (id),
    add column confirmed_at bigint`.execute(database)
}

/** SQLite cannot make a column nullable: the table is written anew. `migrate` has switched foreign keys off meanwhile. */
async function rebuildSessions(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('sessions_rebuilt')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('wallet_id', 'text', (column) => column.references('wallets.id'))
    .addColumn('proof_id', 'text', (column) => column.references('proofs.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('idle_expires_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('end_reason', 'text')
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .addColumn('network_prefix', 'text', (column) => column.notNull())
    .addColumn('passkey_id', 'text', (column) => column.references('passkeys.id'))
    .addColumn('browser_id', 'text', (column) => column.references('browsers.id'))
    .addColumn('confirmed_at', 'bigint')
    .execute()
  await sql`insert into sessions_rebuilt (id, token_hash, person_id, wallet_id, proof_id, created_at, last_seen_at, idle_expires_at,
      expires_at, ended_at, end_reason, user_agent, network_prefix)
    select id, token_hash, person_id, wallet_id, proof_id, created_at, last_seen_at, idle_expires_at,
      expires_at, ended_at, end_reason, user_agent, network_prefix from sessions`.execute(database)
  await database.schema.dropTable('sessions').execute()
  await sql`alter table sessions_rebuilt rename to sessions`.execute(database)
  await database.schema
    .createIndex('sessions_person')
    .on('sessions')
    .columns(['person_id', 'created_at', 'id'])
    .execute()
  await sql`create index sessions_idle on sessions (idle_expires_at) where ended_at is null`.execute(database)
}
