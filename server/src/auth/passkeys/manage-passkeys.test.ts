import { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { sequenceAllAuditEntries, listAuditEntries } from '../../testing/inspect-test-database.ts'
import { createTestServer, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  addTestPasskey,
  requestTestPasskeyCreationOptions,
  requestTestPasskeySignInOptions,
  relaxedChallengeRateLimits,
  summarizeApiResponse,
  signInWithPasskey,
  tryToAddPasskey,
} from '../../testing/passkey-test-steps.ts'
import {
  createTestServerWithSteppedUpBrowser,
  listPasskeysOfBrowser,
} from '../../testing/passkey-management-fixtures.ts'

const minute = 60_000

describe('passkey management', () => {
  testOnBothDatabases('lists passkeys with their attributes, and names and renames them', async (kind) => {
    const { app, browser } = await createTestServerWithSteppedUpBrowser(kind)
    const { id } = await addTestPasskey(browser, { label: 'Laptop' })
    app.clock.now += 1000
    const other = await addTestPasskey(browser, { isSynced: true })
    expect(await listPasskeysOfBrowser(browser)).toEqual([
      {
        id,
        label: 'Laptop',
        isSynced: false,
        backedUp: false,
        createdAt: '2026-01-15T12:00:00.000Z',
        lastUsedAt: '2026-01-15T12:00:00.000Z',
      },
      {
        id: other.id,
        label: null,
        isSynced: true,
        backedUp: true,
        createdAt: '2026-01-15T12:00:01.000Z',
        lastUsedAt: '2026-01-15T12:00:01.000Z',
      },
    ])
    const renamed = await browser.send('PATCH', `/api/passkeys/${id}`, { label: 'Old laptop' })
    expect(renamed.json()).toMatchObject({ id, label: 'Old laptop' })
    expect((await listPasskeysOfBrowser(browser))[0]).toMatchObject({ label: 'Old laptop' })
    expect(summarizeApiResponse(await browser.send('PATCH', `/api/passkeys/${id}`, { label: 'a\u202Eb' }))).toBe(
      '400 person.name_invalid',
    )
    expect(
      summarizeApiResponse(await browser.send('PATCH', `/api/passkeys/${id}`, { label: ethereumTestKeys.bob.address })),
    ).toBe('400 person.name_contains_address')
    expect(await listAuditEntries(app, 'passkey.')).toEqual(['passkey.added success {}', 'passkey.added success {}'])
    await sequenceAllAuditEntries(app.database.queries)
    const evidence = await app.database.queries
      .selectFrom('audit_event_evidence')
      .select('content')
      .where('content', 'like', `%${id}%`)
      .execute()
    expect(evidence.map(({ content }) => JSON.parse(content) as object)).toEqual([{ passkeyId: id, label: 'Laptop' }])
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  test('limits passkeys per person, even if creation options were issued before', async () => {
    const { browser } = await createTestServerWithSteppedUpBrowser('sqlite', { COUNTERSIGN_PASSKEYS_PER_PERSON: '2' })
    const late = await requestTestPasskeyCreationOptions(browser)
    await addTestPasskey(browser)
    await addTestPasskey(browser)
    expect(summarizeApiResponse(await browser.send('POST', '/api/passkeys/options'))).toBe('409 passkey.too_many')
    expect(
      summarizeApiResponse(
        await browser.send('POST', '/api/passkeys', { attestation: new VirtualPasskey().createCredential(late) }),
      ),
    ).toBe('409 passkey.too_many')
  })

  test('M17: adding, renaming and removing a passkey require step-up', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const browser = app.openBrowser()
    await browser.signIn()
    expect(summarizeApiResponse(await browser.send('POST', '/api/passkeys/options'))).toBe('403 step_up.required')
    await browser.stepUp()
    const creation = await requestTestPasskeyCreationOptions(browser)
    const { id } = await addTestPasskey(browser)
    app.clock.now += 10 * minute
    for (const [method, path, body] of [
      ['POST', '/api/passkeys', { attestation: new VirtualPasskey().createCredential(creation) }],
      ['PATCH', `/api/passkeys/${id}`, { label: 'Mine' }],
      ['DELETE', `/api/passkeys/${id}`, undefined],
    ] as const) {
      expect(summarizeApiResponse(await browser.send(method, path, body))).toBe('403 step_up.required')
    }
    expect(summarizeApiResponse(await app.openBrowser().send('GET', '/api/passkeys'))).toBe('401 session.required')
    expect(await listPasskeysOfBrowser(browser)).toMatchObject([{ id, label: null }])
  })

  test('reports passkeys of another person as not found', async () => {
    const { app, browser } = await createTestServerWithSteppedUpBrowser('sqlite')
    const { id } = await addTestPasskey(browser)
    const stranger = app.openBrowser()
    await stranger.signIn(ethereumTestKeys.bob)
    await stranger.stepUp(ethereumTestKeys.bob)
    await addTestPasskey(stranger)
    expect(summarizeApiResponse(await stranger.send('PATCH', `/api/passkeys/${id}`, { label: 'Mine' }))).toBe(
      '404 passkey.not_found',
    )
    expect(summarizeApiResponse(await stranger.send('DELETE', `/api/passkeys/${id}`))).toBe('404 passkey.not_found')
    expect(await listPasskeysOfBrowser(browser)).toMatchObject([{ id, label: null }])
  })

  testOnBothDatabases('P4: removing a passkey ends the sessions it started and no others', async (kind) => {
    const { app, browser } = await createTestServerWithSteppedUpBrowser(kind)
    const { passkey, id } = await addTestPasskey(browser)
    const [byPasskey, byWallet] = [app.openBrowser(), app.openBrowser()]
    await signInWithPasskey(byPasskey, passkey)
    await byWallet.signIn()
    expect((await browser.send('DELETE', `/api/passkeys/${id}`)).json()).toEqual({ signedOut: false })
    expect(summarizeApiResponse(await byPasskey.send('GET', '/api/passkeys'))).toBe('401 session.required')
    expect(summarizeApiResponse(await byWallet.send('GET', '/api/passkeys'))).toBe('200')
    expect(await listPasskeysOfBrowser(browser)).toEqual([])
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey))).toBe('401 passkey.removed')
    expect(await listAuditEntries(app, 'passkey.removed')).toEqual(['passkey.removed success {}'])
    expect(await listAuditEntries(app, 'session.ended')).toEqual([
      'session.ended success {"reason":"replaced"}',
      'session.ended success {"reason":"passkey-removed"}',
    ])
    expect(summarizeApiResponse(await browser.send('DELETE', `/api/passkeys/${id}`))).toBe('404 passkey.not_found')
  })

  testOnBothDatabases(
    'P3: refuses to remove the last sign-in method, or any while a merge can be undone',
    async (kind) => {
      const { app, browser } = await createTestServerWithSteppedUpBrowser(kind)
      const { passkey, id } = await addTestPasskey(browser)
      const [wallet] = (await browser.send('GET', '/api/wallets')).json<{ items: { id: string }[] }>().items
      const byPasskey = app.openBrowser()
      await signInWithPasskey(byPasskey, passkey)
      expect(summarizeApiResponse(await byPasskey.send('DELETE', `/api/wallets/${wallet?.id}`))).toBe('200')
      expect(summarizeApiResponse(await byPasskey.send('DELETE', `/api/passkeys/${id}`))).toBe(
        '409 sign_in_method.last',
      )
      await addTestPasskey(byPasskey)
      const { person_id } = await app.database.queries
        .selectFrom('passkeys')
        .select('person_id')
        .executeTakeFirstOrThrow()
      const open = {
        merged_at: app.clock.now,
        undo_until: app.clock.now + 1,
        undone_at: null,
        offered_at: app.clock.now,
        expires_at: app.clock.now,
      }
      await app.database.queries
        .insertInto('identity_merges')
        .values({ id: '0'.repeat(26), person_id, merged_person_id: person_id, moved_records: '{}', ...open })
        .execute()
      expect(summarizeApiResponse(await byPasskey.send('DELETE', `/api/passkeys/${id}`))).toBe('409 merge.already_open')
      app.clock.now += 1
      expect((await byPasskey.send('DELETE', `/api/passkeys/${id}`)).json()).toEqual({ signedOut: true })
      expect(
        await app.database.queries
          .selectFrom('passkeys')
          .select('removed_at')
          .where('removed_at', 'is', null)
          .execute(),
      ).toHaveLength(1)
    },
  )

  test('removing the passkey of the current session signs the person out; it can be added again', async () => {
    const { app, browser } = await createTestServerWithSteppedUpBrowser('sqlite')
    const { passkey, id } = await addTestPasskey(browser)
    const other = app.openBrowser()
    await signInWithPasskey(other, passkey)
    expect((await other.send('DELETE', `/api/passkeys/${id}`)).json()).toEqual({ signedOut: true })
    expect([...other.cookies.keys()].filter((name) => name.includes('session'))).toEqual([])
    expect(summarizeApiResponse(await tryToAddPasskey(browser, passkey))).toBe('200')
    expect(summarizeApiResponse(await signInWithPasskey(other, passkey))).toBe('200')
  })

  test('step-up options require a session and a registered passkey', async () => {
    const { app, browser } = await createTestServerWithSteppedUpBrowser('sqlite')
    expect(summarizeApiResponse(await browser.send('POST', '/api/step-up/passkey/options'))).toBe(
      '404 passkey.not_found',
    )
    expect(summarizeApiResponse(await app.openBrowser().send('POST', '/api/step-up/passkey/options'))).toBe(
      '401 session.required',
    )
  })

  test('N7: limits the rate of passkey challenges and sign-in attempts', async () => {
    const app = await createTestServer({
      environment: {
        COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '2',
        COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '2',
      },
    })
    const browser = app.openBrowser()
    const passkey = new VirtualPasskey()
    const assertion = passkey.getAssertion(await requestTestPasskeySignInOptions(browser))
    await requestTestPasskeySignInOptions(browser)
    expect(summarizeApiResponse(await browser.send('POST', '/api/sign-in/passkey/options', {}))).toBe(
      '429 rate.limited',
    )
    const answers = []
    for (let index = 0; index < 3; index++)
      answers.push(summarizeApiResponse(await browser.send('POST', '/api/sign-in/passkey', { assertion })))
    expect(answers).toEqual(['401 passkey.refused', '401 challenge.invalid', '429 rate.limited'])
  })
})
