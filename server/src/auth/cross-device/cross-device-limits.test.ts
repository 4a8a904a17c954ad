// Tests of cross-device limits, erasure, multiple instances and merges.
import { describe, expect, test } from 'vitest'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import {
  answerCrossDeviceRequestOnPhone,
  submitPhoneAnswerFromWaitingBrowser,
  sendCrossDeviceRequestFromPhone,
  pickCrossDeviceMatchingCode,
  showCrossDeviceCode,
  signWalletMessageOnPhone,
  readCrossDeviceStatusInTestBrowser,
} from '../../testing/cross-device-test-steps.ts'
import { openTestDatabase, testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { relaxedChallengeRateLimits, summarizeApiResponse } from '../../testing/passkey-test-steps.ts'
import { createCrossDeviceAttackFixture } from '../../testing/cross-device-attack-fixtures.ts'

const { alice: victim } = ethereumTestKeys
const over = '404 cross_device.ended'

describe('cross-device limits', () => {
  test('P16: code requests and guesses are limited per network', async () => {
    const app = await createTestServer({
      environment: { COUNTERSIGN_CROSS_DEVICE_CODES_PER_NETWORK_PER_MINUTE: '3' },
    })
    const theirs = app.openBrowser({ address: '198.51.100.66' })
    const asked = []
    for (let time = 0; time < 5; time++)
      asked.push(summarizeApiResponse(await theirs.send('POST', '/api/cross-device', { purpose: 'sign-in' })))
    expect(asked).toEqual(['200', '200', '200', '429 rate.limited', '429 rate.limited'])
    const guessed = []
    for (let time = 0; time < 5; time++)
      guessed.push(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(theirs, 'open', { code: '2BCD-FGHJ' })))
    expect(guessed).toEqual([over, over, over, '429 rate.limited', '429 rate.limited'])
    const phone = app.openBrowser({ address: '203.0.113.9' })
    expect((await sendCrossDeviceRequestFromPhone(phone, 'open', await showCrossDeviceCode(phone))).statusCode).toBe(
      200,
    )
  })

  testOnBothDatabases('N17: challenges and hand-over passes are limited per code', async (kind) => {
    const app = await createTestServer({
      database: kind,
      environment: { ...relaxedChallengeRateLimits, COUNTERSIGN_CROSS_DEVICE_CODES_PER_NETWORK_PER_MINUTE: '100' },
    })
    const [theirs, phone] = [app.openBrowser(), app.openBrowser({ address: '203.0.113.9' })]
    const shown = await showCrossDeviceCode(theirs)
    await pickCrossDeviceMatchingCode(phone, shown)
    const given: string[] = []
    for (let time = 0; time < 60; time++)
      given.push(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'challenge', shown)))
    expect(given.filter((answer) => answer === '200').length).toBeLessThan(50)
    expect(given.at(-1)).toBe(over)
    const passed: string[] = []
    for (let time = 0; time < 101; time++)
      passed.push(summarizeApiResponse(await sendCrossDeviceRequestFromPhone(phone, 'hand-over', shown)))
    expect(passed[0]).toBe('200')
    expect(passed.at(-1)).toBe('429 rate.limited')
  })

  testOnBothDatabases(
    'P9: erasing a person and pruning delete signed answers that were never submitted',
    async (kind) => {
      const { app, theirs, phone } = await createCrossDeviceAttackFixture(kind)
      const own = await openSteppedUpBrowser(app, victim)
      const [shown, second] = [await showCrossDeviceCode(theirs), await showCrossDeviceCode(theirs)]
      await answerCrossDeviceRequestOnPhone(own, shown, victim)
      await answerCrossDeviceRequestOnPhone(phone, second, victim)
      expect(summarizeApiResponse(await own.send('DELETE', '/api/person'))).toBe('204')
      const rows = () => app.database.queries.selectFrom('cross_device_requests').select('signed_response').execute()
      expect(await rows()).toHaveLength(1)
      app.clock.now += 5 * 60_000
      await app.pruneExpired()
      expect(await rows()).toEqual([{ signed_response: null }])
    },
  )

  test('P16 P18: a phished merge stays pending even in a trusted browser, and can be declined', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const [victim, attacker] = [await openSteppedUpBrowser(app, ethereumTestKeys.bob), await openSteppedUpBrowser(app)]
    const shown = await showCrossDeviceCode(attacker, { purpose: 'merge' })
    await answerCrossDeviceRequestOnPhone(app.openBrowser(), shown, ethereumTestKeys.bob)
    const handedIn = await submitPhoneAnswerFromWaitingBrowser(attacker, shown, '/api/merges')
    const { id } = handedIn.json<{ id: string }>()
    // A cross-device proof does not confirm a merge, even in a trusted browser.
    await attacker.trustForOwnerOf(ethereumTestKeys.bob)
    expect((await attacker.send('POST', `/api/merges/${id}/accept`)).json()).toMatchObject({ state: 'pending' })
    expect((await victim.send('GET', '/api/merges/pending')).json()).toMatchObject({ items: [{ side: 'recipient' }] })
    expect(summarizeApiResponse(await victim.send('DELETE', `/api/merges/${id}`))).toBe('204')
    expect((await victim.send('GET', '/api/wallets')).statusCode).toBe(200)
  })

  testOnBothDatabases('M1: a code shown on one instance can be opened and answered on another', async (kind) => {
    const database = await openTestDatabase(kind)
    const [first, second] = [
      await createTestServer({ database, environment: relaxedChallengeRateLimits }),
      await createTestServer({ database, environment: relaxedChallengeRateLimits }),
    ]
    const [desktop, phone] = [first.openBrowser(), second.openBrowser()]
    const shown = await showCrossDeviceCode(desktop)
    const waiting = readCrossDeviceStatusInTestBrowser(desktop, shown, 'shown')
    await sendCrossDeviceRequestFromPhone(phone, 'open', shown)
    expect(await waiting).toMatchObject({ state: 'opened' })
    await sendCrossDeviceRequestFromPhone(phone, 'choose', shown, { pair: shown.pair })
    await sendCrossDeviceRequestFromPhone(phone, 'answer', shown, {
      answer: await signWalletMessageOnPhone(phone, shown),
    })
    expect(summarizeApiResponse(await submitPhoneAnswerFromWaitingBrowser(desktop, shown))).toBe('200')
    expect((await sendCrossDeviceRequestFromPhone(phone, 'follow', shown)).json()).toMatchObject({ state: 'taken' })
  })
})
