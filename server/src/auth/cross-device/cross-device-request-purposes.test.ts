// Tests of cross-device step-ups, links, merges and application sign-ins.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { describe, expect, test } from 'vitest'
import { openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import {
  answerCrossDeviceRequestOnPhone,
  submitPhoneAnswerFromWaitingBrowser,
  sendCrossDeviceRequestFromPhone,
  pickCrossDeviceMatchingCode,
  showCrossDeviceCode,
  signWalletMessageOnPhone,
} from '../../testing/cross-device-test-steps.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  submitOidcConsent,
  createAuthorizationUrl,
  createOidcTestServer,
  getRedirectLocation,
  getInteractionIdFromRedirect,
} from '../../testing/oidc-application-test-steps.ts'
import { addTestPasskey, summarizeApiResponse } from '../../testing/passkey-test-steps.ts'
import {
  createTestServerWithDesktopAndPhone,
  openDesktopAndPhoneBrowsers,
} from '../../testing/desktop-and-phone-test-browsers.ts'

const minute = 60_000
const { alice, bob } = ethereumTestKeys

describe('cross-device request', () => {
  test('signs in a trusted browser, which does not count as step-up', async () => {
    const { app, phone } = await createTestServerWithDesktopAndPhone()
    const own = await openSteppedUpBrowser(app)
    const { passkey } = await addTestPasskey(own)
    for (const way of [alice, passkey]) {
      const shown = await showCrossDeviceCode(own)
      await answerCrossDeviceRequestOnPhone(phone, shown, way)
      expect((await submitPhoneAnswerFromWaitingBrowser(own, shown)).json()).toMatchObject({
        session: { newBrowser: false, stepUpValidUntil: null },
      })
      expect(summarizeApiResponse(await own.send('GET', '/api/export'))).toBe('403 step_up.required')
    }
  })

  test('steps up a session for ten minutes without extending its lifetime', async () => {
    const { app, desktop, phone } = await createTestServerWithDesktopAndPhone()
    const first = await showCrossDeviceCode(desktop)
    await answerCrossDeviceRequestOnPhone(phone, first)
    await submitPhoneAnswerFromWaitingBrowser(desktop, first)
    app.clock.now += 60 * minute
    const shown = await showCrossDeviceCode(desktop, { purpose: 'step-up' })
    await answerCrossDeviceRequestOnPhone(phone, shown)
    expect((await submitPhoneAnswerFromWaitingBrowser(desktop, shown, '/api/step-up')).json()).toMatchObject({
      session: {
        stepUpValidUntil: '2026-01-15T13:10:00.000Z',
        expiresAt: '2026-01-16T00:00:00.000Z',
        newBrowser: true,
      },
    })
    expect(summarizeApiResponse(await desktop.send('GET', '/api/export'))).toBe('200')
    expect((await sendCrossDeviceRequestFromPhone(phone, 'follow', shown)).json()).toMatchObject({ state: 'taken' })
  })

  test('steps up with a passkey, without disclosing the registered passkeys', async () => {
    const { app, phone } = await createTestServerWithDesktopAndPhone()
    const own = await openSteppedUpBrowser(app)
    const { passkey } = await addTestPasskey(own)
    app.clock.now += 30 * minute
    const shown = await showCrossDeviceCode(own, { purpose: 'step-up' })
    await pickCrossDeviceMatchingCode(phone, shown)
    expect((await sendCrossDeviceRequestFromPhone(phone, 'passkey', shown)).json()).toMatchObject({
      rpId: 'sign-in.example',
      allow: [],
    })
    const again = await showCrossDeviceCode(own, { purpose: 'step-up' })
    await answerCrossDeviceRequestOnPhone(phone, again, passkey)
    expect((await submitPhoneAnswerFromWaitingBrowser(own, again, '/api/step-up')).json()).toMatchObject({
      session: { stepUpValidUntil: '2026-01-15T12:40:01.000Z' },
    })
  })

  testOnBothDatabases('links a wallet, and offers a merge that stays pending', async (kind) => {
    const { app, phone } = await createTestServerWithDesktopAndPhone(kind)
    const own = await openSteppedUpBrowser(app)
    const shown = await showCrossDeviceCode(own, { purpose: 'link' })
    await answerCrossDeviceRequestOnPhone(phone, shown, bob)
    expect((await submitPhoneAnswerFromWaitingBrowser(own, shown, '/api/wallets')).json()).toMatchObject({
      address: bob.address,
    })
    expect((await sendCrossDeviceRequestFromPhone(phone, 'follow', shown)).json()).toEqual({
      state: 'taken',
      until: null,
    })
    expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'end', shown))).toBe(
      '404 cross_device.ended',
    )

    await app.openBrowser().signIn(ethereumTestKeys.carol)
    const merge = await showCrossDeviceCode(own, { purpose: 'merge' })
    await answerCrossDeviceRequestOnPhone(phone, merge, ethereumTestKeys.carol)
    const handedIn = await submitPhoneAnswerFromWaitingBrowser(own, merge, '/api/merges')
    expect(summarizeApiResponse(handedIn)).toBe('200')
    // A cross-device proof does not confirm a merge, even in a trusted browser.
    await own.trustForOwnerOf(ethereumTestKeys.carol)
    const { id } = handedIn.json<{ id: string }>()
    expect((await own.send('POST', `/api/merges/${id}/accept`)).json()).toMatchObject({ state: 'pending' })
  })

  testOnBothDatabases(
    'submitting a wallet of another person is refused and does not use up the request',
    async (kind) => {
      const { app, phone } = await createTestServerWithDesktopAndPhone(kind)
      const own = await openSteppedUpBrowser(app)
      await app.openBrowser().signIn(bob)
      const shown = await showCrossDeviceCode(own, { purpose: 'link' })
      await answerCrossDeviceRequestOnPhone(phone, shown, bob)
      expect(summarizeApiResponse(await submitPhoneAnswerFromWaitingBrowser(own, shown, '/api/wallets'))).toBe(
        '409 wallet.linked_to_other',
      )
      expect((await own.send('DELETE', `/api/cross-device/${shown.id}`)).statusCode).toBe(204)
      expect((await sendCrossDeviceRequestFromPhone(phone, 'follow', shown)).json()).toEqual({
        state: 'cancelled',
        until: null,
      })
    },
  )

  test('application sign-in continues with consent in the waiting browser', async () => {
    const app = await createOidcTestServer()
    const { desktop, phone } = openDesktopAndPhoneBrowsers(app)
    const application = await addTestClientApplication(app)
    const interaction = getInteractionIdFromRedirect(await desktop.send('GET', createAuthorizationUrl(application)))
    const shown = await showCrossDeviceCode(desktop, { purpose: 'sign-in', interaction })
    expect((await sendCrossDeviceRequestFromPhone(phone, 'open', shown)).json()).toMatchObject({
      application: { name: 'Test Application' },
    })
    await sendCrossDeviceRequestFromPhone(phone, 'choose', shown, { pair: shown.pair })
    const answer = await signWalletMessageOnPhone(phone, shown)
    expect(answer.message).toContain('Sign in another browser to sign-in.example to continue to Test Application.')
    await sendCrossDeviceRequestFromPhone(phone, 'answer', shown, { answer })
    const { next } = (await submitPhoneAnswerFromWaitingBrowser(desktop, shown, '/api/sign-in', { interaction })).json<
      ApiEndpointOutput<'signIn'>
    >()
    const consent = await desktop.send('GET', next)
    expect(getRedirectLocation(consent)).toMatch(/^\/consent/)
    expect(getRedirectLocation(await submitOidcConsent(desktop, getInteractionIdFromRedirect(consent)))).toMatch(
      /^https:\/\/app\.example\/callback\?code=/,
    )
  })
})
