// Tests the sign-in by redirect, and callback pages with answers that no one asked for.
import { expect, test } from 'vitest'
import { createAnswer, createClientTab, createClientTest, signInWithPopup } from '../testing/client-test-steps.ts'
import type { ClientTest } from '../testing/client-test-steps.ts'
import { issuer } from '../testing/fake-sign-in-server.ts'
import { saveAnswer } from './sign-in-request.ts'

/** @returns the tab after the redirect, with what sessionStorage keeps of the first one */
async function redirect(
  sign: ClientTest,
  others?: Record<string, string>,
  options: Parameters<typeof createClientTab>[2] = {},
): Promise<ReturnType<typeof createClientTab> & { answer: string }> {
  await sign.client.start()
  await sign.client.signIn({ mode: 'redirect', returnTo: '/orders?page=2#here' })
  const request = new URL(sign.tab.href)
  expect(request.origin).toBe(issuer)
  sign.client.stop()
  sign.server.nonce = request.searchParams.get('nonce') ?? ''
  const answer = createAnswer(request.searchParams.get('state'), others)
  const next = createClientTab(sign.browser, sign.server, options, `https://shop.example/callback${answer}`)
  for (const [key, value] of sign.tab.requests) next.tab.requests.set(key, value)
  return { ...next, answer }
}

test('a redirect signs in, and the code leaves the address before it is redeemed', async () => {
  const sign = createClientTest()
  const { tab, client } = await redirect(sign)
  let href = ''
  sign.server.answers.token = () => {
    href = tab.href
    return null
  }
  await client.start()
  expect(client.getSnapshot()).toMatchObject({ status: 'signed-in', error: null, isCallback: false })
  expect(href).toBe('https://shop.example/orders?page=2#here')
  expect(tab.requests.size).toBe(0)
})

test('starting twice, as React does in strict mode, redeems the code once', async () => {
  const sign = createClientTest()
  const { client } = await redirect(sign)
  void client.start()
  client.stop()
  await client.start()
  expect(sign.server.tokenRequests).toHaveLength(1)
  expect(client.getSnapshot().status).toBe('signed-in')
})

test('a router can show the page after a redirect', async () => {
  const paths: string[] = []
  const sign = createClientTest()
  const { client, tab } = await redirect(sign, undefined, { navigate: (path) => paths.push(path) })
  await client.start()
  expect(paths).toEqual(['/orders?page=2#here'])
  expect(tab.href).toContain('/callback')
})

test('O28: a replayed redirect answer signs no one in', async () => {
  const sign = createClientTest()
  const { client, answer } = await redirect(sign)
  await client.start()
  await client.signOut()
  const replay = createClientTab(sign.browser, sign.server, {}, `https://shop.example/callback${answer}`)
  const done = replay.client.start()
  await expect.poll(() => replay.client.getSnapshot().isCallback).toBe(true)
  replay.tab.advance(2001)
  await done
  expect(replay.errors).toEqual(['state_mismatch'])
  expect(replay.client.getSnapshot()).toMatchObject({ status: 'signed-out', user: null, isCallback: false })
  expect(replay.tab.href).toBe('https://shop.example/')
  expect(sign.server.tokenRequests).toHaveLength(1)
})

test('O28: an answer of an attacker (login CSRF) does not replace the signed-in person', async () => {
  const sign = createClientTest()
  await signInWithPopup(sign)
  const victim = createClientTab(sign.browser, sign.server, {}, `https://shop.example/callback${createAnswer('evil')}`)
  const done = victim.client.start()
  await expect.poll(() => victim.client.getSnapshot().isCallback).toBe(true)
  victim.tab.advance(2001)
  await done
  expect(victim.client.getSnapshot()).toMatchObject({ status: 'signed-in', user: { sub: 'person-1' } })
  expect(victim.errors).toEqual(['state_mismatch'])
})

test.each([
  ['after ten minutes', 600_001, {}, 'expired'],
  ['for another application', 0, { clientId: 'other' }, 'state_mismatch'],
  ['for another server', 0, { issuer: 'https://evil.example' }, 'state_mismatch'],
])('O28: a redirect answer %s signs no one in', async (_, delay, options, code) => {
  const sign = createClientTest()
  const { client, errors, tab } = await redirect(sign, undefined, options)
  sign.browser.now += delay
  await client.start()
  expect(errors).toEqual([code])
  expect(sign.server.tokenRequests).toEqual([])
  expect(tab.requests.size).toBe(0)
})

test('O28: a redirect answer of another issuer signs no one in', async () => {
  const sign = createClientTest()
  const { client, errors } = await redirect(sign, { code: 'x', iss: 'https://evil.example' })
  await client.start()
  expect(errors).toEqual(['issuer_mismatch'])
})

test('damaged entries in sessionStorage sign no one in', async () => {
  const sign = createClientTest()
  const { client, tab } = await redirect(sign)
  for (const key of tab.requests.keys()) tab.requests.set(key, '{"state":1')
  const done = client.start()
  await expect.poll(() => client.getSnapshot().isCallback).toBe(true)
  tab.advance(2001)
  await done
  expect(client.getSnapshot()).toMatchObject({ status: 'signed-out', error: { code: 'state_mismatch' } })
})

test('a page receives the answer that a static callback page passed on', async () => {
  const sign = createClientTest()
  const { answer, tab } = await redirect(sign)
  const next = createClientTab(sign.browser, sign.server, {}, 'https://shop.example/orders?page=2#here')
  for (const [key, value] of tab.requests) next.tab.requests.set(key, value)
  saveAnswer(next.tab.environment.requests(), answer)
  await next.client.start()
  expect(next.client.getSnapshot().status).toBe('signed-in')
  expect(next.tab.href).toBe('https://shop.example/orders?page=2#here')
  expect(next.tab.requests.size).toBe(0)
})

test('the callback page of a pop-up passes its answer on, closes, and signs nothing in itself', async () => {
  const sign = createClientTest()
  await sign.client.start()
  const done = sign.client.signIn({ mode: 'popup' })
  await expect.poll(() => sign.tab.popups[0]?.url).toContain('state=')
  const request = new URL(sign.tab.popups[0]!.url).searchParams
  sign.server.nonce = request.get('nonce') ?? ''
  const href = `https://shop.example/callback${createAnswer(request.get('state'))}`
  const popup = createClientTab(sign.browser, sign.server, {}, href)
  await popup.client.start()
  await done
  expect(popup.tab.isClosed).toBe(true)
  expect(popup.client.getSnapshot().isCallback).toBe(true)
  expect(sign.client.getSnapshot().status).toBe('signed-in')
  expect(sign.server.tokenRequests).toHaveLength(1)
})

test('a redirect URI of another origin is refused with an explanation', async () => {
  const sign = createClientTest({ redirectUri: 'https://other.example/callback' })
  await sign.client.start()
  expect(sign.errors).toEqual(['configuration'])
  expect(sign.tab.warnings.join()).toContain('it must be on https://shop.example, such as /callback')
})

test('a person who goes back from the sign-in page can start again', async () => {
  const { client, tab } = createClientTest()
  await client.start()
  await client.signIn({ mode: 'redirect' })
  expect(client.getSnapshot().status).toBe('signing-in')
  tab.showAttention('restored')
  expect(client.getSnapshot().status).toBe('signed-out')
})
