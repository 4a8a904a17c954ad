// Signing in by another device, from the code to the session: what each side is told, and what follows.
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import { describe, expect, test } from 'vitest'
import type { DatabaseKind } from '../../platform/database/open-database.ts'
import { readAuditLog } from '../../testing/read-database-state.ts'
import { createTestApp, openSteppedUpBrowser, testKeys } from '../../testing/test-app.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import {
  answerOnPhone,
  submitCrossDeviceAnswer,
  sendFromPhone,
  pickMatchingPair,
  showCrossDeviceCode,
  signOnPhone,
  watchCrossDevice,
} from '../../testing/test-cross-device.ts'
import { testOnBothDatabases } from '../../testing/test-databases.ts'
import {
  addTestApplication,
  allowConsent,
  createAuthorizationUrl,
  createOpenIdApp,
  redirectLocationOf,
  interactionIdOf,
} from '../../testing/test-openid.ts'
import { addPasskey, relaxedChallengeLimits, summarizeApiResponse } from '../../testing/test-passkeys.ts'

const minute = 60_000
const { alice, bob } = testKeys

interface Devices {
  app: TestApp
  desktop: TestBrowser
  phone: TestBrowser
}

const openDevices = (app: TestApp): Devices => ({
  app,
  desktop: app.openBrowser({ userAgent: 'Desktop', address: '198.51.100.7' }),
  phone: app.openBrowser({ userAgent: 'Phone', address: '203.0.113.9' }),
})

const createDevices = async (kind: DatabaseKind = 'sqlite'): Promise<Devices> =>
  openDevices(await createTestApp({ database: kind, environment: relaxedChallengeLimits }))

const readSession = async (browser: TestBrowser): Promise<EndpointOutput<'readSession'>> =>
  (await browser.send('GET', '/api/session')).json<EndpointOutput<'readSession'>>()

