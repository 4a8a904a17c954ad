// What keeps every look as cheap with a million people as with a thousand (decision 0022): an index of the parts of names (full-text search
// by a trigram index), and indexes that are counted and gone through in pieces.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../open-database.ts'

/** What people are searched for by: the kind of a text, the table that has it, whose it is, and where it stands. */
const searched = [
  ['person', 'people', 'id', 'folded_name'],
  ['label', 'wallets', 'id', 'folded_label'],
  ['wallet', 'wallet_names', 'wallet_id', 'name'],
] as const

export async function up(database: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await collectNames(database, kind)
  if (kind === 'sqlite') await indexPartsBySqlite(database)
  else await indexPartsByPostgres(database)
  await keepNames(database, kind)

  const { schema } = database
  // Counted in pieces, each of which goes on behind the last row of the one before.
  await schema.dropIndex('people_status').execute()
  await schema.createIndex('people_status').on('people').columns(['status', 'id']).execute()
  await schema.dropIndex('authorizations_application').execute()
  await schema
    .createIndex('authorizations_application')
    .on('authorizations')
    .columns(['application_id', 'person_id', 'session_id'])
    .execute()
  // What ran out is found by either end, and what is live is counted by the first; the second does not move when a session is used.
  await schema.dropIndex('sessions_idle').execute()
  await sql`create index sessions_idle on sessions (idle_expires_at, expires_at, id) where ended_at is null`.execute(
    database,
  )
  await schema.dropIndex('sessions_live').execute()
  await sql`create index sessions_expiry on sessions (expires_at) where ended_at is null`.execute(database)
  // Whoever has been here for years has thousands that ended.
  await sql`create index sessions_live_person on sessions (person_id, created_at, id) where ended_at is null`.execute(
    database,
  )
  await schema.dropIndex('sessions_contract_due').execute()
  await sql`create index sessions_contract_due on sessions (contract_due_at, id) where ended_at is null and contract_due_at is not null`.execute(
    database,
  )
  await schema.dropIndex('logout_deliveries_due').execute()
  await sql`create index logout_deliveries_due on logout_deliveries (next_attempt_at, id) where settled_at is null`.execute(
    database,
  )
  // Few offers wait, and merges stay.
  await sql`create index merges_waiting on merges (expires_at) where merged_at is null`.execute(database)
  // Few are not active, and these are listed in every order.
  const few = sql`where status <> 'active'`
  await sql`create index people_set_aside_seen on people (status, last_seen_at, id) ${few}`.execute(database)
  await sql`create index people_set_aside_created on people (status, created_at, id) ${few}`.execute(database)
  await sql`create index people_set_aside_name_up on people (status, (coalesce('0' || folded_name, '1')), id) ${few}`.execute(
    database,
  )
  await sql`create index people_set_aside_name_down on people (status, (coalesce('1' || folded_name, '0')), id) ${few}`.execute(
    database,
  )
  // Others answer what these did: the index of parts, and that of when a grant was used.
  for (const name of ['wallets_labelled', 'wallet_names_name', 'grants_application'])
    await schema.dropIndex(name).execute()
}

/** All names in one place, each written when it changes and at no sign-in. */
async function collectNames(database: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await database.schema
    .createTable('name_texts')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigint', (column) =>
      kind === 'sqlite' ? column.primaryKey() : column.generatedByDefaultAsIdentity().primaryKey(),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .execute()
  for (const [name, table, owner, text] of searched) {
    await sql`insert into name_texts (kind, owner_id, text) select ${sql.lit(name)}, ${sql.ref(owner)}, ${sql.ref(text)} from ${sql.table(table)} where ${sql.ref(text)} is not null`.execute(
      database,
    )
  }
  await database.schema
    .createIndex('name_texts_owner')
    .on('name_texts')
    .columns(['owner_id', 'kind'])
    .unique()
    .execute()
}

/** The texts themselves stay in their table. What is taken from the index is overwritten, and not only marked as gone (THREATS P9). */
async function indexPartsBySqlite(database: Kysely<unknown>): Promise<void> {
  await sql`create virtual table name_parts using fts5(text, content = 'name_texts', content_rowid = 'id', tokenize = 'trigram case_sensitive 1', detail = 'none', columnsize = 0)`.execute(
    database,
  )
  await sql`insert into name_parts (name_parts, rank) values ('secure-delete', 1)`.execute(database)
  await sql`insert into name_parts (name_parts) values ('rebuild')`.execute(database)
  await sql`create trigger name_texts_added after insert on name_texts begin
    insert into name_parts (rowid, text) values (new.id, new.text);
  end`.execute(database)
  await sql`create trigger name_texts_removed after delete on name_texts begin
    insert into name_parts (name_parts, rowid, text) values ('delete', old.id, old.text);
  end`.execute(database)
}

/** Of PostgreSQL's own: the extension for this (pg_trgm) is not installed everywhere. */
async function indexPartsByPostgres(database: Kysely<unknown>): Promise<void> {
  await sql`create function parts_of(whole text) returns text[] language sql immutable strict parallel safe as
    $$ select array(select distinct substr(whole, place, 3) from generate_series(1, length(whole) - 2) as place) $$`.execute(
    database,
  )
  await sql`create index name_texts_parts on name_texts using gin (parts_of(text)) with (fastupdate = off)`.execute(
    database,
  )
}

/** By the database itself, because names are written at many places, and by servers of an earlier version that still run. */
async function keepNames(database: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind === 'postgres') {
    await sql`create function keep_name_text() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          delete from name_texts where owner_id = to_jsonb(old) ->> tg_argv[1] and kind = tg_argv[0];
        end if;
        if tg_op <> 'DELETE' and to_jsonb(new) ->> tg_argv[2] is not null then
          insert into name_texts (kind, owner_id, text) values (tg_argv[0], to_jsonb(new) ->> tg_argv[1], to_jsonb(new) ->> tg_argv[2]);
        end if;
        return null;
      end $$`.execute(database)
  }
  for (const [name, table, owner, text] of searched) {
    const remove = `delete from name_texts where owner_id = old.${owner} and kind = '${name}';`
    const add = `insert into name_texts (kind, owner_id, text) select '${name}', new.${owner}, new.${text} where new.${text} is not null;`
    // The condition stands outside, so that whoever has no name, and whoever signs in, costs nothing.
    const steps = [
      ['insert', 'added', `new.${text} is not null`, add],
      [
        `update of ${text}`,
        'changed',
        kind === 'sqlite' ? `new.${text} is not old.${text}` : `new.${text} is distinct from old.${text}`,
        `${remove} ${add}`,
      ],
      ['delete', 'removed', `old.${text} is not null`, remove],
    ] as const
    for (const [event, word, condition, body] of steps) {
      const does =
        kind === 'sqlite' ? `begin ${body} end` : `execute function keep_name_text('${name}', '${owner}', '${text}')`
      await sql
        .raw(`create trigger ${table}_text_${word} after ${event} on ${table} for each row when (${condition}) ${does}`)
        .execute(database)
    }
  }
}
