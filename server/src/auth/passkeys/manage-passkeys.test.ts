import { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { readAuditLog, sequenceAllEntries } from '../../testing/read-database-state.ts'
import { createTestApp, testKeys } from '../../testing/test-app.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import type { DatabaseKind } from '../../platform/database/open-database.ts'
import { testOnBothDatabases } from '../../testing/test-databases.ts'
import {
  addPasskey,
  requestPasskeyCreation,
  requestPasskeySignIn,
  requestPasskeyStepUp,
  relaxedChallengeLimits,
  summarizeApiResponse,
  signInWithPasskey,
  tryToAddPasskey,
} from '../../testing/test-passkeys.ts'

const minute = 60_000

/** Alice, signed in and confirmed. */
async function createConfirmed(
  kind: DatabaseKind,
  environment: Record<string, string> = {},
): Promise<{ app: TestApp; browser: TestBrowser }> {
  const app = await createTestApp({ database: kind, environment: { ...relaxedChallengeLimits, ...environment } })
  const browser = app.openBrowser()
  await browser.signIn()
  await browser.stepUp()
  return { app, browser }
}

const passkeysOf = async (browser: TestBrowser): Promise<Record<string, unknown>[]> =>
  (await browser.send('GET', '/api/passkeys')).json<{ items: Record<string, unknown>[] }>().items

const linesOf = async ({ database }: TestApp, type: string): Promise<string[]> =>
  (await readAuditLog(database.queries)).filter((line) => line.startsWith(type))

describe('the passkeys of a person', () => {
  test('are made for this site and this person, and for nobody who is not verified', async () => {
    const { browser } = await createConfirmed('sqlite')
    const creation = await requestPasskeyCreation(browser)
    expect(creation).toEqual({
      challenge: expect.stringMatching(/^[0-9a-z]{72}$/) as string,
      rpId: 'sign-in.example',
      rpName: 'sign-in.example',
      userHandle: expect.stringMatching(/^[0-9A-Za-z_-]{43}$/) as string,
      userName: `${testKeys.alice.address.slice(0, 6)}…${testKeys.alice.address.slice(-4)}`,
      algorithms: [-7, -8, -257],
      exclude: [],
      timeoutMs: 300_000,
    })
  })

  testOnBothDatabases('are listed with what they say of themselves, named, and named anew', async (kind) => {
    const { app, browser } = await createConfirmed(kind)
    const { id } = await addPasskey(browser, { label: 'Laptop' })
    app.clock.now += 1000
    const other = await addPasskey(browser, { isSynced: true })
    expect(await passkeysOf(browser)).toEqual([
      {
        id,
        label: 'Laptop',
        synchronised: false,
        backedUp: false,
        createdAt: '2026-01-15T12:00:00.000Z',
        lastUsedAt: '2026-01-15T12:00:00.000Z',
      },
      {
        id: other.id,
        label: null,
        synchronised: true,
        backedUp: true,
        createdAt: '2026-01-15T12:00:01.000Z',
        lastUsedAt: '2026-01-15T12:00:01.000Z',
      },
    ])
    const renamed = await browser.send('PATCH', `/api/passkeys/${id}`, { label: 'Old laptop' })
    expect(renamed.json()).toMatchObject({ id, label: 'Old laptop' })
    expect((await passkeysOf(browser))[0]).toMatchObject({ label: 'Old laptop' })
    expect(summarizeApiResponse(await browser.send('PATCH', `/api/passkeys/${id}`, { label: 'a\u202Eb' }))).toBe(
      '400 person.name_unusable',
    )
    expect(
      summarizeApiResponse(await browser.send('PATCH', `/api/passkeys/${id}`, { label: testKeys.bob.address })),
    ).toBe('400 person.name_foreign')
    expect(await linesOf(app, 'passkey.')).toEqual(['passkey.added success {}', 'passkey.added success {}'])
    await sequenceAllEntries(app.database.queries)
    const evidence = await app.database.queries
      .selectFrom('event_evidence')
      .select('content')
      .where('content', 'like', `%${id}%`)
      .execute()
    expect(evidence.map(({ content }) => JSON.parse(content) as object)).toEqual([{ passkeyId: id, label: 'Laptop' }])
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  testOnBothDatabases('are made under one handle, and not twice by one authenticator', async (kind) => {
    const { browser } = await createConfirmed(kind)
    const before = await requestPasskeyCreation(browser)
    const { passkey } = await addPasskey(browser)
    const after = await requestPasskeyCreation(browser)
    expect(after.userHandle).toBe(before.userHandle)
    expect(after.exclude).toEqual([{ id: passkey.credentialId, transports: ['internal', 'hybrid'] }])
    expect(summarizeApiResponse(await tryToAddPasskey(browser, passkey))).toBe('409 passkey.registered_already')
    expect(await passkeysOf(browser)).toHaveLength(1)
  })

  test('are no more than there may be', async () => {
    const { browser } = await createConfirmed('sqlite', { COUNTERSIGN_PASSKEYS_PER_PERSON: '2' })
    const late = await requestPasskeyCreation(browser)
    await addPasskey(browser)
    await addPasskey(browser)
    expect(summarizeApiResponse(await browser.send('POST', '/api/passkeys/options'))).toBe('409 passkey.too_many')
    expect(
      summarizeApiResponse(
        await browser.send('POST', '/api/passkeys', { attestation: new VirtualPasskey().createCredential(late) }),
      ),
    ).toBe('409 passkey.too_many')
  })

  test('M17 are added, changed and removed only by who has proved lately that it is them', async () => {
    const app = await createTestApp({ environment: relaxedChallengeLimits })
    const browser = app.openBrowser()
    await browser.signIn()
    // What a signature that was relayed here would give.
    expect(summarizeApiResponse(await browser.send('POST', '/api/passkeys/options'))).toBe('403 step_up.required')
    await browser.stepUp()
    const creation = await requestPasskeyCreation(browser)
    const { id } = await addPasskey(browser)
    app.clock.now += 10 * minute
    for (const [method, path, body] of [
      ['POST', '/api/passkeys', { attestation: new VirtualPasskey().createCredential(creation) }],
      ['PATCH', `/api/passkeys/${id}`, { label: 'Mine' }],
      ['DELETE', `/api/passkeys/${id}`, undefined],
    ] as const) {
      expect(summarizeApiResponse(await browser.send(method, path, body))).toBe('403 step_up.required')
    }
    expect(summarizeApiResponse(await app.openBrowser().send('GET', '/api/passkeys'))).toBe('401 session.required')
    expect(await passkeysOf(browser)).toMatchObject([{ id, label: null }])
  })

  test('are no business of anybody else', async () => {
    const { app, browser } = await createConfirmed('sqlite')
    const { id } = await addPasskey(browser)
    const stranger = app.openBrowser()
    await stranger.signIn(testKeys.bob)
    await stranger.stepUp(testKeys.bob)
    await addPasskey(stranger)
    expect(summarizeApiResponse(await stranger.send('PATCH', `/api/passkeys/${id}`, { label: 'Mine' }))).toBe(
      '404 passkey.not_found',
    )
    expect(summarizeApiResponse(await stranger.send('DELETE', `/api/passkeys/${id}`))).toBe('404 passkey.not_found')
    expect(await passkeysOf(browser)).toMatchObject([{ id, label: null }])
  })

  test.each([
    ['of another origin', { origin: 'https://sign-in.example.evil.example' }, 'another origin'],
    ['of the same host on another port', { origin: 'https://sign-in.example:8443' }, 'another origin'],
    ['over an unsafe connection', { origin: 'http://sign-in.example' }, 'another origin'],
    ['for another site', { rpId: 'evil.example' }, 'another relying party'],
    ['inside another site', { crossOrigin: true }, 'inside another site'],
    ['by nobody who was verified', { userVerified: false }, 'person not verified'],
    ['by nobody who was there', { userPresent: false }, 'person not present'],
    ['as an answer to another question', { type: 'webauthn.get' }, 'another act'],
    ['under another id than its own', { id: Buffer.alloc(32, 7).toString('base64url') }, 'another credential id'],
    ['backed up without being able to', { backedUp: true }, 'unreadable'],
  ])('P6 are not made %s', async (_how, faults, reason) => {
    const { app, browser } = await createConfirmed('sqlite')
    expect(summarizeApiResponse(await tryToAddPasskey(browser, new VirtualPasskey(), faults))).toBe(
      '401 passkey.refused',
    )
    expect(await passkeysOf(browser)).toEqual([])
    // Their person can read it: somebody may have been at work in their session.
    expect(await linesOf(app, 'passkey.')).toEqual([`passkey.refused refused {"reason":"${reason}"}`])
    const { items } = (await browser.send('GET', '/api/activity?kind=passkeys')).json<{ items: { type: string }[] }>()
    expect(items.map(({ type }) => type)).toEqual(['passkey.refused'])
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  test.each([
    ['nothing', Buffer.of(0)],
    ['a list that says it is endless', Buffer.from('9bffffffffffffffff', 'hex')],
    ['a text that says it is longer than memory', Buffer.from('7affffffff', 'hex')],
    ['twelve thousand lists in each other', Buffer.alloc(12_000, 0x81)],
    ['a map without authenticator data', Buffer.from('a163666d74646e6f6e65', 'hex')],
  ])('N8 are not made from %s', async (_what, content) => {
    const { browser } = await createConfirmed('sqlite')
    const attestation = {
      ...new VirtualPasskey().createCredential(await requestPasskeyCreation(browser)),
      attestationObject: content.toString('base64url'),
    }
    expect(summarizeApiResponse(await browser.send('POST', '/api/passkeys', { attestation }))).toBe(
      '401 passkey.refused',
    )
    expect(await passkeysOf(browser)).toEqual([])
  })

  test.each(['ES256', 'EdDSA', 'RS256'] as const)('are made and used with keys of %s', async (algorithm) => {
    const { app, browser } = await createConfirmed('sqlite')
    const { passkey } = await addPasskey(browser, { algorithm })
    expect(
      summarizeApiResponse(
        await signInWithPasskey(app.openBrowser(), passkey, { key: new VirtualPasskey({ algorithm }).privateKey }),
      ),
    ).toBe('401 passkey.refused')
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey))).toBe('200')
  })

  test('are not made with keys that were not asked for', async () => {
    const { browser } = await createConfirmed('sqlite')
    expect(summarizeApiResponse(await tryToAddPasskey(browser, new VirtualPasskey({ algorithm: 'ES384' })))).toBe(
      '401 passkey.refused',
    )
  })

  test('O9 are not vouched for: certificates that come along are not read, and nothing that they name is fetched', async () => {
    const { app, browser } = await createConfirmed('sqlite')
    // `{ x5c: [h'00'], sig: h'00' }`: a certificate that cannot be one. Read, it would be refused.
    const content = Buffer.from('a263783563814100637369674100', 'hex')
    const passkey = new VirtualPasskey()
    expect(
      summarizeApiResponse(await tryToAddPasskey(browser, passkey, { statement: { format: 'packed', content } })),
    ).toBe('200')
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey))).toBe('200')
  })

  test('M1 M4 M5 are made with a challenge that is new, of this browser, for this, and for this person', async () => {
    const { app, browser } = await createConfirmed('sqlite')
    const creation = await requestPasskeyCreation(browser)
    const add = (by: TestBrowser, given: object = creation) =>
      by.send('POST', '/api/passkeys', {
        attestation: new VirtualPasskey().createCredential({ ...creation, ...given }),
      })
    expect(summarizeApiResponse(await add(browser))).toBe('200')
    expect(summarizeApiResponse(await add(browser))).toBe('401 challenge.unusable')

    const elsewhere = app.openBrowser()
    await elsewhere.signIn()
    await elsewhere.stepUp()
    expect(summarizeApiResponse(await add(elsewhere, await requestPasskeyCreation(browser)))).toBe(
      '401 challenge.unusable',
    )
    expect(summarizeApiResponse(await add(browser, await requestPasskeySignIn(browser)))).toBe('401 challenge.unusable')
    expect(summarizeApiResponse(await add(browser, await requestPasskeyStepUp(browser)))).toBe('401 challenge.unusable')
    expect(summarizeApiResponse(await add(browser, { challenge: Buffer.alloc(32).toString('base64url') }))).toBe(
      '401 challenge.unusable',
    )
    expect(summarizeApiResponse(await add(browser, { challenge: 'c2hvcnQ' }))).toBe('401 challenge.unusable')

    const ofAlice = await requestPasskeyCreation(browser)
    await browser.signIn(testKeys.bob)
    await browser.stepUp(testKeys.bob)
    expect(summarizeApiResponse(await add(browser, ofAlice))).toBe('401 challenge.unusable')
    const late = await requestPasskeyCreation(browser)
    app.clock.now += 300_000
    expect(summarizeApiResponse(await add(browser, late))).toBe('401 challenge.unusable')
    expect(await app.database.queries.selectFrom('passkeys').select('id').execute()).toHaveLength(1)
    const lines = ['another browser', 'another purpose', 'another purpose', 'another person', 'expired'].map(
      (reason) => `passkey.refused refused {"reason":"${reason}"}`,
    )
    expect(await linesOf(app, 'passkey.refused')).toEqual(lines)
  })

  testOnBothDatabases(
    'P8 P6 are not taken over by who comes with their id, who does not learn that it is known',
    async (kind) => {
      const { app, browser } = await createConfirmed(kind)
      const { passkey } = await addPasskey(browser)
      const stranger = app.openBrowser()
      await stranger.signIn(testKeys.bob)
      await stranger.stepUp(testKeys.bob)
      expect(
        summarizeApiResponse(
          await tryToAddPasskey(stranger, new VirtualPasskey({ credentialId: passkey.credentialId })),
        ),
      ).toBe('401 passkey.refused')
      const { person } = (await signInWithPasskey(app.openBrowser(), passkey)).json<{ person: { address: string } }>()
      expect(person.address).toBe(testKeys.alice.address)
    },
  )

  testOnBothDatabases(
    'P4 end at once when they are removed, with the sessions that they began and no others',
    async (kind) => {
      const { app, browser } = await createConfirmed(kind)
      const { passkey, id } = await addPasskey(browser)
      const [byPasskey, byWallet] = [app.openBrowser(), app.openBrowser()]
      await signInWithPasskey(byPasskey, passkey)
      await byWallet.signIn()
      expect((await browser.send('DELETE', `/api/passkeys/${id}`)).json()).toEqual({ signedOut: false })
      expect(summarizeApiResponse(await byPasskey.send('GET', '/api/passkeys'))).toBe('401 session.required')
      expect(summarizeApiResponse(await byWallet.send('GET', '/api/passkeys'))).toBe('200')
      expect(await passkeysOf(browser)).toEqual([])
      expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey))).toBe('401 passkey.refused')
      expect(await linesOf(app, 'passkey.removed')).toEqual(['passkey.removed success {}'])
      expect(await linesOf(app, 'session.ended')).toEqual([
        'session.ended success {"reason":"replaced"}',
        'session.ended success {"reason":"passkey-removed"}',
      ])
      expect(summarizeApiResponse(await browser.send('DELETE', `/api/passkeys/${id}`))).toBe('404 passkey.not_found')
    },
  )

  testOnBothDatabases('P3 stay where one is the last way in, and while a merge can still be undone', async (kind) => {
    const { app, browser } = await createConfirmed(kind)
    const { passkey, id } = await addPasskey(browser)
    const [wallet] = (await browser.send('GET', '/api/wallets')).json<{ items: { id: string }[] }>().items
    const byPasskey = app.openBrowser()
    await signInWithPasskey(byPasskey, passkey)
    expect(summarizeApiResponse(await byPasskey.send('DELETE', `/api/wallets/${wallet?.id}`))).toBe('200')
    expect(summarizeApiResponse(await byPasskey.send('DELETE', `/api/passkeys/${id}`))).toBe('409 way_in.last')
    await addPasskey(byPasskey)
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
      .insertInto('merges')
      .values({ id: '0'.repeat(26), person_id, merged_person_id: person_id, moved: '{}', ...open })
      .execute()
    expect(summarizeApiResponse(await byPasskey.send('DELETE', `/api/passkeys/${id}`))).toBe('409 merge.open')
    app.clock.now += 1
    expect((await byPasskey.send('DELETE', `/api/passkeys/${id}`)).json()).toEqual({ signedOut: true })
    expect(
      await app.database.queries.selectFrom('passkeys').select('removed_at').where('removed_at', 'is', null).execute(),
    ).toHaveLength(1)
  })

  test('sign out who removes the one that they came with, and can be added again', async () => {
    const { app, browser } = await createConfirmed('sqlite')
    const { passkey, id } = await addPasskey(browser)
    const other = app.openBrowser()
    await signInWithPasskey(other, passkey)
    expect((await other.send('DELETE', `/api/passkeys/${id}`)).json()).toEqual({ signedOut: true })
    expect([...other.cookies.keys()].filter((name) => name.includes('session'))).toEqual([])
    expect(summarizeApiResponse(await tryToAddPasskey(browser, passkey))).toBe('200')
    expect(summarizeApiResponse(await signInWithPasskey(other, passkey))).toBe('200')
  })

  test('are not there for who did not ask, nor looked at without a session', async () => {
    const { app, browser } = await createConfirmed('sqlite')
    expect(summarizeApiResponse(await browser.send('POST', '/api/step-up/passkey/options'))).toBe(
      '404 passkey.not_found',
    )
    expect(summarizeApiResponse(await app.openBrowser().send('POST', '/api/step-up/passkey/options'))).toBe(
      '401 session.required',
    )
  })

  test('N7 are asked for and answered only so often', async () => {
    const app = await createTestApp({
      environment: {
        COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '2',
        COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '2',
      },
    })
    const browser = app.openBrowser()
    const passkey = new VirtualPasskey()
    const assertion = passkey.getAssertion(await requestPasskeySignIn(browser))
    await requestPasskeySignIn(browser)
    expect(summarizeApiResponse(await browser.send('POST', '/api/sign-in/passkey/options', {}))).toBe(
      '429 rate.limited',
    )
    const answers = []
    for (let index = 0; index < 3; index++)
      answers.push(summarizeApiResponse(await browser.send('POST', '/api/sign-in/passkey', { assertion })))
    expect(answers).toEqual(['401 passkey.refused', '401 challenge.unusable', '429 rate.limited'])
  })
})
