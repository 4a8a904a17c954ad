// The file with everything: it is as its description says, it has all that is kept, and none of what is nobody's to have.
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

/** The lists in which every table of a person has its rows; null where it is said in another way. */
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
  // Lines that wait for their place in the log: the export lets them have it first.
  pending_audit_events: null,
  // In the member "person".
  people: null,
  profile_pictures: null,
  // In "wallets", with the wallet that they belong to.
  wallet_names: null,
  wallet_avatars: null,
  // Run out by themselves within the hour, and are nothing but hashes and what is waited for.
  pending_challenges: null,
  cross_device_requests: null,
  email_codes: null,
  provider_records: null,
}

describe('the export', () => {
  testOnBothDatabases('is what its description says, and has everything', async (kind) => {
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
    // The description would notice.
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
      // Of the log there is also the attempt that names nobody but her wallet.
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

  testOnBothDatabases('names every table in which a person can have a row', async (kind) => {
    const app = await createTestServer({ database: kind })
    const tables = await app.database.queries.introspection.getTables()
    const personal = tables
      .filter(({ columns }) =>
        columns.some(({ name }) => ['person_id', 'wallet_id', 'merged_person_id'].includes(name)),
      )
      .map(({ name }) => name)
    expect([...personal, 'people'].sort()).toEqual(Object.keys(listOf).sort())
  })

  test('P9 has no secret, and no hash of one; nor has the log', async () => {
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
    // What is taken along is not written down on the way.
    expect(app.log.join('')).not.toContain('Ada of the test')
  })

  test('needs a fresh proof, and is written down', async () => {
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

  test('N1 is no file for a link on another site, and none is written down', async () => {
    const app = await createTestServer()
    const browser = await openSteppedUpBrowser(app)
    expect((await download(browser, { 'sec-fetch-site': 'cross-site' })).json()).toMatchObject({
      code: 'request.cross_origin',
    })
    expect(
      (await listSequencedAuditEntryTexts(app.database.queries)).filter((line) => line.startsWith('person.exported')),
    ).toEqual([])
  })

  test('P4 is not given to a session that ended a moment before', async () => {
    const app = await createTestServer()
    const browser = await openSteppedUpBrowser(app)
    const [, answer] = await Promise.allSettled([browser.send('POST', '/api/sign-out'), download(browser)])
    // The download is complete if the session ends after it, cut off if it ends during it, and refused if it ended before.
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
    'of 10,000 lines and 200 sessions is read as it is taken, and who hangs up ends it',
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
      // Nothing is held by it: others go on.
      expect((await browser.send('PATCH', '/api/person', { displayName: 'Ada' })).statusCode).toBe(200)
    },
    120_000,
  )
})

test('HEAD makes no file', async () => {
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
