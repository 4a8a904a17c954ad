// Tests the personal data export: it matches its schema, is complete and contains no secrets.
import { findPersonalDataExportErrors } from '@countersign/api/validate-personal-data-export'
import type { PersonalDataExport } from '@countersign/api/personal-data-export-schema'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { createHash } from 'node:crypto'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { bulkInsertAuditEntriesWithFakeHashes } from '../../testing/bulk-insert-audit-entries-with-fake-hashes.ts'
import { createFullyPopulatedPerson } from '../../testing/fully-populated-person-fixtures.ts'
import {
  dumpDatabase,
  listSequencedAuditEntryTexts,
  sequenceAllAuditEntries,
} from '../../testing/inspect-test-database.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { createOidcTestServer } from '../../testing/oidc-application-test-steps.ts'
import { readBrowserSession } from '../../testing/browser-session-test-steps.ts'

const download = (browser: TestBrowser, headers: Record<string, string> = {}) =>
  browser.send('GET', '/api/export', undefined, headers)

/** The list that exports each table, or null if the table is exported in another way. */
const listOf: Readonly<Record<string, keyof PersonalDataExport | null>> = {
  usernames: 'usernames',
  email_addresses: 'emailAddresses',
  wallets: 'wallets',
  passkeys: 'passkeys',
  browsers: 'browsers',
  sessions: 'sessions',
  proofs: 'proofs',
  grants: 'applications',
  subjects: 'subjects',
  authorizations: 'signedInTo',
  logout_deliveries: 'logouts',
  group_members: 'groups',
  role_assignments: 'roles',
  api_tokens: 'tokens',
  saved_views: 'savedViews',
  recent_items: 'recentItems',
  identity_merges: 'merges',
  audit_event_evidence: 'activity',
  // Pending events are sequenced before the export.
  pending_audit_events: null,
  // In `person`.
  people: null,
  profile_pictures: null,
  // In `wallets`.
  wallet_names: null,
  wallet_avatars: null,
  // These tables contain hashes and state that expires within the hour.
  pending_challenges: null,
  cross_device_requests: null,
  email_codes: null,
  provider_records: null,
}

