// Browsers that a person may not know: a sign-in there is announced, and ends or is accepted by who is known (THREATS M17).
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import { testKeys } from '@countersign/testing/test-keys'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { readAuditLog } from '../../testing/read-database-state.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { testOnBothDatabases } from '../../testing/test-databases.ts'
import { addPasskey, relaxedChallengeLimits, signInWithPasskey } from '../../testing/test-passkeys.ts'

const sessionName = '__Host-countersign-session'
const newOnes = async (browser: TestBrowser): Promise<EndpointOutput<'listNewBrowsers'>['items']> => {
  const answer = (await browser.send('GET', '/api/browsers/new')).json<EndpointOutput<'listNewBrowsers'>>()
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
  (await browser.send('GET', '/api/session')).json<EndpointOutput<'readSession'>>().session
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

describe('a new browser', () => {
  testOnBothDatabases('M17 is announced to the others and not to itself, with what is known of it', async (kind) => {
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
        answerable: true,
      },
    ])
    // Its own browser is known, and so is no news there.
    expect(await newOnes(other)).toEqual([])
    expect(await readAuditLog(app.database.queries)).toContain('browser.new success {}')
  })

  testOnBothDatabases(
    'M17 is news to a person as well whose sessions began before browsers were remembered',
    async (kind) => {
      const app = await createTestApp({ database: kind })
      const { queries } = app.database
      await app.openBrowser().signIn()
      await queries.updateTable('sessions').set({ browser_id: null }).execute()
      await queries.deleteFrom('browsers').execute()
      expect(await readAuditLog(queries)).not.toContain('browser.new success {}')
      await app.openBrowser().signIn()
      expect(await readAuditLog(queries)).toContain('browser.new success {}')
    },
  )

  test('is no news any more once its sessions have ended', async () => {
    const app = await createTestApp()
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
    const app = await createTestApp()
    const { own, other } = await relay(app)
    const { id } = await theOne(own)
    expect((await recognise(own, id)).statusCode).toBe(204)
    expect(await newOnes(own)).toEqual([])
    expect(await sessionOf(other)).toMatchObject({ newBrowser: false, confirmedUntil: null })
    await other.signIn()
    expect(await sessionOf(other)).toMatchObject({ newBrowser: false, confirmedUntil: expect.any(String) as string })
    expect((await recognise(own, id)).json()).toMatchObject({ code: 'browser.not_found', status: 404 })
    expect((await readAuditLog(app.database.queries)).filter((line) => line.startsWith('browser.known'))).toHaveLength(
      2,
    )
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  testOnBothDatabases('M17 P13 cannot vouch for itself or for another, however often it signs in', async (kind) => {
    const app = await createTestApp({ database: kind })
    const { own, other } = await relay(app)
    const third = app.openBrowser()
    await third.signIn()
    const ids = new Map((await newOnes(own)).map(({ userAgent, id }) => [userAgent, id]))
    for (let times = 0; times < 3; times++) {
      for (const id of ids.values())
        expect((await recognise(other, id)).json()).toMatchObject({ code: 'browser.newer', status: 403 })
      await other.signIn()
    }
    expect(await newOnes(own)).toHaveLength(2)
  })

  test('M17 P13 does not become known by a second relayed signature, and its notice stays', async () => {
    const app = await createTestApp()
    const { own, other } = await relay(app)
    const { id } = await theOne(own)
    for (let times = 0; times < 3; times++) {
      // It counts for what is sensitive here and now, and for nothing more: whoever has lost all else is let in as well.
      expect((await other.stepUp()).json()).toMatchObject({
        session: { newBrowser: true, confirmedUntil: expect.any(String) as string },
      })
      expect((await theOne(own)).id).toBe(id)
      await other.signIn()
      expect(await sessionOf(other)).toMatchObject({ newBrowser: true, confirmedUntil: null })
      app.clock.now += 3_600_000
    }
    expect((await readAuditLog(app.database.queries)).filter((line) => line.startsWith('browser.known'))).toHaveLength(
      1,
    )
    await other.stepUp()
    expect((await disown(own, id)).json()).toEqual({ ended: 1 })
  })

  test('M17 P13 with a second relayed signature does not answer for another, nor is it offered to', async () => {
    const app = await createTestApp()
    const { own, other } = await relay(app)
    const third = app.openBrowser({ userAgent: 'Third' })
    await third.signIn()
    for (const browser of [other, third]) await browser.stepUp()
    for (const { id, userAgent } of await newOnes(own)) {
      const asking = userAgent === 'Other' ? third : other
      expect(await newOnes(asking)).toMatchObject([{ id, answerable: false }])
      expect((await recognise(asking, id)).json()).toMatchObject({ code: 'browser.newer' })
    }
    expect(await newOnes(own)).toMatchObject([{ answerable: true }, { answerable: true }])
  })

  test('M17 P13 does not make the person’s own browsers new, whatever it ends', async () => {
    const app = await createTestApp()
    const { own, other } = await relay(app)
    const rows = await app.database.queries.selectFrom('browsers').select(['id', 'user_agent']).execute()
    const ownId = rows.find((row) => row.user_agent === 'Own')?.id ?? ''
    await other.stepUp()
    expect((await other.send('DELETE', '/api/sessions')).json()).toEqual({ ended: 1 })
    await own.signIn()
    expect(await sessionOf(own)).toMatchObject({ newBrowser: false })
    expect((await disown(other, ownId)).json()).toEqual({ ended: 1 })
    await own.signIn()
    expect(await sessionOf(own)).toMatchObject({ newBrowser: false, confirmedUntil: expect.any(String) as string })
    expect(await newOnes(own)).toHaveLength(1)
  })

  test('P13 ends an older one that is as new, and does not take its age', async () => {
    const app = await createTestApp()
    const own = app.openBrowser({ userAgent: 'Own' })
    await own.signIn()
    app.clock.now += 1000
    const other = app.openBrowser({ userAgent: 'Other' })
    await other.signIn()
    await other.stepUp()
    const { id } = await theOne(other)
    expect((await disown(other, id)).json()).toEqual({ ended: 1 })
    // The browser that the person was made in is that still: nobody else can answer for it, and a proof there does.
    await own.signIn()
    await own.stepUp()
    expect(await sessionOf(own)).toMatchObject({ newBrowser: false })
    expect(await newOnes(own)).toMatchObject([{ userAgent: 'Other' }])
  })

  testOnBothDatabases(
    'P13 a passkey made there is as strange: signing in by it makes no browser known',
    async (kind) => {
      const app = await createTestApp({ database: kind, environment: relaxedChallengeLimits })
      const { own, other } = await relay(app)
      await other.stepUp()
      const { passkey } = await addPasskey(other)
      const third = app.openBrowser({ userAgent: 'Third' })
      await signInWithPasskey(third, passkey)
      await signInWithPasskey(other, passkey)
      expect(await sessionOf(third)).toMatchObject({ newBrowser: true })
      expect((await newOnes(own)).map(({ userAgent }) => userAgent).sort()).toEqual(['Other', 'Third'])
      // Used in a browser that is known, it is the person's: from then on it speaks for others.
      await signInWithPasskey(own, passkey)
      await signInWithPasskey(third, passkey)
      expect((await newOnes(own)).map(({ userAgent }) => userAgent)).toEqual(['Other'])
    },
  )

  test('P13 a passkey that came with a stranger’s identity, which they merged in, speaks for no browser', async () => {
    const app = await createTestApp({ environment: relaxedChallengeLimits })
    const home = app.openBrowser()
    await home.signIn(testKeys.bob)
    await home.stepUp(testKeys.bob)
    const { passkey } = await addPasskey(home)
    const { own, other } = await relay(app)
    await other.stepUp()
    await other.trustForOwnerOf(testKeys.bob)
    const { id } = (await other.send('POST', '/api/merges', await other.signChallengeFor('merge', testKeys.bob))).json<
      EndpointOutput<'offerMerge'>
    >()
    expect((await other.send('POST', `/api/merges/${id}/accept`)).statusCode).toBeLessThan(300)
    await signInWithPasskey(other, passkey)
    expect(await sessionOf(other)).toMatchObject({ newBrowser: true })
    expect((await theOne(own)).userAgent).toBe('Other')
  })

  testOnBothDatabases(
    'whoever has lost all others is known by a proof once the browser was announced for days',
    async (kind) => {
      const app = await createTestApp({ database: kind })
      const { other } = await relay(app)
      const dayMs = 86_400_000
      for (let day = 0; day < app.limits.newBrowserDays; day++) {
        await other.stepUp()
        expect(await sessionOf(other)).toMatchObject({ newBrowser: true })
        app.clock.now += dayMs - 1
      }
      app.clock.now += app.limits.newBrowserDays
      await other.signIn()
      expect(await sessionOf(other)).toMatchObject({ newBrowser: true, confirmedUntil: null })
      await other.stepUp()
      expect(await sessionOf(other)).toMatchObject({ newBrowser: false })
      const third = app.openBrowser({ userAgent: 'Third' })
      await third.signIn()
      expect((await recognise(other, (await theOne(other)).id)).statusCode).toBe(204)
    },
  )

  test('P13 the days in which nobody could see it do not count', async () => {
    const app = await createTestApp()
    const { own, other } = await relay(app)
    await other.send('POST', '/api/sign-out')
    app.clock.now += (app.limits.newBrowserDays + 1) * 86_400_000
    await other.signIn()
    await other.stepUp()
    expect(await sessionOf(other)).toMatchObject({ newBrowser: true })
    await own.signIn()
    expect((await theOne(own)).userAgent).toBe('Other')
  })

  testOnBothDatabases(
    'P13 N20 what the release before makes known by a step-up does not count, what it forgets is forgotten',
    async (kind) => {
      const app = await createTestApp({ database: kind })
      const { queries } = app.database
      const { own, other } = await relay(app)
      const { id } = await theOne(own)
      const { now } = app.clock
      // As it does at a step-up.
      await queries.updateTable('browsers').set({ known_at: now }).where('id', '=', id).execute()
      expect(await sessionOf(other)).toMatchObject({ newBrowser: true })
      expect((await recognise(own, id)).statusCode).toBe(204)
      expect(await sessionOf(other)).toMatchObject({ newBrowser: false })
      // As it forgets one, and then makes it known again.
      await queries.updateTable('browsers').set({ known_at: null }).where('id', '=', id).execute()
      expect(await sessionOf(other)).toMatchObject({ newBrowser: true })
      await queries
        .updateTable('browsers')
        .set({ known_at: now + 1 })
        .where('id', '=', id)
        .execute()
      expect((await theOne(own)).id).toBe(id)
    },
  )

  test('M17 is not vouched for by a proof that is too old', async () => {
    const app = await createTestApp()
    const { own } = await relay(app)
    const { id } = await theOne(own)
    app.clock.now += app.limits.stepUpFreshnessSeconds * 1000
    expect((await recognise(own, id)).json()).toMatchObject({ code: 'step_up.required' })
    await own.stepUp()
    expect((await recognise(own, id)).statusCode).toBe(204)
  })

  testOnBothDatabases(
    'P4 that is disowned is signed out at once, with a line for each session, and is new again when it comes back',
    async (kind) => {
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
      expect((await readAuditLog(app.database.queries)).filter((line) => line.includes('"revoked"'))).toHaveLength(2)
      expect((await disown(own, id)).json()).toMatchObject({ code: 'browser.not_found' })
      await other.signIn()
      expect((await theOne(own)).id).not.toBe(id)
      expect((await readAuditLog(app.database.queries)).filter((line) => line.startsWith('browser.new'))).toHaveLength(
        2,
      )
    },
  )

  test('P4 M17 can be disowned after it was recognised, and is new again when it comes back', async () => {
    const app = await createTestApp()
    const { own, other } = await relay(app)
    const { id } = await theOne(own)
    await recognise(own, id)
    expect((await disown(own, id)).json()).toEqual({ ended: 1 })
    await other.signIn()
    expect(await sessionOf(other)).toMatchObject({ newBrowser: true, confirmedUntil: null })
    expect((await theOne(own)).id).not.toBe(id)
  })

  test('P8 of somebody else, the own one and none are all the same', async () => {
    const app = await createTestApp()
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

  testOnBothDatabases(
    'that is disowned while somebody signs in there is left without a session, or with one that is announced',
    async (kind) => {
      const app = await createTestApp({
        database: kind,
        environment: { COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '1000' },
      })
      const { own, other } = await relay(app)
      for (let round = 0; round < 10; round++) {
        const { id } = await theOne(own)
        const signed = await other.signChallenge()
        const [ended, signedIn] = await Promise.all([disown(own, id), other.send('POST', '/api/sign-in', signed)])
        expect([ended.statusCode, signedIn.statusCode]).toEqual([200, 200])
        if ((await other.send('GET', '/api/wallets')).statusCode !== 200) await other.signIn()
        expect((await theOne(own)).id).not.toBe(id)
      }
    },
  )
})
