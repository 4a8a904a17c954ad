// Tests renewal, reloads, several tabs and signing out.
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  createAnswer,
  createClientTab,
  createClientTest,
  postAnswer,
  readPopupRequest,
  signInWithPopup,
} from '../testing/client-test-steps.ts'
import type { ClientTest } from '../testing/client-test-steps.ts'
import { api, issuer } from '../testing/fake-sign-in-server.ts'
import { createChannelMessage } from './channel-messages.ts'

const sessionKey = `${issuer} shop`

async function signIn(options: Parameters<typeof createClientTest>[0] = {}): Promise<ClientTest> {
  const sign = createClientTest(options)
  await signInWithPopup(sign)
  return sign
}

test('O26: the stored session has no access token, and a key that cannot be exported', async () => {
  const { browser } = await signIn()
  const stored = browser.sessions.get(sessionKey)!
  expect(Object.keys(stored).sort()).toEqual(['idToken', 'keys', 'refreshToken', 'subject'])
  expect(stored.keys.privateKey.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('jwk', stored.keys.privateKey)).rejects.toMatchObject({
    name: 'InvalidAccessError',
  })
})

test('a reload restores the session with a rotated refresh token', async () => {
  const { browser, server } = await signIn()
  const reloaded = createClientTab(browser, server)
  expect(reloaded.client.getSnapshot().status).toBe('loading')
  await reloaded.client.start()
  expect(reloaded.client.getSnapshot()).toMatchObject({ status: 'signed-in', user: { sub: 'person-1' } })
  expect(server.tokenRequests.at(-1)?.body.get('refresh_token')).toBe('refresh-1')
  expect(browser.sessions.get(sessionKey)?.refreshToken).toBe('refresh-2')
})

test('a session that ended while the page was closed is no error', async () => {
  const { browser, server } = await signIn()
  server.answers.token = () => Response.json({ error: 'invalid_grant' }, { status: 400 })
  const reloaded = createClientTab(browser, server)
  await reloaded.client.start()
  expect(reloaded.client.getSnapshot()).toMatchObject({ status: 'signed-out', error: null })
  expect(browser.sessions.size).toBe(0)
})

test('an unreachable server keeps the stored session', async () => {
  const { browser, server } = await signIn()
  server.answers.token = () => new Response('', { status: 503 })
  const reloaded = createClientTab(browser, server)
  await reloaded.client.start()
  expect(reloaded.client.getSnapshot()).toMatchObject({ status: 'signed-out', error: { code: 'network' } })
  expect(browser.sessions.size).toBe(1)
  server.answers.token = null
  await reloaded.client.refreshUser()
  expect(reloaded.client.getSnapshot()).toMatchObject({ status: 'signed-in', error: null })
})

test('O28: a refreshed ID token of another person ends the session', async () => {
  const { browser, server } = await signIn()
  server.answers.idToken = { sub: 'person-2' }
  const reloaded = createClientTab(browser, server)
  await reloaded.client.start()
  expect(reloaded.client.getSnapshot()).toMatchObject({ status: 'signed-out', user: null })
  expect(browser.sessions.size).toBe(0)
})

test('tabs use each refresh token once', async () => {
  const { browser, server, client } = await signIn({ api })
  const other = createClientTab(browser, server, { api })
  await other.client.start()
  browser.now += 300_000
  await Promise.all([client.getAccessToken(), other.client.getAccessToken(), client.getAccessToken()])
  const used = server.tokenRequests.flatMap(({ body }) => body.get('refresh_token') ?? [])
  expect(used).toHaveLength(3)
  expect(new Set(used).size).toBe(3)
})

test('checking again renews the groups', async () => {
  const { server, client } = await signIn()
  server.answers.userinfo = { groups: ['members', 'voters'] }
  await client.refreshUser()
  expect(client.getSnapshot().user?.groups).toEqual(['members', 'voters'])
})

test('signing out revokes the refresh token and signs out the other tabs', async () => {
  const { browser, server, client } = await signIn()
  const other = createClientTab(browser, server)
  await other.client.start()
  await client.signOut()
  expect(server.revoked).toEqual(['refresh-2'])
  expect(browser.sessions.size).toBe(0)
  await expect.poll(() => other.client.getSnapshot().status).toBe('signed-out')
  await expect(other.client.getAccessToken()).rejects.toMatchObject({ code: 'session_ended' })
})

