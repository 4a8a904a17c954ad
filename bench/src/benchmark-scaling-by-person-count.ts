// `npm run bench -- growth`, narrowed by `COUNTERSIGN_BENCH_PEOPLE=1000,100000` and
// `COUNTERSIGN_BENCH_DATABASES=sqlite`.
import { createServerApp } from '@countersign/server/create-server-app'
import { updateAuditEventCounts } from '@countersign/server/audit-log/count-audit-events'
import { createInMemorySpentChallengeReplayLog } from '@countersign/server/auth/challenges/spent-challenge-replay-log'
import { recheckDueGroupMemberships } from '@countersign/server/groups/membership/recheck-group-memberships'
import { systemClock, systemMonotonicClock, systemRandomBytes } from '@countersign/server/platform/clock'
import { runMigrations } from '@countersign/server/platform/database/run-migrations'
import { openDatabase } from '@countersign/server/platform/database/open-sqlite-or-postgres-database'
import { noWorkQueueLeases } from '@countersign/server/platform/cluster/work-queue-leases'
import type { Database, DatabaseKind } from '@countersign/server/platform/database/open-sqlite-or-postgres-database'
import { createMetricsRegistry } from '@countersign/server/platform/prometheus-metrics'
import { readOrCreateServerMasterKey } from '@countersign/server/platform/read-or-create-server-master-key'
import { parseServerSettings } from '@countersign/server/platform/parse-server-settings'
import { createAdminQueryPlanCases } from '@countersign/server/testing/admin-query-plan-cases'
import { clonePeopleForLoadTests } from '@countersign/server/testing/clone-people-in-test-database'
import { readQueryPlans } from '@countersign/server/testing/read-query-plans'
import { startTestPostgresServer } from '@countersign/testing/test-postgres-server'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchmarkOriginalPeople, insertBenchmarkPeople } from './insert-benchmark-people.ts'
import { median } from './measure-function-call-times.ts'
import { startBenchmarkServer, measureServerTaskTimes } from './measure-server-task-times.ts'
import { benchmarkedSignInServers } from './benchmark-sign-in-cost.ts'
import type { BenchmarkComparisonRow } from './format-benchmark-table.ts'

const linesEach = 2
const spanMs = 90 * 86_400_000
const rounds = 5
const signIns = 100

const chosen = (name: string, otherwise: string): string[] => (process.env[name] ?? otherwise).split(',')
const sizes = chosen('COUNTERSIGN_BENCH_PEOPLE', '1000,100000,1000000').map(Number)
const kinds = chosen('COUNTERSIGN_BENCH_DATABASES', 'sqlite,postgres') as DatabaseKind[]

/** Milliseconds: CPU time on SQLite, query time on PostgreSQL. */
interface ScalingCost {
  time: number
  /** Longest time without an event-loop turn; SQLite only. */
  longestBlock?: number
}

type Costs = Map<string, ScalingCost>

/** Prints its own table and returns no rows: there is no alternative to compare with. */
export async function benchmarkScalingByPersonCount(): Promise<BenchmarkComparisonRow[]> {
  for (const kind of kinds) {
    const columns: { people: number; costs: Costs }[] = []
    for (const people of sizes)
      columns.push({ people, costs: await withDatabase(kind, (address) => measure(kind, address, people)) })
    print(kind, columns)
  }
  return []
}

