// Instances that share a PostgreSQL database: a failed instance delays nothing (THREATS N19).
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import type { TestServer } from '../../testing/countersign-test-server.ts'
import { createTestDatabase, openTestDatabase, openDatabaseUntilTestEnds } from '../../testing/database-fixtures.ts'
import type { LogoutDeliveriesTable } from '../database/database-schema.ts'
import { createWorkQueueLeases } from './work-queue-leases.ts'

async function startInstances(count: number): Promise<TestServer[]> {
  const address = await createTestDatabase('postgres')
  const apps: TestServer[] = []
  const now = Date.now()
  for (let place = 0; place < count; place += 1) {
    const app = await createTestServer({ database: openDatabaseUntilTestEnds(address) })
    app.clock.now = now
    await app.sendHeartbeat()
    apps.push(app)
  }
  return apps
}

const readNumbers = async ({ database }: TestServer): Promise<number[]> =>
  (await database.queries.selectFrom('instances').select('number').orderBy('number').execute()).map((row) => row.number)

/** Moves the last heartbeat back three seconds, because tests cannot move the database clock. */
const silence = ({ database }: TestServer, number: number) =>
  database.queries
    .updateTable('instances')
    .set({ heartbeat_at: sql<number>`heartbeat_at - 3000` })
    .where('number', '=', number)
    .execute()

const readiness = async (app: TestServer): Promise<number> =>
  (await app.openBrowser().send('GET', '/health/ready')).statusCode

const figure = async (app: TestServer, name: string): Promise<string | undefined> => {
  const { body } = await app.http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  return new RegExp(`^${name} (.*)$`, 'm').exec(body)?.[1]
}

async function addTakenLogout(app: TestServer, instance: number): Promise<void> {
  const { queries } = app.database
  const person = { id: 'ada', display_name: null, display_name_folded: null, picture_url: null, locale: null }
  await queries
    .insertInto('people')
    .values({ ...person, status: 'active', created_at: 0, last_seen_at: 0 })
    .execute()
  const delivery: LogoutDeliveriesTable = {
    id: 'logout',
    application_id: 'shop',
    person_id: 'ada',
    uri: 'https://shop.example/logout',
    subject: 'somebody',
    sid: 'session',
    algorithm: 'ES256',
    attempts: 1,
    next_attempt_at: app.clock.now + 60_000,
    completed_at: null,
    outcome: null,
    created_at: app.clock.now,
  }
  await queries.insertInto('logout_deliveries').values(delivery).execute()
  await createWorkQueueLeases(() => instance).recordLeases(queries, 'logouts', [{ item: 'logout', token: 1 }])
}

const readDue = async ({ database }: TestServer): Promise<number | null> =>
  (await database.queries.selectFrom('logout_deliveries').select('next_attempt_at').executeTakeFirstOrThrow())
    .next_attempt_at

test('instances see each other and report their number in the metrics', async () => {
  const [first, second] = (await startInstances(2)) as [TestServer, TestServer]
  await first.sendHeartbeat()
  expect(await readNumbers(first)).toHaveLength(2)
  for (const app of [first, second]) {
    expect(await figure(app, 'countersign_instances')).toBe('2')
    expect(await readiness(app)).toBe(200)
  }
  await second.leaveCluster()
  await first.sendHeartbeat()
  expect(await figure(first, 'countersign_instances')).toBe('1')
  expect(await figure(first, 'countersign_instances_silenced_total')).toBe('0')
})

test('N19: work leased by a silent instance is due at once; the instance rejoins with a new number', async () => {
  const [frozen, other] = (await startInstances(2)) as [TestServer, TestServer]
  const [own = 0] = await readNumbers(frozen)
  await addTakenLogout(frozen, own)
  await other.sendHeartbeat()
  expect(await readDue(other)).toBe(other.clock.now + 60_000)

  await silence(other, own)
  await other.sendHeartbeat()
  expect(await readDue(other)).toBe(other.clock.now)
  expect(await readNumbers(other)).toEqual([own + 1])
  expect(await figure(other, 'countersign_instances_silenced_total')).toBe('1')
  expect(other.log.join('')).toContain('its work is taken over')

  // The old number is never reused, so the old leases belong to no instance.
  await frozen.sendHeartbeat()
  expect(await readNumbers(frozen)).toEqual([own + 1, own + 2])
  expect(frozen.log.join('')).toContain('it rejoins with a new number')
})

test('work that another instance retried stays with it when the first instance goes silent', async () => {
  const [frozen, other] = (await startInstances(2)) as [TestServer, TestServer]
  const [own = 0] = await readNumbers(frozen)
  await addTakenLogout(frozen, own)
  // The lease expired, and another instance made the second attempt.
  const { queries } = other.database
  await queries.updateTable('logout_deliveries').set({ attempts: 2 }).execute()
  await silence(other, own)
  await other.sendHeartbeat()
  expect(await readDue(other)).toBe(other.clock.now + 60_000)
})

