// Tests that erasure leaves only anonymous audit log entries, which still verify.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { suspendPerson } from '../../admin/people/suspend-or-reactivate-person.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import {
  createFullyPopulatedPerson,
  personalDataFixtureStrings,
} from '../../testing/fully-populated-person-fixtures.ts'
import {
  dumpDatabase,
  listSequencedAuditEntryTexts,
  sequenceAllAuditEntries,
} from '../../testing/inspect-test-database.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import { createOidcTestServer } from '../../testing/oidc-application-test-steps.ts'
import {
  createTwoOidcServerInstances,
  sendRefreshTokenRequest,
  readOAuthTokenActiveStates,
} from '../../testing/oauth-token-test-steps.ts'
import { erasePerson } from './erase-person.ts'
import { readMessagesOfWalletProofs } from '../../store/wallets/wallet-proof-record-store.ts'
import { requestPersonErasureForTests, isErasedPersonDumpLine } from '../../testing/person-erasure-test-steps.ts'
import { readBrowserSession } from '../../testing/browser-session-test-steps.ts'

const many = {
  COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '10000',
  COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '10000',
  COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '10000',
}
const minutes = 60_000

describe.each(databaseKinds)('erasing a person on %s', (kind) => {
  test('P4 P9 N13: leaves no personal data in any table, and the audit log still verifies', async () => {
    const app = await createOidcTestServer({ database: kind })
    const { queries } = app.database
    const neighbour = await openSteppedUpBrowser(app, ethereumTestKeys.carol)
    const full = await createFullyPopulatedPerson(app)
    const proof = await queries
      .selectFrom('proofs')
      .innerJoin('wallets', 'wallets.id', 'proofs.wallet_id')
      .select('proofs.id')
      .where('address', '=', ethereumTestKeys.alice.address.toLowerCase())
      .executeTakeFirstOrThrow()
    const { signature = '' } = (await readMessagesOfWalletProofs(queries, [proof.id])).get(proof.id) ?? {}
    expect(signature).toMatch(/^0x/)
    const everything = [
      ...personalDataFixtureStrings,
      full.mergedId,
      signature,
      ethereumTestKeys.alice.address.slice(2).toLowerCase(),
      ethereumTestKeys.bob.address.slice(2).toLowerCase(),
    ]
    // First make sure that the traces exist.
    const before = (await dumpDatabase(queries)).join('\n')
    for (const trace of [...everything, full.personId]) expect(before.toLowerCase()).toContain(trace.toLowerCase())
    const verifiedBefore = await verifyAuditLogIntegrity(queries)

    const answer = await requestPersonErasureForTests(full.browser)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect(full.browser.cookies.has('__Host-countersign-session')).toBe(false)

    const left = await dumpDatabase(queries)
    for (const trace of everything)
      expect(
        left.filter((line) => line.toLowerCase().includes(trace.toLowerCase()) && !isErasedPersonDumpLine(line)),
      ).toEqual([])
    // Only the empty row and pending logout deliveries remain.
    const open = left.filter((line) => line.includes(full.personId)).map((line) => line.split(' ')[0])
    expect(open.filter((table) => table === 'people')).toHaveLength(1)
    expect(new Set(open)).toEqual(new Set(['people', 'logout_deliveries']))
    expect((await listSequencedAuditEntryTexts(queries)).slice(-2)).toEqual([
      'session.ended success {"reason":"person-deleted"}',
      'person.erased success {"by":"person"}',
    ])
    const verified = await verifyAuditLogIntegrity(queries)
    if (verifiedBefore.outcome !== 'whole' || verified.outcome !== 'whole') throw new Error('broken')
    expect(verified.lines).toBeGreaterThan(verifiedBefore.lines)
    expect(await verifyAuditLogIntegrity(queries, [verifiedBefore.head])).toMatchObject({ outcome: 'whole' })
    expect((await neighbour.send('GET', '/api/activity')).json<{ items: unknown[] }>().items.length).toBeGreaterThan(2)
    expect((await neighbour.send('GET', full.picture)).statusCode).toBe(404)

    app.pass(11 * minutes)
    await app.pruneExpired()
    const atLast = (await dumpDatabase(queries))
      .filter((line) => line.includes(full.personId))
      .map((line) => line.split(' ')[0])
    expect(atLast).toEqual(['logout_deliveries'])
  })

  test('P4: takes effect at once on every instance and for every token', async () => {
    const { one, two } = await createTwoOidcServerInstances(kind)
    const { browser, application, tokens, personId } = await createFullyPopulatedPerson(one)
    const there = two.openBrowser()
    for (const [name, value] of browser.cookies) there.cookies.set(name, value)
    expect((await there.send('GET', '/api/wallets')).statusCode).toBe(200)
    expect(await readOAuthTokenActiveStates(two, application, tokens)).toEqual([true, true])
    expect((await requestPersonErasureForTests(browser)).statusCode).toBe(204)
    expect((await there.send('GET', '/api/wallets')).json()).toMatchObject({ code: 'session.required' })
    expect((await there.send('PATCH', '/api/person', { displayName: 'Ada' })).json()).toMatchObject({
      code: 'session.required',
    })
    expect((await requestPersonErasureForTests(there)).json()).toMatchObject({ code: 'session.required' })
    expect(await readOAuthTokenActiveStates(two, application, tokens)).toEqual([false, false])
    expect((await sendRefreshTokenRequest(two, application, tokens.refresh_token)).json()).toMatchObject({
      error: 'invalid_grant',
    })
    // The logout notification is still to be delivered.
    const waiting = await one.database.queries
      .selectFrom('logout_deliveries')
      .select(['person_id', 'uri', 'completed_at'])
      .execute()
    expect(waiting).toEqual([{ person_id: personId, uri: 'https://wiki.example/logout', completed_at: null }])
  })

  test('the wallet can sign in again as a new person', async () => {
    const app = await createTestServer({ database: kind })
    const browser = await openSteppedUpBrowser(app)
    const before = await readBrowserSession(browser)
    await requestPersonErasureForTests(browser)
    expect(await readBrowserSession(browser)).toEqual({ person: null, session: null })
    expect((await browser.signIn()).statusCode).toBe(200)
    const after = await readBrowserSession(browser)
    expect(after.person?.id).not.toBe(before.person?.id)
    const { items } = (await browser.send('GET', '/api/activity')).json<{ items: { type: string }[] }>()
    expect(items.map(({ type }) => type)).toEqual(['session.started', 'wallet.linked', 'person.created'])
    // Removing the old empty row must not affect the new person.
    app.clock.now += 11 * minutes
    await app.pruneExpired()
    expect((await readBrowserSession(browser)).person?.id).toBe(after.person?.id)
  })

  test('requires a session and a recent step-up', async () => {
    const app = await createTestServer({ database: kind })
    const browser = app.openBrowser()
    await browser.signIn()
    expect((await requestPersonErasureForTests(browser)).json()).toMatchObject({ code: 'step_up.required' })
    await browser.stepUp()
    app.clock.now += app.limits.stepUpFreshnessSeconds * 1000
    expect((await requestPersonErasureForTests(browser)).json()).toMatchObject({ code: 'step_up.required' })
    expect((await requestPersonErasureForTests(app.openBrowser())).json()).toMatchObject({ code: 'session.required' })
    expect((await readBrowserSession(browser)).person).not.toBeNull()
  })

  test('P3: is refused while a merge can be undone, and works afterwards', async () => {
    const app = await createTestServer({ database: kind })
    const browser = await openSteppedUpBrowser(app)
    await app.openBrowser().signIn(ethereumTestKeys.bob)
    const { queries } = app.database
    const people = await queries.selectFrom('wallets').select(['person_id', 'address']).execute()
    const of = (address: string) => people.find((row) => row.address === address.toLowerCase())?.person_id ?? ''
    const times = {
      offered_at: app.clock.now,
      expires_at: app.clock.now,
      merged_at: app.clock.now,
      undo_until: app.clock.now + minutes,
      undone_at: null,
    }
    const both = { person_id: of(ethereumTestKeys.alice.address), merged_person_id: of(ethereumTestKeys.bob.address) }
    await queries
      .insertInto('identity_merges')
      .values({ id: createRandomId(systemRandomBytes), ...both, moved_records: '{}', ...times })
      .execute()
    const everything = async () => (await dumpDatabase(queries)).sort()
    const before = await everything()
    expect((await requestPersonErasureForTests(browser)).json()).toMatchObject({
      code: 'merge.already_open',
      status: 409,
    })
    expect(await everything()).toEqual(before)
    app.clock.now += minutes
    expect((await requestPersonErasureForTests(browser)).statusCode).toBe(204)
    expect((await queries.selectFrom('people').select('status').execute()).map(({ status }) => status)).toEqual([
      'erased',
      'erased',
    ])
  })

  test('an operator can erase a suspended person, but only once', async () => {
    const app = await createTestServer({ database: kind })
    await openSteppedUpBrowser(app)
    const { queries } = app.database
    const { id: personId } = await queries.selectFrom('people').select('id').executeTakeFirstOrThrow()
    const context = { queries, random: systemRandomBytes }
    await suspendPerson(context, personId, app.clock.now)
    expect(await erasePerson(context, { personId, session: null, now: app.clock.now })).toEqual(0)
    expect(await erasePerson(context, { personId, session: null, now: app.clock.now })).toBeNull()
    expect(await erasePerson(context, { personId: 'nobody', session: null, now: app.clock.now })).toBeNull()
    expect((await listSequencedAuditEntryTexts(queries)).filter((line) => line.startsWith('person.erased'))).toEqual([
      'person.erased success {"by":"operator"}',
    ])
    expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
  })

  test('handles 10,000 entries and 200 sessions in one request without blocking a sign-in', async () => {
    const app = await createTestServer({ database: kind, environment: many })
    const browser = await openSteppedUpBrowser(app)
    const { queries } = app.database
    for (let index = 0; index < 199; index++) {
      browser.cookies.delete('__Host-countersign-session')
      await browser.signIn()
    }
    const { id: personId } = await queries.selectFrom('people').select('id').executeTakeFirstOrThrow()
    const lines = Array.from(
      { length: 10_000 },
      () =>
        ({
          type: 'person.changed',
          outcome: 'success',
          details: { changed: 'name' },
          evidence: { personId, content: { userAgent: 'x'.repeat(200) } },
        }) as const,
    )
    await queries
      .transaction()
      .execute((transaction) => appendAuditEvents(transaction, systemRandomBytes, app.clock.now, lines))
    expect(
      (await browser.send('GET', '/api/sessions')).json<{ items: unknown[]; nextCursor: string | null }>(),
    ).toMatchObject({ items: { length: 50 }, nextCursor: expect.any(String) as string })
    const other = app.openBrowser()
    const signed = await other.signChallenge(ethereumTestKeys.bob)

    // A longer wait would exceed the statement timeout.
    const answers = await Promise.all([
      requestPersonErasureForTests(browser),
      other.send('POST', '/api/sign-in', signed),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 200])
    await sequenceAllAuditEntries(queries)
    const { erased, ...verified } = (await verifyAuditLogIntegrity(queries)) as { erased: number; outcome: string }
    expect(verified.outcome).toBe('whole')
    expect(erased).toBeGreaterThan(10_400)
  })
})
