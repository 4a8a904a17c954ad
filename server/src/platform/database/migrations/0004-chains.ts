// What a chain knows: contract wallets with the block at which they answered, sessions that are asked about again, names of
// wallets, and groups by what people hold.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database

  await schema
    .alterTable('challenges')
    .addColumn('wallet_kind', 'text', (column) => column.notNull().defaultTo('key'))
    .execute()
  for (const name of ['chain_reference', 'block_number', 'block_hash', 'code_hash'])
    await schema.alterTable('proofs').addColumn(name, 'text').execute()
  for (const name of ['contract_checked_at', 'contract_due_at', 'contract_unreachable_since']) {
    await schema.alterTable('sessions').addColumn(name, 'bigint').execute()
  }
  await sql`create index sessions_contract_due on sessions (contract_due_at) where ended_at is null and contract_due_at is not null`.execute(
    database,
  )

  await schema
    .createTable('wallet_names')
    .addColumn('wallet_id', 'text', (column) => column.primaryKey().references('wallets.id'))
    .addColumn('name', 'text')
    .addColumn('picture_id', 'text')
    .addColumn('picture_source', 'text')
    .addColumn('read_at', 'bigint')
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .execute()
  // Those that were linked before are read once there is time.
  await sql`insert into wallet_names (wallet_id, due_at) select id, 0 from wallets where unlinked_at is null`.execute(
    database,
  )
  await schema.createIndex('wallet_names_due').on('wallet_names').column('due_at').execute()
  await schema.createIndex('wallet_names_name').on('wallet_names').column('name').execute()
  await schema
    .createTable('wallet_pictures')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('wallet_id', 'text', (column) => column.notNull().references('wallets.id'))
    .addColumn('media_type', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('wallet_pictures_wallet').on('wallet_pictures').column('wallet_id').execute()

  await schema
    .createTable('groups')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('rule', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('group_members')
    .addColumn('group_id', 'text', (column) => column.notNull().references('groups.id'))
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('is_member', 'integer', (column) => column.notNull())
    .addColumn('checked_at', 'bigint', (column) => column.notNull())
    .addColumn('unreachable_since', 'bigint')
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('group_members_identity', ['group_id', 'person_id'])
    .execute()
  await schema.createIndex('group_members_person').on('group_members').column('person_id').execute()
  await schema.createIndex('group_members_due').on('group_members').column('due_at').execute()
}