test('only the lease holder can remove a lease; a stopping instance releases its leases', async () => {
  const [first, second] = (await startInstances(2)) as [TestServer, TestServer]
  const [own = 0, others = 0] = await readNumbers(first)
  await addTakenLogout(first, own)
  const { queries } = first.database
  const settle = (instance: number, token: number) =>
    createWorkQueueLeases(() => instance).removeLeases(queries, 'logouts', [{ item: 'logout', token }])
  const count = async () => (await queries.selectFrom('work_leases').selectAll().execute()).length
  await settle(others, 1)
  await settle(own, 2)
  expect(await count()).toBe(1)
  await first.leaveCluster()
  expect(await count()).toBe(0)
  expect(await readDue(second)).toBe(first.clock.now)
})

test('N19: an instance without a heartbeat for two seconds is not ready and runs no jobs', async () => {
  const [app] = (await startInstances(1)) as [TestServer]
  await app.database.queries.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('pending_audit_events')
      .values({
        at: 1,
        type: 'signing_key.created',
        outcome: 'success',
        details: '{}',
        evidence_hash: '',
        person_id: null,
        salt: '',
        content: '{}',
        address: null,
        proof_id: null,
      })
      .execute()
  })
  app.clock.now += 1999
  expect(await readiness(app)).toBe(200)
  app.clock.now += 1
  expect(await readiness(app)).toBe(503)
  await app.sequenceAuditLog()
  const waiting = () => app.database.queries.selectFrom('pending_audit_events').select('id').execute()
  expect(await waiting()).toHaveLength(1)
  expect((await app.openBrowser().send('POST', '/api/challenges', { purpose: 'sign-in' })).statusCode).toBe(200)

  await app.sendHeartbeat()
  expect(await readiness(app)).toBe(200)
  await app.sequenceAuditLog()
  expect(await waiting()).toHaveLength(0)
})

test('N19: an instance whose clock is an hour ahead is not ready until its clock is corrected', async () => {
  const [wrong, right] = (await startInstances(2)) as [TestServer, TestServer]
  const signedIn = right.openBrowser()
  await signedIn.signIn()
  wrong.clock.now += 3_600_000
  await wrong.sendHeartbeat()
  expect(await readiness(wrong)).toBe(503)
  expect(wrong.log.join('')).toContain('the clock of this instance differs')
  const strayed = wrong.openBrowser()
  for (const [name, value] of signedIn.cookies) strayed.cookies.set(name, value)
  const answer = await strayed.send('GET', '/api/session')
  expect(answer.json()).toMatchObject({ code: 'database.unavailable', retry: true })
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect((await strayed.send('GET', '/health/live')).statusCode).toBe(200)
  expect(await readiness(right)).toBe(200)

  wrong.clock.now -= 3_600_000
  await wrong.sendHeartbeat()
  expect(await readiness(wrong)).toBe(200)
  expect((await strayed.send('GET', '/api/session')).statusCode).toBe(200)
})

test('instances stay ready if all their clocks differ from the database clock', async () => {
  const apps = await startInstances(2)
  for (const app of apps) {
    app.clock.now += 3_600_000
    await app.sendHeartbeat()
  }
  for (const app of apps) {
    await app.sendHeartbeat()
    expect(await readiness(app)).toBe(200)
  }
})

test('after a database outage, the first instance to return does not remove the others', async () => {
  const [first, second] = (await startInstances(2)) as [TestServer, TestServer]
  const numbers = await readNumbers(first)
  for (const number of numbers) await silence(first, number)
  for (const app of [first, second]) app.clock.now += 5000
  await first.sendHeartbeat()
  await second.sendHeartbeat()
  await first.sendHeartbeat()
  expect(await readNumbers(first)).toEqual(numbers)
})

test('N19: an instance sends heartbeats while all its database connections are in use', async () => {
  const [app] = (await startInstances(1)) as [TestServer]
  const { pool } = app.database
  const held = await Promise.all(Array.from({ length: app.limits.databaseConnections }, async () => pool?.connect()))
  app.clock.now += 1900
  await app.sendHeartbeat()
  app.clock.now += 1900
  for (const one of held) one?.release()
  expect(await readiness(app)).toBe(200)
})

test('an instance on SQLite writes no heartbeats', async () => {
  const { queries } = await openTestDatabase('sqlite')
  const app = await createTestServer()
  await app.sendHeartbeat()
  app.clock.now += 3_600_000
  expect(await readiness(app)).toBe(200)
  expect(await queries.selectFrom('instances').selectAll().execute()).toEqual([])
})
