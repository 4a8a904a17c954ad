import { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import { describe, expect, test } from 'vitest'
import { listSequencedAuditEntryTexts, sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import { createTestServer, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import {
  addTestPasskey,
  requestTestPasskeySignInOptions,
  requestTestPasskeyStepUpOptions,
  relaxedChallengeRateLimits,
  summarizeApiResponse,
  stepUpWithPasskey,
} from '../../testing/passkey-test-steps.ts'

const minute = 60_000

/** Alice with a passkey and an expired step-up. */
async function createStale(): Promise<{ app: TestServer; browser: TestBrowser; passkey: VirtualPasskey; id: string }> {
  const app = await createTestServer({ environment: relaxedChallengeRateLimits })
  const browser = app.openBrowser()
  await browser.signIn()
  await browser.stepUp()
  const added = await addTestPasskey(browser)
  app.clock.now += 11 * minute
  return { app, browser, ...added }
}

const counts = async (browser: TestBrowser): Promise<boolean> =>
  (await browser.send('POST', '/api/passkeys/options')).statusCode === 200

const linesOf = async ({ database }: TestServer, type: string): Promise<string[]> =>
  (await listSequencedAuditEntryTexts(database.queries)).filter((line) => line.startsWith(type))

describe('passkey step-up', () => {
  test('P5: allows sensitive actions, in a session with a new ID and token', async () => {
    const { app, browser, passkey, id } = await createStale()
    const before = (await browser.send('GET', '/api/session')).json<{
      session: { id: string; stepUpValidUntil: unknown }
    }>().session
    const cookies = new Map(browser.cookies)
    expect([before.stepUpValidUntil, await counts(browser)]).toEqual([null, false])
    expect(await requestTestPasskeyStepUpOptions(browser)).toMatchObject({
      rpId: 'sign-in.example',
      allow: [{ id: passkey.credentialId, transports: ['internal', 'hybrid'] }],
    })
    const { session } = (await stepUpWithPasskey(browser, passkey)).json<{ session: { id: string } }>()
    expect(session).toMatchObject({
      wallet: null,
      passkey: { id, label: null },
      stepUpValidUntil: '2026-01-15T12:21:00.000Z',
    })
    expect(session.id).not.toBe(before.id)
    expect(await counts(browser)).toBe(true)
    const old = app.openBrowser()
    for (const [name, value] of cookies) old.cookies.set(name, value)
    expect(summarizeApiResponse(await old.send('GET', '/api/passkeys'))).toBe('401 session.required')
    expect((await linesOf(app, 'session.')).slice(-2)).toEqual([
      'session.ended success {"reason":"replaced"}',
      'session.stepped_up success {"method":"passkey"}',
    ])
    app.clock.now += 10 * minute
    expect(await counts(browser)).toBe(false)
  })

  test('M17: makes a new browser trusted, which a wallet sign-in does not', async () => {
    const { app, passkey } = await createStale()
    const browser = app.openBrowser()
    expect((await browser.signIn()).json()).toMatchObject({ session: { newBrowser: true, stepUpValidUntil: null } })
    expect((await browser.signIn()).json()).toMatchObject({ session: { newBrowser: true, stepUpValidUntil: null } })
    expect((await stepUpWithPasskey(browser, passkey)).json()).toMatchObject({ session: { newBrowser: false } })
    expect((await browser.signIn()).json()).toMatchObject({
      session: { newBrowser: false, stepUpValidUntil: '2026-01-15T12:21:00.000Z' },
    })
  })

  test('P6: refuses the passkey of another person and unknown passkeys', async () => {
    const { app, browser } = await createStale()
    const bob = app.openBrowser()
    await bob.signIn(ethereumTestKeys.bob)
    await bob.stepUp(ethereumTestKeys.bob)
    const { passkey } = await addTestPasskey(bob)
    expect(summarizeApiResponse(await stepUpWithPasskey(browser, passkey))).toBe('403 step_up.different_person')
    // Does not disclose that the passkey exists (THREATS P8).
    expect(
      summarizeApiResponse(await stepUpWithPasskey(browser, passkey, { key: new VirtualPasskey().privateKey })),
    ).toBe('401 passkey.refused')
    expect(summarizeApiResponse(await stepUpWithPasskey(browser, new VirtualPasskey()))).toBe('401 passkey.refused')
    expect(await counts(browser)).toBe(false)
    expect(await linesOf(app, 'step_up.refused')).toEqual([
      'step_up.refused refused {"reason":"a passkey that is not theirs"}',
      'step_up.refused refused {"reason":"signature"}',
      'step_up.refused refused {"reason":"unknown passkey"}',
    ])
    const { counter } = await app.database.queries
      .selectFrom('passkeys')
      .select('counter')
      .where('credential_id', '=', passkey.credentialId)
      .executeTakeFirstOrThrow()
    expect(counter).toBe(0)
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['person not verified', { userVerified: false }],
    ['signature', { key: new VirtualPasskey().privateKey }],
    ['another user handle', { userHandle: Buffer.alloc(32, 7).toString('base64url') }],
  ])('P6: refuses an invalid response and logs the reason: %s', async (reason, errors) => {
    const { app, browser, passkey } = await createStale()
    expect(summarizeApiResponse(await stepUpWithPasskey(browser, passkey, errors))).toBe('401 passkey.refused')
    expect(await counts(browser)).toBe(false)
    expect(await linesOf(app, 'step_up.refused')).toEqual([`step_up.refused refused {"reason":"${reason}"}`])
    await sequenceAllAuditEntries(app.database.queries)
    const evidence = await app.database.queries
      .selectFrom('audit_event_evidence')
      .select('person_id')
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(evidence.person_id).not.toBeNull()
  })

  test('accepts a response without a user handle', async () => {
    const { browser, passkey } = await createStale()
    expect(summarizeApiResponse(await stepUpWithPasskey(browser, passkey, { userHandle: null }))).toBe('200')
  })

  test('P6: refuses and logs a decreased signature counter', async () => {
    const { app, browser, passkey } = await createStale()
    passkey.counter = 4
    await stepUpWithPasskey(browser, passkey)
    expect(summarizeApiResponse(await stepUpWithPasskey(browser, passkey, { counter: 3 }))).toBe('401 passkey.refused')
    expect(await linesOf(app, 'passkey.counter_regressed')).toEqual([
      'passkey.counter_regressed refused {"purpose":"step-up","before":5,"now":3}',
    ])
  })

  test('M1 M4 M5: requires an unused, unexpired challenge for this purpose, person and browser', async () => {
    const { app, browser, passkey } = await createStale()
    const send = async (request: Awaited<ReturnType<typeof requestTestPasskeyStepUpOptions>>, by = browser) =>
      summarizeApiResponse(await by.send('POST', '/api/step-up/passkey', { assertion: passkey.getAssertion(request) }))
    const request = await requestTestPasskeyStepUpOptions(browser)
    expect(await send(request)).toBe('200')
    expect(await send(request)).toBe('401 challenge.invalid')
    expect(await send(await requestTestPasskeySignInOptions(browser))).toBe('401 challenge.invalid')
    const elsewhere = app.openBrowser()
    await elsewhere.signIn()
    expect(await send(await requestTestPasskeyStepUpOptions(browser), elsewhere)).toBe('401 challenge.invalid')
    const ofAlice = await requestTestPasskeyStepUpOptions(browser)
    const late = await requestTestPasskeyStepUpOptions(browser)
    await browser.signIn(ethereumTestKeys.bob)
    expect(await send(ofAlice)).toBe('401 challenge.invalid')
    await browser.signIn()
    app.clock.now += 300_000
    expect(await send(late)).toBe('401 challenge.invalid')
    expect(
      summarizeApiResponse(
        await app.openBrowser().send('POST', '/api/step-up/passkey', { assertion: passkey.getAssertion(late) }),
      ),
    ).toBe('401 session.required')
  })
})
