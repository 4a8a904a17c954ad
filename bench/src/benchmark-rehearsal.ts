// `npm run bench -- rehearsal`: rehearsals of rules and sign-in policies on both databases.
import { rehearseGroupRule } from '@countersign/server/admin/rehearsal/rehearse-group-rule'
import { rehearseSignInPolicy } from '@countersign/server/admin/rehearsal/rehearse-sign-in-policy'
import { systemClock } from '@countersign/server/platform/clock'
import { runMigrations } from '@countersign/server/platform/database/run-migrations'
import { openDatabase } from '@countersign/server/platform/database/open-sqlite-or-postgres-database'
import type { Database, DatabaseKind } from '@countersign/server/platform/database/open-sqlite-or-postgres-database'
import { clonePeopleForLoadTests } from '@countersign/server/testing/clone-people-in-test-database'
import { startTestPostgresServer } from '@countersign/testing/test-postgres-server'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { benchmarkOriginalPeople, insertBenchmarkPeople } from './insert-benchmark-people.ts'
import { median } from './measure-function-call-times.ts'
import type { BenchmarkComparisonRow } from './format-benchmark-table.ts'

const people = Number(process.env['COUNTERSIGN_BENCH_PEOPLE'] ?? 100_000)
const kinds = (process.env['COUNTERSIGN_BENCH_DATABASES'] ?? 'sqlite,postgres').split(',') as DatabaseKind[]
const rounds = 5
const spanMs = 30 * 86_400_000

/** Prints its own table and returns no rows: there is no alternative to compare with. */
export async function benchmarkRehearsal(): Promise<BenchmarkComparisonRow[]> {
  for (const kind of kinds) await withDatabase(kind, (database) => measure(kind, database))
  return []
}

async function withDatabase(kind: DatabaseKind, run: (database: Database) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-rehearsal-'))
  const postgres = kind === 'postgres' ? await startTestPostgresServer() : null
  const database = openDatabase(
    postgres === null ? `sqlite:${join(folder, 'rehearsal.db')}` : await postgres.createDatabase('rehearsal'),
  )
  try {
    await run(database)
  } finally {
    await database.close()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(database: Database, now: number): Promise<void> {
  await runMigrations(database)
  // The copies continue the audit log, so it must not be empty.
  await insertBenchmarkPeople(database, { now, spanMs, auditEntries: benchmarkOriginalPeople })
  await clonePeopleForLoadTests(database, Math.round(people / benchmarkOriginalPeople) - 1, { now, spanMs })
}

/** The groups of the demo data need no chain, so their stored memberships would not be read. */
async function turnLargestGroupIntoHolders(queries: Database['queries']): Promise<string> {
  const { group_id } = await queries
    .selectFrom('group_members')
    .select('group_id')
    .groupBy('group_id')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const rule = JSON.stringify({ type: 'erc20', chain: '1', contract: `0x${'70ce'.repeat(10)}`, atLeast: '5' })
  await queries.updateTable('groups').set({ rule }).where('id', '=', group_id).execute()
  return group_id
}

async function measure(kind: DatabaseKind, database: Database): Promise<void> {
  const { queries } = database
  const now = systemClock()
  await fill(database, now)
  const context = { queries, chains: new Map(), now, windowDays: 30, signal: new AbortController().signal, lists: true }
  const { application_id: application } = await queries
    .selectFrom('grants')
    .select(['application_id', ({ fn }) => fn.countAll().as('count')])
    .groupBy('application_id')
    .orderBy('count', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { id: group, rule } = await queries
    .selectFrom('groups')
    .select(['id', 'rule'])
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const holders = await turnLargestGroupIntoHolders(queries)
  const wallets = await queries.selectFrom('wallets').select('address').where('kind', '=', 'key').limit(2000).execute()
  const list = { type: 'wallets', wallets: [...new Set(wallets.map(({ address }) => address))] }
  const everyMethod = ['key', 'contract', 'solana', 'bitcoin', 'passkey'] as const
  const cases = {
    'a list of 2000 wallets': () => rehearseGroupRule(context, { rule: list, group: null }),
    'a list of 2000 wallets, and none of 1': () =>
      rehearseGroupRule(context, {
        rule: { all: [list, { none: [{ type: 'wallets', wallets: list.wallets.slice(0, 1) }] }] },
        group,
      }),
    'an unchanged rule or a list': () =>
      rehearseGroupRule(context, { rule: { any: [JSON.parse(rule) as object, list] }, group }),
    'a policy for everyone': () =>
      rehearseSignInPolicy(context, {
        application: null,
        policy: { allowedGroups: [holders], signInMethods: [...everyMethod], chains: [] },
      }),
    'a policy for everyone, with keys only': () =>
      rehearseSignInPolicy(context, {
        application: null,
        policy: { allowedGroups: [holders], signInMethods: ['key'], chains: [] },
      }),
    'a policy of the most used application': () =>
      rehearseSignInPolicy(context, {
        application,
        policy: { allowedGroups: [holders], signInMethods: ['key'], chains: [] },
      }),
  }
  console.log(`${kind}, ${people} people`)
  for (const [name, rehearse] of Object.entries(cases)) {
    const times: number[] = []
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    let evaluated = 0
    const used = process.cpuUsage()
    for (let round = 0; round < rounds; round++) {
      const startedAt = performance.now()
      evaluated = (await rehearse()).people
      times.push(performance.now() - startedAt)
    }
    delay.disable()
    const { user, system } = process.cpuUsage(used)
    const figures = [
      `${(median(times) / 1000).toFixed(2)} s`,
      `CPU time ${((user + system) / rounds / 1e6).toFixed(2)} s`,
      `longest block ${(delay.max / 1e6).toFixed(0)} ms`,
    ]
    console.log(`${name}: ${evaluated} people, ${figures.join(', ')}`)
  }
}
