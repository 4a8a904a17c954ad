// Multiplies demo people inside the database for load tests. Copied audit entries are not chained.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { startTestMerkleTreeAfterSequence } from './bulk-insert-audit-entries-with-fake-hashes.ts'
import type { Database, DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'
import type { DatabaseSchema } from '../platform/database/database-schema.ts'

type Table = keyof DatabaseSchema & string

/** SQL expressions for the columns that differ in a copy. */
type ColumnChanges = Record<string, RawBuilder<unknown>>

/** The copy number as six digits. */
const digits = sql.raw(`substr(cast(1000000 + copy.number as text), 2)`)

/** Keeps the length. The copy number comes first, so that index inserts are in order. */
const uniqueCopy = (column: string): RawBuilder<unknown> =>
  sql`case when ${sql.ref(column)} is null then null else ${digits} || substr(${sql.ref(column)}, 7) end`
const ownAddress: RawBuilder<unknown> = sql`substr(address, 1, 36) || ${digits}`
/** Prefixes a generated first name, so that copies are not adjacent in sort order. */
const syllable = (divisor: number): string =>
  `substr('bdfgklmnprstvz', cast(1 + (copy.number / ${divisor}) % 14 as int), 1) || substr('aeiou', cast(1 + (copy.number / ${divisor * 14}) % 5 as int), 1)`
const ownName = (column: string): RawBuilder<unknown> =>
  sql`${sql.raw(`${syllable(1)} || ${syllable(70)} || 'n '`)} || ${sql.ref(column)}`

const owned = (...columns: string[]): ColumnChanges =>
  Object.fromEntries(columns.map((column) => [column, uniqueCopy(column)]))

/** Copies share the time range of the original log. */
interface CloneSpan {
  copies: number
  start: number
  length: number
  lines: number
}

function changesOf({ copies, start, length, lines }: CloneSpan): Partial<Record<Table, ColumnChanges>> {
  const part = Math.floor(length / (copies + 1))
  const inPart = (column: string): RawBuilder<unknown> =>
    sql.raw(`cast(${start} + copy.number * ${part} + (${column} - ${start}) / ${copies + 1} as bigint)`)
  // Spreads times in a different order than IDs; the prime avoids equal times.
  const apart = (column: string): RawBuilder<unknown> =>
    sql.raw(`${column} - copy.number * 1000000007 % ${Math.max(1, Math.floor(length / 3))}`)
  const place = sql.raw(`sequence + copy.number * ${lines}`)
  return {
    people: {
      ...owned('id'),
      display_name: ownName('display_name'),
      display_name_folded: ownName('display_name_folded'),
      created_at: inPart('created_at'),
      last_seen_at: apart('last_seen_at'),
    },
    wallets: { ...owned('id', 'person_id'), address: ownAddress, linked_at: inPart('linked_at') },
    wallet_names: {
      ...owned('wallet_id', 'avatar_id'),
      name: sql`replace(name, '.eth', ${digits} || '.eth')`,
      recheck_at: sql.raw('recheck_at + copy.number'),
    },
    passkeys: owned('id', 'person_id', 'credential_id', 'user_handle'),
    browsers: owned('id', 'person_id', 'browser_hash'),
    proofs: { ...owned('id', 'wallet_id'), verified_at: apart('verified_at') },
    sessions: {
      ...owned('id', 'token_hash', 'person_id', 'wallet_id', 'proof_id', 'passkey_id', 'browser_id'),
      created_at: apart('created_at'),
    },
    grants: { ...owned('id', 'person_id'), last_used_at: apart('last_used_at') },
    authorizations: owned('id', 'session_id', 'person_id', 'sid', 'subject', 'proof_id'),
    subjects: owned('person_id', 'subject'),
    provider_records: owned('id_hash', 'authorization_id', 'person_id'),
    group_members: { ...owned('person_id'), checked_at: apart('checked_at') },
    audit_events: { sequence: place, at: inPart('at') },
    audit_event_evidence: { sequence: place, ...owned('person_id', 'proof_id') },
    audit_event_links: { sequence: place },
  }
}

/** @param spanMs length of the time range that ends at `now` */
export async function clonePeopleForLoadTests(
  database: Database,
  copies: number,
  { now, spanMs }: { now: number; spanMs: number },
): Promise<void> {
  const { kind } = database
  await database.runWithoutTimeouts(async (queries) => {
    // Fast but unsafe settings; an interrupted run must start over with a new database.
    if (kind === 'sqlite')
      for (const choice of ['foreign_keys = off', 'journal_mode = memory', 'synchronous = off', 'cache_size = -500000'])
        await sql.raw(`pragma ${choice}`).execute(queries)
    await queries.connection().execute(async (connection) => {
      if (kind === 'postgres')
        for (const choice of ['session_replication_role = replica', `maintenance_work_mem = '256MB'`])
          await sql.raw(`set ${choice}`).execute(connection)
      await connection.transaction().execute(async (transaction) => {
        const indexes = await dropIndexes(kind, transaction)
        const { sequence: lines } = await transaction
          .selectFrom('audit_log_head')
          .select('sequence')
          .executeTakeFirstOrThrow()
        const changes = changesOf({ copies, start: now - spanMs, length: spanMs, lines })
        for (const [table, changed] of Object.entries(changes))
          await copyTable(transaction, table as Table, changed, copies)
        await lengthenLog(transaction, lines, copies)
        for (const statement of indexes) await sql.raw(statement).execute(transaction)
      })
      if (kind === 'postgres')
        for (const choice of ['session_replication_role', 'maintenance_work_mem'])
          await sql.raw(`reset ${choice}`).execute(connection)
    })
    if (kind === 'sqlite')
      for (const choice of ['foreign_keys = on', 'journal_mode = wal', 'synchronous = full', 'cache_size = -16000'])
        await sql.raw(`pragma ${choice}`).execute(queries)
    // PostgreSQL would soon run this automatically; a server never runs it on SQLite.
    else await sql`vacuum analyze`.execute(queries)
  })
}

async function dropIndexes(kind: Database['kind'], queries: DatabaseQueryBuilder): Promise<string[]> {
  const list =
    kind === 'sqlite'
      ? sql<{
          name: string
          definition: string
        }>`select name, sql as definition from sqlite_master where type = 'index' and sql is not null`
      : sql<{ name: string; definition: string }>`select indexname as name, indexdef as definition from pg_indexes
          where schemaname = 'public' and not exists (select 1 from pg_constraint where conname = indexname)`
  const { rows } = await list.execute(queries)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(queries)
  return rows.map(({ definition }) => definition)
}

async function copyTable(
  queries: DatabaseQueryBuilder,
  table: Table,
  changes: ColumnChanges,
  copies: number,
): Promise<void> {
  const { columns = [] } = (await queries.introspection.getTables()).find(({ name }) => name === table) ?? {}
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const values = sql.join(columns.map(({ name }) => changes[name] ?? sql.ref(name)))
  const originals = sql.ref(`original_${table}`)
  await sql`create temporary table ${originals} as select * from ${sql.table(table)}`.execute(queries)
  await sql`insert into ${sql.table(table)} (${names})
    with recursive copy (number) as (select cast(1 as bigint) union all select number + 1 from copy where number < ${copies})
    select ${values} from copy cross join ${originals}`.execute(queries)
  await sql`drop table ${originals}`.execute(queries)
}

/** Updates counters as if every entry had been written normally. */
async function lengthenLog(queries: DatabaseQueryBuilder, lines: number, copies: number): Promise<void> {
  const head = lines * (copies + 1)
  await startTestMerkleTreeAfterSequence(queries, head)
  await queries.updateTable('audit_event_cursor').set({ sequence: head }).execute()
  await queries
    .updateTable('audit_event_counts')
    .set((expression) => ({ count: expression('count', '*', copies + 1) }))
    .execute()
  await queries.deleteFrom('audit_event_hours').execute()
  await sql`insert into audit_event_hours (hour, first_sequence, last_sequence) select at / 3600000, min(sequence), max(sequence) from audit_events group by 1`.execute(
    queries,
  )
}
