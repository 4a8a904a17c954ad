// Responses of the token endpoint that can be sent again (decision 0064). A *before* (expand): the release before does not know this table, and ends a
// family where a refresh token or device code is presented twice, as it always did.
import type { Kysely } from 'kysely'

export const changes: readonly string[] = ['provider_records']

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('token_answers')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('id_hash', 'text', (column) => column.notNull())
    .addColumn('successor_hash', 'text')
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('repeats_left', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('token_answers_key', ['kind', 'id_hash'])
    .addForeignKeyConstraint(
      'token_answers_presented',
      ['kind', 'id_hash'],
      'provider_records',
      ['kind', 'id_hash'],
      (reference) => reference.onDelete('cascade'),
    )
    .execute()
  await schema.createIndex('token_answers_successor').on('token_answers').column('successor_hash').execute()
  await schema.createIndex('token_answers_expiry').on('token_answers').column('expires_at').execute()
}
