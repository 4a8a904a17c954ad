// Tests client secret rotation.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database-fixtures.ts'
import { createTestApplicationDefinition } from '../../testing/application-definition-fixtures.ts'
import { addApplication } from './add-application.ts'
import { rotateClientSecret } from './rotate-client-secret.ts'
import { verifyClientSecret } from './validate-and-verify-client-secret.ts'
import {
  createTestApplicationStoreContext,
  requireStoredTestApplication,
} from '../../testing/application-store-fixtures.ts'

const now = Date.parse('2026-01-15T12:00:00.000Z')
const hour = 3_600_000

describe.each(databaseKinds)('client secrets on %s', (kind) => {
  test('P9: are stored in the database and the audit log only as hashes', async () => {
    const database = await openTestDatabase(kind)
    const added = await addApplication(
      createTestApplicationStoreContext(database),
      { definition: createTestApplicationDefinition(), origin: 'operator' },
      now,
    )
    const rotated = await rotateClientSecret(
      createTestApplicationStoreContext(database),
      'grafana',
      { overlapMs: hour },
      now,
    )
    const secrets = [added.outcome === 'added' && added.secret, rotated.outcome === 'rotated' && rotated.secret]
    const { queries } = database
    await sequenceAllAuditEntries(queries)
    const stored = JSON.stringify([
      await queries.selectFrom('applications').selectAll().execute(),
      await queries.selectFrom('audit_events').selectAll().execute(),
      await queries.selectFrom('audit_event_evidence').selectAll().execute(),
    ])
    for (const secret of secrets) {
      expect(secret).toMatch(/^[0-9A-Za-z_-]{43}$/)
      expect(stored).not.toContain(secret)
      expect(stored).toContain(createHash('sha256').update(String(secret)).digest('base64url'))
    }
  })

  test('an old secret works alongside the new one until the overlap period ends', async () => {
    const database = await openTestDatabase(kind)
    const added = await addApplication(
      createTestApplicationStoreContext(database),
      { definition: createTestApplicationDefinition(), origin: 'operator' },
      now,
    )
    const first = (added.outcome === 'added' && added.secret) || ''
    const rotated = await rotateClientSecret(
      createTestApplicationStoreContext(database),
      'grafana',
      { overlapMs: hour },
      now,
    )
    if (rotated.outcome !== 'rotated') throw new Error(rotated.outcome)
    expect(rotated.previousWorksUntil).toBe(now + hour)
    const record = await requireStoredTestApplication(database)
    const works = (secret: string, at: number) => verifyClientSecret(record, secret, at)
    expect([
      works(rotated.secret, now),
      works(first, now),
      works(first, now + hour - 1),
      works(first, now + hour),
      works(rotated.secret, now + hour),
    ]).toEqual([true, true, true, false, true])
    expect([works('', now), works(record.secretHash ?? '', now), works(`${first} `, now)]).toEqual([
      false,
      false,
      false,
    ])

    const again = await rotateClientSecret(
      createTestApplicationStoreContext(database),
      'grafana',
      { overlapMs: 0 },
      now,
    )
    if (again.outcome !== 'rotated') throw new Error(again.outcome)
    const after = await requireStoredTestApplication(database)
    expect([first, rotated.secret, again.secret].map((secret) => verifyClientSecret(after, secret, now))).toEqual([
      false,
      false,
      true,
    ])
  })

  test('an application without a secret has none that can be rotated or guessed', async () => {
    const database = await openTestDatabase(kind)
    await addApplication(
      createTestApplicationStoreContext(database),
      { definition: createTestApplicationDefinition({ kind: 'single-page' }), origin: 'operator' },
      now,
    )
    expect(
      await rotateClientSecret(createTestApplicationStoreContext(database), 'grafana', { overlapMs: 0 }, now),
    ).toEqual({
      outcome: 'no-secret',
    })
    expect(
      await rotateClientSecret(createTestApplicationStoreContext(database), 'nextcloud', { overlapMs: 0 }, now),
    ).toEqual({
      outcome: 'unknown',
    })
    expect(verifyClientSecret(await requireStoredTestApplication(database), '', now)).toBe(false)
  })
})
