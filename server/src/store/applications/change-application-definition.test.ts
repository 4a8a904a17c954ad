// Tests changes to application definitions.
import { describe, expect, test } from 'vitest'
import { listSequencedAuditEntryTexts } from '../../testing/inspect-test-database.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database-fixtures.ts'
import { createTestApplicationDefinition } from '../../testing/application-definition-fixtures.ts'
import { addApplication } from './add-application.ts'
import { changeApplicationDefinition } from './change-application-definition.ts'
import { rotateClientSecret } from './rotate-client-secret.ts'
import { verifyClientSecret } from './validate-and-verify-client-secret.ts'
import {
  createTestApplicationStoreContext,
  requireStoredTestApplication,
} from '../../testing/application-store-fixtures.ts'

const now = Date.parse('2026-01-15T12:00:00.000Z')
const hour = 3_600_000

describe.each(databaseKinds)('changing an application on %s', (kind) => {
  test('reports the changes, and keeps the sector and the secret', async () => {
    const database = await openTestDatabase(kind)
    const added = await addApplication(
      createTestApplicationStoreContext(database),
      { definition: createTestApplicationDefinition(), origin: 'operator' },
      now,
    )
    const definition = createTestApplicationDefinition({
      name: 'Graphs',
      redirectUris: ['https://graphs.example/login'],
      scopes: ['openid', 'wallet'],
      maxAgeSeconds: 60,
    })
    const changes = [
      'name Grafana → Graphs',
      'redirectUris + https://graphs.example/login - https://grafana.example/login',
      'scopes - profile - offline_access',
      'maxAgeSeconds null → 60',
    ]
    expect(
      await changeApplicationDefinition(createTestApplicationStoreContext(database), { definition }, now + 1),
    ).toEqual({
      outcome: 'changed',
      changes,
      secret: null,
    })
    const record = await requireStoredTestApplication(database)
    expect(record).toMatchObject({
      name: 'Graphs',
      sector: 'grafana.example',
      definition,
      createdAt: now,
      changedAt: now + 1,
    })
    expect(verifyClientSecret(record, (added.outcome === 'added' && added.secret) || '', now)).toBe(true)
    expect((await listSequencedAuditEntryTexts(database.queries)).at(-1)).toBe(
      `application.changed success ${JSON.stringify({ applicationId: 'grafana', changes: changes.join('; ') })}`,
    )

    expect(
      await changeApplicationDefinition(createTestApplicationStoreContext(database), { definition }, now + 2),
    ).toEqual({
      outcome: 'unchanged',
    })
    expect(await listSequencedAuditEntryTexts(database.queries)).toHaveLength(2)
    expect(
      await changeApplicationDefinition(
        createTestApplicationStoreContext(database),
        { definition: createTestApplicationDefinition({ id: 'nextcloud' }) },
        now,
      ),
    ).toEqual({ outcome: 'unknown' })
  })

  test('creates or removes the secret when the authentication method changes', async () => {
    const database = await openTestDatabase(kind)
    const native = createTestApplicationDefinition({ kind: 'native' })
    expect(
      await addApplication(
        createTestApplicationStoreContext(database),
        { definition: native, origin: 'operator' },
        now,
      ),
    ).toEqual({
      outcome: 'added',
      secret: null,
    })
    const changed = await changeApplicationDefinition(
      createTestApplicationStoreContext(database),
      { definition: createTestApplicationDefinition() },
      now,
    )
    if (changed.outcome !== 'changed' || changed.secret === null) throw new Error(changed.outcome)
    expect(changed.changes).toContain('secret created')
    expect(verifyClientSecret(await requireStoredTestApplication(database), changed.secret, now)).toBe(true)
    await rotateClientSecret(createTestApplicationStoreContext(database), 'grafana', { overlapMs: hour }, now)
    expect(
      await changeApplicationDefinition(createTestApplicationStoreContext(database), { definition: native }, now),
    ).toMatchObject({
      outcome: 'changed',
      secret: null,
    })
    expect(await requireStoredTestApplication(database)).toMatchObject({
      secretHash: null,
      previousSecretHash: null,
      previousSecretExpiresAt: null,
    })
    expect(verifyClientSecret(await requireStoredTestApplication(database), changed.secret, now)).toBe(false)
  })

  test('cannot move people to another sector', async () => {
    const database = await openTestDatabase(kind)
    await addApplication(
      createTestApplicationStoreContext(database),
      { definition: createTestApplicationDefinition(), origin: 'operator' },
      now,
    )
    const definition = createTestApplicationDefinition({ sectorIdentifierUri: 'https://other.example/sector' })
    expect(await changeApplicationDefinition(createTestApplicationStoreContext(database), { definition }, now)).toEqual(
      {
        outcome: 'invalid',
        errors: [
          {
            path: 'sectorIdentifierUri',
            message: 'must stay on the host "grafana.example", or the application would treat everyone as a new user',
            code: 'sector_fixed',
            values: { host: expect.any(String) },
          },
        ],
      },
    )
    expect((await requireStoredTestApplication(database)).definition.sectorIdentifierUri).toBeNull()
  })
})
