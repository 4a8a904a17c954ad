// Runs on PostgreSQL (decision 0058). Arguments: `[LINES]`, by default a million.
import { sequencePendingAuditEntries } from '@countersign/server/audit-log/audit-log-sequencer'
import { runMigrations } from '@countersign/server/platform/database/run-migrations'
import { openDatabase } from '@countersign/server/platform/database/open-sqlite-or-postgres-database'
import { queryTestPostgresServer, startTestPostgresServer } from '@countersign/testing/test-postgres-server'
import { median } from './measure-function-call-times.ts'

const lines = Number(process.argv[2] ?? 1_000_000)
const people = 1000

/** One entry in four has a person, an application and an actor, as sign-in entries do. */
const fill = `insert into pending_audit_events (at, type, outcome, details, evidence_hash, person_id, salt, content, address, proof_id)
  select 1764200000000 + n, (array['session.started', 'session.ended', 'sign_in.refused', 'consent.granted'])[1 + n % 4], case when n % 4 = 2 then 'refused' else 'success' end,
    case when n % 4 = 3 then '{"applicationId":"' || substr(md5((n % 50)::text), 1, 26) || '"}' when n % 4 = 2 then '{"reason":"signature invalid"}' else '{"sessionId":"' || substr(md5('s' || n), 1, 26) || '"}' end,
    encode(sha256(n::text::bytea), 'hex'), case when n % 4 = 2 then null else 'person' || n % ${people} end, md5('salt' || n),
    '{"networkPrefix":"203.0.113.0/24","userAgent":"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}',
    case when n % 4 = 2 then '0x' || substr(encode(sha256(('a' || n)::bytea), 'hex'), 1, 40) end, null
  from generate_series(1, ${lines}) n`

console.log('commit   entries    in         entries/s   batch of 500: median   first tenth, last tenth (entries/s)')
for (const commitDelayMs of [0, 5]) {
  const postgres = await startTestPostgresServer({ isDurable: true })
  const admin = postgres.getDatabaseUrl('postgres')
  const address = await postgres.createDatabase('sequenced')
  const database = openDatabase(address)
  await runMigrations(database)
  await queryTestPostgresServer(
    address,
    `insert into people (id, status, created_at, last_seen_at) select 'person' || n, 'active', 0, 0 from generate_series(0, ${people - 1}) n`,
  )
  await queryTestPostgresServer(address, fill)
  await queryTestPostgresServer(address, 'vacuum (analyze) pending_audit_events')
  await queryTestPostgresServer(admin, `alter system set commit_delay = ${commitDelayMs * 1000}`)
  await queryTestPostgresServer(admin, 'alter system set commit_siblings = 0')
  await queryTestPostgresServer(admin, 'select pg_reload_conf()')

  const steps: { ms: number; sealed: number }[] = []
  const startedAt = performance.now()
  for (;;) {
    const at = performance.now()
    const sealed = (await sequencePendingAuditEntries(database.queries)) ?? 0
    if (sealed === 0) break
    steps.push({ ms: performance.now() - at, sealed })
  }
  const seconds = (performance.now() - startedAt) / 1000
  const tenth = Math.max(1, Math.floor(steps.length / 10))
  const rate = (some: typeof steps): string => {
    const [done, ms] = [some.reduce((sum, one) => sum + one.sealed, 0), some.reduce((sum, one) => sum + one.ms, 0)]
    return ((done / ms) * 1000).toFixed(0)
  }
  const all = steps.reduce((sum, { sealed }) => sum + sealed, 0)
  console.log(
    `+${commitDelayMs} ms    ${String(all).padEnd(10)} ${seconds.toFixed(0).padStart(4)} s     ${(all / seconds).toFixed(0).padStart(6)}    ${median(steps.map(({ ms }) => ms)).toFixed(0)} ms   ${rate(steps.slice(0, tenth))}, ${rate(steps.slice(-tenth))}`,
  )
  await database.close()
  await postgres.stop()
}
process.exit()
