// Tests that a browser's trust ends with the sign-in method that established it (THREATS M17).
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
const isAsked = async (browser: TestBrowser): Promise<boolean> =>
  summarizeApiResponse(await browser.send('DELETE', `/api/passkeys/${'0'.repeat(26)}`)) === '403 step_up.required'

/** Alice mistakes the thief's browser for her own. */
async function takeForOwn(own: TestBrowser): Promise<void> {
  const { items } = (await own.send('GET', '/api/browsers/untrusted')).json<
    ApiEndpointOutput<'listUntrustedBrowsers'>
  >()
  for (const { id } of items)
    expect(summarizeApiResponse(await own.send('POST', `/api/browsers/${id}/trust`))).toBe('204')
}

/** A thief has Alice's second wallet, and a browser that she trusted by mistake. */
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

describe('browser of a thief', () => {
  testOnBothDatabases(
    'M17: loses trust when the wallet is unlinked, so a relayed sign-in is no step-up',
    async (kind) => {
      const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
      const { own, theirs, second } = await openWithThief(app)
      expect(summarizeApiResponse(await own.send('DELETE', `/api/wallets/${second}`))).toBe('200')
      await theirs.signIn(alice)
      expect(await sessionOf(theirs)).toMatchObject({ newBrowser: true, stepUpValidUntil: null })
      expect([await isAsked(theirs), await isAsked(own), await isKnown(own)]).toEqual([true, false, true])
    },
  )

  test('M17: loses the step-up of a sign-in relayed before the wallet was unlinked', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const { own, theirs, second } = await openWithThief(app)
    await theirs.signIn(alice)
    expect(await isAsked(theirs)).toBe(false)
    await own.send('DELETE', `/api/wallets/${second}`)
    expect(await sessionOf(theirs)).toMatchObject({ newBrowser: true, stepUpValidUntil: null })
    expect(await isAsked(theirs)).toBe(true)
  })

  test('M17: loses its trust together with the browsers that it vouched for', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const { own, theirs, second } = await openWithThief(app)
    const third = open(app, 'Third')
    await third.signIn(alice)
    await theirs.signIn(alice)
    const { items } = (await theirs.send('GET', '/api/browsers/untrusted')).json<
      ApiEndpointOutput<'listUntrustedBrowsers'>
    >()
    expect(summarizeApiResponse(await theirs.send('POST', `/api/browsers/${items[0]?.id}/trust`))).toBe('204')
    expect(await isKnown(third)).toBe(true)
    await own.send('DELETE', `/api/wallets/${second}`)
    expect([await isKnown(theirs), await isKnown(third), await isKnown(own)]).toEqual([false, false, true])
  })

  testOnBothDatabases('M17: loses trust when the passkey is removed', async (kind) => {
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

  testOnBothDatabases('M17: loses trust when the person ends all other sessions', async (kind) => {
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

  testOnBothDatabases('M17: loses trust when the merge that added its wallet is undone', async (kind) => {
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

  testOnBothDatabases("the person's browser stays trusted through the wallet that it proved last", async (kind) => {
    const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
    const { own, second } = await openWithThief(app)
    await own.stepUp(bob)
    await own.stepUp(alice)
    await own.send('DELETE', `/api/wallets/${second}`)
    expect([await isKnown(own), await isAsked(own)]).toEqual([true, false])
  })
})
