import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/open-database.ts'
import { readAuditLog, sequenceAllEntries } from '../../testing/read-database-state.ts'
import { databaseKinds, openTestDatabase } from '../../testing/test-databases.ts'
import { createTestApplicationDefinition } from '../../testing/test-application-definitions.ts'
import { addApplication } from './add-application.ts'
import { changeApplication } from './change-application.ts'
import { disableApplication } from './disable-application.ts'
import { enableApplication } from './enable-application.ts'
import { removeApplication } from './remove-application.ts'
import { rotateClientSecret } from './rotate-client-secret.ts'
import { verifyClientSecret } from './client-secret.ts'
import { describeApplication, findApplication, listAllApplications, listApplications } from './application-store.ts'
import type { ApplicationRecord } from './application-store.ts'

const now = Date.parse('2026-01-15T12:00:00.000Z')
const hour = 3_600_000

const worldOf = ({ queries }: Database) => ({ queries, random: systemRandomBytes })

async function find({ queries }: Database, id = 'grafana'): Promise<ApplicationRecord> {
  const record = await findApplication(queries, id)
  if (record === undefined) throw new Error(`There is no ${id}`)
  return record
}

/** An application with a person who is signed in to it: a consent, an authorization and a token. */
async function addUsed(
  database: Database,
  input: Parameters<typeof createTestApplicationDefinition>[0] = {},
): Promise<string | null> {
  const definition = createTestApplicationDefinition(input)
  const added = await addApplication(worldOf(database), { definition, origin: 'operator' }, now)
  if (added.outcome !== 'added') throw new Error(added.outcome)
  const { queries } = database
  const application_id = definition.id
  await queries
    .insertInto('people')
    .values({
      id: 'alice',
      display_name: null,
      picture_url: null,
      locale: null,
      status: 'active',
      created_at: now,
      last_seen_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await queries
    .insertInto('wallets')
    .values({
      id: 'w',
      person_id: 'alice',
      namespace: 'eip155',
      kind: 'key',
      chain_reference: null,
      address: '0x00',
      label: null,
      is_primary: 1,
      linked_at: now,
      last_used_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await queries
    .insertInto('proofs')
    .values({ id: 'p', wallet_id: 'w', kept_message: 'm', kept_signature: 's', method: 'ecdsa', verified_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const over = now + hour
  await queries
    .insertInto('sessions')
    .values({
      id: 's',
      token_hash: 't',
      person_id: 'alice',
      wallet_id: 'w',
      proof_id: 'p',
      created_at: now,
      last_seen_at: now,
      idle_expires_at: over,
      expires_at: over,
      ended_at: null,
      end_reason: null,
      user_agent: '',
      network_prefix: '',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await queries
    .insertInto('grants')
    .values({
      id: `g-${application_id}`,
      person_id: 'alice',
      application_id,
      scopes: 'openid',
      withheld: '',
      resources: '[]',
      learned: '{}',
      created_at: now,
      last_used_at: now,
      withdrawn_at: null,
    })
    .execute()
  await queries
    .insertInto('authorizations')
    .values({
      id: `a-${application_id}`,
      session_id: 's',
      person_id: 'alice',
      application_id,
      sid: `sid-${application_id}`,
      subject: 'subject',
      created_at: now,
    })
    .execute()
  const record = {
    user_code_hash: null,
    browser_hash: null,
    payload: '{}',
    created_at: now,
    expires_at: over,
    consumed_at: null,
  }
  await queries
    .insertInto('provider_records')
    .values({
      kind: 'AccessToken',
      id_hash: `h-${application_id}`,
      authorization_id: `a-${application_id}`,
      application_id,
      person_id: 'alice',
      ...record,
    })
    .execute()
  return added.secret
}

/** What hangs on applications: `grants authorizations records deliveries`. */
async function countLeft({ queries }: Database): Promise<string> {
  const counts = []
  for (const table of ['grants', 'authorizations', 'provider_records', 'logout_deliveries'] as const) {
    const { count } = await queries
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    counts.push(Number(count))
  }
  return counts.join(' ')
}

describe.each(databaseKinds)('applications on %s', (kind) => {
  test('are found as they were added', async () => {
    const database = await openTestDatabase(kind)
    const definition = createTestApplicationDefinition()
    expect(await addApplication(worldOf(database), { definition, origin: 'operator' }, now)).toMatchObject({
      outcome: 'added',
    })
    const { secretHash, ...rest } = await find(database)
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
    expect(await findApplication(database.queries, 'nextcloud')).toBeUndefined()
    expect(await readAuditLog(database.queries)).toEqual([
      'application.added success {"applicationId":"grafana","kind":"web"}',
    ])
  })

  test('cannot take an id that is taken, also at the same moment', async () => {
    const database = await openTestDatabase(kind)
    const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']
    const results = await Promise.all(
      names.map((name) =>
        addApplication(
          worldOf(database),
          { definition: createTestApplicationDefinition({ name }), origin: 'operator' },
          now,
        ),
      ),
    )
    expect(results.filter(({ outcome }) => outcome === 'added')).toHaveLength(1)
    expect((await find(database)).name).toBe(names[results.findIndex(({ outcome }) => outcome === 'added')])
    expect(await readAuditLog(database.queries)).toHaveLength(1)
  })

  test('that registered themselves are told apart', async () => {
    const database = await openTestDatabase(kind)
    await addApplication(
      worldOf(database),
      { definition: createTestApplicationDefinition(), origin: 'registration', secret: 'x'.repeat(43) },
      now,
    )
    const record = await find(database)
    expect(record.origin).toBe('registration')
    expect(verifyClientSecret(record, 'x'.repeat(43), now)).toBe(true)
    expect(await readAuditLog(database.queries)).toEqual([
      'application.registered success {"applicationId":"grafana","kind":"web"}',
    ])
  })

  test('P9 their secrets are nowhere in the database and the log', async () => {
    const database = await openTestDatabase(kind)
    const added = await addApplication(
      worldOf(database),
      { definition: createTestApplicationDefinition(), origin: 'operator' },
      now,
    )
    const rotated = await rotateClientSecret(worldOf(database), 'grafana', { overlapMs: hour }, now)
    const secrets = [added.outcome === 'added' && added.secret, rotated.outcome === 'rotated' && rotated.secret]
    const { queries } = database
    await sequenceAllEntries(queries)
    const stored = JSON.stringify([
      await queries.selectFrom('applications').selectAll().execute(),
      await queries.selectFrom('events').selectAll().execute(),
      await queries.selectFrom('event_evidence').selectAll().execute(),
    ])
    for (const secret of secrets) {
      expect(secret).toMatch(/^[0-9A-Za-z_-]{43}$/)
      expect(stored).not.toContain(secret)
      expect(stored).toContain(createHash('sha256').update(String(secret)).digest('base64url'))
    }
  })

  test('are listed by name, page by page, each once', async () => {
    const database = await openTestDatabase(kind)
    for (let index = 0; index < 7; index++)
      await addApplication(
        worldOf(database),
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
      const page = await listApplications(database.queries, { cursor: seen.at(-1) ?? null, size: 2 })
      seen.push(...page)
      if (page.length < 2) break
    }
    expect(seen.map(({ id }) => id)).toEqual(['app-4', 'app-5', 'app-6', 'app-0', 'app-1', 'app-2', 'app-3'])
    expect(await listAllApplications(database.queries)).toEqual(seen)
  })

  test('a change says what changed, and keeps the sector and the secret', async () => {
    const database = await openTestDatabase(kind)
    const added = await addApplication(
      worldOf(database),
      { definition: createTestApplicationDefinition(), origin: 'operator' },
      now,
    )
    const definition = createTestApplicationDefinition({
      name: 'Graphs',
      redirectUris: ['https://graphs.example/login'],
      scopes: ['openid', 'wallet'],
      maximumAgeSeconds: 60,
    })
    const changes = [
      'name Grafana → Graphs',
      'redirectUris + https://graphs.example/login - https://grafana.example/login',
      'scopes - profile - offline_access',
      'maximumAgeSeconds null → 60',
    ]
    expect(await changeApplication(worldOf(database), { definition }, now + 1)).toEqual({
      outcome: 'changed',
      changes,
      secret: null,
    })
    const record = await find(database)
    expect(record).toMatchObject({
      name: 'Graphs',
      sector: 'grafana.example',
      definition,
      createdAt: now,
      changedAt: now + 1,
    })
    expect(verifyClientSecret(record, (added.outcome === 'added' && added.secret) || '', now)).toBe(true)
    expect((await readAuditLog(database.queries)).at(-1)).toBe(
      `application.changed success ${JSON.stringify({ applicationId: 'grafana', changes: changes.join('; ') })}`,
    )

    expect(await changeApplication(worldOf(database), { definition }, now + 2)).toEqual({ outcome: 'unchanged' })
    expect(await readAuditLog(database.queries)).toHaveLength(2)
    expect(
      await changeApplication(
        worldOf(database),
        { definition: createTestApplicationDefinition({ id: 'nextcloud' }) },
        now,
      ),
    ).toEqual({ outcome: 'unknown' })
  })

  test('a change of the authentication makes a secret or ends it', async () => {
    const database = await openTestDatabase(kind)
    const native = createTestApplicationDefinition({ kind: 'native' })
    expect(await addApplication(worldOf(database), { definition: native, origin: 'operator' }, now)).toEqual({
      outcome: 'added',
      secret: null,
    })
    const changed = await changeApplication(worldOf(database), { definition: createTestApplicationDefinition() }, now)
    if (changed.outcome !== 'changed' || changed.secret === null) throw new Error(changed.outcome)
    expect(changed.changes).toContain('secret made')
    expect(verifyClientSecret(await find(database), changed.secret, now)).toBe(true)
    await rotateClientSecret(worldOf(database), 'grafana', { overlapMs: hour }, now)
    expect(await changeApplication(worldOf(database), { definition: native }, now)).toMatchObject({
      outcome: 'changed',
      secret: null,
    })
    expect(await find(database)).toMatchObject({
      secretHash: null,
      previousSecretHash: null,
      previousSecretExpiresAt: null,
    })
    expect(verifyClientSecret(await find(database), changed.secret, now)).toBe(false)
  })

  test('a change cannot move people to another sector', async () => {
    const database = await openTestDatabase(kind)
    await addApplication(worldOf(database), { definition: createTestApplicationDefinition(), origin: 'operator' }, now)
    const definition = createTestApplicationDefinition({ sectorIdentifierUri: 'https://other.example/sector' })
    expect(await changeApplication(worldOf(database), { definition }, now)).toEqual({
      outcome: 'invalid',
      faults: [
        {
          path: 'sectorIdentifierUri',
          message: 'must stay on the host "grafana.example": people would become strangers to the application',
          code: 'sector_fixed',
          values: { host: expect.any(String) },
        },
      ],
    })
    expect((await find(database)).definition.sectorIdentifierUri).toBeNull()
  })

  test('an old secret works beside the new one for as long as was said, and no longer', async () => {
    const database = await openTestDatabase(kind)
    const added = await addApplication(
      worldOf(database),
      { definition: createTestApplicationDefinition(), origin: 'operator' },
      now,
    )
    const first = (added.outcome === 'added' && added.secret) || ''
    const rotated = await rotateClientSecret(worldOf(database), 'grafana', { overlapMs: hour }, now)
    if (rotated.outcome !== 'rotated') throw new Error(rotated.outcome)
    expect(rotated.previousWorksUntil).toBe(now + hour)
    const record = await find(database)
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

    const again = await rotateClientSecret(worldOf(database), 'grafana', { overlapMs: 0 }, now)
    if (again.outcome !== 'rotated') throw new Error(again.outcome)
    const after = await find(database)
    expect([first, rotated.secret, again.secret].map((secret) => verifyClientSecret(after, secret, now))).toEqual([
      false,
      false,
      true,
    ])
  })

  test('without a secret there is none to rotate or to guess', async () => {
    const database = await openTestDatabase(kind)
    await addApplication(
      worldOf(database),
      { definition: createTestApplicationDefinition({ kind: 'single-page' }), origin: 'operator' },
      now,
    )
    expect(await rotateClientSecret(worldOf(database), 'grafana', { overlapMs: 0 }, now)).toEqual({
      outcome: 'no-secret',
    })
    expect(await rotateClientSecret(worldOf(database), 'nextcloud', { overlapMs: 0 }, now)).toEqual({
      outcome: 'unknown',
    })
    expect(verifyClientSecret(await find(database), '', now)).toBe(false)
  })

  test('P4 disabling ends what the application was given, and nothing of another one', async () => {
    const database = await openTestDatabase(kind)
    await addUsed(database, { backchannelLogoutUri: 'https://grafana.example/logout' })
    await addUsed(database, { id: 'nextcloud' })
    expect(await countLeft(database)).toBe('2 2 2 0')
    expect(await disableApplication(worldOf(database), 'grafana', now)).toBe('disabled')
    // What the person allowed is remembered; the application is told that it is over.
    expect(await countLeft(database)).toBe('2 1 1 1')
    expect((await find(database)).enabled).toBe(false)
    expect((await find(database, 'nextcloud')).enabled).toBe(true)
    expect(await database.queries.selectFrom('logout_deliveries').select(['uri', 'sid']).execute()).toEqual([
      { uri: 'https://grafana.example/logout', sid: 'sid-grafana' },
    ])

    expect(await disableApplication(worldOf(database), 'grafana', now)).toBe('unchanged')
    expect(await enableApplication(worldOf(database), 'grafana', now)).toBe('enabled')
    expect(await enableApplication(worldOf(database), 'grafana', now)).toBe('unchanged')
    expect((await find(database)).enabled).toBe(true)
    expect(await countLeft(database)).toBe('2 1 1 1')
    expect(await disableApplication(worldOf(database), 'unknown', now)).toBe('unknown')
    expect(await enableApplication(worldOf(database), 'unknown', now)).toBe('unknown')
    expect((await readAuditLog(database.queries)).slice(2)).toEqual([
      'application.disabled success {"applicationId":"grafana"}',
      'application.enabled success {"applicationId":"grafana"}',
    ])
  })

  test('removing forgets the application, and nothing of another one', async () => {
    const database = await openTestDatabase(kind)
    await addUsed(database, { backchannelLogoutUri: 'https://grafana.example/logout' })
    await addUsed(database, { id: 'nextcloud' })
    expect(await removeApplication(worldOf(database), 'grafana', now)).toBe('removed')
    expect(await countLeft(database)).toBe('1 1 1 1')
    expect((await listAllApplications(database.queries)).map(({ id }) => id)).toEqual(['nextcloud'])
    expect(await removeApplication(worldOf(database), 'grafana', now)).toBe('unknown')
    expect((await readAuditLog(database.queries)).at(-1)).toBe(
      'application.removed success {"applicationId":"grafana"}',
    )
    expect(await verifyAuditLogIntegrity(database.queries)).toMatchObject({ outcome: 'whole', lines: 3 })
  })
})

test('people see a logo by an address that changes with it', async () => {
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
