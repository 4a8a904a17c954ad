// Verified e-mail addresses, the codes that verify them, and how many were sent today. A step *before*: it adds tables.
import type { Kysely } from 'kysely'

export const changes = ['people']

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('email_addresses')
    .addColumn('person_id', 'text', (column) => column.primaryKey().references('people.id'))
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('verified_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('email_codes')
    .addColumn('person_id', 'text', (column) => column.primaryKey().references('people.id'))
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('email_codes_expiry').on('email_codes').column('expires_at').execute()
  await schema
    .createTable('email_sends')
    .addColumn('key_hash', 'text', (column) => column.primaryKey())
    .addColumn('day', 'bigint', (column) => column.notNull())
    .addColumn('sent', 'integer', (column) => column.notNull())
    .execute()
  await schema.createIndex('email_sends_day').on('email_sends').column('day').execute()
}
