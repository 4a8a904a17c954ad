// Tests of cross-device sign-in, from the code to the session.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { describe, expect, test } from 'vitest'
import { listSequencedAuditEntryTexts } from '../../testing/inspect-test-database.ts'
import { openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import {
  answerCrossDeviceRequestOnPhone,
  submitPhoneAnswerFromWaitingBrowser,
  sendCrossDeviceRequestFromPhone,
  pickCrossDeviceMatchingCode,
  showCrossDeviceCode,
  signWalletMessageOnPhone,
  readCrossDeviceStatusInTestBrowser,
} from '../../testing/cross-device-test-steps.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { summarizeApiResponse } from '../../testing/passkey-test-steps.ts'
import { createTestServerWithDesktopAndPhone } from '../../testing/desktop-and-phone-test-browsers.ts'

const minute = 60_000
const { alice, bob } = ethereumTestKeys

const readSession = async (browser: TestBrowser): Promise<ApiEndpointOutput<'readSession'>> =>
  (await browser.send('GET', '/api/session')).json<ApiEndpointOutput<'readSession'>>()

describe('cross-device sign-in', () => {
  testOnBothDatabases('signs in the waiting browser and leaves the device signed out', async (kind) => {
    const { app, desktop, phone } = await createTestServerWithDesktopAndPhone(kind)
    const shown = await showCrossDeviceCode(desktop)
    expect(shown).toMatchObject({
      code: expect.stringMatching(/^[2-9][A-Z]{3}-[A-Z]{4}$/) as string,
      link: `https://sign-in.example/device?user_code=${shown.code}`,
      expiresAt: '2026-01-15T12:02:00.000Z',
    })
    expect(await readCrossDeviceStatusInTestBrowser(desktop, shown)).toEqual({
      state: 'shown',
      expiresAt: shown.expiresAt,
      answer: null,
    })

    const opened = await sendCrossDeviceRequestFromPhone(phone, 'open', shown)
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
      isThisBrowser: false,
      requestedAt: '2026-01-15T12:00:00.000Z',
      expiresAt: '2026-01-15T12:05:00.000Z',
    })
    expect(await readCrossDeviceStatusInTestBrowser(desktop, shown)).toMatchObject({ state: 'opened', answer: null })
    expect((await sendCrossDeviceRequestFromPhone(phone, 'choose', shown, { pair: shown.pair })).json()).toMatchObject({
      state: 'picked',
    })

    const answer = await signWalletMessageOnPhone(phone, shown)
    expect(answer.message).toContain(
      'Sign in another browser to sign-in.example. Only sign if that browser is yours. This is free and moves no funds.',
    )
    expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'answer', shown, { answer }))).toBe('204')
    expect((await sendCrossDeviceRequestFromPhone(phone, 'follow', shown)).json()).toEqual({
      state: 'answered',
      until: null,
    })
    expect(await readCrossDeviceStatusInTestBrowser(desktop, shown)).toMatchObject({ state: 'answered', answer })

    const signedIn = await submitPhoneAnswerFromWaitingBrowser(desktop, shown)
    expect(signedIn.json()).toMatchObject({ person: { address: alice.address }, next: '/account' })
    expect(await readCrossDeviceStatusInTestBrowser(desktop, shown)).toMatchObject({ state: 'taken', answer: null })
    expect((await sendCrossDeviceRequestFromPhone(phone, 'follow', shown)).json()).toEqual({
      state: 'taken',
      until: '2026-01-16T00:00:00.000Z',
    })
    expect(await readSession(phone)).toEqual({ person: null, session: null })
    expect(
      (await listSequencedAuditEntryTexts(app.database.queries)).find((line) => line.startsWith('session.started')),
    ).toContain('"signedOn":"another-device"')
  })

  test('shows the device the purpose and network of the waiting browser, and if it is trusted', async () => {
    const { app, phone } = await createTestServerWithDesktopAndPhone()
    const own = await openSteppedUpBrowser(app)
    await phone.signIn()
    const shown = await showCrossDeviceCode(own, { purpose: 'step-up' })
    expect((await sendCrossDeviceRequestFromPhone(phone, 'open', shown)).json()).toMatchObject({
      purpose: 'step-up',
      isKnown: true,
    })
    // The waiting browser is shown as known only to its own person.
    const other = app.openBrowser()
    await other.signIn(bob)
    const another = await showCrossDeviceCode(own, { purpose: 'step-up' })
    expect((await sendCrossDeviceRequestFromPhone(other, 'open', another)).json()).toMatchObject({
      isKnown: false,
      sameNetwork: true,
    })
    const here = await showCrossDeviceCode(own)
    expect((await sendCrossDeviceRequestFromPhone(own, 'open', here)).json()).toMatchObject({
      isThisBrowser: true,
      sameNetwork: true,
    })
  })

  test('starts a shorter session that is announced and does not count as step-up', async () => {
    const { app, desktop, phone } = await createTestServerWithDesktopAndPhone()
    const own = await openSteppedUpBrowser(app)
    const shown = await showCrossDeviceCode(desktop)
    await answerCrossDeviceRequestOnPhone(phone, shown)
    const { session } = (await submitPhoneAnswerFromWaitingBrowser(desktop, shown)).json<ApiEndpointOutput<'signIn'>>()
    expect(session).toMatchObject({ newBrowser: true, stepUpValidUntil: null })
    expect((await own.send('GET', '/api/browsers/untrusted')).json()).toMatchObject({
      items: [{ userAgent: 'Desktop' }],
    })
    app.clock.now += 12 * 60 * minute
    expect((await readSession(desktop)).person).toBe(null)
    expect((await readSession(own)).person).not.toBe(null)
  })

  test('can be ended from the device that answered', async () => {
    const { desktop, phone } = await createTestServerWithDesktopAndPhone()
    const shown = await showCrossDeviceCode(desktop)
    await answerCrossDeviceRequestOnPhone(phone, shown)
    await submitPhoneAnswerFromWaitingBrowser(desktop, shown)
    expect((await readSession(desktop)).person).not.toBe(null)
    expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'end', shown))).toBe('204')
    expect((await readSession(desktop)).person).toBe(null)
    expect((await sendCrossDeviceRequestFromPhone(phone, 'follow', shown)).json()).toEqual({
      state: 'taken',
      until: null,
    })
  })

  testOnBothDatabases('can be handed over to another browser of the device, such as a wallet browser', async (kind) => {
    const { app, desktop, phone } = await createTestServerWithDesktopAndPhone(kind)
    const shown = await showCrossDeviceCode(desktop)
    await pickCrossDeviceMatchingCode(phone, shown)
    const { link } = (await sendCrossDeviceRequestFromPhone(phone, 'hand-over', shown)).json<
      ApiEndpointOutput<'handOverCrossDevice'>
    >()
    const pass = new URL(link).searchParams.get('pass') ?? ''
    expect(link).toBe(`https://sign-in.example/device?user_code=${shown.code}&pass=${pass}`)
    const inWallet = app.openBrowser({ userAgent: 'Wallet' })
    expect((await sendCrossDeviceRequestFromPhone(inWallet, 'open', shown, { pass })).json()).toMatchObject({
      state: 'opened',
    })
    await sendCrossDeviceRequestFromPhone(inWallet, 'choose', shown, { pair: shown.pair })
    expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'challenge', shown))).toBe(
      '404 cross_device.ended',
    )
    await sendCrossDeviceRequestFromPhone(inWallet, 'answer', shown, {
      answer: await signWalletMessageOnPhone(inWallet, shown),
    })
    expect(summarizeApiResponse(await submitPhoneAnswerFromWaitingBrowser(desktop, shown))).toBe('200')
  })
})
