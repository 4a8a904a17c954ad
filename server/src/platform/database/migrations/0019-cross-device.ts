// Sign-ins that another device answers (decision 0051). A *before* (expand): it adds a table, of which an instance of the release before knows nothing,
// and permits that lines about those that were ended are let go as those about other refused attempts are.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../open-database.ts'

export const changes = ['events']

export async function up(queries: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { schema } = queries
  await schema
    .createTable('cross_device_requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('code_hash', 'text', (column) => column.notNull().unique())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text')
    .addColumn('interaction_id', 'text')
    .addColumn('browser_hash', 'text', (column) => column.notNull())
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .addColumn('network_prefix', 'text', (column) => column.notNull())
    .addColumn('pair', 'text', (column) => column.notNull())
    .addColumn('pairs', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('answering_hash', 'text')
    .addColumn('pass_hash', 'text')
    .addColumn('challenges', 'text', (column) => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('challenge_id', 'text')
    .addColumn('session_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', 'bigint')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('cross_device_expiry').on('cross_device_requests').column('expires_at').execute()
  // Of those that wait, few have been opened, fewer a moment ago.
  await sql`create index cross_device_changed on cross_device_requests (changed_at) where changed_at is not null`.execute(
    queries,
  )
  await schema.createIndex('cross_device_browser').on('cross_device_requests').column('browser_hash').execute()
  for (const name of ['challenge_id', 'session_id', 'person_id', 'answering_hash'])
    await sql`create index ${sql.ref(`cross_device_${name}`)} on cross_device_requests (${sql.ref(name)}) where ${sql.ref(name)} is not null`.execute(
      queries,
    )
  await sql`create index cross_device_signed on cross_device_requests (expires_at) where answer is not null`.execute(
    queries,
  )
  await permitLettingGo(queries, kind)
}

/** The kinds of line that may be let go. The code has them as well, as of now; what a migration does is never changed. */
const passingTypes = ['sign-in.refused', 'step-up.refused', 'wallet.refused', 'passkey.refused', 'cross_device.ended']

/** As 0007 has it, for one kind more. */
async function permitLettingGo(queries: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const types = passingTypes.map((type) => `'${type}'`).join(', ')
  const allowed =
    sql.raw(`old.let_go_by is null and new.let_go_by is not null and old.outcome = 'refused' and old.type in (${types})
    and new.sequence = old.sequence and new.at = old.at and new.hash = old.hash and new.type = 'line.let_go' and new.outcome = 'success'
    and new.details = '{}' and new.evidence_hash is null and new.previous_hash = ''`)
  if (kind === 'sqlite') {
    await sql`drop trigger events_no_update`.execute(queries)
    await sql`create trigger events_no_update before update on events when not (${allowed})
      begin select raise(abort, 'the activity log is append-only'); end`.execute(queries)
    return
  }
  await sql`drop trigger events_let_go_only on events`.execute(queries)
  await sql`create trigger events_let_go_only before update on events
    for each row when (not (${allowed})) execute function refuse_event_change()`.execute(queries)
}
