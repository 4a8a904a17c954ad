// Challenges are not stored any more, only that one was spent; those of contract wallets are kept to be found again. What says since
// when challenges count stands beside it. Challenges that were issued before are refused: whoever was about to sign is asked anew.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../open-database.ts'

export async function up(database: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { schema } = database
  await schema.dropTable('challenges').execute()

  const spent = schema
    .createTable('spent_challenges')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
  // One tree instead of two: the row is its own key.
  await (kind === 'sqlite' ? spent.modifyEnd(sql`without rowid`) : spent).execute()
  await schema.createIndex('spent_challenges_expiry').on('spent_challenges').column('expires_at').execute()

  await schema
    .createTable('awaited_challenges')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text')
    .addColumn('browser_hash', 'text', (column) => column.notNull())
    .addColumn('interaction_id', 'text')
    .addColumn('issued', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('awaited_challenges_expiry').on('awaited_challenges').column('expires_at').execute()
  await sql`create index awaited_challenges_person on awaited_challenges (person_id) where person_id is not null`.execute(
    database,
  )

  await schema
    .createTable('challenge_floor')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('floor_at', 'bigint', (column) => column.notNull())
    .addColumn('alive_at', 'bigint', (column) => column.notNull())
    .addColumn('key_mark', 'text', (column) => column.notNull())
    .execute()
  await sql`insert into challenge_floor (id, floor_at, alive_at, key_mark) values (1, 0, 0, '')`.execute(database)
}