describe('personal data export', () => {
  testOnBothDatabases('matches its schema and contains every row of the person', async (kind) => {
    const app = await createOidcTestServer({ database: kind })
    const neighbour = app.openBrowser()
    await neighbour.signIn(ethereumTestKeys.carol)
    const full = await createFullyPopulatedPerson(app)
    const onHoldSince = Date.UTC(2026, 0, 14)
    const [held] = await app.database.queries
      .updateTable('wallets')
      .set({ on_hold_since: onHoldSince })
      .where('person_id', '=', full.mergedId)
      .returning('address')
      .execute()
    const answer = await download(full.browser)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="countersign-2026-01-15.json"',
      'cache-control': 'no-store',
    })
    const document = answer.json<PersonalDataExport>()
    expect(findPersonalDataExportErrors(document)).toEqual([])
    // The schema rejects extra and missing members.
    expect(findPersonalDataExportErrors({ ...document, tokenHash: 'more', wallets: [{}] }).length).toBeGreaterThan(1)

    const { queries } = app.database
    const ofHers = async (table: string): Promise<number> => {
      const lines = (await dumpDatabase(queries)).filter((line) => line.startsWith(`${table} `))
      const wallets = (
        await queries
          .selectFrom('wallets')
          .select('id')
          .where('person_id', 'in', [full.personId, full.mergedId])
          .execute()
      ).map(({ id }) => id)
      return lines.filter((line) => [full.personId, full.mergedId, ...wallets].some((id) => line.includes(id))).length
    }
    for (const [table, list] of Object.entries(listOf)) {
      if (list === null) continue
      // One sign-in attempt names only her wallet.
      const expected = (await ofHers(table)) + (table === 'audit_event_evidence' ? 1 : 0)
      expect({ table, rows: (document[list] as unknown[]).length }).toEqual({ table, rows: expected })
      expect(expected).toBeGreaterThan(0)
    }
    expect(document.person).toMatchObject({
      id: full.personId,
      displayName: 'Ada of the test',
      picture: { mediaType: 'image/webp' },
    })
    const sinceWhen = document.wallets.map(({ address, onHoldSince: since }) => [address.toLowerCase(), since])
    expect(Object.fromEntries(sinceWhen)).toMatchObject({ [held?.address ?? 'none']: '2026-01-14T00:00:00.000Z' })
    expect(sinceWhen.filter(([, since]) => since === null)).toHaveLength(sinceWhen.length - 1)
    expect(document.mergedIdentities).toMatchObject([{ id: full.mergedId, status: 'merged' }])
    expect(document.applications).toMatchObject([
      {
        applicationId: 'wiki',
        name: 'Test Application',
        subject: expect.any(String) as string,
        disclosures: expect.arrayContaining([
          { scope: 'openid', firstAt: expect.any(String) as string, lastAt: expect.any(String) as string },
        ]) as unknown[],
      },
    ])
    expect(document.applications[0]?.subject).toBe(document.signedInTo[0]?.subject)
    expect(document.passkeys[0]).toMatchObject({ credentialId: 'credential-of-the-test', publicKey: 'key', counter: 3 })
    expect(document.activity[0]).toMatchObject({ type: 'person.exported', outcome: 'success' })
    expect(answer.body.toLowerCase()).not.toContain(ethereumTestKeys.carol.address.slice(2).toLowerCase())
  })

  testOnBothDatabases('covers every table that can hold a row of a person', async (kind) => {
    const app = await createTestServer({ database: kind })
    const tables = await app.database.queries.introspection.getTables()
    const personal = tables
      .filter(({ columns }) =>
        columns.some(({ name }) => ['person_id', 'wallet_id', 'merged_person_id'].includes(name)),
      )
      .map(({ name }) => name)
    expect([...personal, 'people'].sort()).toEqual(Object.keys(listOf).sort())
  })

  test('P9: contains no secrets or hashes of secrets, and neither does the server log', async () => {
    const app = await createOidcTestServer()
    const full = await createFullyPopulatedPerson(app)
    const answer = await download(full.browser)
    const hash = (secret: string) => createHash('sha256').update(secret).digest()
    const secrets = [
      ...full.browser.cookies.values(),
      full.tokens.access_token,
      full.tokens.refresh_token ?? '',
      full.application.secret ?? '',
    ]
    expect(secrets).toHaveLength(5)
    for (const secret of secrets) {
      for (const form of [secret, hash(secret).toString('hex'), hash(secret).toString('base64url')]) {
        expect(answer.body).not.toContain(form)
        expect(app.log.join('')).not.toContain(form)
      }
    }
    const { queries } = app.database
    await sequenceAllAuditEntries(queries)
    const hashes = [
      ...(await queries.selectFrom('sessions').select('token_hash as hash').execute()),
      ...(await queries.selectFrom('browsers').select('browser_hash as hash').execute()),
      ...(await queries.selectFrom('api_tokens').select('token_hash as hash').execute()),
      ...(await queries.selectFrom('provider_records').select('id_hash as hash').execute()),
    ]
    expect(hashes.length).toBeGreaterThan(10)
    for (const each of hashes) expect(answer.body).not.toContain(each.hash)
    // Exported data must not be logged.
    expect(app.log.join('')).not.toContain('Ada of the test')
  })

  test('requires a recent step-up and writes an audit entry', async () => {
    const app = await createTestServer()
    const browser = app.openBrowser()
    await browser.signIn()
    expect((await download(browser)).json()).toMatchObject({ code: 'step_up.required' })
    await browser.stepUp()
    expect((await download(browser)).statusCode).toBe(200)
    app.clock.now += app.limits.stepUpFreshnessSeconds * 1000
    const late = await download(browser)
    expect(late.json()).toMatchObject({ code: 'step_up.required' })
    expect(late.headers['content-disposition']).toBeUndefined()
    expect(
      (await listSequencedAuditEntryTexts(app.database.queries)).filter((line) => line.startsWith('person.exported')),
    ).toEqual(['person.exported success {}'])
  })

  test('N1: refuses a cross-site link and writes no audit entry for it', async () => {
    const app = await createTestServer()
    const browser = await openSteppedUpBrowser(app)
    expect((await download(browser, { 'sec-fetch-site': 'cross-site' })).json()).toMatchObject({
      code: 'request.cross_origin',
    })
    expect(
      (await listSequencedAuditEntryTexts(app.database.queries)).filter((line) => line.startsWith('person.exported')),
    ).toEqual([])
  })

  test('P4: is refused or cut off when the session ends concurrently', async () => {
    const app = await createTestServer()
    const browser = await openSteppedUpBrowser(app)
    const [, answer] = await Promise.allSettled([browser.send('POST', '/api/sign-out'), download(browser)])
    // The export completes if the session ends later, is cut off if it ends during the download,
    // and is refused if it ended before.
    const isStarted = answer.status === 'rejected' || answer.value.statusCode === 200
    if (answer.status === 'rejected')
      expect(answer.reason).toMatchObject({ message: 'response destroyed before completion' })
    else if (!isStarted) expect(answer.value.json()).toMatchObject({ code: 'session.required' })
    expect(
      (await listSequencedAuditEntryTexts(app.database.queries)).filter((line) => line.startsWith('person.exported')),
    ).toHaveLength(isStarted ? 1 : 0)
    expect((await download(browser)).json()).toMatchObject({ code: 'session.required' })
  })

  testOnBothDatabases(
    'streams 10,000 entries and 200 sessions, and stops when the client disconnects',
    async (kind) => {
      const app = await createTestServer({
        database: kind,
        environment: {
          COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '1000',
          COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '1000',
          COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '1000',
        },
      })
      const browser = await openSteppedUpBrowser(app)
      for (let index = 0; index < 199; index++) {
        browser.cookies.delete('__Host-countersign-session')
        await browser.signIn()
      }
      const personId = (await readBrowserSession(browser)).person?.id ?? ''
      await bulkInsertAuditEntriesWithFakeHashes(app.database.queries, {
        from: 1000,
        lines: 10_000,
        at: app.clock.now,
        owner: () => ({ personId }),
      })
      const start = performance.now()
      const document = (await download(browser)).json<PersonalDataExport>()
      console.info(`${kind}: exported in ${(performance.now() - start).toFixed(0)} ms`)
      expect(document.sessions.length).toBeGreaterThanOrEqual(200)
      expect(document.activity.length).toBeGreaterThan(10_200)
      expect(new Set(document.activity.map(({ sequence }) => sequence)).size).toBe(document.activity.length)

      await app.http.listen({ port: 0, host: '127.0.0.1' })
      const { port } = app.http.server.address() as AddressInfo
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      await new Promise<void>((resolve, reject) => {
        const request = get({ port, host: '127.0.0.1', path: '/api/export', headers: { cookie } }, (response) => {
          response.once('data', () => {
            response.destroy()
            resolve()
          })
        })
        request.on('error', reject)
      })
      // The stalled download must not block other requests.
      expect((await browser.send('PATCH', '/api/person', { displayName: 'Ada' })).statusCode).toBe(200)
    },
    120_000,
  )
})

test('HEAD on the personal data export returns 404 and writes no audit entry', async () => {
  const app = await createTestServer()
  const browser = await openSteppedUpBrowser(app)
  expect((await browser.send('HEAD' as 'GET', '/api/export')).statusCode).toBe(404)
  await sequenceAllAuditEntries(app.database.queries)
  expect(
    await app.database.queries
      .selectFrom('audit_events')
      .select('type')
      .where('type', '=', 'person.exported')
      .execute(),
  ).toEqual([])
})
