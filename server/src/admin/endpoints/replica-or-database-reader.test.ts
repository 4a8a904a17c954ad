// Tests admin lists with a real PostgreSQL read replica.
import { queryTestPostgresServer, startTestPostgresServer } from '@countersign/testing/test-postgres-server'
import type { TestPostgresServer } from '@countersign/testing/test-postgres-server'
import { sql } from 'kysely'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { runMigrations } from '../../platform/database/run-migrations.ts'
import { openDatabase } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { Database } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { createReadReplicaWithFallback } from '../../platform/database/read-replica-with-fallback.ts'
import { createMetricsRegistry } from '../../platform/prometheus-metrics.ts'
import { createTestServer, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'

const { alice, bob } = ethereumTestKeys
const groups = '/api/admin/groups'
const header = 'countersign-read-from'

let primary: TestPostgresServer
let standby: TestPostgresServer

beforeAll(async () => {
  primary = await startTestPostgresServer()
  const template = openDatabase(await primary.createDatabase('template'))
  await runMigrations(template)
  await template.close()
  standby = await primary.startStandby()
}, 60_000)

afterAll(async () => {
  await standby?.stop()
  await primary?.stop()
})

let number = 0

interface Open {
  app: TestServer
  browser: TestBrowser
  database: Database
  replica: Database
  address: string
  readFrom: (where: string, path?: string) => Promise<unknown>
  figures: () => Promise<string>
}

async function open({ replicaOf = standby }: { replicaOf?: TestPostgresServer } = {}): Promise<Open> {
  const name = `site_${(number += 1)}`
  const address = await primary.createDatabase(name, 'template')
  const database = openDatabase(address)
  const replica = openDatabase(replicaOf.getDatabaseUrl(name))
  onTestFinished(async () => {
    await replica.close()
    await database.close()
  })
  const metrics = createMetricsRegistry()
  const app = await createTestServer({ database, replica, metrics })
  const { browser } = await openBrowserWithRole(app, alice, 'owner')
  const readFrom = async (where: string, path = groups): Promise<unknown> => {
    let answer = await browser.send('GET', path)
    await expect
      .poll(
        async () => {
          await app.checkReplica()
          answer = await browser.send('GET', path)
          expect(answer.statusCode).toBe(200)
          return answer.headers[header]
        },
        { timeout: 10_000, interval: 20 },
      )
      .toBe(where)
    return answer.body
  }
  return { app, browser, database, replica, address, readFrom, figures: () => metrics.metrics() }
}

const token = { name: 'Reads', permissions: ['activity.read'], days: 1 }

test('long admin lists are read from the replica', async () => {
  const { browser, readFrom, figures } = await open()
  for (const path of [
    groups,
    '/api/admin/people',
    '/api/admin/people?search=a',
    '/api/admin/sessions',
    '/api/admin/events',
    '/api/admin/events/aggregate?by=application',
    '/api/admin/events/hash-chain',
    '/api/admin/metrics',
    '/api/admin/applications',
    '/api/admin/resources',
    '/api/admin/search?text=alice',
    '/api/admin/events/export?format=jsonl',
  ])
    await readFrom('replica', path)
  for (const path of ['/api/admin', '/api/admin/settings', '/api/admin/api-tokens', '/api/session'])
    expect((await browser.send('GET', path)).headers[header]).toBeUndefined()
  expect(await figures()).toMatch(/^countersign_replica_up 1$/m)
  expect(await figures()).toMatch(/^countersign_replica_lag_seconds 0$/m)
})

test('admin lists use the database and report the lag while the replica is behind', async () => {
  const { app, browser, readFrom, figures } = await open()
  await readFrom('replica')
  await queryTestPostgresServer(standby.getDatabaseUrl('postgres'), 'select pg_wal_replay_pause()')
  onTestFinished(
    async () =>
      void (await queryTestPostgresServer(standby.getDatabaseUrl('postgres'), 'select pg_wal_replay_resume()')),
  )
  await expect
    .poll(async () =>
      queryTestPostgresServer(standby.getDatabaseUrl('postgres'), 'select pg_get_wal_replay_pause_state() as state'),
    )
    .toEqual([{ state: 'paused' }])

  expect((await browser.send('POST', '/api/admin/api-tokens', token)).statusCode).toBe(200)
  const list = await browser.send('GET', '/api/admin/events?type=api_token.created')
  expect(list.headers[header]).toMatch(/^database; replica=behind/)
  expect(list.json<{ items: unknown[] }>().items).toHaveLength(1)

  await app.checkReplica()
  app.clock.now += 7000
  await app.checkReplica()
  expect((await browser.send('GET', groups)).headers[header]).toBe('database; replica=behind; lag=7.0')
  expect((await browser.send('GET', '/api/admin/settings')).json()).toMatchObject({
    database: { replica: { state: 'behind', lagSeconds: 7 } },
  })
  expect(await figures()).toMatch(/^countersign_replica_lag_seconds 7$/m)
  expect(app.log.filter((line) => line.includes('the read replica is behind'))).toHaveLength(1)

  await queryTestPostgresServer(standby.getDatabaseUrl('postgres'), 'select pg_wal_replay_resume()')
  expect(await readFrom('replica', '/api/admin/events?type=api_token.created')).toContain('api_token.created')
  expect((await browser.send('GET', '/api/admin/settings')).json()).toMatchObject({
    database: { replica: { state: 'current', lagSeconds: 0 } },
  })
  app.clock.now += 30_000
  await app.checkReplica()
  expect(await figures()).toMatch(/^countersign_replica_lag_seconds 0$/m)
  expect(app.log.filter((line) => line.includes('serves lists again'))).toHaveLength(1)
})

test('admin lists show changes by another instance immediately', async () => {
  const { browser, address, readFrom } = await open()
  await readFrom('replica')
  const database = openDatabase(address)
  onTestFinished(() => database.close())
  const other = await createTestServer({ database })
  for (let turn = 0; turn < 8; turn += 1) {
    const { browser: somebody } =
      turn === 0 ? await openBrowserWithRole(other, bob, null) : { browser: other.openBrowser() }
    if (turn > 0) await somebody.signIn(bob)
    const { items } = (await browser.send('GET', '/api/admin/sessions')).json<{ items: unknown[] }>()
    expect(items).toHaveLength(2 + turn)
  }
})

test('admin lists survive a replica failure and use the replica again after its restart', async () => {
  const { app, browser, readFrom, figures } = await open()
  await readFrom('replica')
  await standby.kill()
  const list = await browser.send('GET', groups)
  expect(list.statusCode).toBe(200)
  expect(list.headers[header]).toMatch(/^database; replica=down/)
  await app.checkReplica()
  expect(await figures()).toMatch(/^countersign_replica_up 0$/m)
  expect(app.log.filter((line) => line.includes('the read replica is unreachable'))).toHaveLength(1)
  await standby.restart()
  await readFrom('replica')
})

test('a query that fails only on the replica is retried on the database', async () => {
  const { database, replica: standbyOfIt } = await open()
  const said: string[] = []
  const log = { info: () => {}, warn: (_details: object, message: string) => void said.push(message) }
  const replica = createReadReplicaWithFallback({
    database,
    replica: standbyOfIt,
    clock: Date.now,
    metrics: createMetricsRegistry(),
    log,
  })
  await expect
    .poll(async () => {
      await replica.checkStatus()
      return replica.status().state
    })
    .toBe('current')
  expect(
    await replica.read(async ({ queries }) => {
      const { rows } = await sql<{ follows: boolean }>`select pg_is_in_recovery() as follows`.execute(queries)
      if (rows[0]?.follows === true) await sql`select 1 from made_in_a_newer_release`.execute(queries)
      return rows
    }),
  ).toEqual([{ follows: false }])
  expect(said).toEqual(['a list could not be read from the read replica; using the primary database'])
  expect(replica.status().state).toBe('current')
})

test('a server that is not a standby of this database is not used as a replica', async () => {
  const { app, readFrom } = await open({ replicaOf: primary })
  await readFrom('database; replica=foreign')
  expect(app.log.filter((line) => line.includes('is not a standby of this database'))).toHaveLength(1)
})

test('P4 N11: code that decides on access does not use the replica', () => {
  const sources = join(import.meta.dirname, '../..')
  const knowing = globSync('**/*.ts', { cwd: sources })
    .filter(
      (path) =>
        !/\.test\.ts$|^testing\//.test(path) &&
        /\breplica\b|createReplicaOrDatabaseReader/i.test(readFileSync(join(sources, path), 'utf8')),
    )
    .toSorted()
  expect(knowing).toEqual([
    ...[
      'admin-application-routes',
      'admin-dashboard-routes',
      'admin-group-routes',
      'admin-people-routes',
      'admin-resource-server-routes',
      'audit-log-export',
      'audit-log-routes',
      'bulk-people-action-routes',
      'read-effective-server-settings',
      'replica-or-database-reader',
      'stream-people-csv',
    ].map((name) => `admin/endpoints/${name}.ts`),
    'admin/rehearsal/rehearsal-routes.ts',
    'cli/local-admin-api-client.ts',
    'create-server-app.ts',
    'platform/database/read-replica-with-fallback.ts',
    'platform/register-api-endpoint.ts',
    'platform/server-setting-definitions.ts',
    'platform/validate-server-setting-combinations.ts',
    'start-background-jobs.ts',
  ])
})
