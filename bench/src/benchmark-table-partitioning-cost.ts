// The product does not partition tables. Arguments: `[ROWS [plain|by month]]`; by default, this
// takes 15 minutes and 8 GB of temporary disk.
import { openDatabase } from '@countersign/server/platform/database/open-sqlite-or-postgres-database'
import { queryTestPostgresServer, startTestPostgresServer } from '@countersign/testing/test-postgres-server'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { percentile } from './measure-function-call-times.ts'

const rows = Number(process.argv[2] ?? 10_000_000)
const months = 12
const dayMs = 86_400_000
const periodStart = Date.UTC(2025, 0, 1)
const monthMs = (365 * dayMs) / months
const rowsOfMonth = Math.ceil(rows / months)

const postgres = await startTestPostgresServer({ within: tmpdir() })
const admin = postgres.getDatabaseUrl('postgres')
for (const setting of [
  "shared_buffers = '768MB'",
  "maintenance_work_mem = '512MB'",
  "max_wal_size = '4GB'",
  "wal_compression = 'on'",
  'autovacuum = off',
])
  await queryTestPostgresServer(admin, `alter system set ${setting}`)
await postgres.restart()

const sessionColumns = `id text not null, token_hash text not null, person_id text not null, created_at bigint not null, last_seen_at bigint not null,
  idle_expires_at bigint not null, expires_at bigint not null, ended_at bigint, end_reason text, user_agent text not null, network_prefix text not null`
const lineColumns = `sequence bigint not null, at bigint not null, type text not null, outcome text not null, details text not null, evidence_hash text,
  previous_hash text not null, hash text not null`

const fillSessions = `insert into sessions select md5('s' || n), encode(sha256(n::text::bytea), 'hex'), md5('p' || (n % 1000000)), at, at, at + ${30 * dayMs},
  at + ${90 * dayMs}, case when at < ${periodStart + 11 * monthMs} then at + ${dayMs} end, case when at < ${periodStart + 11 * monthMs} then 'expired' end,
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', '203.0.113.' || (n % 250)
  from generate_series(1, ${rows}) n cross join lateral (select ${periodStart} + (n - 1) * ${365 * dayMs} / ${rows}::bigint as at) t`
const fillLines = `insert into audit_events select n, ${periodStart} + (n - 1) * ${365 * dayMs} / ${rows}::bigint, (array['session.started', 'session.ended', 'sign_in.refused', 'signing_key.created'])[1 + n % 4],
  'success', '{"sessionId":"' || md5('s' || n) || '","method":"key"}', encode(sha256(n::text::bytea), 'hex'), '', encode(sha256(('h' || n)::bytea), 'hex')
  from generate_series(1, ${rows}) n`

type Figures = Record<string, string>
const shapes = ['plain', 'by month'] as const
const chosen = shapes.filter((shape) => process.argv[3] === undefined || process.argv[3] === shape)
const results = new Map<string, Figures>()
for (const shape of chosen) results.set(shape, await measureShape(shape))
await postgres.stop()
const [plain = {}, partitioned = {}] = shapes.map((shape) => results.get(shape))
console.log(`${rows} rows each, ${months} months\n`)
for (const name of Object.keys({ ...plain, ...partitioned }))
  console.log(`| ${name} | ${plain[name] ?? ''} | ${partitioned[name] ?? ''} |`)
process.exit()

async function measureShape(shape: (typeof shapes)[number]): Promise<Figures> {
  const isPartitioned = shape === 'by month'
  const address = await postgres.createDatabase(isPartitioned ? 'partitioned' : 'plain')
  const figures: Figures = {}
  await createTables(address, isPartitioned)
  const database = openDatabase(address)
  const { pool } = database
  if (pool === null) throw new Error('PostgreSQL is not available')

  const tell = (name: string, figure: string): void => {
    figures[name] = figure
    console.error(`${new Date().toISOString()} ${shape}: ${name}: ${figure}`)
  }
  await measureSessions(address, pool, isPartitioned, tell)
  await queryTestPostgresServer(address, 'drop table sessions')
  await measureLines(address, pool, tell)
  await pool.end()
  await queryTestPostgresServer(admin, `drop database ${isPartitioned ? 'partitioned' : 'plain'} with (force)`)
  return figures
}

type Pool = NonNullable<ReturnType<typeof openDatabase>['pool']>
type Tell = (name: string, figure: string) => void

