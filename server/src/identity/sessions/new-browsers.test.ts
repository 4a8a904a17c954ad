// Browsers that a person may not know: a sign-in there is announced, and ends or is accepted by who is known (THREATS M17).
import type { CallAnswer } from '@countersign/api/calls'
import { testKeys } from '@countersign/testing/test-keys'
import { describe, expect, test } from 'vitest'
import { verifyActivity } from '../../activity/verify.ts'
import { readEvents } from '../../testing/read-all.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { databaseKinds } from '../../testing/test-databases.ts'

const sessionName = '__Host-countersign-session'
const newOnes = async (browser: TestBrowser): Promise<CallAnswer<'listNewBrowsers'>['items']> => {
  const answer = (await browser.send('GET', '/api/browsers/new')).json<CallAnswer<'listNewBrowsers'>>()
  expect(answer.nextCursor).toBeNull()
  return answer.items
}
const theOne = async (browser: TestBrowser) => {
  const [one, ...others] = await newOnes(browser)
  if (one === undefined || others.length > 0)
    throw new Error(`${others.length + (one === undefined ? 0 : 1)} new browsers`)
  return one
}
const recognise = (browser: TestBrowser, id: string) => browser.send('POST', `/api/browsers/${id}/recognise`)
const disown = (browser: TestBrowser, id: string) => browser.send('DELETE', `/api/browsers/${id}`)
const sessionOf = async (browser: TestBrowser) =>
  (await browser.send('GET', '/api/session')).json<CallAnswer<'readSession'>>().session
const nobody = '0'.repeat(26)

/** A person at their own browser, which is known, and somebody in another with a signature of theirs. */
async function relay(app: TestApp): Promise<{ own: TestBrowser; other: TestBrowser }> {
  const own = app.openBrowser({ userAgent: 'Own', address: '192.0.2.7' })
  const other = app.openBrowser({ userAgent: 'Other', address: '198.51.100.9' })
  await own.signIn()
  await own.stepUp()
  app.clock.now += 1000
  await other.signIn()
  return { own, other }
}

