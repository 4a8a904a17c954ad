import { describe, expect, test } from 'vitest'
import { insertPerson } from '../store/people/person-store.ts'
import { erasePerson } from '../account/personal-data/erase-person.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import type { Database } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { databaseKinds, openTestDatabase } from '../testing/database-fixtures.ts'
import { sequenceAllAuditEntries } from '../testing/inspect-test-database.ts'
import { appendAuditEvents } from './append-audit-events.ts'
import type { NewAuditEvent } from './append-audit-events.ts'
import { verifyAuditLogIntegrity } from './verify-audit-log.ts'

const addPerson = (database: Database, id: string) =>
  database.queries.transaction().execute((transaction) => insertPerson(transaction, id, 0))

const append = (database: Database, ...events: NewAuditEvent[]) =>
  database.queries
    .transaction()
    .execute((transaction) => appendAuditEvents(transaction, systemRandomBytes, 1000, events))

async function readLinks({ queries }: Database) {
  await sequenceAllAuditEntries(queries)
  return queries
    .selectFrom('audit_event_links')
    .selectAll()
    .orderBy('sequence')
    .orderBy('kind')
    .orderBy('target')
    .execute()
}

const suspended = (content: Record<string, string>): NewAuditEvent => ({
  type: 'person.suspended',
  outcome: 'success',
  details: {},
  evidence: { personId: 'bob', content },
})

describe.each(databaseKinds)('audit entry search links on %s', (kind) => {
  test('point to the application, the reason, and the actor with their API token', async () => {
    const database = await openTestDatabase(kind)
    await addPerson(database, 'admin')
    await addPerson(database, 'bob')
    await append(
      database,
      {
        type: 'session.started',
        outcome: 'success',
        details: { method: 'ecdsa' },
        evidence: { personId: 'bob', content: {} },
      },
      {
        type: 'logout.failed',
        outcome: 'refused',
        details: { applicationId: 'wiki', reason: 'timed_out' },
        evidence: { personId: 'bob', content: {} },
      },
      suspended({ actorId: 'admin' }),
      suspended({ actorId: 'admin', tokenId: 'token' }),
    )
    expect(await readLinks(database)).toEqual([
      { kind: 'application', target: 'wiki', sequence: 2 },
      { kind: 'reason', target: 'timed_out', sequence: 2 },
      { kind: 'actor', target: 'admin', sequence: 3 },
      { kind: 'actor', target: 'admin', sequence: 4 },
      { kind: 'actor', target: 'token', sequence: 4 },
    ])
  })

  test('omit an erased actor even in later entries, and the log still verifies', async () => {
    const database = await openTestDatabase(kind)
    await addPerson(database, 'admin')
    await addPerson(database, 'bob')
    await database.queries
      .insertInto('api_tokens')
      .values({
        id: 'token',
        token_hash: 'hash',
        name: 'Backup',
        permissions: '[]',
        person_id: 'admin',
        created_at: 0,
        expires_at: 1,
        last_used_at: null,
        revoked_at: null,
        is_login: 0,
      })
      .execute()
    await append(database, suspended({ actorId: 'admin', tokenId: 'token' }))
    expect(await readLinks(database)).toHaveLength(2)

    expect(
      await erasePerson(
        { queries: database.queries, random: systemRandomBytes },
        { personId: 'admin', session: null, now: 2000 },
      ),
    ).toBe(0)
    await append(database, suspended({ actorId: 'admin' }))

    expect((await readLinks(database)).filter((link) => link.kind === 'actor')).toEqual([])
    expect(await verifyAuditLogIntegrity(database.queries)).toMatchObject({ outcome: 'whole', lines: 3 })
  })
})
