// Tests of the rule on both databases, with a log as sign-ins write it.
import { describe, expect, test } from 'vitest'
import { appendTimedAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { updateAuditEventCounts } from '../../audit-log/count-audit-events.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database-fixtures.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import { findStoppedSignIns } from './find-stopped-sign-ins.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]
/** A Monday. */
const start = Date.parse('2026-03-02T00:00:00.000Z')
const at = (day: number, hour: number): number => start + day * dayMs + hour * hourMs

const signedIn = (details: NewAuditEvent['details'], personId: string | null = null): NewAuditEvent => ({
  type: 'session.started',
  outcome: 'success',
  details,
  evidence: { personId, content: {} },
})

interface SignIns {
  at: number
  event: NewAuditEvent
}

/** Spread over the hours from 8 to 18 UTC. */
const signInsOfDay = (day: number, count: number, details: NewAuditEvent['details']): SignIns[] =>
  Array.from({ length: count }, (_, place) => ({
    at: at(day, 8) + Math.floor((place * 10 * hourMs) / count),
    event: signedIn(details),
  }))

async function write({ queries }: Database, lines: readonly SignIns[]): Promise<void> {
  await queries.transaction().execute((transaction) =>
    appendTimedAuditEvents(
      transaction,
      systemRandomBytes,
      lines.toSorted((one, other) => one.at - other.at),
    ),
  )
  await sequenceAllAuditEntries(queries)
  while ((await updateAuditEventCounts(queries)) > 0);
}

const days = (count: number, create: (day: number) => SignIns[]): SignIns[] =>
  Array.from({ length: count }, (_, day) => create(day)).flat()
const key = { method: 'ecdsa' }

