// What every sign-in wrote to without need. A spent challenge is found by its end and its id together, which its nonce both has: one tree
// instead of two, and it grows at one end. The live sessions of a person stand together among all
// of theirs. And a session without a passkey is not to be found by it.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../open-database.ts'

export async function up(database: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { schema } = database
  await schema.alterTable('spent_challenges').renameTo('spent_challenges_before').execute()
  const spent = schema
    .createTable('spent_challenges')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('spent_challenges_identity', ['expires_at', 'id'])
  await (kind === 'sqlite' ? spent.modifyEnd(sql`without rowid`) : spent).execute()
  await sql`insert into spent_challenges (expires_at, id) select expires_at, id from spent_challenges_before`.execute(
    database,
  )
  await schema.dropTable('spent_challenges_before').execute()

  await schema.dropIndex('sessions_passkey').execute()
  await sql`create index sessions_passkey on sessions (passkey_id) where passkey_id is not null`.execute(database)

  for (const name of ['sessions_person', 'sessions_live_person']) await schema.dropIndex(name).execute()
  await schema
    .createIndex('sessions_person')
    .on('sessions')
    .columns(['person_id', 'ended_at', 'created_at', 'id'])
    .execute()
}