async function measureSessions(address: string, pool: Pool, isPartitioned: boolean, tell: Tell): Promise<void> {
  tell(
    'fill sessions, with indexes',
    await timed(async () => {
      await queryTestPostgresServer(address, fillSessions)
      await createSessionIndexes(address, isPartitioned)
    }),
  )
  await queryTestPostgresServer(address, 'vacuum (analyze) sessions')
  tell('size of sessions', await sizeOf(address, 'sessions'))

  const byToken = 'select id, person_id, expires_at from sessions where token_hash = $1 and ended_at is null'
  const newest = rows - 1
  const anyToken = (): string[] => [hashOf(newest - Math.floor(Math.random() * rowsOfMonth * 0.9))]
  tell('a session by its token, prepared', await timesOf(pool, { name: 'byToken', text: byToken }, anyToken))
  tell('the same, planned each time', await timesOf(pool, { text: byToken }, anyToken))
  tell('planning time', await planningOf(pool, byToken.replace('$1', `'${hashOf(newest)}'`)))
  // Simulates a token that contains the month in which its session started.
  const withMonth = `${byToken} and created_at >= $2 and created_at < $3`
  tell(
    'the same, by token and month, prepared',
    await timesOf(pool, { name: 'withMonth', text: withMonth }, () => [
      ...anyToken(),
      Math.floor(periodStart + 11 * monthMs),
      Math.floor(periodStart + 12 * monthMs),
    ]),
  )
  tell(
    'fifty newest sessions of a person',
    await timesOf(
      pool,
      {
        name: 'ofPerson',
        text: 'select id from sessions where person_id = $1 order by created_at desc, id desc limit 50',
      },
      () => [md5Of(`p${Math.floor(Math.random() * 1_000_000)}`)],
    ),
  )
  tell('sessions started per second (10 connections)', await insertRate(pool))
  await deleteMonth(address, pool, isPartitioned, tell)
}

async function measureLines(address: string, pool: Pool, tell: Tell): Promise<void> {
  tell(
    'fill entries, with indexes',
    await timed(async () => {
      await queryTestPostgresServer(address, fillLines)
      await queryTestPostgresServer(address, 'create index on audit_events (type, sequence)')
      await queryTestPostgresServer(address, 'alter table audit_events add primary key (sequence)')
    }),
  )
  await queryTestPostgresServer(address, 'vacuum (analyze) events')
  tell('size of entries', await sizeOf(address, 'events'))
  tell(
    'an entry by its number',
    await timesOf(pool, { name: 'line', text: 'select * from audit_events where sequence = $1' }, () => [
      1 + Math.floor(Math.random() * rows),
    ]),
  )
  tell(
    'fifty newest entries of a type',
    await timesOf(
      pool,
      { name: 'newest', text: 'select * from audit_events where type = $1 order by sequence desc limit 50' },
      () => ['sign_in.refused'],
    ),
  )
}

/** Partitions sessions by start time, and entries by sequence number, which is the lookup key. */
async function createTables(address: string, isPartitioned: boolean): Promise<void> {
  if (!isPartitioned) {
    await queryTestPostgresServer(address, `create table sessions (${sessionColumns})`)
    await queryTestPostgresServer(address, `create table audit_events (${lineColumns})`)
    return
  }
  await queryTestPostgresServer(address, `create table sessions (${sessionColumns}) partition by range (created_at)`)
  await queryTestPostgresServer(address, `create table audit_events (${lineColumns}) partition by range (sequence)`)
  for (let month = 0; month <= months; month += 1) {
    const [from, to] = [periodStart + month * monthMs, periodStart + (month + 1) * monthMs].map(Math.floor)
    await queryTestPostgresServer(
      address,
      `create table sessions_${month} partition of sessions for values from (${from}) to (${to})`,
    )
    await queryTestPostgresServer(
      address,
      `create table audit_events_${month} partition of audit_events for values from (${month * rowsOfMonth + 1}) to (${(month + 1) * rowsOfMonth + 1})`,
    )
  }
}

/** A unique index must include the partition key, so tokens are unique only within a month. */
async function createSessionIndexes(address: string, isPartitioned: boolean): Promise<void> {
  const key = isPartitioned ? ', created_at' : ''
  await queryTestPostgresServer(address, `alter table sessions add primary key (id${key})`)
  await queryTestPostgresServer(address, `create unique index on sessions (token_hash${key})`)
  await queryTestPostgresServer(address, 'create index on sessions (person_id, created_at, id)')
  await queryTestPostgresServer(address, 'create index on sessions (ended_at) where ended_at is not null')
}