describe.each(databaseKinds)('a new browser on %s', (kind) => {
  test('M17 is announced to the others and not to itself, with what is known of it', async () => {
    const app = await createTestApp({ database: kind })
    const { own, other } = await relay(app)
    app.clock.now += 1000
    other.cookies.delete(sessionName)
    await other.signIn()
    expect(await newOnes(own)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-z]{26}$/) as string,
        userAgent: 'Other',
        networkPrefix: '198.51.100.0/24',
        sameNetwork: false,
        firstSeenAt: '2026-01-15T12:00:01.000Z',
        lastSeenAt: '2026-01-15T12:00:02.000Z',
        sessions: 2,
      },
    ])
    // Its own browser is known, and so is no news there.
    expect(await newOnes(other)).toEqual([])
    expect(await readEvents(app.database.queries)).toContain('browser.new success {}')
  })

  test('M17 is news to a person as well whose sessions began before browsers were remembered', async () => {
    const app = await createTestApp({ database: kind })
    const { queries } = app.database
    await app.openBrowser().signIn()
    await queries.updateTable('sessions').set({ browser_id: null }).execute()
    await queries.deleteFrom('browsers').execute()
    expect(await readEvents(queries)).not.toContain('browser.new success {}')
    await app.openBrowser().signIn()
    expect(await readEvents(queries)).toContain('browser.new success {}')
  })

  test('is no news any more once its sessions have ended', async () => {
    const app = await createTestApp({ database: kind })
    const { own, other } = await relay(app)
    const { id } = await theOne(own)
    await other.send('POST', '/api/sign-out')
    expect(await newOnes(own)).toEqual([])
    // It is still unknown, and comes up again with its next session.
    await other.signIn()
    expect((await theOne(own)).id).toBe(id)
    app.clock.now += 31 * 86_400_000
    await own.signIn()
    expect(await newOnes(own)).toEqual([])
  })

  test('M17 becomes known by a confirmed session in a known browser, and its next sign-in counts', async () => {
    const app = await createTestApp({ database: kind })
    const { own, other } = await relay(app)
    const { id } = await theOne(own)
    expect((await recognise(own, id)).statusCode).toBe(204)
    expect(await newOnes(own)).toEqual([])
    expect(await sessionOf(other)).toMatchObject({ newBrowser: false, confirmedUntil: null })
    await other.signIn()
    expect(await sessionOf(other)).toMatchObject({ newBrowser: false, confirmedUntil: expect.any(String) as string })
    expect((await recognise(own, id)).json()).toMatchObject({ code: 'browser.not_found', status: 404 })
    expect((await readEvents(app.database.queries)).filter((line) => line.startsWith('browser.known'))).toHaveLength(2)
    expect(await verifyActivity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  test('M17 P13 cannot vouch for itself or for another, however often it signs in', async () => {
    const app = await createTestApp({ database: kind })
    const { own, other } = await relay(app)
    const third = app.openBrowser()
    await third.signIn()
    const ids = new Map((await newOnes(own)).map(({ userAgent, id }) => [userAgent, id]))
    for (let times = 0; times < 3; times++) {
      for (const id of ids.values())
        expect((await recognise(other, id)).json()).toMatchObject({ code: 'step_up.required', status: 403 })
      await other.signIn()
    }
    expect(await newOnes(own)).toHaveLength(2)
  })

  test('M17 is not vouched for by a proof that is too old', async () => {
    const app = await createTestApp({ database: kind })
    const { own } = await relay(app)
    const { id } = await theOne(own)
    app.clock.now += app.limits.stepUpFreshnessSeconds * 1000
    expect((await recognise(own, id)).json()).toMatchObject({ code: 'step_up.required' })
    await own.stepUp()
    expect((await recognise(own, id)).statusCode).toBe(204)
  })

  test('P4 that is disowned is signed out at once, with a line for each session, and is new again when it comes back', async () => {
    const app = await createTestApp({ database: kind })
    const { own, other } = await relay(app)
    const tokens = [other.cookies.get(sessionName)]
    other.cookies.delete(sessionName)
    await other.signIn()
    tokens.push(other.cookies.get(sessionName))
    const { id } = await theOne(own)
    // No step-up is asked for: whoever sees a stranger must be able to end it at once.
    app.clock.now += app.limits.stepUpFreshnessSeconds * 1000
    const answer = await disown(own, id)
    expect([answer.statusCode, answer.json()]).toEqual([200, { ended: 2 }])
    for (const token of tokens) {
      other.cookies.set(sessionName, token ?? '')
      expect((await other.send('GET', '/api/wallets')).json()).toMatchObject({ code: 'session.required' })
    }
    expect((await own.send('GET', '/api/wallets')).statusCode).toBe(200)
    expect((await readEvents(app.database.queries)).filter((line) => line.includes('"revoked"'))).toHaveLength(2)
    expect((await disown(own, id)).json()).toMatchObject({ code: 'browser.not_found' })
    await other.signIn()
    expect((await theOne(own)).id).not.toBe(id)
    expect((await readEvents(app.database.queries)).filter((line) => line.startsWith('browser.new'))).toHaveLength(2)
  })

  test('P4 M17 can be disowned after it was recognised, and is new again when it comes back', async () => {
    const app = await createTestApp({ database: kind })
    const { own, other } = await relay(app)
    const { id } = await theOne(own)
    await recognise(own, id)
    expect((await disown(own, id)).json()).toEqual({ ended: 1 })
    await other.signIn()
    expect(await sessionOf(other)).toMatchObject({ newBrowser: true, confirmedUntil: null })
    expect((await theOne(own)).id).not.toBe(id)
  })

  test('P8 of somebody else, the own one and none are all the same', async () => {
    const app = await createTestApp({ database: kind })
    const { own, other } = await relay(app)
    const { id } = await theOne(own)
    const stranger = app.openBrowser()
    await stranger.signIn(testKeys.bob)
    await stranger.stepUp(testKeys.bob)
    const rows = await app.database.queries.selectFrom('browsers').select(['id', 'user_agent']).execute()
    const ownId = rows.find((row) => row.user_agent === 'Own')?.id ?? ''
    for (const answer of [
      await recognise(stranger, id),
      await disown(stranger, id),
      await recognise(stranger, nobody),
      await disown(stranger, nobody),
      await recognise(own, ownId),
      await disown(own, ownId),
    ]) {
      expect(answer.json()).toMatchObject({ code: 'browser.not_found', status: 404 })
    }
    // To disown the person's own browser from the new one does not work either.
    expect((await disown(other, ownId)).json()).toMatchObject({ code: 'step_up.required', status: 403 })
    expect(await newOnes(stranger)).toEqual([])
    expect((await own.send('GET', '/api/wallets')).statusCode).toBe(200)
    expect((await other.send('GET', '/api/wallets')).statusCode).toBe(200)
  })

  test('that is disowned while somebody signs in there is left without a session, or with one that is announced', async () => {
    const app = await createTestApp({
      database: kind,
      environment: { COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '1000' },
    })
    const { own, other } = await relay(app)
    for (let round = 0; round < 10; round++) {
      const { id } = await theOne(own)
      const signed = await other.sign()
      const [ended, signedIn] = await Promise.all([disown(own, id), other.send('POST', '/api/sign-in', signed)])
      expect([ended.statusCode, signedIn.statusCode]).toEqual([200, 200])
      if ((await other.send('GET', '/api/wallets')).statusCode !== 200) await other.signIn()
      expect((await theOne(own)).id).not.toBe(id)
    }
  })
})
