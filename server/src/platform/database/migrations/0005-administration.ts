// Administration: roles, tokens, the first owner's code, what the console shows of the log at once, how the site presents itself.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { foldText } from '../../fold-text.ts'

/** How many people are given their searched name by one statement. */
const batchSize = 500

export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database

  await schema
    .createTable('role_assignments')
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('granted_by', 'text')
    .addColumn('granted_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('role_assignments_identity', ['person_id', 'role'])
    .execute()
  await schema.createIndex('role_assignments_role').on('role_assignments').column('role').execute()

  await schema
    .createTable('api_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('permissions', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute()
  await schema.createIndex('api_tokens_person').on('api_tokens').columns(['person_id', 'created_at']).execute()

  // One row: who may claim the server, and what of the check list was set aside.
  await schema
    .createTable('setup')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('code_hash', 'text')
    .addColumn('dismissed_steps', 'text', (column) => column.notNull())
    .addColumn('backed_up_at', 'bigint')
    .execute()
  await sql`insert into setup (id, code_hash, dismissed_steps, backed_up_at) values (1, null, '[]', null)`.execute(
    database,
  )

  // Which application, actor or reason a line names: what the console filters by, beside the chain and outside of what it hashes.
  await schema
    .createTable('event_links')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull().references('events.sequence'))
    .addPrimaryKeyConstraint('event_links_identity', ['kind', 'target', 'sequence'])
    .execute()
  await schema.createIndex('events_type').on('events').columns(['type', 'sequence']).execute()
  // Few lines are refused, and who looks for an attack looks for these.
  await sql`create index events_refused on events (sequence) where outcome = 'refused'`.execute(database)

  // Lines counted by day, so that figures cost the same however long the log is; `counted` says up to where.
  await schema
    .createTable('event_counts')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('way', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('application', 'text', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('event_counts_identity', ['type', 'application', 'day', 'outcome', 'way', 'reason'])
    .execute()
  await schema
    .createTable('event_counted')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into event_counted (id, sequence) values (1, 0)`.execute(database)
  // Between which lines those of an hour lie: clocks are set back, so that times alone are no order.
  await schema
    .createTable('event_hours')
    .addColumn('hour', 'bigint', (column) => column.primaryKey())
    .addColumn('first_sequence', 'bigint', (column) => column.notNull())
    .addColumn('last_sequence', 'bigint', (column) => column.notNull())
    .execute()

  await schema
    .createTable('branding')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('choices', 'text', (column) => column.notNull())
    .addColumn('mark_media_type', 'text')
    .addColumn('mark', 'text')
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into branding (id, choices, changed_at) values (1, '{}', 0)`.execute(database)

  // When an application was used last, without looking at whoever allowed it something.
  await schema.createIndex('grants_used').on('grants').columns(['application_id', 'last_used_at']).execute()

  // Who had a wallet before as well: the index of its identity knows only who has it now.
  await schema.createIndex('wallets_address').on('wallets').column('address').execute()
  await schema.createIndex('people_seen').on('people').columns(['last_seen_at', 'id']).execute()
  await schema.createIndex('people_created').on('people').columns(['created_at', 'id']).execute()
  await nameForSearch(database)
  await labelForSearch(database)
  // Who can sign in in which way, and who belongs to which group, without looking at everybody.
  await sql`create index wallets_kind on wallets (kind, person_id) where unlinked_at is null`.execute(database)
  await sql`create index passkeys_used on passkeys (person_id) where removed_at is null`.execute(database)
  await sql`create index grants_given on grants (application_id, person_id) where withdrawn_at is null`.execute(
    database,
  )
  await sql`create index group_members_in on group_members (group_id, checked_at, person_id) where is_member = 1`.execute(
    database,
  )
  await schema.createIndex('group_members_read').on('group_members').columns(['group_id', 'checked_at']).execute()
  // To count them without reading the rows.
  await schema.createIndex('people_status').on('people').column('status').execute()
  await sql`create index sessions_live on sessions (expires_at, idle_expires_at) where ended_at is null`.execute(
    database,
  )
  // And to list them, the newest first.
  await sql`create index sessions_newest on sessions (created_at, id) where ended_at is null`.execute(database)
}

/** What people call their wallets, for the same. Few have a name, and those alone are looked through. */
async function labelForSearch(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('wallets').addColumn('folded_label', 'text').execute()
  const { rows } = await sql<{
    id: string
    label: string
  }>`select id, label from wallets where label is not null`.execute(database)
  for (const { id, label } of rows)
    await sql`update wallets set folded_label = ${foldText(label)} where id = ${id}`.execute(database)
  await sql`create index wallets_labelled on wallets (folded_label, person_id) where folded_label is not null`.execute(
    database,
  )
}

/** Names as they are searched and sorted by: without the difference of cases, which the two databases judge differently. Whoever has no
 * name comes last, whichever way the list is turned. */
async function nameForSearch(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('people').addColumn('folded_name', 'text').execute()
  for (let after = ''; ;) {
    const { rows } = await sql<{
      id: string
      display_name: string
    }>`select id, display_name from people where id > ${after} and display_name is not null order by id limit ${batchSize}`.execute(
      database,
    )
    const last = rows.at(-1)
    if (last === undefined) break
    const names = rows.map(
      ({ id, display_name }) => sql`(cast(${id} as text), cast(${foldText(display_name)} as text))`,
    )
    await sql`update people set folded_name = name.column2 from (values ${sql.join(names)}) as name where people.id = name.column1`.execute(
      database,
    )
    after = last.id
  }
  await sql`create index people_name_up on people ((coalesce('0' || folded_name, '1')), id)`.execute(database)
  await sql`create index people_name_down on people ((coalesce('1' || folded_name, '0')), id)`.execute(database)
}