describe('another device', () => {
  testOnBothDatabases('signs a browser in, and stays signed out itself', async (kind) => {
    const { app, desktop, phone } = await createDevices(kind)
    const shown = await showCrossDeviceCode(desktop)
    expect(shown).toMatchObject({
      code: expect.stringMatching(/^[2-9][A-Z]{3}-[A-Z]{4}$/) as string,
      link: `https://sign-in.example/device?user_code=${shown.code}`,
      expiresAt: '2026-01-15T12:02:00.000Z',
    })
    expect(await watchCrossDevice(desktop, shown)).toEqual({ state: 'shown', expiresAt: shown.expiresAt, answer: null })

    const opened = await sendFromPhone(phone, 'open', shown)
    expect(opened.json()).toEqual({
      code: shown.code,
      purpose: 'sign-in',
      application: null,
      state: 'opened',
      pairs: expect.arrayContaining([shown.pair]) as string[],
      userAgent: 'Desktop',
      networkPrefix: '198.51.100.0/24',
      sameNetwork: false,
      isKnown: false,
      isHere: false,
      requestedAt: '2026-01-15T12:00:00.000Z',
      expiresAt: '2026-01-15T12:05:00.000Z',
    })
    expect(await watchCrossDevice(desktop, shown)).toMatchObject({ state: 'opened', answer: null })
    expect((await sendFromPhone(phone, 'pick', shown, { pair: shown.pair })).json()).toMatchObject({ state: 'picked' })

    const answer = await signOnPhone(phone, shown)
    expect(answer.message).toContain(
      'Sign in another browser to sign-in.example. Only if that browser is yours. This costs nothing and moves nothing.',
    )
    expect(summarizeApiResponse(await sendFromPhone(phone, 'answer', shown, { answer }))).toBe('204')
    expect((await sendFromPhone(phone, 'follow', shown)).json()).toEqual({ state: 'answered', until: null })
    expect(await watchCrossDevice(desktop, shown)).toMatchObject({ state: 'answered', answer })

    const signedIn = await submitCrossDeviceAnswer(desktop, shown)
    expect(signedIn.json()).toMatchObject({ person: { address: alice.address }, next: '/account' })
    expect(await watchCrossDevice(desktop, shown)).toMatchObject({ state: 'taken', answer: null })
    expect((await sendFromPhone(phone, 'follow', shown)).json()).toEqual({
      state: 'taken',
      until: '2026-01-16T00:00:00.000Z',
    })
    expect(await readSession(phone)).toEqual({ person: null, session: null })
    expect((await readAuditLog(app.database.queries)).find((line) => line.startsWith('session.started'))).toContain(
      '"signedOn":"another-device"',
    )
  })

  test('is told what it is for, and from where', async () => {
    const { app, phone } = await createDevices()
    const own = await openSteppedUpBrowser(app)
    await phone.signIn()
    const shown = await showCrossDeviceCode(own, { purpose: 'step-up' })
    expect((await sendFromPhone(phone, 'open', shown)).json()).toMatchObject({ purpose: 'step-up', isKnown: true })
    // It is known to be hers, and to nobody else.
    const other = app.openBrowser()
    await other.signIn(bob)
    const another = await showCrossDeviceCode(own, { purpose: 'step-up' })
    expect((await sendFromPhone(other, 'open', another)).json()).toMatchObject({ isKnown: false, sameNetwork: true })
    const here = await showCrossDeviceCode(own)
    expect((await sendFromPhone(own, 'open', here)).json()).toMatchObject({ isHere: true, sameNetwork: true })
  })

  test('is shorter than other sessions, announced, and confirms nothing', async () => {
    const { app, desktop, phone } = await createDevices()
    const own = await openSteppedUpBrowser(app)
    const shown = await showCrossDeviceCode(desktop)
    await answerOnPhone(phone, shown)
    const { session } = (await submitCrossDeviceAnswer(desktop, shown)).json<EndpointOutput<'signIn'>>()
    expect(session).toMatchObject({ newBrowser: true, confirmedUntil: null })
    expect((await own.send('GET', '/api/browsers/new')).json()).toMatchObject({ items: [{ userAgent: 'Desktop' }] })
    app.clock.now += 12 * 60 * minute
    expect((await readSession(desktop)).person).toBe(null)
    expect((await readSession(own)).person).not.toBe(null)
  })

  test('confirms nothing either in a browser that is known: what is sensitive asks for a proof of its own', async () => {
    const { app, phone } = await createDevices()
    const own = await openSteppedUpBrowser(app)
    const { passkey } = await addPasskey(own)
    for (const way of [alice, passkey]) {
      const shown = await showCrossDeviceCode(own)
      await answerOnPhone(phone, shown, way)
      expect((await submitCrossDeviceAnswer(own, shown)).json()).toMatchObject({
        session: { newBrowser: false, confirmedUntil: null },
      })
      expect(summarizeApiResponse(await own.send('GET', '/api/export'))).toBe('403 step_up.required')
    }
  })

  test('confirms that it is the person, for as long as a proof counts, and prolongs nothing', async () => {
    const { app, desktop, phone } = await createDevices()
    const first = await showCrossDeviceCode(desktop)
    await answerOnPhone(phone, first)
    await submitCrossDeviceAnswer(desktop, first)
    app.clock.now += 60 * minute
    const shown = await showCrossDeviceCode(desktop, { purpose: 'step-up' })
    await answerOnPhone(phone, shown)
    expect((await submitCrossDeviceAnswer(desktop, shown, '/api/step-up')).json()).toMatchObject({
      session: {
        confirmedUntil: '2026-01-15T13:10:00.000Z',
        expiresAt: '2026-01-16T00:00:00.000Z',
        newBrowser: true,
      },
    })
    expect(summarizeApiResponse(await desktop.send('GET', '/api/export'))).toBe('200')
    expect((await sendFromPhone(phone, 'follow', shown)).json()).toMatchObject({ state: 'taken' })
  })

  test('confirms by a passkey as well, and tells nobody which there are', async () => {
    const { app, phone } = await createDevices()
    const own = await openSteppedUpBrowser(app)
    const { passkey } = await addPasskey(own)
    app.clock.now += 30 * minute
    const shown = await showCrossDeviceCode(own, { purpose: 'step-up' })
    await pickMatchingPair(phone, shown)
    expect((await sendFromPhone(phone, 'passkey', shown)).json()).toMatchObject({ rpId: 'sign-in.example', allow: [] })
    const again = await showCrossDeviceCode(own, { purpose: 'step-up' })
    await answerOnPhone(phone, again, passkey)
    expect((await submitCrossDeviceAnswer(own, again, '/api/step-up')).json()).toMatchObject({
      session: { confirmedUntil: '2026-01-15T12:40:01.000Z' },
    })
  })

  testOnBothDatabases('links a wallet, and merges by one', async (kind) => {
    const { app, phone } = await createDevices(kind)
    const own = await openSteppedUpBrowser(app)
    const shown = await showCrossDeviceCode(own, { purpose: 'link' })
    await answerOnPhone(phone, shown, bob)
    expect((await submitCrossDeviceAnswer(own, shown, '/api/wallets')).json()).toMatchObject({ address: bob.address })
    expect((await sendFromPhone(phone, 'follow', shown)).json()).toEqual({ state: 'taken', until: null })
    expect(summarizeApiResponse(await sendFromPhone(phone, 'end', shown))).toBe('404 cross_device.over')

    await app.openBrowser().signIn(testKeys.carol)
    const merge = await showCrossDeviceCode(own, { purpose: 'merge' })
    await answerOnPhone(phone, merge, testKeys.carol)
    const handedIn = await submitCrossDeviceAnswer(own, merge, '/api/merges')
    expect(summarizeApiResponse(handedIn)).toBe('200')
    // What another device signed confirms nothing, so the merge waits also where this browser is known to the other identity.
    await own.trustForOwnerOf(testKeys.carol)
    const { id } = handedIn.json<{ id: string }>()
    expect((await own.send('POST', `/api/merges/${id}/accept`)).json()).toMatchObject({ state: 'pending' })
  })

  testOnBothDatabases(
    'a wallet that cannot be linked is refused where it is handed in, and nothing was taken',
    async (kind) => {
      const { app, phone } = await createDevices(kind)
      const own = await openSteppedUpBrowser(app)
      await app.openBrowser().signIn(bob)
      const shown = await showCrossDeviceCode(own, { purpose: 'link' })
      await answerOnPhone(phone, shown, bob)
      expect(summarizeApiResponse(await submitCrossDeviceAnswer(own, shown, '/api/wallets'))).toBe('409 wallet.taken')
      expect((await own.send('DELETE', `/api/cross-device/${shown.id}`)).statusCode).toBe(204)
      expect((await sendFromPhone(phone, 'follow', shown)).json()).toEqual({ state: 'cancelled', until: null })
    },
  )

  test('ends what began so, from the device that answered', async () => {
    const { desktop, phone } = await createDevices()
    const shown = await showCrossDeviceCode(desktop)
    await answerOnPhone(phone, shown)
    await submitCrossDeviceAnswer(desktop, shown)
    expect((await readSession(desktop)).person).not.toBe(null)
    expect(summarizeApiResponse(await sendFromPhone(phone, 'end', shown))).toBe('204')
    expect((await readSession(desktop)).person).toBe(null)
    expect((await sendFromPhone(phone, 'follow', shown)).json()).toEqual({ state: 'taken', until: null })
  })

  testOnBothDatabases('goes on in another browser of the same device, such as that inside a wallet', async (kind) => {
    const { app, desktop, phone } = await createDevices(kind)
    const shown = await showCrossDeviceCode(desktop)
    await pickMatchingPair(phone, shown)
    const { link } = (await sendFromPhone(phone, 'pass-on', shown)).json<EndpointOutput<'passOnCrossDevice'>>()
    const pass = new URL(link).searchParams.get('pass') ?? ''
    expect(link).toBe(`https://sign-in.example/device?user_code=${shown.code}&pass=${pass}`)
    const inWallet = app.openBrowser({ userAgent: 'Wallet' })
    expect((await sendFromPhone(inWallet, 'open', shown, { pass })).json()).toMatchObject({ state: 'opened' })
    await sendFromPhone(inWallet, 'pick', shown, { pair: shown.pair })
    // The one that passed it on answers no more, and the pass works once.
    expect(summarizeApiResponse(await sendFromPhone(phone, 'challenge', shown))).toBe('404 cross_device.over')
    await sendFromPhone(inWallet, 'answer', shown, { answer: await signOnPhone(inWallet, shown) })
    expect(summarizeApiResponse(await submitCrossDeviceAnswer(desktop, shown))).toBe('200')
  })

  test('is told when the browser that waits has cancelled, or is closed', async () => {
    const { desktop, phone } = await createDevices()
    const shown = await showCrossDeviceCode(desktop)
    await pickMatchingPair(phone, shown)
    expect((await desktop.send('DELETE', `/api/cross-device/${shown.id}`)).statusCode).toBe(204)
    expect((await sendFromPhone(phone, 'follow', shown, { state: 'picked' })).json()).toMatchObject({
      state: 'cancelled',
    })
    expect(summarizeApiResponse(await sendFromPhone(phone, 'challenge', shown))).toBe('404 cross_device.over')
    // Once more changes nothing.
    expect((await desktop.send('DELETE', `/api/cross-device/${shown.id}`)).statusCode).toBe(204)
  })

  test('goes on where the page that waits slept past the end of its code, and gives up by itself', async () => {
    const { app, desktop, phone } = await createDevices()
    const shown = await showCrossDeviceCode(desktop)
    await answerOnPhone(phone, shown)
    app.clock.now += 150_000
    const giveUp = await desktop.send('DELETE', `/api/cross-device/${shown.id}?unless=answered`)
    expect(giveUp.statusCode).toBe(204)
    expect(await watchCrossDevice(desktop, shown)).toMatchObject({ state: 'answered' })
    expect((await submitCrossDeviceAnswer(desktop, shown)).json()).toMatchObject({ person: { address: alice.address } })
  })

  test('is told that a page gave up by itself as long as it has not answered, and that the person cancelled even then', async () => {
    const { desktop, phone } = await createDevices()
    const unanswered = await showCrossDeviceCode(desktop)
    await pickMatchingPair(phone, unanswered)
    await desktop.send('DELETE', `/api/cross-device/${unanswered.id}?unless=answered`)
    expect((await sendFromPhone(phone, 'follow', unanswered)).json()).toMatchObject({ state: 'cancelled' })

    const answered = await showCrossDeviceCode(desktop)
    await answerOnPhone(phone, answered)
    await desktop.send('DELETE', `/api/cross-device/${answered.id}`)
    expect((await sendFromPhone(phone, 'follow', answered)).json()).toMatchObject({ state: 'cancelled' })
  })

  test('a code can be opened for two minutes, and then there is time to answer', async () => {
    const { app, desktop, phone } = await createDevices()
    const late = await showCrossDeviceCode(desktop)
    app.clock.now += 2 * minute
    expect(await watchCrossDevice(desktop, late, 'shown')).toMatchObject({ state: 'ran-out' })
    expect(summarizeApiResponse(await sendFromPhone(phone, 'open', late))).toBe('404 cross_device.over')
    const shown = await showCrossDeviceCode(desktop)
    app.clock.now += 2 * minute - 1
    await pickMatchingPair(phone, shown)
    app.clock.now += 4 * minute
    const answer = await signOnPhone(phone, shown)
    app.clock.now += minute
    expect(summarizeApiResponse(await sendFromPhone(phone, 'answer', shown, { answer }))).toBe('404 cross_device.over')
    expect((await sendFromPhone(phone, 'follow', shown)).json()).toMatchObject({ state: 'ran-out' })
  })

  test('who waits is held until something changes, and told at once', async () => {
    const { desktop, phone } = await createDevices()
    const shown = await showCrossDeviceCode(desktop)
    const waiting = watchCrossDevice(desktop, shown, 'shown')
    await sendFromPhone(phone, 'open', shown)
    expect(await waiting).toMatchObject({ state: 'opened' })
    const following = sendFromPhone(phone, 'follow', shown, { state: 'opened' })
    await sendFromPhone(phone, 'pick', shown, { pair: shown.pair })
    expect((await following).json()).toMatchObject({ state: 'picked' })
  })

  testOnBothDatabases(
    'what is sent twice, because its answer was lost on the way, is answered as before',
    async (kind) => {
      const { desktop, phone } = await createDevices(kind)
      const shown = await showCrossDeviceCode(desktop)
      await pickMatchingPair(phone, shown)
      expect((await sendFromPhone(phone, 'pick', shown, { pair: shown.pair })).json()).toMatchObject({
        state: 'picked',
      })
      const answer = await signOnPhone(phone, shown)
      for (let time = 0; time < 2; time++)
        expect(summarizeApiResponse(await sendFromPhone(phone, 'answer', shown, { answer }))).toBe('204')
      await submitCrossDeviceAnswer(desktop, shown)
      expect(summarizeApiResponse(await sendFromPhone(phone, 'answer', shown, { answer }))).toBe('204')
      // And who loads the page again reads how it ended.
      expect((await sendFromPhone(phone, 'open', shown)).json()).toMatchObject({ state: 'taken' })
      const other = await sendFromPhone(phone, 'pick', shown, { pair: shown.pair })
      expect(summarizeApiResponse(other)).toBe('404 cross_device.over')
    },
  )

  test('networks of IPv4 and IPv6 are not compared', async () => {
    const { app, desktop } = await createDevices()
    const same = async (address: string) => {
      const shown = await showCrossDeviceCode(desktop)
      return (await sendFromPhone(app.openBrowser({ address }), 'open', shown)).json<
        EndpointOutput<'openCrossDevice'>
      >().sameNetwork
    }
    expect([await same('198.51.100.8'), await same('192.0.2.1'), await same('2001:db8::1')]).toEqual([
      true,
      false,
      null,
    ])
  })

  testOnBothDatabases('what is over is removed once nobody looks back at it', async (kind) => {
    const { app, desktop, phone } = await createDevices(kind)
    const shown = await showCrossDeviceCode(desktop)
    await answerOnPhone(phone, shown)
    await submitCrossDeviceAnswer(desktop, shown)
    app.clock.now += 60 * minute
    await app.pruneExpired()
    expect((await sendFromPhone(phone, 'follow', shown)).json()).toMatchObject({ state: 'taken' })
    // As long as the session that began so can live, it can be ended there.
    app.clock.now += 10 * 60 * minute
    await app.pruneExpired()
    expect((await sendFromPhone(phone, 'open', shown)).json()).toMatchObject({ state: 'taken' })
    expect(summarizeApiResponse(await sendFromPhone(phone, 'end', shown))).toBe('204')
    app.clock.now += 66 * minute
    await app.pruneExpired()
    expect(summarizeApiResponse(await sendFromPhone(phone, 'follow', shown))).toBe('404 cross_device.over')
    expect(await app.database.queries.selectFrom('cross_device_requests').select('id').execute()).toEqual([])
  })

  test('an application’s sign-in goes on in the browser that waits, and is allowed there', async () => {
    const app = await createOpenIdApp()
    const { desktop, phone } = openDevices(app)
    const application = await addTestApplication(app)
    const interaction = interactionIdOf(await desktop.send('GET', createAuthorizationUrl(application)))
    const shown = await showCrossDeviceCode(desktop, { purpose: 'sign-in', interaction })
    expect((await sendFromPhone(phone, 'open', shown)).json()).toMatchObject({
      application: { name: 'Test Application' },
    })
    await sendFromPhone(phone, 'pick', shown, { pair: shown.pair })
    const answer = await signOnPhone(phone, shown)
    expect(answer.message).toContain('Sign in another browser to sign-in.example to continue to Test Application.')
    await sendFromPhone(phone, 'answer', shown, { answer })
    const { next } = (await submitCrossDeviceAnswer(desktop, shown, '/api/sign-in', { interaction })).json<
      EndpointOutput<'signIn'>
    >()
    const consent = await desktop.send('GET', next)
    expect(redirectLocationOf(consent)).toMatch(/^\/consent/)
    expect(redirectLocationOf(await allowConsent(desktop, interactionIdOf(consent)))).toMatch(
      /^https:\/\/app\.example\/callback\?code=/,
    )
  })
})
