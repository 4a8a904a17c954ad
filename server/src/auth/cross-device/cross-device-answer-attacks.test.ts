// Tests that a cross-device answer is valid once, for one code, one browser and one purpose.
import { describe, expect, test } from 'vitest'
import {
  openSteppedUpBrowser,
  signIssuedChallengeMessage,
  ethereumTestKeys,
} from '../../testing/countersign-test-server.ts'
import {
  answerCrossDeviceRequestOnPhone,
  submitPhoneAnswerFromWaitingBrowser,
  sendCrossDeviceRequestFromPhone,
  pickCrossDeviceMatchingCode,
  showCrossDeviceCode,
  signWalletMessageOnPhone,
  readCrossDeviceStatusInTestBrowser,
} from '../../testing/cross-device-test-steps.ts'
import { summarizeApiResponse } from '../../testing/passkey-test-steps.ts'
import { createCrossDeviceAttackFixture } from '../../testing/cross-device-attack-fixtures.ts'
import { isSignedIn } from '../../testing/browser-session-test-steps.ts'

const { alice: victim, bob: attacker } = ethereumTestKeys
const over = '404 cross_device.ended'

describe('attacks on cross-device answers', () => {
  test('P16: refusing a request after signing invalidates the signed answer', async () => {
    const { theirs, phone } = await createCrossDeviceAttackFixture()
    const shown = await showCrossDeviceCode(theirs)
    await answerCrossDeviceRequestOnPhone(phone, shown, victim)
    const { answer } = await readCrossDeviceStatusInTestBrowser(theirs, shown)
    expect(
      summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'refuse', shown, { isReported: true })),
    ).toBe('204')
    expect(summarizeApiResponse(await theirs.send('POST', '/api/sign-in', answer))).toBe(over)
    expect(await isSignedIn(theirs)).toBe(false)
  })

  test('P16: a signed answer is accepted only in the waiting browser, and only once', async () => {
    const { app, theirs: desktop, phone } = await createCrossDeviceAttackFixture()
    const shown = await showCrossDeviceCode(desktop)
    await answerCrossDeviceRequestOnPhone(phone, shown, victim)
    const { answer } = await readCrossDeviceStatusInTestBrowser(desktop, shown)
    for (const other of [phone, app.openBrowser()])
      expect(summarizeApiResponse(await other.send('POST', '/api/sign-in', answer))).toBe('401 challenge.invalid')
    const again = await showCrossDeviceCode(desktop)
    await answerCrossDeviceRequestOnPhone(phone, again, victim)
    expect(summarizeApiResponse(await submitPhoneAnswerFromWaitingBrowser(desktop, again))).toBe('200')
    const { answer: used } = { answer: answer as object }
    expect(summarizeApiResponse(await desktop.send('POST', '/api/sign-in', used))).toBe('401 challenge.invalid')
  })

  test('P16: an answer signed for the code of one browser is refused for the code of another', async () => {
    const { app, theirs, phone } = await createCrossDeviceAttackFixture()
    const desktop = app.openBrowser()
    const [mine, swapped] = [await showCrossDeviceCode(desktop), await showCrossDeviceCode(theirs)]
    // The victim answers the attacker's code, and the attacker submits that answer for the victim's
    // code.
    await pickCrossDeviceMatchingCode(phone, swapped)
    const answer = await signWalletMessageOnPhone(phone, swapped, victim)
    const helper = app.openBrowser()
    await pickCrossDeviceMatchingCode(helper, mine)
    expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(helper, 'answer', mine, { answer }))).toBe(
      '401 challenge.invalid',
    )
    expect(summarizeApiResponse(await desktop.send('POST', '/api/sign-in', answer))).toBe('401 challenge.invalid')
    expect(await isSignedIn(desktop)).toBe(false)
  })

  test.each(['refuse', 'cancel'] as const)(
    'P16: an answer for one code is refused for the next code of the same browser (%s)',
    async (how) => {
      const { app, theirs, phone } = await createCrossDeviceAttackFixture()
      const shown = await showCrossDeviceCode(theirs)
      await answerCrossDeviceRequestOnPhone(phone, shown, victim)
      const { answer } = await readCrossDeviceStatusInTestBrowser(theirs, shown)
      if (how === 'refuse') await sendCrossDeviceRequestFromPhone(phone, 'refuse', shown, { isReported: true })
      else await theirs.send('DELETE', `/api/cross-device/${shown.id}`)
      // The attacker reuses the victim's signature for another code of the same browser.
      const [another, helper] = [await showCrossDeviceCode(theirs), app.openBrowser()]
      await pickCrossDeviceMatchingCode(helper, another)
      await signWalletMessageOnPhone(helper, another, attacker)
      expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(helper, 'answer', another, { answer }))).toBe(
        '401 challenge.invalid',
      )
      expect(summarizeApiResponse(await theirs.send('POST', '/api/sign-in', answer))).toBe(over)
      expect(await isSignedIn(theirs)).toBe(false)
    },
  )

  test('M5: an answer signed for one purpose is refused for another', async () => {
    const { app, phone } = await createCrossDeviceAttackFixture()
    const own = await openSteppedUpBrowser(app, victim)
    const shown = await showCrossDeviceCode(own, { purpose: 'step-up' })
    await answerCrossDeviceRequestOnPhone(phone, shown, attacker)
    expect(summarizeApiResponse(await submitPhoneAnswerFromWaitingBrowser(own, shown, '/api/wallets'))).toBe(
      '401 challenge.invalid',
    )
    const link = await showCrossDeviceCode(own, { purpose: 'link' })
    await pickCrossDeviceMatchingCode(phone, link)
    expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'passkey', link))).toBe(over)
  })

  test('P16: a step-up answered with the wallet of another person is refused', async () => {
    const { app, phone } = await createCrossDeviceAttackFixture()
    const own = await openSteppedUpBrowser(app, victim)
    app.clock.now += 30 * 60_000
    const shown = await showCrossDeviceCode(own, { purpose: 'step-up' })
    await answerCrossDeviceRequestOnPhone(phone, shown, attacker)
    expect(summarizeApiResponse(await submitPhoneAnswerFromWaitingBrowser(own, shown, '/api/step-up'))).toBe(
      '403 step_up.different_person',
    )
    expect(summarizeApiResponse(await own.send('GET', '/api/export'))).toBe('403 step_up.required')
  })

  test('P16: a challenge of the device is refused in the waiting browser, and vice versa', async () => {
    const { theirs: desktop, phone } = await createCrossDeviceAttackFixture()
    const shown = await showCrossDeviceCode(desktop)
    await pickCrossDeviceMatchingCode(phone, shown)
    // The answer is submitted directly and not through the request.
    const elsewhere = await signWalletMessageOnPhone(phone, shown, victim)
    expect(summarizeApiResponse(await desktop.send('POST', '/api/sign-in', elsewhere))).toBe(over)
    // A challenge of the waiting browser is not accepted from the device.
    const here = signIssuedChallengeMessage(await desktop.requestChallenge(), victim)
    expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'answer', shown, { answer: here }))).toBe(
      '401 challenge.invalid',
    )
    expect(await readCrossDeviceStatusInTestBrowser(desktop, shown)).toMatchObject({ state: 'picked' })
    expect(await isSignedIn(phone)).toBe(false)
  })

  test('P4: an answer is refused after the session that requested it has ended', async () => {
    const { app, phone } = await createCrossDeviceAttackFixture()
    const own = await openSteppedUpBrowser(app, victim)
    const shown = await showCrossDeviceCode(own, { purpose: 'link' })
    await answerCrossDeviceRequestOnPhone(phone, shown, attacker)
    await own.send('POST', '/api/sign-out')
    expect(summarizeApiResponse(await submitPhoneAnswerFromWaitingBrowser(own, shown, '/api/wallets'))).toBe(
      '401 session.required',
    )
    await own.signIn(ethereumTestKeys.carol)
    await own.stepUp(ethereumTestKeys.carol)
    expect(summarizeApiResponse(await submitPhoneAnswerFromWaitingBrowser(own, shown, '/api/wallets'))).toBe(
      '401 challenge.invalid',
    )
  })
})
