// Tests that demo data forms a valid database and is never added to a database in use.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../audit-log/verify-audit-log.ts'
import { readDashboardAuditEventCounts } from '../admin/endpoints/read-admin-dashboard-metrics.ts'
import { listAuditEvents } from '../admin/endpoints/list-audit-events.ts'
import { countGroupMembers } from '../groups/membership/group-member-store.ts'
import { formatRfc3339Timestamp } from '../platform/clock.ts'
import { runCliCommandForTests } from '../testing/cli-command-test-steps.ts'
import { createEmptyDatabase, databaseKinds, openDatabaseUntilTestEnds } from '../testing/database-fixtures.ts'
import type { DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'

async function run(
  words: string[],
  environment: Record<string, string>,
): Promise<{ exitCode: number; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-seed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { code, out, error } = await runCliCommandForTests(['seed', ...words], { folder, environment })
  return { exitCode: code, output: out + error }
}

const count = async (
  queries: DatabaseQueryBuilder,
  table:
    | 'people'
    | 'audit_events'
    | 'applications'
    | 'wallets'
    | 'sessions'
    | 'grants'
    | 'group_members'
    | 'passkeys'
    | 'wallet_names',
) =>
  (
    await queries
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

describe.each(databaseKinds)('countersign seed on %s', (kind) => {
  test('fills an empty database once, with people and a valid, fully counted audit log', async () => {
    const address = await createEmptyDatabase(kind)
    const settings = { COUNTERSIGN_DATABASE: address }
    const words = ['--people', '300', '--events', '4000', '--days', '10']
    const { exitCode, output } = await run(words, settings)
    expect([exitCode, output]).toEqual([
      0,
      expect.stringContaining('Created 300 sample people, 40 applications, 12 groups and 4000 audit log entries'),
    ])

    const { queries } = openDatabaseUntilTestEnds(address)
    expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole', lines: 4000 })
    expect([
      await count(queries, 'people'),
      await count(queries, 'audit_events'),
      await count(queries, 'applications'),
    ]).toEqual([300, 4000, 40])
    for (const table of ['wallets', 'sessions', 'grants', 'group_members', 'passkeys', 'wallet_names'] as const)
      expect(await count(queries, table), table).toBeGreaterThan(10)
    const today = Date.now()
    const happened = await readDashboardAuditEventCounts(queries, {
      from: formatRfc3339Timestamp(today - 20 * 86_400_000).slice(0, 10),
      to: formatRfc3339Timestamp(today).slice(0, 10),
    })
    expect(happened).toMatchObject({ uncounted: 0 })
    expect(new Set(happened.signIns.map(({ signInMethod: way }) => way))).toEqual(
      new Set(['key', 'contract', 'solana', 'bitcoin', 'passkey', null]),
    )
    expect(happened.newPeople.reduce((sum, day) => sum + day.count, 0)).toBe(300)
    const { events: signIns } = await listAuditEvents(
      queries,
      { types: ['session.started'] },
      { before: null, after: null, size: 50 },
    )
    expect(signIns).toHaveLength(50)
    expect(signIns.filter(({ application }) => application !== null).length).toBeGreaterThan(20)
    const members = await countGroupMembers(queries, today - 600_000)
    expect(members.get('members')?.members).toBeGreaterThan(50)
    for (const { members: all, membersCheckedRecently } of members.values()) expect(membersCheckedRecently).toBe(all)
    expect(await queries.selectFrom('role_assignments').select('role').where('role', '=', 'owner').execute()).toEqual(
      [],
    )

    expect(await run(words, settings)).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('This database already has people or applications') as string,
    })
    expect(await count(queries, 'people')).toBe(300)
  })
})

test('countersign seed --json prints the counts as JSON', async () => {
  const settings = { COUNTERSIGN_DATABASE: await createEmptyDatabase('sqlite') }
  const { exitCode, output } = await run(['--people', '20', '--events', '100', '--days', '2', '--json'], settings)
  expect([exitCode, JSON.parse(output)]).toEqual([0, { people: 20, applications: 40, groups: 12, events: 100 }])
})

test('countersign seed refuses a server with a public origin', async () => {
  const address = await createEmptyDatabase('sqlite')
  const { exitCode, output } = await run([], {
    COUNTERSIGN_DATABASE: address,
    COUNTERSIGN_ORIGIN: 'https://sign-in.example',
  })
  expect([exitCode, output]).toEqual([1, expect.stringContaining('COUNTERSIGN_ORIGIN is https://sign-in.example')])
  // The command does not even create the tables.
  expect(existsSync(address.slice('sqlite:'.length))).toBe(false)
})

test.each([['--people', '0'], ['--people', 'many'], ['--events', '-1'], ['--days', '4000'], ['--force']])(
  'countersign seed refuses %s %s',
  async (...words) => {
    const { exitCode } = await run(
      words.filter((word) => word !== undefined),
      { COUNTERSIGN_DATABASE: await createEmptyDatabase('sqlite') },
    )
    expect(exitCode).not.toBe(0)
  },
)
