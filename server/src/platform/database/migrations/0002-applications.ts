// Applications and what they were given: definitions, logos, remembered consent, authorizations, the provider's own
// records, subjects, signing keys, and the logouts that applications have still to be told of.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database

  // A signed message names the application it was for; not a reference, because it says so also when that one is gone.
  await schema.alterTable('proofs').addColumn('application_id', 'text').execute()

  await schema
    .createTable('applications')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('secret_hash', 'text')
    .addColumn('previous_secret_hash', 'text')
    .addColumn('previous_secret_expires_at', 'bigint')
    .addColumn('sector', 'text', (column) => column.notNull())
    .addColumn('definition', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('applications_name').on('applications').columns(['name', 'id']).execute()

  await schema
    .createTable('application_logos')
    .addColumn('application_id', 'text', (column) =>
      column.primaryKey().references('applications.id').onDelete('cascade'),
    )
    .addColumn('media_type', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()

  await schema
    .createTable('grants')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('application_id', 'text', (column) => column.notNull().references('applications.id').onDelete('cascade'))
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('withheld', 'text', (column) => column.notNull())
    .addColumn('resources', 'text', (column) => column.notNull())
    .addColumn('learned', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint', (column) => column.notNull())
    .addColumn('withdrawn_at', 'bigint')
    .execute()
  // One consent in force for each person and application.
  await sql`create unique index grants_in_force on grants (person_id, application_id) where withdrawn_at is null`.execute(
    database,
  )
  await schema.createIndex('grants_application').on('grants').column('application_id').execute()

  await schema
    .createTable('authorizations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('session_id', 'text', (column) => column.notNull().references('sessions.id'))
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('application_id', 'text', (column) => column.notNull().references('applications.id').onDelete('cascade'))
    .addColumn('sid', 'text', (column) => column.notNull().unique())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('proof_id', 'text', (column) => column.references('proofs.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('authorizations_session')
    .on('authorizations')
    .columns(['session_id', 'application_id'])
    .unique()
    .execute()
  await schema
    .createIndex('authorizations_person')
    .on('authorizations')
    .columns(['person_id', 'application_id'])
    .execute()
  await schema.createIndex('authorizations_application').on('authorizations').column('application_id').execute()

  await schema
    .createTable('provider_records')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('id_hash', 'text', (column) => column.notNull())
    .addColumn('authorization_id', 'text', (column) => column.references('authorizations.id').onDelete('cascade'))
    .addColumn('application_id', 'text', (column) => column.references('applications.id').onDelete('cascade'))
    .addColumn('person_id', 'text')
    .addColumn('user_code_hash', 'text')
    .addColumn('browser_hash', 'text')
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('consumed_at', 'bigint')
    .addPrimaryKeyConstraint('provider_records_key', ['kind', 'id_hash'])
    .execute()
  await sql`create unique index provider_records_user_code on provider_records (user_code_hash) where user_code_hash is not null`.execute(
    database,
  )
  await schema.createIndex('provider_records_authorization').on('provider_records').column('authorization_id').execute()
  await schema.createIndex('provider_records_application').on('provider_records').column('application_id').execute()
  await schema.createIndex('provider_records_person').on('provider_records').column('person_id').execute()
  await schema.createIndex('provider_records_expiry').on('provider_records').column('expires_at').execute()

  await schema
    .createTable('subjects')
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('sector', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('subjects_key', ['person_id', 'sector'])
    .addUniqueConstraint('subjects_subject', ['sector', 'subject'])
    .execute()

  await schema
    .createTable('signing_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('algorithm', 'text', (column) => column.notNull())
    .addColumn('generation', 'integer', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('private_key', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('active_from', 'bigint', (column) => column.notNull())
    .addColumn('retires_at', 'bigint')
    .addUniqueConstraint('signing_keys_generation', ['algorithm', 'generation'])
    .execute()

  await schema
    .createTable('logout_deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('application_id', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('uri', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('sid', 'text', (column) => column.notNull())
    .addColumn('algorithm', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'bigint')
    .addColumn('settled_at', 'bigint')
    .addColumn('outcome', 'text')
    .execute()
  await sql`create index logout_deliveries_due on logout_deliveries (next_attempt_at) where settled_at is null`.execute(
    database,
  )
  await schema.createIndex('logout_deliveries_settled').on('logout_deliveries').column('settled_at').execute()
}
