// What somebody can do with a code that is not theirs, or by one of theirs that they show to somebody else (THREATS P16; cross-device phishing,
// "QRLjacking", illicit consent grants).
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import { describe, expect, test } from 'vitest'
import type { DatabaseKind } from '../../platform/database/open-database.ts'
import { readAuditLog } from '../../testing/read-database-state.ts'
import { createTestApp, openSteppedUpBrowser, signIssuedMessage, testKeys } from '../../testing/test-app.ts'
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
import { openTestDatabase, testOnBothDatabases } from '../../testing/test-databases.ts'
import { relaxedChallengeLimits, summarizeApiResponse } from '../../testing/test-passkeys.ts'

const { alice: victim, bob: attacker } = testKeys
const over = '404 cross_device.over'

/** An attacker's browser and the victim's phone. */
async function create(
  kind: DatabaseKind = 'sqlite',
): Promise<{ app: TestApp; theirs: TestBrowser; phone: TestBrowser }> {
  const app = await createTestApp({ database: kind, environment: relaxedChallengeLimits })
  return {
    app,
    theirs: app.openBrowser({ userAgent: 'Attacker', address: '198.51.100.66' }),
    phone: app.openBrowser({ userAgent: 'Phone', address: '203.0.113.9' }),
  }
}

const linesOf = async ({ database }: TestApp, type: string): Promise<string[]> =>
  (await readAuditLog(database.queries)).filter((line) => line.startsWith(type))

const isSignedIn = async (browser: TestBrowser): Promise<boolean> =>
  (await browser.send('GET', '/api/session')).json<EndpointOutput<'readSession'>>().person !== null

