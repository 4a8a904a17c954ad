// Tests erasure after a merge was undone.
import type { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { dumpDatabase } from '../../testing/inspect-test-database.ts'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import {
  requestIdentityMergeAcceptanceForTests,
  requestIdentityMergeConfirmationForTests,
  mergeIdentitiesForTests,
  createIdentityMergeOfferForTests,
  readBrowserPersonIdOrNone,
  requestIdentityMergeUndoForTests,
} from '../../testing/identity-merge-test-steps.ts'
import {
  addTestPasskey,
  relaxedChallengeRateLimits,
  summarizeApiResponse,
  signInWithPasskey,
} from '../../testing/passkey-test-steps.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createOidcTestServer,
} from '../../testing/oidc-application-test-steps.ts'

const { alice, bob } = ethereumTestKeys

const ways: Record<string, (browser: TestBrowser, passkey: VirtualPasskey) => Promise<unknown>> = {
  wallet: async (browser) => {
    await browser.signIn(bob)
    await browser.stepUp(bob)
  },
  passkey: signInWithPasskey,
}

describe.each(databaseKinds)('erasing a person after an undone merge on %s', (kind) => {
  describe.each(Object.keys(ways))('with a %s sign-in during the merge', (name) => {
    const enter = ways[name] as (typeof ways)[string]

    test.each(['the other', 'the surviving one'])('erases %s of the two identities', async (who) => {
      const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
      const { queries } = app.database
      const browser = await openSteppedUpBrowser(app, alice)
      const other = await openSteppedUpBrowser(app, bob)
      const { passkey } = await addTestPasskey(other)
      const otherId = await readBrowserPersonIdOrNone(other)
      const merged = await mergeIdentitiesForTests(browser, bob)
      const victim = app.openBrowser()
      await enter(victim, passkey)
      expect(summarizeApiResponse(await requestIdentityMergeUndoForTests(victim, merged))).toBe('200')
      const again = await openSteppedUpBrowser(app, bob)
      expect(await readBrowserPersonIdOrNone(again)).toBe(otherId)
      const leaver = who === 'the other' ? again : await openSteppedUpBrowser(app, alice)
      const leaverId = await readBrowserPersonIdOrNone(leaver)
      expect(summarizeApiResponse(await leaver.send('DELETE', '/api/person'))).toBe('204')
      expect(await queries.selectFrom('people').select('id').where('status', '=', 'erased').execute()).toEqual([
        { id: leaverId },
      ])
      expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
    })
  })

  test('the undo detaches proofs of the other person from authorizations, so that erasure succeeds', async () => {
    const app = await createOidcTestServer({ database: kind, environment: relaxedChallengeRateLimits })
    const { queries } = app.database
    const application = await addTestClientApplication(app, { id: 'wiki', scopes: ['openid', 'proof'] })
    const browser = await openSteppedUpBrowser(app, alice)
    await openSteppedUpBrowser(app, bob)
    const merged = await mergeIdentitiesForTests(browser, bob)
    // The session starts with Bob's wallet and later steps up with Alice's.
    await browser.signIn(bob)
    await runOidcAuthorizationUntilCallback(browser, application, { scope: 'openid proof' })
    const shown = () => queries.selectFrom('authorizations').select('proof_id').execute()
    expect(await shown()).toEqual([{ proof_id: expect.any(String) as string }])
    await browser.stepUp(alice)
    expect(summarizeApiResponse(await requestIdentityMergeUndoForTests(browser, merged))).toBe('200')
    expect(await shown()).toEqual([{ proof_id: null }])
    expect(summarizeApiResponse(await (await openSteppedUpBrowser(app, bob)).send('DELETE', '/api/person'))).toBe('204')
  })

  test('P9: leaves no trace of the erased person in the data of the person they were merged with', async () => {
    const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
    const { queries } = app.database
    const browser = await openSteppedUpBrowser(app, alice)
    const aliceId = await readBrowserPersonIdOrNone(browser)
    const other = app.openBrowser({ userAgent: 'Laptop of Bob', address: '198.51.100.7' })
    await other.signIn(bob)
    await other.stepUp(bob)
    const { passkey, id: passkeyId } = await addTestPasskey(other)
    const otherId = await readBrowserPersonIdOrNone(other)
    const merged = await createIdentityMergeOfferForTests(browser, bob)
    await requestIdentityMergeAcceptanceForTests(browser, merged)
    expect(summarizeApiResponse(await requestIdentityMergeConfirmationForTests(other, merged))).toBe('204')
    const victim = app.openBrowser({ userAgent: 'Phone of Bob', address: '203.0.113.7' })
    await signInWithPasskey(victim, passkey)
    const { id: sessionId } = await queries
      .selectFrom('sessions')
      .select('id')
      .where('passkey_id', '=', passkeyId)
      .executeTakeFirstOrThrow()
    await other.signIn(bob)
    // Both people have used this browser.
    await browser.signIn(bob)
    await browser.signIn(alice)
    expect(summarizeApiResponse(await requestIdentityMergeUndoForTests(victim, merged))).toBe('200')

    const sessions = await queries
      .selectFrom('sessions')
      .leftJoin('browsers', 'browsers.id', 'browser_id')
      .select(['sessions.person_id', 'sessions.user_agent', 'browsers.person_id as browser_of'])
      .where('sessions.person_id', '=', otherId)
      .execute()
    expect(sessions.map(({ user_agent, browser_of }) => [user_agent, browser_of]).sort()).toEqual(
      [
        ['Laptop of Bob', otherId],
        ['Laptop of Bob', otherId],
        ['Laptop of Bob', otherId],
        ['Phone of Bob', otherId],
        ['Test browser', null],
      ].sort(),
    )
    const again = app.openBrowser()
    await signInWithPasskey(again, passkey)
    const { items } = (await again.send('GET', '/api/activity')).json<{ items: { type: string }[] }>()
    expect(items.map(({ type }) => type).filter((type) => type.startsWith('identity'))).toEqual([
      'identity.merge_undone',
      'identity.merged',
      'identity.merge_requested',
    ])

    const traces = [
      otherId,
      passkeyId,
      sessionId,
      bob.address.slice(2),
      'Laptop of Bob',
      'Phone of Bob',
      '203.0.113',
      '198.51.100',
    ]
    const left = async () =>
      (await dumpDatabase(queries)).filter((line) => !line.startsWith('rate_limits ') && !line.startsWith('people '))
    for (const trace of traces) expect((await left()).join('\n').toLowerCase()).toContain(trace.toLowerCase())
    expect(summarizeApiResponse(await again.send('DELETE', '/api/person'))).toBe('204')
    for (const trace of traces)
      expect((await left()).filter((line) => line.toLowerCase().includes(trace.toLowerCase()))).toEqual([])
    // Alice's own data and the entries themselves remain.
    expect(await queries.selectFrom('browsers').select('person_id').execute()).toEqual([{ person_id: aliceId }])
    const own = app.openBrowser()
    await own.signIn(alice)
    const lines = (await own.send('GET', '/api/activity'))
      .json<{ items: { type: string }[] }>()
      .items.map(({ type }) => type)
    expect(lines).toEqual(expect.arrayContaining(['person.created', 'session.stepped_up', 'session.started']))
    expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
  })
})
