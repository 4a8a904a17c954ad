// Tests that disabling or removing an application revokes only its own authorizations.
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import type { Database } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { listSequencedAuditEntryTexts } from '../../testing/inspect-test-database.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database-fixtures.ts'
import { createTestApplicationDefinition } from '../../testing/application-definition-fixtures.ts'
import { addApplication } from './add-application.ts'
import { disableApplication } from './disable-application.ts'
import { enableApplication } from './enable-application.ts'
import { removeApplication } from './remove-application.ts'
import { listAllApplications } from './application-store.ts'
import {
  createTestApplicationStoreContext,
  requireStoredTestApplication,
} from '../../testing/application-store-fixtures.ts'

const now = Date.parse('2026-01-15T12:00:00.000Z')
const hour = 3_600_000

async function addUsedApplication(
  database: Database,
  input: Parameters<typeof createTestApplicationDefinition>[0] = {},
): Promise<string | null> {
  const definition = createTestApplicationDefinition(input)
  const added = await addApplication(
    createTestApplicationStoreContext(database),
    { definition, origin: 'operator' },
    now,
  )
  if (added.outcome !== 'added') throw new Error(added.outcome)
  await insertSignedInPerson(database)
  await insertGrantWithToken(database, definition.id)
  return added.secret
}

async function insertSignedInPerson({ queries }: Database): Promise<void> {
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
    .values({
      id: 'p',
      wallet_id: 'w',
      retained_message: 'm',
      retained_signature: 's',
      method: 'ecdsa',
      verified_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
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
      idle_expires_at: now + hour,
      expires_at: now + hour,
      ended_at: null,
      end_reason: null,
      user_agent: '',
      network_prefix: '',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function insertGrantWithToken({ queries }: Database, application_id: string): Promise<void> {
  await queries
    .insertInto('grants')
    .values({
      id: `g-${application_id}`,
      person_id: 'alice',
      application_id,
      scopes: 'openid',
      denied_scopes: '',
      resources: '[]',
      disclosures: '{}',
      created_at: now,
      last_used_at: now,
      revoked_at: null,
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
    expires_at: now + hour,
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
}

/** Returns the row counts in the order `grants authorizations records deliveries`. */
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

describe.each(databaseKinds)('disabling and removing applications on %s', (kind) => {
  test('P4: disabling an application revokes its authorizations, but none of another application', async () => {
    const database = await openTestDatabase(kind)
    await addUsedApplication(database, { backchannelLogoutUri: 'https://grafana.example/logout' })
    await addUsedApplication(database, { id: 'nextcloud' })
    expect(await countLeft(database)).toBe('2 2 2 0')
    expect(await disableApplication(createTestApplicationStoreContext(database), 'grafana', now)).toBe('disabled')
    // The grant stays; a logout is queued.
    expect(await countLeft(database)).toBe('2 1 1 1')
    expect((await requireStoredTestApplication(database)).enabled).toBe(false)
    expect((await requireStoredTestApplication(database, 'nextcloud')).enabled).toBe(true)
    expect(await database.queries.selectFrom('logout_deliveries').select(['uri', 'sid']).execute()).toEqual([
      { uri: 'https://grafana.example/logout', sid: 'sid-grafana' },
    ])

    expect(await disableApplication(createTestApplicationStoreContext(database), 'grafana', now)).toBe('unchanged')
    expect(await enableApplication(createTestApplicationStoreContext(database), 'grafana', now)).toBe('enabled')
    expect(await enableApplication(createTestApplicationStoreContext(database), 'grafana', now)).toBe('unchanged')
    expect((await requireStoredTestApplication(database)).enabled).toBe(true)
    expect(await countLeft(database)).toBe('2 1 1 1')
    expect(await disableApplication(createTestApplicationStoreContext(database), 'unknown', now)).toBe('unknown')
    expect(await enableApplication(createTestApplicationStoreContext(database), 'unknown', now)).toBe('unknown')
    expect((await listSequencedAuditEntryTexts(database.queries)).slice(2)).toEqual([
      'application.disabled success {"applicationId":"grafana"}',
      'application.enabled success {"applicationId":"grafana"}',
    ])
  })

  test('removing an application deletes it, but nothing that belongs to another application', async () => {
    const database = await openTestDatabase(kind)
    await addUsedApplication(database, { backchannelLogoutUri: 'https://grafana.example/logout' })
    await addUsedApplication(database, { id: 'nextcloud' })
    expect(await removeApplication(createTestApplicationStoreContext(database), 'grafana', now)).toBe('removed')
    expect(await countLeft(database)).toBe('1 1 1 1')
    expect((await listAllApplications(database.queries)).map(({ id }) => id)).toEqual(['nextcloud'])
    expect(await removeApplication(createTestApplicationStoreContext(database), 'grafana', now)).toBe('unknown')
    expect((await listSequencedAuditEntryTexts(database.queries)).at(-1)).toBe(
      'application.removed success {"applicationId":"grafana"}',
    )
    expect(await verifyAuditLogIntegrity(database.queries)).toMatchObject({ outcome: 'whole', lines: 3 })
  })
})
