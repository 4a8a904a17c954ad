import type { EndpointOutput } from '@countersign/api/api-endpoints'
import { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import type { PasskeyOverrides } from '@countersign/testing/virtual-passkey'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import type { DatabaseKind } from '../../platform/database/open-database.ts'
import { readAuditLog, sequenceAllEntries } from '../../testing/read-database-state.ts'
import { createTestApp, testKeys, testStartTime } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { createTestDatabase, openUntilTestEnds, testOnBothDatabases } from '../../testing/test-databases.ts'
import {
  addPasskey,
  requestPasskeySignIn,
  requestPasskeyStepUp,
  relaxedChallengeLimits,
  summarizeApiResponse,
  signInWithPasskey,
  stepUpWithPasskey,
} from '../../testing/test-passkeys.ts'

/** Alice with a passkey, in a browser in which she is not signed in. */
async function createWithPasskey(
  kind: DatabaseKind,
  options: Parameters<typeof addPasskey>[1] = {},
): Promise<{ app: TestApp; passkey: VirtualPasskey; id: string }> {
  const app = await createTestApp({ database: kind, environment: relaxedChallengeLimits })
  const browser = app.openBrowser()
  await browser.signIn()
  await browser.stepUp()
  return { app, ...(await addPasskey(browser, options)) }
}

const linesOf = async ({ database }: TestApp, type: string): Promise<string[]> =>
  (await readAuditLog(database.queries)).filter((line) => line.startsWith(type))

describe('a sign-in with a passkey', () => {
  test('lets its person in, and counts for what is sensitive', async () => {
    const { app, passkey, id } = await createWithPasskey('sqlite', { label: 'Laptop' })
    app.clock.now += 60_000
    const browser = app.openBrowser()
    expect(await requestPasskeySignIn(browser)).toEqual({
      challenge: expect.stringMatching(/^[0-9a-z]{72}$/) as string,
      rpId: 'sign-in.example',
      allow: [],
      timeoutMs: 300_000,
    })
    const response = await signInWithPasskey(browser, passkey)
    expect(response.json()).toMatchObject({
      person: { address: testKeys.alice.address },
      session: {
        wallet: null,
        passkey: { id, label: 'Laptop' },
        createdAt: '2026-01-15T12:01:00.000Z',
        confirmedUntil: '2026-01-15T12:11:00.000Z',
        newBrowser: false,
      },
      next: '/account',
    })
    const lines = await readAuditLog(app.database.queries)
    expect(lines.slice(-3)).toEqual([
      'session.started success {"method":"passkey"}',
      'browser.new success {}',
      'browser.known success {}',
    ])
    await sequenceAllEntries(app.database.queries)
    const evidence = await app.database.queries
      .selectFrom('event_evidence')
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
    expect(last_seen_at).toBe(testStartTime + 60_000)
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  test('P5 is a new session each time, and ends the one before', async () => {
    const { app, passkey } = await createWithPasskey('sqlite')
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

  test('notes what the passkey says of itself each time', async () => {
    const { app, passkey } = await createWithPasskey('sqlite', { isSynced: true })
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

  testOnBothDatabases('P14 lets one in whose backup eligibility changes, and tells its person, once', async (kind) => {
    const { app, passkey, id } = await createWithPasskey(kind, { label: 'Key' })
    const browser = app.openBrowser()
    const changed = { backupEligible: true, backedUp: true }
    expect(summarizeApiResponse(await signInWithPasskey(browser, passkey))).toBe('200')
    expect(await linesOf(app, 'passkey.backup_changed')).toEqual([])
    for (let times = 0; times < 2; times++)
      expect(summarizeApiResponse(await signInWithPasskey(browser, passkey, changed))).toBe('200')
    const told = 'passkey.backup_changed success {"now":"several-devices"}'
    expect(await linesOf(app, 'passkey.backup_changed')).toEqual([told])
    // That it is backed up or not changes from day to day, and is no news.
    await signInWithPasskey(browser, passkey, { backupEligible: true, backedUp: false })
    expect(await linesOf(app, 'passkey.backup_changed')).toHaveLength(1)
    const { items } = (await browser.send('GET', '/api/activity')).json<EndpointOutput<'listActivity'>>()
    expect(items.find(({ type }) => type === 'passkey.backup_changed')?.evidence).toMatchObject({
      passkeyId: id,
      label: 'Key',
      networkPrefix: '127.0.0.0/24',
    })
    const [listed] = (await browser.send('GET', '/api/passkeys')).json<EndpointOutput<'listPasskeys'>>().items
    expect(listed).toMatchObject({ synchronised: true, backedUp: false })
    // And back, which no authenticator does either.
    await signInWithPasskey(browser, passkey)
    expect(await linesOf(app, 'passkey.backup_changed')).toEqual([
      told,
      'passkey.backup_changed success {"now":"one-device"}',
    ])
  })

  testOnBothDatabases(
    'P14 tells of it also where nobody is let in, and once where it is used twice at the same time',
    async (kind) => {
      const { app, passkey } = await createWithPasskey(kind, { hasCounter: false })
      const changed = { backupEligible: true, backedUp: true }
      const two = [app.openBrowser(), app.openBrowser()]
      await Promise.all(two.map((browser) => signInWithPasskey(browser, passkey, changed)))
      expect(await linesOf(app, 'passkey.backup_changed')).toHaveLength(1)
      await app.database.queries.updateTable('people').set({ status: 'suspended' }).execute()
      expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey))).toMatch(/^403/)
      expect(await linesOf(app, 'passkey.backup_changed')).toHaveLength(2)
    },
  )

  test('works every time with one that does not count', async () => {
    const { app, passkey } = await createWithPasskey('sqlite', { hasCounter: false })
    for (let index = 0; index < 3; index++)
      expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey))).toBe('200')
    expect(await linesOf(app, 'passkey.counter_back')).toEqual([])
  })

  test.each([
    ['back', 4],
    ['not on', 5],
    ['to nothing', 0],
  ])(
    'P6 is refused where the counter went %s, as that of a copy would, and its person finds that out',
    async (_how, counter) => {
      const { app, passkey, id } = await createWithPasskey('sqlite', { label: 'Key' })
      passkey.counter = 4
      expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey))).toBe('200')
      const before = await app.database.queries.selectFrom('passkeys').selectAll().execute()
      app.clock.now += 1000
      expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey, { counter }))).toBe(
        '401 passkey.refused',
      )
      expect(await app.database.queries.selectFrom('passkeys').selectAll().execute()).toEqual(before)
      await sequenceAllEntries(app.database.queries)
      const lines = await app.database.queries
        .selectFrom('events')
        .innerJoin('event_evidence', 'event_evidence.sequence', 'events.sequence')
        .select(['type', 'outcome', 'details', 'person_id', 'content'])
        .orderBy('events.sequence', 'desc')
        .execute()
      expect(lines[0]).toMatchObject({
        type: 'passkey.counter_back',
        outcome: 'refused',
        person_id: before[0]?.person_id,
      })
      expect(JSON.parse(lines[0]?.details ?? '')).toEqual({ purpose: 'sign-in', before: 5, now: counter })
      expect(JSON.parse(lines[0]?.content ?? '')).toEqual({
        passkeyId: id,
        label: 'Key',
        networkPrefix: '127.0.0.0/24',
        userAgent: 'Test browser',
      })
      expect(await linesOf(app, 'sign-in.refused')).toEqual([])
      // The next of the right one is not held back by the copy.
      expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey, { counter: 6 }))).toBe('200')
    },
  )

  test('P6 a counter that goes back without the key is nobody’s copy: no alarm', async () => {
    const { app, passkey } = await createWithPasskey('sqlite')
    passkey.counter = 4
    await signInWithPasskey(app.openBrowser(), passkey)
    expect(
      summarizeApiResponse(
        await signInWithPasskey(app.openBrowser(), passkey, { counter: 2, key: new VirtualPasskey().privateKey }),
      ),
    ).toBe('401 passkey.refused')
    expect(await linesOf(app, 'passkey.counter_back')).toEqual([])
    expect(await linesOf(app, 'sign-in.refused')).toEqual(['sign-in.refused refused {"reason":"signature"}'])
  })

  testOnBothDatabases(
    'P6 of a passkey and its copy that come at the same time with one count, one is let in',
    async (kind) => {
      const { app, passkey } = await createWithPasskey(kind)
      passkey.counter = 8
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => signInWithPasskey(app.openBrowser(), passkey, { counter: 9 })),
      )
      expect(answers.map(summarizeApiResponse).toSorted()).toEqual([
        '200',
        ...Array<string>(7).fill('401 passkey.refused'),
      ])
      expect(await linesOf(app, 'passkey.counter_back')).toHaveLength(7)
    },
  )

  const wrong: [string, PasskeyOverrides, string][] = [
    ['asked by another origin', { origin: 'https://evil.example' }, 'another origin'],
    ['asked by another port', { origin: 'https://sign-in.example:8443' }, 'another origin'],
    ['asked over an unsafe connection', { origin: 'http://sign-in.example' }, 'another origin'],
    ['asked inside another site', { crossOrigin: true }, 'inside another site'],
    ['of another site', { rpId: 'evil.example' }, 'another relying party'],
    ['of somebody who was not verified', { userVerified: false }, 'person not verified'],
    ['of nobody who was there', { userPresent: false }, 'person not present'],
    ['signed by another key', { key: new VirtualPasskey().privateKey }, 'signature'],
    ['for another act', { type: 'webauthn.create' }, 'another act'],
    ['that nobody knows', { id: Buffer.alloc(32, 7).toString('base64url') }, 'unknown passkey'],
    [
      'with the handle of somebody else',
      { userHandle: Buffer.alloc(32, 7).toString('base64url') },
      'another user handle',
    ],
    ['that does not say whose it is', { userHandle: null }, 'another user handle'],
    ['backed up without being able to', { backedUp: true }, 'unreadable'],
  ]
  test.each(wrong)(
    'P6 P8 one that is %s is refused as every other, and only the log says why',
    async (_how, faults, reason) => {
      const { app, passkey } = await createWithPasskey('sqlite')
      const browser = app.openBrowser()
      const response = await signInWithPasskey(browser, passkey, faults)
      const { instance: _, ...told } = response.json<Record<string, unknown>>()
      const { instance: __, ...usual } = (await signInWithPasskey(browser, new VirtualPasskey())).json<
        Record<string, unknown>
      >()
      expect([response.statusCode, told]).toEqual([401, usual])
      expect(await linesOf(app, 'sign-in.refused')).toEqual([
        `sign-in.refused refused {"reason":"${reason}"}`,
        'sign-in.refused refused {"reason":"unknown passkey"}',
      ])
      await sequenceAllEntries(app.database.queries)
      expect(
        await app.database.queries
          .selectFrom('event_evidence')
          .select('person_id')
          .where('content', 'like', '%Test browser%')
          .where('person_id', 'is', null)
          .execute(),
      ).toHaveLength(2)
      expect(
        await app.database.queries.selectFrom('sessions').select('id').where('passkey_id', 'is not', null).execute(),
      ).toEqual([])
      expect(await app.database.queries.selectFrom('passkeys').select('counter').execute()).toEqual([{ counter: 0 }])
    },
  )

  test('P6 authenticator data that is cut off, or client data that is none, is refused', async () => {
    const { app, passkey } = await createWithPasskey('sqlite')
    const browser = app.openBrowser()
    const send = async (changes: object) =>
      summarizeApiResponse(
        await browser.send('POST', '/api/sign-in/passkey', {
          assertion: { ...passkey.getAssertion(await requestPasskeySignIn(browser)), ...changes },
        }),
      )
    expect(await send({ authenticatorData: 'AAAA' })).toBe('401 passkey.refused')
    const rpIdAndFlags = Buffer.from(
      passkey.getAssertion(await requestPasskeySignIn(browser)).authenticatorData,
      'base64url',
    )
      .subarray(0, 33)
      .toString('base64url')
    expect(await send({ authenticatorData: rpIdAndFlags })).toBe('401 passkey.refused')
    for (const text of ['', 'null', '7', '[]', '{"type":"webauthn.get"}', '{"type":1,"challenge":2,"origin":3}']) {
      expect(
        await send({ clientDataJSON: Buffer.from(text === '' ? '\u00ff' : text, 'latin1').toString('base64url') }),
      ).toBe('401 passkey.refused')
    }
    expect(await send({ signature: 'AAAA' })).toBe('401 passkey.refused')
    expect(
      summarizeApiResponse(await browser.send('POST', '/api/sign-in/passkey', { assertion: { id: 'AAAA' } })),
    ).toBe('400 request.invalid')
  })

  testOnBothDatabases(
    'M1 its challenge is spent by the first that names it, right or wrong, also after a restart',
    async (kind) => {
      const address = await createTestDatabase(kind)
      const app = await createTestApp({ database: openUntilTestEnds(address), environment: relaxedChallengeLimits })
      const owner = app.openBrowser()
      await owner.signIn()
      await owner.stepUp()
      const { passkey } = await addPasskey(owner)
      const browser = app.openBrowser()
      const [first, second] = [await requestPasskeySignIn(browser), await requestPasskeySignIn(browser)]
      const used = passkey.getAssertion(first)
      const send = (assertion: object, by = browser) => by.send('POST', '/api/sign-in/passkey', { assertion })
      expect(summarizeApiResponse(await send(used))).toBe('200')
      expect(summarizeApiResponse(await send(used))).toBe('401 challenge.unusable')
      expect(summarizeApiResponse(await send(passkey.getAssertion(second, { userVerified: false })))).toBe(
        '401 passkey.refused',
      )
      expect(summarizeApiResponse(await send(passkey.getAssertion(second)))).toBe('401 challenge.unusable')
      const restarted = (
        await createTestApp({ database: openUntilTestEnds(address), environment: relaxedChallengeLimits })
      ).openBrowser()
      for (const [name, value] of browser.cookies) restarted.cookies.set(name, value)
      expect(summarizeApiResponse(await send(passkey.getAssertion(first), restarted))).toBe('401 challenge.unusable')
      expect(
        summarizeApiResponse(
          await send(passkey.getAssertion({ ...first, challenge: Buffer.alloc(32).toString('base64url') })),
        ),
      ).toBe('401 challenge.unusable')
    },
  )

  testOnBothDatabases('M2 of 32 at once with one challenge exactly one is let in', async (kind) => {
    const { app, passkey } = await createWithPasskey(kind, { hasCounter: false })
    const browser = app.openBrowser()
    const assertion = passkey.getAssertion(await requestPasskeySignIn(browser))
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => browser.send('POST', '/api/sign-in/passkey', { assertion })),
    )
    expect(answers.map(summarizeApiResponse).toSorted()).toEqual([
      '200',
      ...Array<string>(31).fill('401 challenge.unusable'),
    ])
  })

  test('M4 M5 M10 its challenge is of this browser, for this, for nobody who is signed in, and not too old', async () => {
    const { app, passkey } = await createWithPasskey('sqlite')
    const browser = app.openBrowser()
    const send = async (request: Parameters<typeof passkey.getAssertion>[0], more: object = {}) =>
      summarizeApiResponse(
        await browser.send('POST', '/api/sign-in/passkey', { assertion: passkey.getAssertion(request), ...more }),
      )
    const owner = app.openBrowser()
    await signInWithPasskey(owner, passkey)
    expect(await send(await requestPasskeySignIn(owner))).toBe('400 browser.no_cookie')
    await requestPasskeySignIn(browser)
    expect(await send(await requestPasskeyStepUp(owner))).toBe('401 challenge.unusable')
    expect(
      summarizeApiResponse(
        await owner.send('POST', '/api/sign-in/passkey', {
          assertion: passkey.getAssertion(await requestPasskeyStepUp(owner)),
        }),
      ),
    ).toBe('401 challenge.unusable')
    expect(
      summarizeApiResponse(
        await owner.send('POST', '/api/step-up/passkey', {
          assertion: passkey.getAssertion(await requestPasskeySignIn(owner)),
        }),
      ),
    ).toBe('401 challenge.unusable')
    expect(await send(await requestPasskeySignIn(browser), { interaction: 'another' })).toBe('401 challenge.unusable')
    const late = await requestPasskeySignIn(browser)
    app.clock.now += 300_000
    expect(await send(late)).toBe('401 challenge.unusable')
    const reasons = (await linesOf(app, 'sign-in.refused')).map(
      (line) => (JSON.parse(line.slice(line.indexOf('{'))) as { reason: string }).reason,
    )
    expect(reasons).toEqual(['no cookie', 'another browser', 'another purpose', 'another interaction', 'expired'])
    expect(await linesOf(app, 'step-up.refused')).toEqual(['step-up.refused refused {"reason":"another purpose"}'])
    expect(
      summarizeApiResponse(await browser.send('POST', '/api/sign-in/passkey/options', { interaction: 'another' })),
    ).toBe('404 interaction.unusable')
  })

  test('tells a suspended person so after the proof, and not before', async () => {
    const { app, passkey } = await createWithPasskey('sqlite')
    await app.database.queries.updateTable('people').set({ status: 'suspended' }).execute()
    const browser = app.openBrowser()
    expect(
      summarizeApiResponse(await signInWithPasskey(browser, passkey, { key: new VirtualPasskey().privateKey })),
    ).toBe('401 passkey.refused')
    expect(summarizeApiResponse(await signInWithPasskey(browser, passkey))).toBe('403 person.suspended')
    expect([...browser.cookies.keys()].filter((name) => name.includes('session'))).toEqual([])
    expect(await linesOf(app, 'session.started')).toHaveLength(1)
  })

  test('P9 leaves nothing in database or log that signs in', async () => {
    const { app, passkey } = await createWithPasskey('sqlite')
    const browser = app.openBrowser()
    const assertion = passkey.getAssertion(await requestPasskeySignIn(browser))
    const response = await browser.send('POST', '/api/sign-in/passkey', { assertion })
    await stepUpWithPasskey(browser, passkey)
    await signInWithPasskey(browser, passkey, { userVerified: false })
    const [token = ''] = response.cookies.filter(({ name }) => name.includes('session')).map(({ value }) => value)
    expect(token).toHaveLength(43)
    const secret = passkey.privateKey.export({ format: 'jwk' }).d ?? ''
    const everything = [app.log.join('\n')]
    for (const table of ['sessions', 'passkeys', 'browsers', 'spent_challenges', 'events', 'event_evidence'] as const)
      everything.push(JSON.stringify(await app.database.queries.selectFrom(table).selectAll().execute()))
    for (const kept of [token, secret, assertion.signature, ...browser.cookies.values()])
      expect(everything.filter((text) => text.includes(kept))).toEqual([])
  })
})
