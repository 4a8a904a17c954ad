// The site and the API with each framework, through their own request and response objects.
import { request as sendRawRequest } from 'node:http'
import express from 'express'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import * as onExpress from './express/index.ts'
import { shareInProcess } from './next/share-in-process.ts'
import { createMemorySessionStore } from './sessions/session-store.ts'
import type { SessionStore } from './sessions/session-store.ts'
import {
  createDpopTestKey,
  createFakeIssuer,
  fakeApiAudience,
  fakeIssuerOrigin,
  hashForAth,
} from './testing/fake-issuer.ts'
import { fakeSiteOrigin, replyWithTokens } from './testing/fake-site.ts'
import { frameworkTestApps } from './testing/framework-test-apps.ts'
import type { FrameworkTestApp } from './testing/framework-test-apps.ts'

const running: FrameworkTestApp[] = []
afterEach(async () => {
  for (const app of running.splice(0)) await app.close()
})

async function createWorld(start: (typeof frameworkTestApps)[number][1]) {
  const issuer = await createFakeIssuer()
  const common = { issuer: fakeIssuerOrigin, fetch: issuer.fetch, now: issuer.now, log: () => undefined }
  const app = await start({
    protect: { ...common, audience: fakeApiAudience, scopes: ['api'] },
    sessions: {
      ...common,
      clientId: 'shop',
      clientSecret: 'client-secret-of-32-characters-or-more',
      secret: 'session-secret-of-32-characters-or-more',
      appUrl: fakeSiteOrigin,
    },
  })
  running.push(app)
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const response = await app.send(path, { ...init, headers })
    for (const header of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
      if (header.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  const signIn = async (): Promise<Response> => {
    const started = await send('/auth/sign-in?returnTo=/account')
    const authorization = new URL(started.headers.get('location') ?? '')
    const nonce = authorization.searchParams.get('nonce')
    issuer.userinfo = { sub: 'alice', name: 'Alice' }
    issuer.replyToTokenRequest = () => replyWithTokens({ issuer }, { sub: 'alice', sid: 'session-1', nonce })
    const state = authorization.searchParams.get('state') ?? ''
    return send(`/auth/callback?${new URLSearchParams({ code: 'code', state, iss: fakeIssuerOrigin })}`)
  }
  return { issuer, send, signIn, cookies }
}

const html = { accept: 'text/html' }

describe.each(frameworkTestApps)('%s', (_name, start) => {
  test('signs in, refreshes the session and signs out', async () => {
    const { issuer, send, signIn, cookies } = await createWorld(start)
    const signedOut = await send('/account?a=b', { headers: html })
    expect(signedOut.status).toBe(303)
    expect(signedOut.headers.get('location')).toBe('/auth/sign-in?returnTo=%2Faccount%3Fa%3Db')
    expect(await (await send('/')).json()).toEqual({ name: null })

    const signedIn = await signIn()
    expect(signedIn.headers.get('location')).toBe(`${fakeSiteOrigin}/account`)
    expect([...cookies.keys()]).toEqual(['__Host-countersign-session'])
    expect(await (await send('/')).json()).toEqual({ name: 'Alice' })
    const before = (await (await send('/account')).json()) as { token: string }
    expect(before).toMatchObject({ name: 'Alice', token: expect.stringContaining('access-') })

    issuer.pass(280_000)
    issuer.replyToTokenRequest = () => replyWithTokens({ issuer }, { sub: 'alice', sid: 'session-1' })
    const old = cookies.get('__Host-countersign-session')
    const after = (await (await send('/account')).json()) as { token: string }
    expect(after.token).not.toBe(before.token)
    expect(cookies.get('__Host-countersign-session')).not.toBe(old)

    const refused = await send('/auth/sign-out', { method: 'POST', headers: { origin: 'https://evil.example' } })
    expect(refused.status).toBe(403)
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
    const out = await send('/auth/sign-out', { method: 'POST', headers: { ...form, origin: fakeSiteOrigin }, body: '' })
    expect(out.headers.get('location')).toContain(`${fakeIssuerOrigin}/end-session?`)
    expect(cookies.size).toBe(0)
    expect((await send('/account')).status).toBe(401)
  })

  test('ends a session after a back-channel logout', async () => {
    const { issuer, send, signIn } = await createWorld(start)
    await signIn()
    const token = await issuer.signLogoutToken({ sub: 'alice', sid: 'session-1' })
    const body = new URLSearchParams({ logout_token: token })
    expect((await send('/auth/back-channel-logout', { method: 'POST', body })).status).toBe(200)
    expect((await send('/account')).status).toBe(401)
  })

  test('protects an API with bearer tokens and DPoP, and serves its metadata', async () => {
    const { issuer, send } = await createWorld(start)
    const refused = await send('/api/me')
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toMatch(/Bearer .*DPoP /)
    const authorization = `Bearer ${await issuer.signAccessToken()}`
    expect(await (await send('/api/me', { headers: { authorization } })).json()).toMatchObject({ sub: 'alice' })

    const key = await createDpopTestKey()
    const token = await issuer.signAccessToken({ cnf: { jkt: key.thumbprint } })
    const proof = await key.sign({
      htm: 'POST',
      htu: `${fakeApiAudience}/api/me`,
      iat: Math.floor(issuer.now() / 1000),
      jti: 'one',
      ath: await hashForAth(token),
    })
    const bound = { method: 'POST', headers: { authorization: `DPoP ${token}`, dpop: proof } }
    expect(await (await send('/api/me?page=1', bound)).json()).toMatchObject({ sub: 'alice' })
    expect((await send('/api/me', bound)).status).toBe(401)

    const metadata = await send('/.well-known/oauth-protected-resource')
    expect(await metadata.json()).toMatchObject({ resource: `${fakeApiAudience}/`, scopes_supported: ['api'] })
  })

  test('has no other routes under its path', async () => {
    const { send } = await createWorld(start)
    expect((await send('/auth/other')).status).toBe(404)
    expect((await send('/auth/sign-out')).status).toBe(404)
  })
})

describe('Express', () => {
  const openWorld = async () => {
    const issuer = await createFakeIssuer()
    const common = { issuer: fakeIssuerOrigin, fetch: issuer.fetch, now: issuer.now, log: () => undefined }
    const api = onExpress.protect({ ...common, audience: fakeApiAudience })
    const auth = onExpress.sessions({
      ...common,
      clientId: 'shop',
      clientSecret: 'client-secret-of-32-characters-or-more',
      secret: 'session-secret-of-32-characters-or-more',
      appUrl: fakeSiteOrigin,
    })
    return { issuer, api, auth }
  }
  const listen = async (app: express.Express) => {
    const server = app.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    running.push({
      send: () => Promise.reject(new Error('Not used')),
      close: async () => void (await new Promise((resolve) => server.close(resolve))),
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  test('answers 401 although an earlier middleware set the type of the content', async () => {
    const { api } = await openWorld()
    const app = express()
    app.use((_request, response, next) => {
      response.type('html')
      next()
    }, api)
    const response = await fetch(await listen(app))
    expect(response.status).toBe(401)
    expect(response.headers.get('content-type')).toBe('application/json')
  })

  test('passes every error on, because Express 4 ignores rejected promises', async () => {
    const { api } = await openWorld()
    const app = express()
    app.use((_request, response, next) => {
      response.end('A timeout was faster')
      next()
    })
    const errors: unknown[] = []
    const results: unknown[] = []
    app.use((request, response) => {
      results.push(api(request, response, (error?: unknown) => void errors.push(error)))
    })
    await (await fetch(await listen(app))).text()
    expect(await Promise.all(results)).toEqual([undefined])
    expect(errors).toEqual([expect.objectContaining({ code: 'ERR_HTTP_HEADERS_SENT' })])
  })

  test('leaves the bodies of other routes to the application, also under its own path', async () => {
    const { auth } = await openWorld()
    const app = express()
    app.use(auth.routes, express.json())
    app.post('/auth/nonce', (request, response) => void response.json(request.body))
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${await listen(app)}/auth/nonce`, { method: 'POST', headers, body: '{"a":1}' })
    expect(await response.json()).toEqual({ a: 1 })
  })

  test('reads a logout token behind a parser for other types, which leaves an empty body in Express 4', async () => {
    const { auth, issuer } = await openWorld()
    const app = express()
    app.use((request, _response, next) => {
      request.body = {}
      next()
    })
    app.use(auth.routes)
    const body = new URLSearchParams({ logout_token: await issuer.signLogoutToken({ sub: 'alice' }) })
    const response = await fetch(`${await listen(app)}/auth/back-channel-logout`, { method: 'POST', body })
    expect(response.status).toBe(200)
  })

  test('serves its routes also if they are mounted at their path', async () => {
    const { auth } = await openWorld()
    const app = express()
    app.use('/auth', auth.routes)
    const response = await fetch(`${await listen(app)}/auth/sign-in`, { redirect: 'manual' })
    expect(response.status).toBe(303)
  })

  test('answers 405 to the method TRACE, which Web requests cannot have', async () => {
    const { api } = await openWorld()
    const app = express()
    app.set('env', 'test').use(api)
    const { port } = new URL(await listen(app))
    const status = await new Promise((resolve, reject) => {
      const request = sendRawRequest({ port, host: '127.0.0.1', method: 'TRACE' }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      request.once('error', reject).end()
    })
    expect(status).toBe(405)
  })
})

test('O35: Express refuses two Authorization headers, although Node hides the second', async () => {
  const issuer = await createFakeIssuer()
  const { fetch: send, now } = issuer
  const app = express()
  const options = { issuer: fakeIssuerOrigin, audience: fakeApiAudience, fetch: send, now, log: () => undefined }
  app.use(onExpress.protect(options))
  app.get('/', (_request, response) => void response.end('reached'))
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const token = await issuer.signAccessToken()
  const sendHeaders = (headers: string[]): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const request = sendRawRequest(
        { port, host: '127.0.0.1', headers: ['Host', 'localhost', ...headers] },
        (response) => {
          response.resume()
          resolve(response.statusCode)
        },
      )
      request.once('error', reject).end()
    })
  const authorization = ['Authorization', `Bearer ${token}`]
  expect(await sendHeaders(authorization)).toBe(200)
  expect(await sendHeaders([...authorization, ...authorization])).toBe(400)
  await new Promise((resolve) => server.close(resolve))
})

test('Next.js shares sessions between the copies of a module that it bundles', () => {
  const create = () => ({})
  const options = { issuer: fakeIssuerOrigin, clientId: 'shared' }
  const shared = shareInProcess('sessions', options, create)
  expect(shareInProcess('sessions', { ...options }, create)).toBe(shared)
  expect(shareInProcess('protect', options, create)).not.toBe(shared)
  expect(shareInProcess('sessions', { ...options, clientId: 'other' }, create)).not.toBe(shared)
})

test('Next.js accepts a store that JSON cannot represent, such as one with a database client', async () => {
  const { sessions } = await import('./next/index.ts')
  const store: SessionStore & { client?: unknown } = createMemorySessionStore()
  const auth = sessions({
    issuer: fakeIssuerOrigin,
    clientId: 'with-store',
    clientSecret: 'client-secret-of-32-characters-or-more',
    secret: 'session-secret-of-32-characters-or-more',
    appUrl: fakeSiteOrigin,
    store: Object.assign(store, { client: { store } }),
    readCookieHeader: async () => null,
  })
  expect(await auth.user()).toBe(null)
})

test('Next.js reads its settings at the first request, so that a build needs none', async () => {
  const { sessions, protect: protectNext } = await import('./next/index.ts')
  const auth = sessions({ issuer: '', readCookieHeader: async () => null })
  await expect(auth.user()).rejects.toThrow('COUNTERSIGN_ISSUER')
  const handle = protectNext({ issuer: '' }).handler(() => new Response('never'))
  await expect(handle(new Request('http://localhost:3000/'))).rejects.toThrow('COUNTERSIGN_ISSUER')
})