async function withDatabase(kind: DatabaseKind, run: (address: string) => Promise<Costs>): Promise<Costs> {
  if (kind === 'postgres') {
    const postgres = await startTestPostgresServer()
    try {
      return await run(await postgres.createDatabase('growth'))
    } finally {
      await postgres.stop()
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'countersign-growth-'))
  try {
    return await run(`sqlite:${join(folder, 'growth.db')}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(database: Database, people: number): Promise<void> {
  const now = systemClock()
  await insertBenchmarkPeople(database, { now, spanMs, auditEntries: benchmarkOriginalPeople * linesEach })
  while ((await updateAuditEventCounts(database.queries)) > 0);
  const copies = Math.round(people / benchmarkOriginalPeople) - 1
  if (copies > 0) await clonePeopleForLoadTests(database, copies, { now, spanMs })
}

async function measure(kind: DatabaseKind, address: string, people: number): Promise<Costs> {
  const costs: Costs = new Map()
  const keyFile = join(mkdtempSync(join(tmpdir(), 'countersign-growth-')), 'key')
  const database = openDatabase(address)
  try {
    await runMigrations(database)
    console.error(`  creating ${people} people on ${kind} …`)
    costs.set('(filling, seconds)', { time: (await timed(() => fill(database, people))).wall / 1000 })
    if (kind === 'sqlite') costs.set('(size, MB)', { time: statSync(address.slice('sqlite:'.length)).size / 1_000_000 })
    await measureWork(database, readOrCreateServerMasterKey(keyFile, systemRandomBytes), costs)
    // Rechecks that are due would distort the next measurement.
    await database.runWithoutTimeouts((queries) =>
      queries
        .updateTable('group_members')
        .set({ recheck_at: systemClock() + 86_400_000 })
        .execute(),
    )
  } finally {
    await database.close()
  }
  await measureServer(address, keyFile, costs)
  return costs
}

async function measureWork(database: Database, serverKey: Buffer, costs: Costs): Promise<void> {
  const { settings, report: settingReports } = parseServerSettings(
    { COUNTERSIGN_ORIGIN: 'http://localhost:4391', COUNTERSIGN_LOG_LEVEL: 'fatal' },
    undefined,
  )
  const now = systemClock()
  const cases = Object.entries(await createAdminQueryPlanCases(database, settings, now))
  for (const [name, work] of cases) costs.set(name, await costOf(database, work))
  const app = await createServerApp({
    settings,
    settingReports,
    database,
    clock: systemClock,
    monotonic: systemMonotonicClock,
    random: systemRandomBytes,
    chains: new Map(),
    metrics: createMetricsRegistry(),
    serverKey,
    spentChallengeMemory: createInMemorySpentChallengeReplayLog(),
    webDistFolder: null,
  })
  try {
    // Unlike later sweeps, the first one creates keys and removes expired rows.
    await app.pruneExpired()
    costs.set('job: pruning', await costOf(database, app.pruneExpired))
    costs.set('job: logout delivery', await costOf(database, app.deliverLogouts))
    costs.set('job: contract wallet rechecks', await costOf(database, app.recheckSessions))
    costs.set('job: wallet names', await costOf(database, app.refreshWalletNames))
    await makeGroupRechecksDue(database)
    costs.set(
      'job: groups, twenty people',
      await costOf(database, () =>
        recheckDueGroupMemberships(
          {
            database,
            chains: new Map(),
            random: systemRandomBytes,
            limits: settings.limits,
            workLeases: noWorkQueueLeases,
          },
          systemClock() + 120_000,
        ),
      ),
    )
  } finally {
    await app.http.close()
  }
}

/** In demo data, no recheck is due. */
async function makeGroupRechecksDue(database: Database): Promise<void> {
  await database.runWithoutTimeouts((queries) =>
    queries
      .updateTable('group_members')
      .set({ recheck_at: systemClock() })
      .where('person_id', 'in', queries.selectFrom('sessions').select('person_id').where('ended_at', 'is', null))
      .execute(),
  )
}

async function costOf(database: Database, work: () => Promise<unknown>): Promise<ScalingCost> {
  const [times, stops]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) times.push((await timed(work)).cpu)
  if (database.kind === 'postgres') {
    const plans = await readQueryPlans(database, work)
    return { time: plans.reduce((sum, { milliseconds }) => sum + (milliseconds ?? 0), 0) }
  }
  for (let round = 0; round < rounds; round++) stops.push(await measureLongestBlock(work))
  return { time: Math.min(...times), longestBlock: Math.min(...stops) }
}

async function timed(work: () => Promise<unknown>): Promise<{ wall: number; cpu: number }> {
  const [before, startedAt] = [process.cpuUsage(), performance.now()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { wall: performance.now() - startedAt, cpu: (user + system) / 1000 }
}

/** The check runs on every event-loop turn, so it costs CPU time too. */
async function measureLongestBlock(work: () => Promise<unknown>): Promise<number> {
  let [longest, last, isOver] = [0, performance.now(), false]
  const look = (): void => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await work()
  isOver = true
  look()
  return longest
}

async function measureServer(address: string, keyFile: string, costs: Costs): Promise<void> {
  const [ours] = benchmarkedSignInServers
  const program = {
    ...ours,
    environment: (port: number, file: string) => ({
      ...ours.environment(port, file),
      COUNTERSIGN_DATABASE: address,
      COUNTERSIGN_KEY_FILE: keyFile,
    }),
  }
  const starts: number[] = []
  for (let round = 0; round < 3; round++) {
    const server = await startBenchmarkServer(program)
    starts.push((await server.usage()).cpuMicroseconds / 1000)
    if (round === 2) {
      const [{ cpu }] = await measureServerTaskTimes(
        [{ server, work: (wallet: number) => ours.signIn(server.origin, wallet) }] as const,
        { rounds, pieces: signIns, parallel: 2, warmUp: 4 * signIns },
      )
      costs.set('sign-in', { time: cpu / 1000 })
    }
    await server.stop()
  }
  costs.set('server start', { time: median(starts) })
}

function print(kind: DatabaseKind, columns: readonly { people: number; costs: Costs }[]): void {
  const names = [...(columns[0]?.costs.keys() ?? [])]
  const lines = names.map(
    (name) => `| ${name} | ${columns.map(({ costs }) => describe(costs.get(name))).join(' | ')} |`,
  )
  console.log(
    [
      `| ${kind}, ms of ${kind === 'sqlite' ? 'processor time (longest event-loop block)' : 'database time (server CPU for the start, jobs and a sign-in)'} | ${columns.map(({ people }) => `${people} people`).join(' | ')} |`,
      `|---|${columns.map(() => '---:|').join('')}`,
      ...lines,
      '',
    ].join('\n'),
  )
}

const describe = (cost: ScalingCost | undefined): string =>
  cost === undefined
    ? ''
    : cost.time.toFixed(1) + (cost.longestBlock === undefined ? '' : ` (${cost.longestBlock.toFixed(1)})`)
