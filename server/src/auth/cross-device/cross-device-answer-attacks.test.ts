// What another device has signed counts once, for one code, one browser and one purpose.
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

describe('codes in wrong hands', () => {
  test('P16 refused after it was signed: what was signed does not count any more', async () => {
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

  test('P16 what was signed counts in the browser that waits, and there once', async () => {
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

  test('P16 a swapped code: what is signed for one browser’s code does nothing for another’s', async () => {
    const { app, theirs, phone } = await createCrossDeviceAttackFixture()
    const desktop = app.openBrowser()
    const [mine, swapped] = [await showCrossDeviceCode(desktop), await showCrossDeviceCode(theirs)]
    // The victim's phone opens the attacker's code; the attacker hands what was signed to the victim's.
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
    'P16 what was signed for one code of a browser does not count for another one of it, after a %s',
    async (how) => {
      const { app, theirs, phone } = await createCrossDeviceAttackFixture()
      const shown = await showCrossDeviceCode(theirs)
      await answerCrossDeviceRequestOnPhone(phone, shown, victim)
      const { answer } = await readCrossDeviceStatusInTestBrowser(theirs, shown)
      if (how === 'refuse') await sendCrossDeviceRequestFromPhone(phone, 'refuse', shown, { isReported: true })
      else await theirs.send('DELETE', `/api/cross-device/${shown.id}`)
      // A helper of theirs opens another code of the same browser, and answers it with what the victim has signed.
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

  test('M5 what is signed for one purpose does nothing for another', async () => {
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

  test('P16 a stranger who answers a step-up confirms nothing', async () => {
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

  test('P16 what another device was asked does not count as signed here, nor what was asked here as signed there', async () => {
    const { theirs: desktop, phone } = await createCrossDeviceAttackFixture()
    const shown = await showCrossDeviceCode(desktop)
    await pickCrossDeviceMatchingCode(phone, shown)
    // The challenge of the other device, handed in without ever having been answered there.
    const elsewhere = await signWalletMessageOnPhone(phone, shown, victim)
    expect(summarizeApiResponse(await desktop.send('POST', '/api/sign-in', elsewhere))).toBe(over)
    // Nor is a sign-in of this browser passed through the other device.
    const here = signIssuedChallengeMessage(await desktop.requestChallenge(), victim)
    expect(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'answer', shown, { answer: here }))).toBe(
      '401 challenge.invalid',
    )
    expect(await readCrossDeviceStatusInTestBrowser(desktop, shown)).toMatchObject({ state: 'picked' })
    expect(await isSignedIn(phone)).toBe(false)
  })

  test('P4 a session that ends meanwhile takes what waits for it along', async () => {
    const { app, phone } = await createCrossDeviceAttackFixture()
    const own = await openSteppedUpBrowser(app, victim)
    const shown = await showCrossDeviceCode(own, { purpose: 'link' })
    await answerCrossDeviceRequestOnPhone(phone, shown, attacker)
    await own.send('POST', '/api/sign-out')
    expect(summarizeApiResponse(await submitPhoneAnswerFromWaitingBrowser(own, shown, '/api/wallets'))).toBe(
      '401 session.required',
    )
    // Nor does it count for who signs in there next.
    await own.signIn(ethereumTestKeys.carol)
    await own.stepUp(ethereumTestKeys.carol)
    expect(summarizeApiResponse(await submitPhoneAnswerFromWaitingBrowser(own, shown, '/api/wallets'))).toBe(
      '401 challenge.invalid',
    )
  })
})