describe.each(databaseKinds)('stopped sign-ins on %s', (kind) => {
  test('are found within hours on a server with 45 sign-ins a day, with the last sign-in and the usual number', async () => {
    const database = await openTestDatabase(kind)
    await write(
      database,
      days(30, (day) => signInsOfDay(day, 45, key)),
    )
    const since = (
      await database.queries.selectFrom('audit_events').select('at').orderBy('at', 'desc').executeTakeFirst()
    )?.at
    // The night is as quiet as every night.
    expect(await findStoppedSignIns(database.queries, at(30, 8))).toEqual([])
    expect(await findStoppedSignIns(database.queries, at(30, 10))).toEqual([])
    const stopped = [{ way: null, since, usual: 45, adminSignIns: 0 }]
    expect(await findStoppedSignIns(database.queries, at(30, 12))).toEqual(stopped)
    for (const [day, hour] of [
      [31, 3],
      [31, 12],
      [33, 0],
      [60, 12],
    ] as const)
      expect(await findStoppedSignIns(database.queries, at(day, hour)), `day ${day}`).toEqual(stopped)
    await write(database, [{ at: at(60, 13), event: signedIn(key) }])
    expect(await findStoppedSignIns(database.queries, at(60, 14))).toEqual([])
  })

  test('are still reported after an operator signs in to see the alert, until someone else signs in', async () => {
    const database = await openTestDatabase(kind)
    const { queries } = database
    for (const id of ['operator', 'user'])
      await queries.insertInto('people').values({ id, status: 'active', created_at: 0, last_seen_at: 0 }).execute()
    await queries
      .insertInto('role_assignments')
      .values({ person_id: 'operator', role: 'auditor', granted_by: null, granted_at: 0 })
      .execute()
    await write(
      database,
      days(30, (day) => signInsOfDay(day, 3, key)),
    )
    const signInAt = (time: number, person: string) => write(database, [{ at: time, event: signedIn(key, person) }])
    const since = at(29, 8) + Math.floor((2 * 10 * hourMs) / 3)
    for (const [day, adminSignIns] of [
      [35, 0],
      [36, 1],
      [37, 2],
      [38, 3],
    ] as const) {
      if (adminSignIns > 0) await signInAt(at(day, 10), 'operator')
      expect(await findStoppedSignIns(queries, at(day, 20)), `day ${day}`).toEqual([
        { way: null, since, usual: 3, adminSignIns },
      ])
    }
    await signInAt(at(38, 21), 'user')
    expect(await findStoppedSignIns(queries, at(38, 22))).toEqual([])
  })

  test('are over if people with a role are the ones who usually sign in', async () => {
    const database = await openTestDatabase(kind)
    const { queries } = database
    await queries
      .insertInto('people')
      .values({ id: 'operator', status: 'active', created_at: 0, last_seen_at: 0 })
      .execute()
    await queries
      .insertInto('role_assignments')
      .values({ person_id: 'operator', role: 'owner', granted_by: null, granted_at: 0 })
      .execute()
    await write(database, [
      { at: at(0, 0), event: signedIn(key) },
      ...days(30, (day) => signInsOfDay(day, 20, key).map((one) => ({ ...one, event: signedIn(key, 'operator') }))),
    ])
    expect(await findStoppedSignIns(queries, at(29, 18))).toEqual([])
  })

  test('are not reported for a way that this release does not know', async () => {
    const database = await openTestDatabase(kind)
    await write(
      database,
      days(31, (day) => [
        ...signInsOfDay(day, 20, key),
        ...(day < 29 ? signInsOfDay(day, 15, { ...key, walletApp: 'a-later-wallet' }) : []),
      ]),
    )
    expect(await findStoppedSignIns(database.queries, at(31, 1))).toEqual([])
  })

  test('are found although an earlier outage is part of the reference period', async () => {
    const database = await openTestDatabase(kind)
    await write(
      database,
      days(30, (day) => signInsOfDay(day, day >= 10 && day < 14 ? 0 : 45, key)),
    )
    expect(await findStoppedSignIns(database.queries, at(30, 14))).toMatchObject([{ way: null, usual: 45 }])
  })

  test('raise no alert on a young server, on a server with few sign-ins, or on a weekend', async () => {
    const young = await openTestDatabase(kind)
    await write(
      young,
      days(10, (day) => signInsOfDay(day, 45, key)),
    )
    expect(await findStoppedSignIns(young.queries, at(12, 12))).toEqual([])
    const small = await openTestDatabase(kind)
    await write(
      small,
      days(30, (day) => signInsOfDay(day, 3, key)),
    )
    expect(await findStoppedSignIns(small.queries, at(33, 20))).toEqual([])
    expect(await findStoppedSignIns(small.queries, at(35, 20))).toMatchObject([{ way: null, usual: 3 }])
    const office = await openTestDatabase(kind)
    await write(
      office,
      days(33, (day) => signInsOfDay(day, day % 7 < 5 ? 45 : 0, key)),
    )
    expect(await findStoppedSignIns(office.queries, at(34, 20))).toEqual([])
    expect(await findStoppedSignIns(office.queries, at(35, 14))).toMatchObject([{ way: null, usual: 45 }])
  })

  test('are found for one method, one wallet app, or another device, while other ways still work', async () => {
    const database = await openTestDatabase(kind)
    const ways = [
      { method: 'passkey' },
      { method: 'ecdsa', walletApp: 'metamask' },
      { method: 'ecdsa', signedOn: 'another-device' },
    ]
    await write(
      database,
      days(31, (day) => [
        ...signInsOfDay(day, 20, { method: 'ecdsa', walletApp: 'rabby' }),
        ...(day < 29 ? ways.flatMap((details) => signInsOfDay(day, 15, details)) : []),
      ]),
    )
    expect(await findStoppedSignIns(database.queries, at(31, 1))).toEqual([
      { way: 'passkey', since: at(29, 0), usual: 15, adminSignIns: 0 },
    ])
    await write(database, [{ at: at(31, 2), event: signedIn({ method: 'passkey' }) }])
    const apps = await findStoppedSignIns(database.queries, at(31, 3))
    expect(apps.toSorted((one, other) => String(one.way).localeCompare(String(other.way)))).toEqual([
      { way: 'another-device', since: at(29, 0), usual: 15, adminSignIns: 0 },
      { way: 'metamask', since: at(29, 0), usual: 15, adminSignIns: 0 },
    ])
  })
})

test('without any sign-in, nothing has stopped', async () => {
  const database = await openTestDatabase('sqlite')
  expect(await findStoppedSignIns(database.queries, start)).toEqual([])
})
