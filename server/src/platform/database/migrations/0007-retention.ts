// What is kept for a time, and no longer: lines about refused attempts that leave their hash alone, ended sessions with their proofs,
// browsers. A signed message is kept once, as evidence of its line, which says of which proof it is.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../open-database.ts'

export async function up(database: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { schema } = database

  await keepMessagesOnce(database, kind)

  await schema.alterTable('events').addColumn('let_go_by', 'bigint').execute()
  await permitLettingGo(database, kind)
  // One row: up to where lines were looked at, how many batches were let go, and since when the clock is believed.
  await schema
    .createTable('retention')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('batch', 'bigint', (column) => column.notNull())
    .addColumn('looked_at', 'bigint', (column) => column.notNull())
    .addColumn('steady_since', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into retention (id, sequence, batch, looked_at, steady_since) values (1, 0, 0, 0, 0)`.execute(
    database,
  )

  await sql`create index sessions_ended on sessions (ended_at) where ended_at is not null`.execute(database)
  // The newest proof of a wallet, and those whose time is over.
  await schema.dropIndex('proofs_wallet').execute()
  await schema.createIndex('proofs_wallet').on('proofs').columns(['wallet_id', 'verified_at']).execute()
  await schema.createIndex('browsers_seen').on('browsers').column('last_seen_at').execute()

  // Most lines of strangers name nobody, and need no place in the index of who.
  await schema.dropIndex('event_evidence_person').execute()
  await sql`create index event_evidence_person on event_evidence (person_id, sequence) where person_id is not null`.execute(
    database,
  )
  if (kind === 'sqlite') await keepLinksOnce(database)
}

/** The kinds of line that have a signed message as evidence. */
const signedTypes = ['session.started', 'session.confirmed', 'wallet.linked', 'identity.merged']
/** How many lines are given their proof by one statement. */
const batchSize = 500

/** A proof had its message beside the line that has it as well. It keeps its own only where there is no such line. */
async function keepMessagesOnce(database: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { schema } = database
  await schema.alterTable('event_evidence').addColumn('proof_id', 'text').execute()
  // Messages are long, and begin alike; they end in the times of their challenge, so that this index is short and in the order of the log.
  const key = (message: string) =>
    kind === 'sqlite' ? sql`substr(${sql.ref(message)}, -32)` : sql`right(${sql.ref(message)}, 32)`
  await sql`create index proofs_message on proofs (${kind === 'sqlite' ? sql`substr(message, -32)` : sql`right(message, 32)`})`.execute(
    database,
  )
  for (const type of signedTypes) {
    for (let after = 0; ;) {
      // Those whose evidence is erased are read as well, so that the last one says where to go on.
      const { rows } = await sql<{ sequence: number; content: string | null }>`select line.sequence, content
        from (select sequence from events where type = ${type} and sequence > ${after} order by sequence limit ${batchSize}) as line
        left join event_evidence on event_evidence.sequence = line.sequence order by line.sequence`.execute(database)
      const last = rows.at(-1)
      if (last === undefined) break
      after = last.sequence
      const signed = rows.flatMap(({ sequence, content }) => {
        const { message, signature } = JSON.parse(content ?? '{}') as { message?: string; signature?: string }
        return message === undefined || signature === undefined
          ? []
          : [sql`(cast(${sequence} as bigint), cast(${message} as text), cast(${signature} as text))`]
      })
      if (signed.length === 0) continue
      await sql`update event_evidence set proof_id = found.id
        from (select line.column1 as sequence, min(proofs.id) as id from (values ${sql.join(signed)}) as line
          inner join proofs on ${key('proofs.message')} = ${key('line.column2')} and proofs.message = line.column2 and proofs.signature = line.column3
          group by line.column1) as found
        where event_evidence.sequence = found.sequence`.execute(database)
    }
  }
  await sql`create index event_evidence_proof on event_evidence (proof_id) where proof_id is not null`.execute(database)
  await schema.dropIndex('proofs_message').execute()
  for (const name of ['message', 'signature']) {
    await schema.alterTable('proofs').addColumn(`kept_${name}`, 'text').execute()
    await sql`update proofs set ${sql.ref(`kept_${name}`)} = ${sql.ref(name)}
      where not exists (select 1 from event_evidence where event_evidence.proof_id = proofs.id)`.execute(database)
  }
  for (const name of ['message', 'signature']) await schema.alterTable('proofs').dropColumn(name).execute()
}

/** The kinds of line that may be let go. The code has them as well, as of now; what a migration does is never changed. */
const passingTypes = ['sign-in.refused', 'step-up.refused', 'wallet.refused', 'passkey.refused']

/** The log stays append-only but for this: of a line about a refused attempt everything may go except its place, time and hash. */
async function permitLettingGo(database: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const types = passingTypes.map((type) => `'${type}'`).join(', ')
  const allowed =
    sql.raw(`old.let_go_by is null and new.let_go_by is not null and old.outcome = 'refused' and old.type in (${types})
    and new.sequence = old.sequence and new.at = old.at and new.hash = old.hash and new.type = 'line.let_go' and new.outcome = 'success'
    and new.details = '{}' and new.evidence_hash is null and new.previous_hash = ''`)
  if (kind === 'sqlite') {
    await sql`drop trigger events_no_update`.execute(database)
    await sql`create trigger events_no_update before update on events when not (${allowed})
      begin select raise(abort, 'the activity log is append-only'); end`.execute(database)
    return
  }
  await sql`drop trigger events_append_only on events`.execute(database)
  await sql`create trigger events_append_only before delete or truncate on events
    for each statement execute function refuse_event_change()`.execute(database)
  await sql`create trigger events_let_go_only before update on events
    for each row when (not (${allowed})) execute function refuse_event_change()`.execute(database)
}

/** A link is nothing but its key: SQLite kept it twice, as a row and in the index of its key. */
async function keepLinksOnce(database: Kysely<unknown>): Promise<void> {
  await sql`create table event_links_once (kind text not null, target text not null, sequence bigint not null references events (sequence),
    constraint event_links_identity primary key (kind, target, sequence)) without rowid`.execute(database)
  await sql`insert into event_links_once (kind, target, sequence) select kind, target, sequence from event_links order by kind, target, sequence`.execute(
    database,
  )
  await database.schema.dropTable('event_links').execute()
  await sql`alter table event_links_once rename to event_links`.execute(database)
}