async function deleteMonth(address: string, pool: Pool, isPartitioned: boolean, tell: Tell): Promise<void> {
  const walBefore = await walOf(address)
  let gone = 0
  const batches: number[] = []
  tell(
    'deleting a month of old sessions',
    await timed(async () => {
      if (isPartitioned) {
        await queryTestPostgresServer(address, 'drop table sessions_0')
        return
      }
      for (;;) {
        const at = performance.now()
        const { rowCount } = await pool.query(
          'delete from sessions where id in (select id from sessions where ended_at < $1 order by ended_at limit 1000)',
          [Math.floor(periodStart + monthMs + dayMs)],
        )
        batches.push(performance.now() - at)
        gone += rowCount ?? 0
        if ((rowCount ?? 0) < 1000) break
      }
    }),
  )
  tell(
    'its rows, and the slowest batch of a thousand',
    isPartitioned
      ? 'at once'
      : `${gone}, ${percentile(batches, 1).toFixed(0)} ms (median ${percentile(batches, 0.5).toFixed(0)} ms)`,
  )
  tell('write-ahead log written for it', `${(((await walOf(address)) - walBefore) / 1e6).toFixed(1)} MB`)
  tell('vacuum of sessions afterward', await timed(() => queryTestPostgresServer(address, 'vacuum sessions')))
  tell('size of sessions afterward', await sizeOf(address, 'sessions'))
}

async function walOf(address: string): Promise<number> {
  const [row] = await queryTestPostgresServer(
    address,
    "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes",
  )
  return Number(row?.['bytes'])
}

async function sizeOf(address: string, table: string): Promise<string> {
  const [row] = await queryTestPostgresServer(
    address,
    `select sum(pg_total_relation_size(c.oid))::float8 as bytes, sum(pg_indexes_size(c.oid))::float8 as indexes from pg_class c
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname ~ '^${table}(_[0-9]+)?$'`,
  )
  return `${(Number(row?.['bytes']) / 1e9).toFixed(2)} GB (${(Number(row?.['indexes']) / 1e9).toFixed(2)} of them indexes)`
}

async function timesOf(pool: Pool, query: { name?: string; text: string }, values: () => unknown[]): Promise<string> {
  const client = await pool.connect()
  const times: number[] = []
  for (let turn = 0; turn < 2500; turn += 1) {
    const given = values()
    const at = performance.now()
    await client.query({ ...query, values: given })
    if (turn >= 500) times.push((performance.now() - at) * 1000)
  }
  client.release()
  return `${percentile(times, 0.5).toFixed(0)} µs (99 %: ${percentile(times, 0.99).toFixed(0)})`
}

async function planningOf(pool: Pool, text: string): Promise<string> {
  const client = await pool.connect()
  const times: number[] = []
  for (let turn = 0; turn < 200; turn += 1) {
    const { rows: plan } = await client.query<{ 'QUERY PLAN': [{ 'Planning Time': number }] }>(
      `explain (analyze, format json) ${text}`,
    )
    times.push((plan[0]?.['QUERY PLAN'][0]['Planning Time'] ?? 0) * 1000)
  }
  client.release()
  return `${percentile(times, 0.5).toFixed(0)} µs`
}

async function insertRate(pool: Pool): Promise<string> {
  const end = performance.now() + 10_000
  let count = 0
  const at = Math.floor(periodStart + 12 * monthMs - dayMs)
  await Promise.all(
    Array.from({ length: 10 }, async (_, connection) => {
      const client = await pool.connect()
      for (let turn = 0; performance.now() < end; turn += 1) {
        const name = `${connection}-${turn}`
        await client.query({
          name: 'begin',
          text: 'insert into sessions values ($1, $2, $3, $4, $4, $4, $4, null, null, $5, $6)',
          values: [md5Of(`new${name}`), hashOf(`new${name}`), md5Of(`p${turn}`), at, 'Mozilla/5.0', '203.0.113.1'],
        })
        count += 1
      }
      client.release()
    }),
  )
  return `${Math.round(count / 10)}`
}

function hashOf(value: number | string): string {
  return createHash('sha256').update(String(value)).digest('hex')
}

function md5Of(value: string): string {
  return createHash('md5').update(value).digest('hex')
}

async function timed(work: () => Promise<unknown>): Promise<string> {
  const at = performance.now()
  await work()
  const ms = performance.now() - at
  return ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`
}
