// Tests of cross-device phishing ("QRLjacking", illicit consent grants; THREATS P16).
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { describe, expect, test } from 'vitest'
import { listSequencedAuditEntryTexts } from '../../testing/inspect-test-database.ts'
import { openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer } from '../../testing/countersign-test-server.ts'
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
import { createCrossDeviceAttackFixture } from '../../testing/cross-device-attack-fixtures.ts'
import { isSignedIn } from '../../testing/browser-session-test-steps.ts'

const { alice: victim, bob: attacker } = ethereumTestKeys
const over = '404 cross_device.ended'

const linesOf = async ({ database }: TestServer, type: string): Promise<string[]> =>
  (await listSequencedAuditEntryTexts(database.queries)).filter((line) => line.startsWith(type))

describe('cross-device phishing', () => {
  test('P16: choosing a wrong pair for a relayed code ends the request and is logged', async () => {
    const { app, theirs, phone } = await createCrossDeviceAttackFixture()
    const shown = await showCrossDeviceCode(theirs)
    const opened = (await sendCrossDeviceRequestFromPhone(phone, 'open', shown)).json<
      ApiEndpointOutput<'openCrossDevice'>
    >()
    expect(opened).toMatchObject({ userAgent: 'Attacker', sameNetwork: false })
    const wrong = opened.pairs.find((pair) => pair !== shown.pair)
    expect((await sendCrossDeviceRequestFromPhone(phone, 'choose', shown, { pair: wrong })).json()).toMatchObject({
      state: 'wrong-pair',
    })
    expect(await readCrossDeviceStatusInTestBrowser(theirs, shown)).toMatchObject({ state: 'wrong-pair' })
    for (const what of ['challenge', 'passkey', 'hand-over', 'end'] as const)
      expect([what, summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, what, shown))]).toEqual([
        what,
        over,
      ])
    expect(
      summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'choose', shown, { pair: shown.pair })),
    ).toBe(over)
    expect(await linesOf(app, 'cross_device')).toEqual([
      'cross_device.ended refused {"reason":"wrong-pair","purpose":"sign-in"}',
    ])
  })

  test('P16: a phished sign-in cannot do anything sensitive, is announced and can be ended', async () => {
    const { app, theirs, phone } = await createCrossDeviceAttackFixture()
    const own = await openSteppedUpBrowser(app, victim)
    const shown = await showCrossDeviceCode(theirs)
    await answerCrossDeviceRequestOnPhone(phone, shown, victim)
    expect((await submitPhoneAnswerFromWaitingBrowser(theirs, shown)).statusCode).toBe(200)
    for (const [method, path] of [
      ['GET', '/api/export'],
      ['DELETE', '/api/person'],
      ['POST', '/api/passkeys/options'],
      ['DELETE', '/api/sessions'],
    ] as const)
      expect([path, summarizeApiResponse(await theirs.send(method, path))]).toEqual([path, '403 step_up.required'])
    const { items } = (await own.send('GET', '/api/browsers/untrusted')).json<
      ApiEndpointOutput<'listUntrustedBrowsers'>
    >()
    expect(items).toMatchObject([{ userAgent: 'Attacker' }])
    expect(summarizeApiResponse(await own.send('DELETE', `/api/browsers/${items[0]?.id}`))).toBe('200')
    expect(await isSignedIn(theirs)).toBe(false)
  })

  test('P13: a second phished answer does not dismiss the new-browser notice', async () => {
    const { app, theirs, phone } = await createCrossDeviceAttackFixture()
    const own = await openSteppedUpBrowser(app, victim)
    const first = await showCrossDeviceCode(theirs)
    await answerCrossDeviceRequestOnPhone(phone, first, victim)
    await submitPhoneAnswerFromWaitingBrowser(theirs, first)
    const second = await showCrossDeviceCode(theirs, { purpose: 'step-up' })
    await answerCrossDeviceRequestOnPhone(phone, second, victim)
    expect((await submitPhoneAnswerFromWaitingBrowser(theirs, second, '/api/step-up')).json()).toMatchObject({
      session: { newBrowser: true },
    })
    expect((await own.send('GET', '/api/browsers/untrusted')).json()).toMatchObject({
      items: [{ userAgent: 'Attacker' }],
    })
  })

  test('P16: reporting a request ends it and logs it for the person who reported it', async () => {
    const { app, theirs, phone } = await createCrossDeviceAttackFixture()
    await phone.signIn(victim)
    const shown = await showCrossDeviceCode(theirs)
    await sendCrossDeviceRequestFromPhone(phone, 'open', shown)
    expect(
      summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'refuse', shown, { isReported: true })),
    ).toBe('204')
    expect(await readCrossDeviceStatusInTestBrowser(theirs, shown, 'opened')).toMatchObject({ state: 'refused' })
    expect(
      summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'refuse', shown, { isReported: true })),
    ).toBe(over)
    expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'challenge', shown))).toBe(over)
    expect((await phone.send('GET', '/api/activity')).json<ApiEndpointOutput<'listActivity'>>().items[0]).toMatchObject(
      {
        type: 'cross_device.ended',
        details: { reason: 'reported', purpose: 'sign-in' },
        evidence: { userAgent: 'Attacker', networkPrefix: '198.51.100.0/24' },
      },
    )
    expect(await linesOf(app, 'cross_device')).toHaveLength(1)
  })

  test('P16: opening the code on a second device ends the request for both', async () => {
    const { app, theirs: desktop, phone } = await createCrossDeviceAttackFixture()
    const shown = await showCrossDeviceCode(desktop)
    await pickCrossDeviceMatchingCode(phone, shown)
    const stranger = app.openBrowser({ address: '192.0.2.4' })
    expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(stranger, 'open', shown))).toBe(over)
    expect(await readCrossDeviceStatusInTestBrowser(desktop, shown)).toMatchObject({ state: 'second-device' })
    expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'challenge', shown))).toBe(over)
    expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'open', shown))).toBe(over)
  })

  testOnBothDatabases('P16: sixteen devices that open one code at once are all refused', async (kind) => {
    const { app, theirs: desktop } = await createCrossDeviceAttackFixture(kind)
    const shown = await showCrossDeviceCode(desktop)
    const phones = Array.from({ length: 16 }, () => app.openBrowser())
    await Promise.all(phones.map((phone) => sendCrossDeviceRequestFromPhone(phone, 'open', shown)))
    const picked = await Promise.all(
      phones.map((phone) => sendCrossDeviceRequestFromPhone(phone, 'choose', shown, { pair: shown.pair })),
    )
    expect(picked.map(summarizeApiResponse).filter((answer) => answer !== over)).toEqual([])
    expect(await readCrossDeviceStatusInTestBrowser(desktop, shown)).toMatchObject({ state: 'second-device' })
  })

  test('P16: a browser that did not open the code gets the same errors as for an unknown code', async () => {
    const { app, theirs: desktop, phone } = await createCrossDeviceAttackFixture()
    const shown = await showCrossDeviceCode(desktop)
    await pickCrossDeviceMatchingCode(phone, shown)
    const stranger = app.openBrowser()
    expect(summarizeApiResponse(await stranger.send('GET', `/api/cross-device/${shown.id}`))).toBe(
      '400 browser.no_cookie',
    )
    expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(stranger, 'follow', shown))).toBe(
      '400 browser.no_cookie',
    )
    await stranger.requestChallenge()
    const nowhere = { code: '2BCD-FGHJ' }
    const answer = { message: 'x', signature: '0x00' }
    for (const [what, more] of [
      ['choose', { pair: shown.pair }],
      ['challenge', {}],
      ['passkey', {}],
      ['answer', { answer }],
      ['follow', {}],
      ['hand-over', {}],
      ['refuse', { isReported: true }],
      ['end', {}],
    ] as const) {
      const own = await sendCrossDeviceRequestFromPhone(stranger, what, shown, more)
      const none = await sendCrossDeviceRequestFromPhone(stranger, what, nowhere, more)
      expect([what, summarizeApiResponse(own)]).toEqual([what, over])
      const { requestId: _own, ...said } = own.json<Record<string, unknown>>()
      const { requestId: _none, ...saidOfNone } = none.json<Record<string, unknown>>()
      expect({ ...said, instance: '' }).toEqual({ ...saidOfNone, instance: '' })
    }
    expect(summarizeApiResponse(await stranger.send('GET', `/api/cross-device/${shown.id}`))).toBe(over)
    expect(summarizeApiResponse(await stranger.send('DELETE', `/api/cross-device/${shown.id}`))).toBe(over)
    expect(await readCrossDeviceStatusInTestBrowser(desktop, shown)).toMatchObject({ state: 'picked' })
  })

  test('P16: opening a hand-over link does not skip choosing the pair', async () => {
    const { app, theirs, phone } = await createCrossDeviceAttackFixture()
    // The attacker's helper picks the right pair, then sends the victim the link that opens a
    // wallet.
    const [shown, helper] = [await showCrossDeviceCode(theirs), app.openBrowser()]
    await pickCrossDeviceMatchingCode(helper, shown)
    await signWalletMessageOnPhone(helper, shown, attacker)
    const pass = new URL(
      (await sendCrossDeviceRequestFromPhone(helper, 'hand-over', shown)).json<{ link: string }>().link,
    ).searchParams.get('pass')
    const opened = (await sendCrossDeviceRequestFromPhone(phone, 'open', shown, { pass })).json<
      ApiEndpointOutput<'openCrossDevice'>
    >()
    expect(opened).toMatchObject({ state: 'opened', userAgent: 'Attacker', sameNetwork: false })
    for (const what of ['challenge', 'passkey'] as const)
      expect([what, summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, what, shown))]).toEqual([
        what,
        over,
      ])
    const wrong = opened.pairs.find((pair) => pair !== shown.pair)
    expect((await sendCrossDeviceRequestFromPhone(phone, 'choose', shown, { pair: wrong })).json()).toMatchObject({
      state: 'wrong-pair',
    })
    expect(await readCrossDeviceStatusInTestBrowser(theirs, shown)).toMatchObject({ state: 'wrong-pair' })
  })

  test('P16: the device can end the session after a step-up; ending it again is refused', async () => {
    const { theirs, phone } = await createCrossDeviceAttackFixture()
    const shown = await showCrossDeviceCode(theirs)
    await answerCrossDeviceRequestOnPhone(phone, shown, victim)
    await submitPhoneAnswerFromWaitingBrowser(theirs, shown)
    const again = await showCrossDeviceCode(theirs, { purpose: 'step-up' })
    await answerCrossDeviceRequestOnPhone(phone, again, victim)
    await submitPhoneAnswerFromWaitingBrowser(theirs, again, '/api/step-up')
    await theirs.stepUp(victim)
    expect((await sendCrossDeviceRequestFromPhone(phone, 'follow', shown)).json()).toMatchObject({
      until: expect.any(String) as string,
    })
    expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'end', shown))).toBe('204')
    expect(await isSignedIn(theirs)).toBe(false)
    for (const of of [shown, again])
      expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'end', of))).toBe(over)
  })

  test('M5: a code requires a session for step-up, link and merge, and a valid interaction', async () => {
    const { theirs } = await createCrossDeviceAttackFixture()
    for (const purpose of ['step-up', 'link', 'merge'])
      expect(summarizeApiResponse(await theirs.send('POST', '/api/cross-device', { purpose }))).toBe(
        '401 session.required',
      )
    expect(
      summarizeApiResponse(await theirs.send('POST', '/api/cross-device', { purpose: 'sign-in', interaction: 'x' })),
    ).toBe('404 interaction.invalid')
  })
})
