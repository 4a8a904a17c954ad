// Tests of how the waiting browser and the device see each other's actions until the code ends.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { describe, expect, test } from 'vitest'
import { ethereumTestKeys } from '../../testing/countersign-test-server.ts'
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
const { alice } = ethereumTestKeys

describe('cross-device request and its waiting browser', () => {
  test('the device sees that the waiting browser cancelled', async () => {
    const { desktop, phone } = await createTestServerWithDesktopAndPhone()
    const shown = await showCrossDeviceCode(desktop)
    await pickCrossDeviceMatchingCode(phone, shown)
    expect((await desktop.send('DELETE', `/api/cross-device/${shown.id}`)).statusCode).toBe(204)
    expect((await sendCrossDeviceRequestFromPhone(phone, 'follow', shown, { state: 'picked' })).json()).toMatchObject({
      state: 'cancelled',
    })
    expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'challenge', shown))).toBe(
      '404 cross_device.ended',
    )
    expect((await desktop.send('DELETE', `/api/cross-device/${shown.id}`)).statusCode).toBe(204)
  })

  test('an answered request is not cancelled automatically after its code expired', async () => {
    const { app, desktop, phone } = await createTestServerWithDesktopAndPhone()
    const shown = await showCrossDeviceCode(desktop)
    await answerCrossDeviceRequestOnPhone(phone, shown)
    app.clock.now += 150_000
    const giveUp = await desktop.send('DELETE', `/api/cross-device/${shown.id}?unless=answered`)
    expect(giveUp.statusCode).toBe(204)
    expect(await readCrossDeviceStatusInTestBrowser(desktop, shown)).toMatchObject({ state: 'answered' })
    expect((await submitPhoneAnswerFromWaitingBrowser(desktop, shown)).json()).toMatchObject({
      person: { address: alice.address },
    })
  })

  test('only unanswered requests are cancelled automatically; the person can cancel any', async () => {
    const { desktop, phone } = await createTestServerWithDesktopAndPhone()
    const unanswered = await showCrossDeviceCode(desktop)
    await pickCrossDeviceMatchingCode(phone, unanswered)
    await desktop.send('DELETE', `/api/cross-device/${unanswered.id}?unless=answered`)
    expect((await sendCrossDeviceRequestFromPhone(phone, 'follow', unanswered)).json()).toMatchObject({
      state: 'cancelled',
    })

    const answered = await showCrossDeviceCode(desktop)
    await answerCrossDeviceRequestOnPhone(phone, answered)
    await desktop.send('DELETE', `/api/cross-device/${answered.id}`)
    expect((await sendCrossDeviceRequestFromPhone(phone, 'follow', answered)).json()).toMatchObject({
      state: 'cancelled',
    })
  })

  test('a code can be opened for two minutes and then answered for five', async () => {
    const { app, desktop, phone } = await createTestServerWithDesktopAndPhone()
    const late = await showCrossDeviceCode(desktop)
    app.clock.now += 2 * minute
    expect(await readCrossDeviceStatusInTestBrowser(desktop, late, 'shown')).toMatchObject({ state: 'ran-out' })
    expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'open', late))).toBe(
      '404 cross_device.ended',
    )
    const shown = await showCrossDeviceCode(desktop)
    app.clock.now += 2 * minute - 1
    await pickCrossDeviceMatchingCode(phone, shown)
    app.clock.now += 4 * minute
    const answer = await signWalletMessageOnPhone(phone, shown)
    app.clock.now += minute
    expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'answer', shown, { answer }))).toBe(
      '404 cross_device.ended',
    )
    expect((await sendCrossDeviceRequestFromPhone(phone, 'follow', shown)).json()).toMatchObject({ state: 'ran-out' })
  })

  test('the browser and the device wait for the next state change and receive it at once', async () => {
    const { desktop, phone } = await createTestServerWithDesktopAndPhone()
    const shown = await showCrossDeviceCode(desktop)
    const waiting = readCrossDeviceStatusInTestBrowser(desktop, shown, 'shown')
    await sendCrossDeviceRequestFromPhone(phone, 'open', shown)
    expect(await waiting).toMatchObject({ state: 'opened' })
    const following = sendCrossDeviceRequestFromPhone(phone, 'follow', shown, { state: 'opened' })
    await sendCrossDeviceRequestFromPhone(phone, 'choose', shown, { pair: shown.pair })
    expect((await following).json()).toMatchObject({ state: 'picked' })
  })

  testOnBothDatabases('repeated requests of the device get the same response as before', async (kind) => {
    const { desktop, phone } = await createTestServerWithDesktopAndPhone(kind)
    const shown = await showCrossDeviceCode(desktop)
    await pickCrossDeviceMatchingCode(phone, shown)
    expect((await sendCrossDeviceRequestFromPhone(phone, 'choose', shown, { pair: shown.pair })).json()).toMatchObject({
      state: 'picked',
    })
    const answer = await signWalletMessageOnPhone(phone, shown)
    for (let time = 0; time < 2; time++)
      expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'answer', shown, { answer }))).toBe(
        '204',
      )
    await submitPhoneAnswerFromWaitingBrowser(desktop, shown)
    expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'answer', shown, { answer }))).toBe('204')
    expect((await sendCrossDeviceRequestFromPhone(phone, 'open', shown)).json()).toMatchObject({ state: 'taken' })
    const other = await sendCrossDeviceRequestFromPhone(phone, 'choose', shown, { pair: shown.pair })
    expect(summarizeApiResponse(other)).toBe('404 cross_device.ended')
  })

  test('IPv4 and IPv6 networks are not compared', async () => {
    const { app, desktop } = await createTestServerWithDesktopAndPhone()
    const same = async (address: string) => {
      const shown = await showCrossDeviceCode(desktop)
      return (await sendCrossDeviceRequestFromPhone(app.openBrowser({ address }), 'open', shown)).json<
        ApiEndpointOutput<'openCrossDevice'>
      >().sameNetwork
    }
    expect([await same('198.51.100.8'), await same('192.0.2.1'), await same('2001:db8::1')]).toEqual([
      true,
      false,
      null,
    ])
  })

  testOnBothDatabases('a finished request is pruned once the lifetime of its session is over', async (kind) => {
    const { app, desktop, phone } = await createTestServerWithDesktopAndPhone(kind)
    const shown = await showCrossDeviceCode(desktop)
    await answerCrossDeviceRequestOnPhone(phone, shown)
    await submitPhoneAnswerFromWaitingBrowser(desktop, shown)
    app.clock.now += 60 * minute
    await app.pruneExpired()
    expect((await sendCrossDeviceRequestFromPhone(phone, 'follow', shown)).json()).toMatchObject({ state: 'taken' })
    app.clock.now += 10 * 60 * minute
    await app.pruneExpired()
    expect((await sendCrossDeviceRequestFromPhone(phone, 'open', shown)).json()).toMatchObject({ state: 'taken' })
    expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'end', shown))).toBe('204')
    app.clock.now += 66 * minute
    await app.pruneExpired()
    expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'follow', shown))).toBe(
      '404 cross_device.ended',
    )
    expect(await app.database.queries.selectFrom('cross_device_requests').select('id').execute()).toEqual([])
  })
})
