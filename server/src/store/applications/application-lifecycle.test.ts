import { describe, expect, test } from 'vitest'
import { listSequencedAuditEntryTexts } from '../../testing/inspect-test-database.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database-fixtures.ts'
import { createTestApplicationDefinition } from '../../testing/application-definition-fixtures.ts'
import { addApplication } from './add-application.ts'
import { verifyClientSecret } from './validate-and-verify-client-secret.ts'
import {
  describeApplication,
  findApplicationById,
  listAllApplications,
  listApplicationRecordPage,
} from './application-store.ts'
import type { ApplicationRecord } from './application-store.ts'
import {
  createTestApplicationStoreContext,
  requireStoredTestApplication,
} from '../../testing/application-store-fixtures.ts'

const now = Date.parse('2026-01-15T12:00:00.000Z')

describe.each(databaseKinds)('application store on %s', (kind) => {
  test('returns an application as it was added', async () => {
    const database = await openTestDatabase(kind)
    const definition = createTestApplicationDefinition()
    expect(
      await addApplication(createTestApplicationStoreContext(database), { definition, origin: 'operator' }, now),
    ).toMatchObject({
      outcome: 'added',
    })
    const { secretHash, ...rest } = await requireStoredTestApplication(database)
    expect(secretHash).toMatch(/^[0-9A-Za-z_-]{43}$/)
    expect(rest).toEqual({
      id: 'grafana',
      name: 'Grafana',
      kind: 'web',
      enabled: true,
      sector: 'grafana.example',
      definition,
      previousSecretHash: null,
      previousSecretExpiresAt: null,
      origin: 'operator',
      claimedName: null,
      registrationTokenId: null,
      document: null,
      narrowing: null,
      introspectionNarrowed: false,
      createdAt: now,
      changedAt: now,
      logo: null,
    })
    expect(await findApplicationById(database.queries, 'nextcloud')).toBeUndefined()
    expect(await listSequencedAuditEntryTexts(database.queries)).toEqual([
      'application.added success {"applicationId":"grafana","kind":"web"}',
    ])
  })

  test('adds an ID only once, even concurrently', async () => {
    const database = await openTestDatabase(kind)
    const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']
    const results = await Promise.all(
      names.map((name) =>
        addApplication(
          createTestApplicationStoreContext(database),
          { definition: createTestApplicationDefinition({ name }), origin: 'operator' },
          now,
        ),
      ),
    )
    expect(results.filter(({ outcome }) => outcome === 'added')).toHaveLength(1)
    expect((await requireStoredTestApplication(database)).name).toBe(
      names[results.findIndex(({ outcome }) => outcome === 'added')],
    )
    expect(await listSequencedAuditEntryTexts(database.queries)).toHaveLength(1)
  })

  test('marks applications that registered themselves', async () => {
    const database = await openTestDatabase(kind)
    await addApplication(
      createTestApplicationStoreContext(database),
      { definition: createTestApplicationDefinition(), origin: 'registration', secret: 'x'.repeat(43) },
      now,
    )
    const record = await requireStoredTestApplication(database)
    expect(record.origin).toBe('registration')
    expect(verifyClientSecret(record, 'x'.repeat(43), now)).toBe(true)
    expect(await listSequencedAuditEntryTexts(database.queries)).toEqual([
      'application.registered success {"applicationId":"grafana","kind":"web"}',
    ])
  })

  test('lists every application exactly once, in pages sorted by name', async () => {
    const database = await openTestDatabase(kind)
    for (let index = 0; index < 7; index++)
      await addApplication(
        createTestApplicationStoreContext(database),
        {
          definition: createTestApplicationDefinition({
            id: `app-${index}`,
            name: index < 4 ? 'Same' : `Other ${index}`,
          }),
          origin: 'operator',
        },
        now,
      )
    const seen: ApplicationRecord[] = []
    for (;;) {
      const page = await listApplicationRecordPage(database.queries, { cursor: seen.at(-1) ?? null, size: 2 })
      seen.push(...page)
      if (page.length < 2) break
    }
    expect(seen.map(({ id }) => id)).toEqual(['app-4', 'app-5', 'app-6', 'app-0', 'app-1', 'app-2', 'app-3'])
    expect(await listAllApplications(database.queries)).toEqual(seen)
  })
})

test('the public description of an application has a logo URL that changes with the logo', async () => {
  const record = {
    id: 'grafana',
    name: 'Grafana',
    logo: 'abcdefghijk',
    definition: createTestApplicationDefinition({ uri: 'https://grafana.example/' }),
  } as ApplicationRecord
  expect(describeApplication(record)).toEqual({
    id: 'grafana',
    name: 'Grafana',
    logo: '/api/applications/grafana/logo?v=abcdefgh',
    uri: 'https://grafana.example/',
  })
  expect(describeApplication({ ...record, logo: null }).logo).toBeNull()
})
