// A browser is known by a way in, and no longer than that is the person's: what a thief has made known must not make a later relay
// count (THREATS M17).
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { describe, expect, test } from 'vitest'
import { createTestServer, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  addTestPasskey,
  relaxedChallengeRateLimits,
  summarizeApiResponse,
  signInWithPasskey,
} from '../../testing/passkey-test-steps.ts'

const { alice, bob } = ethereumTestKeys
const open = (app: TestServer, userAgent: string): TestBrowser => app.openBrowser({ userAgent })
const sessionOf = async (browser: TestBrowser) =>
  (await browser.send('GET', '/api/session')).json<ApiEndpointOutput<'readSession'>>().session
const isKnown = async (browser: TestBrowser): Promise<boolean> => (await sessionOf(browser))?.newBrowser === false
/** Whether what is sensitive is refused for want of a proof. */
const isAsked = async (browser: TestBrowser): Promise<boolean> =>
  summarizeApiResponse(await browser.send('DELETE', `/api/passkeys/${'0'.repeat(26)}`)) === '403 step_up.required'

/** What a person says in their own browser who takes a thief's for one of theirs. */
async function takeForOwn(own: TestBrowser): Promise<void> {
  const { items } = (await own.send('GET', '/api/browsers/untrusted')).json<
    ApiEndpointOutput<'listUntrustedBrowsers'>
  >()
  for (const { id } of items)
    expect(summarizeApiResponse(await own.send('POST', `/api/browsers/${id}/trust`))).toBe('204')
}

/** Alice in her own browser, with a second wallet, which somebody else has got hold of and stepped up with in theirs, which she took for hers. */
async function openWithThief(app: TestServer): Promise<{ own: TestBrowser; theirs: TestBrowser; second: string }> {
  const [own, theirs] = [open(app, 'Own'), open(app, 'Theirs')]
  await own.signIn(alice)
  await own.stepUp(alice)
  await own.send('POST', '/api/wallets', await own.signChallengeFor('link', bob))
  await theirs.signIn(bob)
  await takeForOwn(own)
  await theirs.stepUp(bob)
  expect(await isKnown(theirs)).toBe(true)
  const { items } = (await own.send('GET', '/api/wallets')).json<ApiEndpointOutput<'listWallets'>>()
  return { own, theirs, second: items.find(({ address }) => address === bob.address)?.id ?? '' }
}

describe('a browser that a thief has made known', () => {
  testOnBothDatabases(
    'M17 is new again once the wallet is unlinked: one relayed sign-in there counts for nothing',
    async (kind) => {
      const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
      const { own, theirs, second } = await openWithThief(app)
      expect(summarizeApiResponse(await own.send('DELETE', `/api/wallets/${second}`))).toBe('200')
      await theirs.signIn(alice)
      expect(await sessionOf(theirs)).toMatchObject({ newBrowser: true, stepUpValidUntil: null })
      expect([await isAsked(theirs), await isAsked(own), await isKnown(own)]).toEqual([true, false, true])
    },
  )

  test('M17 neither does one that was relayed before count any more', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const { own, theirs, second } = await openWithThief(app)
    await theirs.signIn(alice)
    expect(await isAsked(theirs)).toBe(false)
    await own.send('DELETE', `/api/wallets/${second}`)
    expect(await sessionOf(theirs)).toMatchObject({ newBrowser: true, stepUpValidUntil: null })
    expect(await isAsked(theirs)).toBe(true)
  })

  test('M17 cannot hand on what it is known by to a browser that stays known', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const { own, theirs, second } = await openWithThief(app)
    const third = open(app, 'Third')
    await third.signIn(alice)
    // Recognised by a session of the first wallet, in a browser that is known by the second.
    await theirs.signIn(alice)
    const { items } = (await theirs.send('GET', '/api/browsers/untrusted')).json<
      ApiEndpointOutput<'listUntrustedBrowsers'>
    >()
    expect(summarizeApiResponse(await theirs.send('POST', `/api/browsers/${items[0]?.id}/trust`))).toBe('204')
    expect(await isKnown(third)).toBe(true)
    await own.send('DELETE', `/api/wallets/${second}`)
    expect([await isKnown(theirs), await isKnown(third), await isKnown(own)]).toEqual([false, false, true])
  })

  testOnBothDatabases('M17 is new again once the passkey is removed', async (kind) => {
    const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
    const [own, theirs] = [open(app, 'Own'), open(app, 'Theirs')]
    await own.signIn()
    await own.stepUp()
    const { passkey, id } = await addTestPasskey(own)
    await signInWithPasskey(theirs, passkey)
    expect(await isKnown(theirs)).toBe(true)
    expect(summarizeApiResponse(await own.send('DELETE', `/api/passkeys/${id}`))).toBe('200')
    await theirs.signIn()
    expect([await isKnown(theirs), await isAsked(theirs), await isKnown(own)]).toEqual([false, true, true])
  })

  testOnBothDatabases('M17 is new again once all other sessions are ended', async (kind) => {
    const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
    const [own, theirs] = [open(app, 'Own'), open(app, 'Theirs')]
    await own.signIn()
    await own.stepUp()
    await theirs.signIn()
    await takeForOwn(own)
    expect(await isKnown(theirs)).toBe(true)
    expect((await own.send('DELETE', '/api/sessions')).json()).toEqual({ ended: 1 })
    await theirs.signIn()
    expect([await isKnown(theirs), await isAsked(theirs), await isKnown(own)]).toEqual([false, true, true])
  })

  testOnBothDatabases('M17 is new again once the merge is undone that brought the wallet', async (kind) => {
    const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
    const [own, theirs] = [open(app, 'Own'), open(app, 'Theirs')]
    await open(app, 'Elsewhere').signIn(bob)
    await own.signIn(alice)
    await own.stepUp(alice)
    await own.trustForOwnerOf(bob)
    const { id } = (await own.send('POST', '/api/merges', await own.signChallengeFor('merge', bob))).json<
      ApiEndpointOutput<'offerMerge'>
    >()
    expect((await own.send('POST', `/api/merges/${id}/accept`)).statusCode).toBeLessThan(300)
    await theirs.signIn(bob)
    await takeForOwn(own)
    await theirs.stepUp(bob)
    await theirs.signIn(alice)
    expect(await isAsked(theirs)).toBe(false)
    expect((await own.send('POST', `/api/merges/${id}/undo`)).statusCode).toBeLessThan(300)
    await theirs.signIn(alice)
    expect([await isKnown(theirs), await isAsked(theirs), await isKnown(own)]).toEqual([false, true, true])
  })

  testOnBothDatabases('the own one stays known by the wallet that was proved there last', async (kind) => {
    const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
    const { own, second } = await openWithThief(app)
    await own.stepUp(bob)
    await own.stepUp(alice)
    await own.send('DELETE', `/api/wallets/${second}`)
    expect([await isKnown(own), await isAsked(own)]).toEqual([true, false])
  })
})
