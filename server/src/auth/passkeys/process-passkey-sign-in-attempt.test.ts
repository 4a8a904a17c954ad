import { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import {
  listSequencedAuditEntryTexts,
  sequenceAllAuditEntries,
  listAuditEntries,
} from '../../testing/inspect-test-database.ts'
import { ethereumTestKeys, testClockStartTime } from '../../testing/countersign-test-server.ts'
import {
  requestTestPasskeySignInOptions,
  summarizeApiResponse,
  signInWithPasskey,
  stepUpWithPasskey,
} from '../../testing/passkey-test-steps.ts'
import { createTestServerWithPasskey } from '../../testing/passkey-sign-in-fixtures.ts'

describe('passkey sign-in', () => {
  test('starts a session that counts as step-up', async () => {
    const { app, passkey, id } = await createTestServerWithPasskey('sqlite', { label: 'Laptop' })
    app.clock.now += 60_000
    const browser = app.openBrowser()
    expect(await requestTestPasskeySignInOptions(browser)).toEqual({
      challenge: expect.stringMatching(/^[0-9a-z]{72}$/) as string,
      rpId: 'sign-in.example',
      allow: [],
      timeoutMs: 300_000,
    })
    const response = await signInWithPasskey(browser, passkey)
    expect(response.json()).toMatchObject({
      person: { address: ethereumTestKeys.alice.address },
      session: {
        wallet: null,
        passkey: { id, label: 'Laptop' },
        createdAt: '2026-01-15T12:01:00.000Z',
        stepUpValidUntil: '2026-01-15T12:11:00.000Z',
        newBrowser: false,
      },
      next: '/account',
    })
    const lines = await listSequencedAuditEntryTexts(app.database.queries)
    expect(lines.slice(-3)).toEqual([
      'session.started success {"method":"passkey"}',
      'browser.first_seen success {}',
      'browser.trusted success {}',
    ])
    await sequenceAllAuditEntries(app.database.queries)
    const evidence = await app.database.queries
      .selectFrom('audit_event_evidence')
      .select('content')
      .where('sequence', '=', lines.length - 2)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(evidence.content)).toMatchObject({
      passkeyId: id,
      label: 'Laptop',
      networkPrefix: '127.0.0.0/24',
    })
    expect((await browser.send('GET', '/api/passkeys')).json()).toMatchObject({
      items: [{ id, lastUsedAt: '2026-01-15T12:01:00.000Z' }],
    })
    const { last_seen_at } = await app.database.queries
      .selectFrom('people')
      .select('last_seen_at')
      .executeTakeFirstOrThrow()
    expect(last_seen_at).toBe(testClockStartTime + 60_000)
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  test('P5: starts a new session each time and ends the previous one', async () => {
    const { app, passkey } = await createTestServerWithPasskey('sqlite')
    const browser = app.openBrowser()
    const ids = [await signInWithPasskey(browser, passkey), await signInWithPasskey(browser, passkey)].map(
      (response) => response.json<{ session: { id: string } }>().session.id,
    )
    expect(new Set(ids).size).toBe(2)
    const sessions = await app.database.queries
      .selectFrom('sessions')
      .select(['id', 'end_reason'])
      .where('passkey_id', 'is not', null)
      .orderBy('created_at')
      .execute()
    expect(Object.fromEntries(sessions.map(({ id, end_reason }) => [id, end_reason]))).toEqual({
      [ids[0] ?? '']: 'replaced',
      [ids[1] ?? '']: null,
    })
  })

  test('stores device type, backup state and counter each time', async () => {
    const { app, passkey } = await createTestServerWithPasskey('sqlite', { isSynced: true })
    const browser = app.openBrowser()
    const read = () =>
      app.database.queries
        .selectFrom('passkeys')
        .select(['device_type', 'backed_up', 'counter'])
        .executeTakeFirstOrThrow()
    await signInWithPasskey(browser, passkey, { backedUp: false })
    expect(await read()).toEqual({ device_type: 'multiDevice', backed_up: 0, counter: 1 })
    await signInWithPasskey(browser, passkey)
    expect(await read()).toEqual({ device_type: 'multiDevice', backed_up: 1, counter: 2 })
    await signInWithPasskey(browser, passkey, { backupEligible: false, backedUp: false })
    expect(await read()).toEqual({ device_type: 'singleDevice', backed_up: 0, counter: 3 })
  })

  test('discloses a suspension only after a valid proof', async () => {
    const { app, passkey } = await createTestServerWithPasskey('sqlite')
    await app.database.queries.updateTable('people').set({ status: 'suspended' }).execute()
    const browser = app.openBrowser()
    expect(
      summarizeApiResponse(await signInWithPasskey(browser, passkey, { key: new VirtualPasskey().privateKey })),
    ).toBe('401 passkey.refused')
    expect(summarizeApiResponse(await signInWithPasskey(browser, passkey))).toBe('403 person.suspended')
    expect([...browser.cookies.keys()].filter((name) => name.includes('session'))).toEqual([])
    expect(await listAuditEntries(app, 'session.started')).toHaveLength(1)
  })

  test('P9: leaves no usable credential in the database or log', async () => {
    const { app, passkey } = await createTestServerWithPasskey('sqlite')
    const browser = app.openBrowser()
    const assertion = passkey.getAssertion(await requestTestPasskeySignInOptions(browser))
    const response = await browser.send('POST', '/api/sign-in/passkey', { assertion })
    await stepUpWithPasskey(browser, passkey)
    await signInWithPasskey(browser, passkey, { userVerified: false })
    const [token = ''] = response.cookies.filter(({ name }) => name.includes('session')).map(({ value }) => value)
    expect(token).toHaveLength(43)
    const secret = passkey.privateKey.export({ format: 'jwk' }).d ?? ''
    const everything = [app.log.join('\n')]
    for (const table of [
      'sessions',
      'passkeys',
      'browsers',
      'spent_challenges',
      'audit_events',
      'audit_event_evidence',
    ] as const)
      everything.push(JSON.stringify(await app.database.queries.selectFrom(table).selectAll().execute()))
    for (const kept of [token, secret, assertion.signature, ...browser.cookies.values()])
      expect(everything.filter((text) => text.includes(kept))).toEqual([])
  })
})