describe('codes in wrong hands', () => {
  test('P16 a relayed code whose pair the victim does not see ends it, and the log says so', async () => {
    const { app, theirs, phone } = await create()
    const shown = await showCrossDeviceCode(theirs)
    const opened = (await sendFromPhone(phone, 'open', shown)).json<EndpointOutput<'openCrossDevice'>>()
    expect(opened).toMatchObject({ userAgent: 'Attacker', sameNetwork: false })
    const wrong = opened.pairs.find((pair) => pair !== shown.pair)
    expect((await sendFromPhone(phone, 'pick', shown, { pair: wrong })).json()).toMatchObject({ state: 'wrong-pair' })
    expect(await watchCrossDevice(theirs, shown)).toMatchObject({ state: 'wrong-pair' })
    for (const what of ['challenge', 'passkey', 'pass-on', 'end'] as const)
      expect([what, summarizeApiResponse(await sendFromPhone(phone, what, shown))]).toEqual([what, over])
    expect(summarizeApiResponse(await sendFromPhone(phone, 'pick', shown, { pair: shown.pair }))).toBe(over)
    expect(await linesOf(app, 'cross_device')).toEqual([
      'cross_device.ended refused {"reason":"wrong-pair","purpose":"sign-in"}',
    ])
  })

  test('P16 a code in a mail that is fallen for lets in, and no further: shorter, announced, and nothing sensitive', async () => {
    const { app, theirs, phone } = await create()
    const own = await openSteppedUpBrowser(app, victim)
    const shown = await showCrossDeviceCode(theirs)
    await answerOnPhone(phone, shown, victim)
    expect((await submitCrossDeviceAnswer(theirs, shown)).statusCode).toBe(200)
    for (const [method, path] of [
      ['GET', '/api/export'],
      ['DELETE', '/api/person'],
      ['POST', '/api/passkeys/options'],
      ['DELETE', '/api/sessions'],
    ] as const)
      expect([path, summarizeApiResponse(await theirs.send(method, path))]).toEqual([path, '403 step_up.required'])
    const { items } = (await own.send('GET', '/api/browsers/new')).json<EndpointOutput<'listNewBrowsers'>>()
    expect(items).toMatchObject([{ userAgent: 'Attacker' }])
    expect(summarizeApiResponse(await own.send('DELETE', `/api/browsers/${items[0]?.id}`))).toBe('200')
    expect(await isSignedIn(theirs)).toBe(false)
  })

  test('P13 a second one that is fallen for does not take the notice away', async () => {
    const { app, theirs, phone } = await create()
    const own = await openSteppedUpBrowser(app, victim)
    const first = await showCrossDeviceCode(theirs)
    await answerOnPhone(phone, first, victim)
    await submitCrossDeviceAnswer(theirs, first)
    const second = await showCrossDeviceCode(theirs, { purpose: 'step-up' })
    await answerOnPhone(phone, second, victim)
    expect((await submitCrossDeviceAnswer(theirs, second, '/api/step-up')).json()).toMatchObject({
      session: { newBrowser: true },
    })
    expect((await own.send('GET', '/api/browsers/new')).json()).toMatchObject({ items: [{ userAgent: 'Attacker' }] })
  })

  test('P16 refused and reported in one step: it is over, and written down for who refused', async () => {
    const { app, theirs, phone } = await create()
    await phone.signIn(victim)
    const shown = await showCrossDeviceCode(theirs)
    await sendFromPhone(phone, 'open', shown)
    expect(summarizeApiResponse(await sendFromPhone(phone, 'refuse', shown, { isReported: true }))).toBe('204')
    expect(await watchCrossDevice(theirs, shown, 'opened')).toMatchObject({ state: 'refused' })
    expect(summarizeApiResponse(await sendFromPhone(phone, 'refuse', shown, { isReported: true }))).toBe(over)
    expect(summarizeApiResponse(await sendFromPhone(phone, 'challenge', shown))).toBe(over)
    expect((await phone.send('GET', '/api/activity')).json<EndpointOutput<'listActivity'>>().items[0]).toMatchObject({
      type: 'cross_device.ended',
      details: { reason: 'reported', purpose: 'sign-in' },
      evidence: { userAgent: 'Attacker', networkPrefix: '198.51.100.0/24' },
    })
    expect(await linesOf(app, 'cross_device')).toHaveLength(1)
  })

  test('P16 refused after it was signed: what was signed does not count any more', async () => {
    const { theirs, phone } = await create()
    const shown = await showCrossDeviceCode(theirs)
    await answerOnPhone(phone, shown, victim)
    const { answer } = await watchCrossDevice(theirs, shown)
    expect(summarizeApiResponse(await sendFromPhone(phone, 'refuse', shown, { isReported: true }))).toBe('204')
    expect(summarizeApiResponse(await theirs.send('POST', '/api/sign-in', answer))).toBe(over)
    expect(await isSignedIn(theirs)).toBe(false)
  })

  test('P16 a second device ends it for both', async () => {
    const { app, theirs: desktop, phone } = await create()
    const shown = await showCrossDeviceCode(desktop)
    await pickMatchingPair(phone, shown)
    const stranger = app.openBrowser({ address: '192.0.2.4' })
    expect(summarizeApiResponse(await sendFromPhone(stranger, 'open', shown))).toBe(over)
    expect(await watchCrossDevice(desktop, shown)).toMatchObject({ state: 'second-device' })
    expect(summarizeApiResponse(await sendFromPhone(phone, 'challenge', shown))).toBe(over)
    expect(summarizeApiResponse(await sendFromPhone(phone, 'open', shown))).toBe(over)
  })

  testOnBothDatabases('P16 of sixteen that open it at the same time no two go on', async (kind) => {
    const { app, theirs: desktop } = await create(kind)
    const shown = await showCrossDeviceCode(desktop)
    const phones = Array.from({ length: 16 }, () => app.openBrowser())
    await Promise.all(phones.map((phone) => sendFromPhone(phone, 'open', shown)))
    const picked = await Promise.all(phones.map((phone) => sendFromPhone(phone, 'pick', shown, { pair: shown.pair })))
    expect(picked.map(summarizeApiResponse).filter((answer) => answer !== over)).toEqual([])
    expect(await watchCrossDevice(desktop, shown)).toMatchObject({ state: 'second-device' })
  })

  test('P16 nothing can be done from a browser that has not opened it, and it looks like a code that there never was', async () => {
    const { app, theirs: desktop, phone } = await create()
    const shown = await showCrossDeviceCode(desktop)
    await pickMatchingPair(phone, shown)
    const stranger = app.openBrowser()
    expect(summarizeApiResponse(await stranger.send('GET', `/api/cross-device/${shown.id}`))).toBe(
      '400 browser.no_cookie',
    )
    expect(summarizeApiResponse(await sendFromPhone(stranger, 'follow', shown))).toBe('400 browser.no_cookie')
    await stranger.requestChallenge()
    const nowhere = { code: '2BCD-FGHJ' }
    const answer = { message: 'x', signature: '0x00' }
    for (const [what, more] of [
      ['pick', { pair: shown.pair }],
      ['challenge', {}],
      ['passkey', {}],
      ['answer', { answer }],
      ['follow', {}],
      ['pass-on', {}],
      ['refuse', { isReported: true }],
      ['end', {}],
    ] as const) {
      const own = await sendFromPhone(stranger, what, shown, more)
      const none = await sendFromPhone(stranger, what, nowhere, more)
      expect([what, summarizeApiResponse(own)]).toEqual([what, over])
      const { requestId: _own, ...said } = own.json<Record<string, unknown>>()
      const { requestId: _none, ...saidOfNone } = none.json<Record<string, unknown>>()
      expect({ ...said, instance: '' }).toEqual({ ...saidOfNone, instance: '' })
    }
    expect(summarizeApiResponse(await stranger.send('GET', `/api/cross-device/${shown.id}`))).toBe(over)
    expect(summarizeApiResponse(await stranger.send('DELETE', `/api/cross-device/${shown.id}`))).toBe(over)
    expect(await watchCrossDevice(desktop, shown)).toMatchObject({ state: 'picked' })
  })

  test('P16 what was signed counts in the browser that waits, and there once', async () => {
    const { app, theirs: desktop, phone } = await create()
    const shown = await showCrossDeviceCode(desktop)
    await answerOnPhone(phone, shown, victim)
    const { answer } = await watchCrossDevice(desktop, shown)
    for (const other of [phone, app.openBrowser()])
      expect(summarizeApiResponse(await other.send('POST', '/api/sign-in', answer))).toBe('401 challenge.unusable')
    const again = await showCrossDeviceCode(desktop)
    await answerOnPhone(phone, again, victim)
    expect(summarizeApiResponse(await submitCrossDeviceAnswer(desktop, again))).toBe('200')
    const { answer: used } = { answer: answer as object }
    expect(summarizeApiResponse(await desktop.send('POST', '/api/sign-in', used))).toBe('401 challenge.unusable')
  })

  test('P16 a swapped code: what is signed for one browser’s code does nothing for another’s', async () => {
    const { app, theirs, phone } = await create()
    const desktop = app.openBrowser()
    const [mine, swapped] = [await showCrossDeviceCode(desktop), await showCrossDeviceCode(theirs)]
    // The victim's phone opens the attacker's code; the attacker hands what was signed to the victim's.
    await pickMatchingPair(phone, swapped)
    const answer = await signOnPhone(phone, swapped, victim)
    const helper = app.openBrowser()
    await pickMatchingPair(helper, mine)
    expect(summarizeApiResponse(await sendFromPhone(helper, 'answer', mine, { answer }))).toBe('401 challenge.unusable')
    expect(summarizeApiResponse(await desktop.send('POST', '/api/sign-in', answer))).toBe('401 challenge.unusable')
    expect(await isSignedIn(desktop)).toBe(false)
  })

  test.each(['refuse', 'cancel'] as const)(
    'P16 what was signed for one code of a browser does not count for another one of it, after a %s',
    async (how) => {
      const { app, theirs, phone } = await create()
      const shown = await showCrossDeviceCode(theirs)
      await answerOnPhone(phone, shown, victim)
      const { answer } = await watchCrossDevice(theirs, shown)
      if (how === 'refuse') await sendFromPhone(phone, 'refuse', shown, { isReported: true })
      else await theirs.send('DELETE', `/api/cross-device/${shown.id}`)
      // A helper of theirs opens another code of the same browser, and answers it with what the victim has signed.
      const [another, helper] = [await showCrossDeviceCode(theirs), app.openBrowser()]
      await pickMatchingPair(helper, another)
      await signOnPhone(helper, another, attacker)
      expect(summarizeApiResponse(await sendFromPhone(helper, 'answer', another, { answer }))).toBe(
        '401 challenge.unusable',
      )
      expect(summarizeApiResponse(await theirs.send('POST', '/api/sign-in', answer))).toBe(over)
      expect(await isSignedIn(theirs)).toBe(false)
    },
  )

  test('P16 a link with a pass skips nothing: who opens it is asked, and picks the pair', async () => {
    const { app, theirs, phone } = await create()
    // A helper of the attacker sees the screen that waits, and so picks the right one; then it mails the victim the link into a wallet.
    const [shown, helper] = [await showCrossDeviceCode(theirs), app.openBrowser()]
    await pickMatchingPair(helper, shown)
    await signOnPhone(helper, shown, attacker)
    const pass = new URL(
      (await sendFromPhone(helper, 'pass-on', shown)).json<{ link: string }>().link,
    ).searchParams.get('pass')
    const opened = (await sendFromPhone(phone, 'open', shown, { pass })).json<EndpointOutput<'openCrossDevice'>>()
    expect(opened).toMatchObject({ state: 'opened', userAgent: 'Attacker', sameNetwork: false })
    for (const what of ['challenge', 'passkey'] as const)
      expect([what, summarizeApiResponse(await sendFromPhone(phone, what, shown))]).toEqual([what, over])
    const wrong = opened.pairs.find((pair) => pair !== shown.pair)
    expect((await sendFromPhone(phone, 'pick', shown, { pair: wrong })).json()).toMatchObject({ state: 'wrong-pair' })
    expect(await watchCrossDevice(theirs, shown)).toMatchObject({ state: 'wrong-pair' })
  })

  test('P16 what began so can be ended from the device after it was stepped up, and none is said to be ended that was not', async () => {
    const { theirs, phone } = await create()
    const shown = await showCrossDeviceCode(theirs)
    await answerOnPhone(phone, shown, victim)
    await submitCrossDeviceAnswer(theirs, shown)
    const again = await showCrossDeviceCode(theirs, { purpose: 'step-up' })
    await answerOnPhone(phone, again, victim)
    await submitCrossDeviceAnswer(theirs, again, '/api/step-up')
    await theirs.stepUp(victim)
    expect((await sendFromPhone(phone, 'follow', shown)).json()).toMatchObject({ until: expect.any(String) as string })
    expect(summarizeApiResponse(await sendFromPhone(phone, 'end', shown))).toBe('204')
    expect(await isSignedIn(theirs)).toBe(false)
    for (const of of [shown, again]) expect(summarizeApiResponse(await sendFromPhone(phone, 'end', of))).toBe(over)
  })

  test('M5 what is signed for one purpose does nothing for another', async () => {
    const { app, phone } = await create()
    const own = await openSteppedUpBrowser(app, victim)
    const shown = await showCrossDeviceCode(own, { purpose: 'step-up' })
    await answerOnPhone(phone, shown, attacker)
    expect(summarizeApiResponse(await submitCrossDeviceAnswer(own, shown, '/api/wallets'))).toBe(
      '401 challenge.unusable',
    )
    const link = await showCrossDeviceCode(own, { purpose: 'link' })
    await pickMatchingPair(phone, link)
    expect(summarizeApiResponse(await sendFromPhone(phone, 'passkey', link))).toBe(over)
  })

  test('P16 a stranger who answers a step-up confirms nothing', async () => {
    const { app, phone } = await create()
    const own = await openSteppedUpBrowser(app, victim)
    app.clock.now += 30 * 60_000
    const shown = await showCrossDeviceCode(own, { purpose: 'step-up' })
    await answerOnPhone(phone, shown, attacker)
    expect(summarizeApiResponse(await submitCrossDeviceAnswer(own, shown, '/api/step-up'))).toBe(
      '403 step_up.somebody_else',
    )
    expect(summarizeApiResponse(await own.send('GET', '/api/export'))).toBe('403 step_up.required')
  })

  test('P16 what another device was asked does not count as signed here, nor what was asked here as signed there', async () => {
    const { theirs: desktop, phone } = await create()
    const shown = await showCrossDeviceCode(desktop)
    await pickMatchingPair(phone, shown)
    // The challenge of the other device, handed in without ever having been answered there.
    const elsewhere = await signOnPhone(phone, shown, victim)
    expect(summarizeApiResponse(await desktop.send('POST', '/api/sign-in', elsewhere))).toBe(over)
    // Nor is a sign-in of this browser passed through the other device.
    const here = signIssuedMessage(await desktop.requestChallenge(), victim)
    expect(summarizeApiResponse(await sendFromPhone(phone, 'answer', shown, { answer: here }))).toBe(
      '401 challenge.unusable',
    )
    expect(await watchCrossDevice(desktop, shown)).toMatchObject({ state: 'picked' })
    expect(await isSignedIn(phone)).toBe(false)
  })

  test('P4 a session that ends meanwhile takes what waits for it along', async () => {
    const { app, phone } = await create()
    const own = await openSteppedUpBrowser(app, victim)
    const shown = await showCrossDeviceCode(own, { purpose: 'link' })
    await answerOnPhone(phone, shown, attacker)
    await own.send('POST', '/api/sign-out')
    expect(summarizeApiResponse(await submitCrossDeviceAnswer(own, shown, '/api/wallets'))).toBe('401 session.required')
    // Nor does it count for who signs in there next.
    await own.signIn(testKeys.carol)
    await own.stepUp(testKeys.carol)
    expect(summarizeApiResponse(await submitCrossDeviceAnswer(own, shown, '/api/wallets'))).toBe(
      '401 challenge.unusable',
    )
  })

  test('M5 none is shown for what is not theirs', async () => {
    const { theirs } = await create()
    for (const purpose of ['step-up', 'link', 'merge'])
      expect(summarizeApiResponse(await theirs.send('POST', '/api/cross-device', { purpose }))).toBe(
        '401 session.required',
      )
    expect(
      summarizeApiResponse(await theirs.send('POST', '/api/cross-device', { purpose: 'sign-in', interaction: 'x' })),
    ).toBe('404 interaction.unusable')
  })

  test('P16 codes are asked for and guessed so often, and strangers pay for it themselves', async () => {
    const app = await createTestApp({
      environment: { COUNTERSIGN_CROSS_DEVICE_CODES_PER_NETWORK_PER_MINUTE: '3' },
    })
    const theirs = app.openBrowser({ address: '198.51.100.66' })
    const asked = []
    for (let time = 0; time < 5; time++)
      asked.push(summarizeApiResponse(await theirs.send('POST', '/api/cross-device', { purpose: 'sign-in' })))
    expect(asked).toEqual(['200', '200', '200', '429 rate.limited', '429 rate.limited'])
    const guessed = []
    for (let time = 0; time < 5; time++)
      guessed.push(summarizeApiResponse(await sendFromPhone(theirs, 'open', { code: '2BCD-FGHJ' })))
    expect(guessed).toEqual([over, over, over, '429 rate.limited', '429 rate.limited'])
    const phone = app.openBrowser({ address: '203.0.113.9' })
    expect((await sendFromPhone(phone, 'open', await showCrossDeviceCode(phone))).statusCode).toBe(200)
  })

  testOnBothDatabases('N17 a device is given so many challenges and passes for one code, and no more', async (kind) => {
    const app = await createTestApp({
      database: kind,
      environment: { ...relaxedChallengeLimits, COUNTERSIGN_CROSS_DEVICE_CODES_PER_NETWORK_PER_MINUTE: '100' },
    })
    const [theirs, phone] = [app.openBrowser(), app.openBrowser({ address: '203.0.113.9' })]
    const shown = await showCrossDeviceCode(theirs)
    await pickMatchingPair(phone, shown)
    const given: string[] = []
    for (let time = 0; time < 60; time++)
      given.push(summarizeApiResponse(await sendFromPhone(phone, 'challenge', shown)))
    expect(given.filter((answer) => answer === '200').length).toBeLessThan(50)
    expect(given.at(-1)).toBe(over)
    const passed: string[] = []
    for (let time = 0; time < 101; time++)
      passed.push(summarizeApiResponse(await sendFromPhone(phone, 'pass-on', shown)))
    expect(passed[0]).toBe('200')
    expect(passed.at(-1)).toBe('429 rate.limited')
  })

  testOnBothDatabases('P9 who is erased takes along what was signed and never handed in', async (kind) => {
    const { app, theirs, phone } = await create(kind)
    const own = await openSteppedUpBrowser(app, victim)
    const [shown, second] = [await showCrossDeviceCode(theirs), await showCrossDeviceCode(theirs)]
    // By their own browser, and by one that they were never signed in with.
    await answerOnPhone(own, shown, victim)
    await answerOnPhone(phone, second, victim)
    expect(summarizeApiResponse(await own.send('DELETE', '/api/person'))).toBe('204')
    const rows = () => app.database.queries.selectFrom('cross_device_requests').select('answer').execute()
    expect(await rows()).toHaveLength(1)
    app.clock.now += 5 * 60_000
    await app.pruneExpired()
    expect(await rows()).toEqual([{ answer: null }])
  })

  test('P16 P18 a relayed code for a merge moves nothing, also where the waiting browser is known, and the victim refuses it', async () => {
    const app = await createTestApp({ environment: relaxedChallengeLimits })
    const [victim, attacker] = [await openSteppedUpBrowser(app, testKeys.bob), await openSteppedUpBrowser(app)]
    const shown = await showCrossDeviceCode(attacker, { purpose: 'merge' })
    await answerOnPhone(app.openBrowser(), shown, testKeys.bob)
    const handedIn = await submitCrossDeviceAnswer(attacker, shown, '/api/merges')
    const { id } = handedIn.json<{ id: string }>()
    // Not even then: what another device signs confirms nothing.
    await attacker.trustForOwnerOf(testKeys.bob)
    expect((await attacker.send('POST', `/api/merges/${id}/accept`)).json()).toMatchObject({ state: 'pending' })
    expect((await victim.send('GET', '/api/merges/pending')).json()).toMatchObject({ items: [{ side: 'asked' }] })
    expect(summarizeApiResponse(await victim.send('DELETE', `/api/merges/${id}`))).toBe('204')
    expect((await victim.send('GET', '/api/wallets')).statusCode).toBe(200)
  })

  testOnBothDatabases(
    'M1 two instances: a code shown on one is opened on another, and what is signed there counts on the first',
    async (kind) => {
      const database = await openTestDatabase(kind)
      const [first, second] = [
        await createTestApp({ database, environment: relaxedChallengeLimits }),
        await createTestApp({ database, environment: relaxedChallengeLimits }),
      ]
      const [desktop, phone] = [first.openBrowser(), second.openBrowser()]
      const shown = await showCrossDeviceCode(desktop)
      const waiting = watchCrossDevice(desktop, shown, 'shown')
      await sendFromPhone(phone, 'open', shown)
      expect(await waiting).toMatchObject({ state: 'opened' })
      await sendFromPhone(phone, 'pick', shown, { pair: shown.pair })
      await sendFromPhone(phone, 'answer', shown, { answer: await signOnPhone(phone, shown) })
      expect(summarizeApiResponse(await submitCrossDeviceAnswer(desktop, shown))).toBe('200')
      expect((await sendFromPhone(phone, 'follow', shown)).json()).toMatchObject({ state: 'taken' })
    },
  )
})