test('signing out everywhere leaves for the sign-in server', async () => {
  const { client, tab } = await signIn({ signedOutUri: 'https://shop.example/bye' })
  await client.signOut({ everywhere: true })
  const url = new URL(tab.href)
  expect(url.origin + url.pathname).toBe(`${issuer}/end-session`)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'shop',
    id_token_hint: expect.stringMatching(/^eyJ/),
    post_logout_redirect_uri: 'https://shop.example/bye',
  })
})

test('signing in in one tab signs in the others', async () => {
  const first = createClientTest()
  const other = createClientTab(first.browser, first.server)
  await other.client.start()
  expect(other.client.getSnapshot().status).toBe('signed-out')
  await signInWithPopup(first)
  await expect.poll(() => other.client.getSnapshot().status).toBe('signed-in')
})

test('O29: a foreign message about the session does not end it and causes no request', async () => {
  const { browser, server, client } = await signIn()
  const before = server.tokenRequests.length
  browser.post(createChannelMessage('session', sessionKey))
  browser.post(createChannelMessage('session', 'https://other.example shop'))
  await client.getAccessToken()
  expect(client.getSnapshot().status).toBe('signed-in')
  expect(server.tokenRequests).toHaveLength(before)
})

test('without a refresh token, the session lasts as long as the page', async () => {
  const sign = createClientTest()
  sign.server.answers.isRefreshTokenWithheld = true
  await signInWithPopup(sign)
  expect(sign.browser.sessions.size).toBe(0)
  await sign.client.getAccessToken()
  sign.browser.now += 300_000
  await expect(sign.client.getAccessToken()).rejects.toMatchObject({
    code: 'insufficient_scope',
    details: { scope: 'offline_access' },
  })
  expect(sign.client.getSnapshot().status).toBe('signed-in')
})

test('a page restored from the back/forward cache notices a session that ended or started while it was cached', async () => {
  const { browser, server, client, tab } = await signIn()
  const [[key, stored] = []] = browser.sessions
  browser.sessions.clear()
  tab.showAttention('restored')
  await expect.poll(() => client.getSnapshot()).toMatchObject({ status: 'signed-out', user: null, error: null })
  browser.sessions.set(key!, stored!)
  server.answers.userinfo = { groups: ['voters'] }
  tab.showAttention('restored')
  await expect.poll(() => client.getSnapshot()).toMatchObject({ status: 'signed-in', user: { groups: ['voters'] } })
})

test('a message of another tab, while this one stores its session, does not sign it out', async () => {
  const sign = createClientTest()
  const { sessions } = sign.tab.environment
  const { read, write } = sessions
  Object.assign(sessions, {
    write: async (...values: Parameters<typeof write>) => {
      sign.browser.post(createChannelMessage('session', sessionKey))
      await read(sessionKey)
      await write(...values)
    },
  })
  await signInWithPopup(sign)
  await sign.client.refreshUser()
  expect(sign.client.getSnapshot()).toMatchObject({ status: 'signed-in', error: null })
})

test('signing out in another tab does not end a sign-in in this one, but signing out here does', async () => {
  const { browser, server, client: first } = await signIn()
  const other = createClientTab(browser, server)
  await first.signOut()
  await other.client.start()
  void other.client.signIn()
  const request = await readPopupRequest({ ...other, server })
  browser.post(createChannelMessage('session', sessionKey))
  await other.client.getAccessToken().catch(() => {})
  expect(other.client.getSnapshot().status).toBe('signing-in')
  await other.client.signOut()
  expect(other.client.getSnapshot().status).toBe('signed-out')
  postAnswer(browser, createAnswer(request.get('state')))
  expect(other.client.getSnapshot().status).toBe('signed-out')
})

test('no request holds the lock of all tabs without a time limit', async () => {
  const { client, server } = await signIn()
  await client.refreshUser()
  await client.signOut()
  expect(server.revoked).toHaveLength(1)
  expect(server.withoutTimeout).toEqual([])
})

test('a page without HTTPS, and a browser that refuses storage, are explained', async () => {
  vi.stubGlobal('isSecureContext', false)
  onTestFinished(() => void vi.unstubAllGlobals())
  const insecure = createClientTest()
  Object.assign(insecure.tab.environment, {
    withLock: () => {
      throw new TypeError("Cannot read properties of undefined (reading 'request')")
    },
  })
  await insecure.client.start()
  expect(insecure.client.getSnapshot()).toMatchObject({ status: 'signed-out', error: { code: 'configuration' } })
  expect(insecure.tab.warnings.join()).toContain('HTTPS or on localhost')
  vi.unstubAllGlobals()

  const refusing = createClientTest()
  Object.assign(refusing.tab.environment, {
    requests: () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })
  await refusing.client.start()
  expect(refusing.errors).toEqual(['storage_blocked'])
})
