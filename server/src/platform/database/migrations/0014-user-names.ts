// User names: one row for each name that anybody ever had, for ever; found by any part of it, as all names are (0006-growth.ts). A step
// *before*: it adds a table, of which the release before knows nothing.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../open-database.ts'

export const changes = ['people']

export async function up(database: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { schema } = database
  await schema
    .createTable('user_names')
    .addColumn('name_hash', 'text', (column) => column.primaryKey())
    // Unique also in plain: a server whose key was lost hashes otherwise, and must not give a name twice that somebody has.
    .addColumn('folded', 'text', (column) => column.unique())
    .addColumn('name', 'text')
    .addColumn('person_id', 'text', (column) => column.references('people.id'))
    .addColumn('is_current', 'integer', (column) => column.notNull())
    .addColumn('taken_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('user_names_person').on('user_names').column('person_id').execute()
  await sql`create unique index user_names_current on user_names (person_id) where is_current = 1`.execute(database)
  await keepTexts(database, kind)
}

/** Rows are never deleted: a name goes when its person is erased, and with it what it is searched by. */
async function keepTexts(database: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const add = `insert into name_texts (kind, owner_id, text) select 'user', new.name_hash, new.name where new.name is not null;`
  const remove = `delete from name_texts where owner_id = old.name_hash and kind = 'user';`
  const differs = kind === 'sqlite' ? 'new.name is not old.name' : 'new.name is distinct from old.name'
  const does = (body: string): string =>
    kind === 'sqlite' ? `begin ${body} end` : "execute function keep_name_text('user', 'name_hash', 'name')"
  for (const [word, event, condition, body] of [
    ['added', 'insert', 'new.name is not null', add],
    ['changed', 'update of name', differs, `${remove} ${add}`],
  ] as const)
    await sql
      .raw(
        `create trigger user_names_text_${word} after ${event} on user_names for each row when (${condition}) ${does(body)}`,
      )
      .execute(database)
}
