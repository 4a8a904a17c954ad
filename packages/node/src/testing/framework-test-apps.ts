// The same site and API with each framework, to run the same tests on all of them.
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import type { AddressInfo } from 'node:net'
import type { ProtectOptions } from '../protect/protect-options.ts'
import type { SessionsOptions } from '../sessions/session-options.ts'
import * as onExpress from '../express/index.ts'
import * as onFastify from '../fastify/index.ts'
import * as onHono from '../hono/index.ts'
import * as onNext from '../next/index.ts'

export interface FrameworkTestApp {
  readonly send: (path: string, init?: RequestInit) => Promise<Response>
  readonly close: () => Promise<void>
}

export interface FrameworkTestOptions {
  readonly sessions: SessionsOptions
  readonly protect: ProtectOptions
}

type StartApp = (options: FrameworkTestOptions) => Promise<FrameworkTestApp>

/** Sends requests over the network, as browsers do. */
const connect =
  (origin: string): FrameworkTestApp['send'] =>
  (path, init) =>
    fetch(`${origin}${path}`, { redirect: 'manual', ...init })

const startExpress =
  (hasParser: boolean): StartApp =>
  async (options) => {
    const api = onExpress.protect(options.protect)
    const auth = onExpress.sessions(options.sessions)
    const app = express()
    if (hasParser) app.use(express.urlencoded())
    app.use(auth.routes, api.metadata)
    // Mounted twice, as applications do by accident.
    app.use('/api', api)
    app.all('/api/me', api, (request, response) => void response.json(request.user))
    app.get('/', auth.optional, (request, response) => void response.json({ name: request.user?.name ?? null }))
    app.get('/account', auth.required, async (request, response) => {
      response.json({ name: request.user?.name, token: await auth.accessToken(request) })
    })
    const server = app.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    return {
      send: connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
      close: async () => void (await new Promise((resolve) => server.close(resolve))),
    }
  }

const startFastify: StartApp = async (options) => {
  const api = onFastify.protect(options.protect)
  const auth = onFastify.sessions(options.sessions)
  const app = fastify()
  await app.register(api.metadata)
  await app.register(auth.routes)
  app.all('/api/me', { onRequest: [api, api] }, async (request) => request.user)
  app.get('/', { onRequest: auth.optional }, async (request) => ({ name: request.user?.name ?? null }))
  app.get('/account', { onRequest: auth.required }, async (request) => ({
    name: request.user?.name,
    token: await auth.accessToken(request),
  }))
  return {
    send: connect(await app.listen({ port: 0, host: '127.0.0.1' })),
    close: () => app.close(),
  }
}

const startHono: StartApp = async (options) => {
  const api = onHono.protect(options.protect)
  const auth = onHono.sessions(options.sessions)
  const app = new Hono()
    .use(api.metadata)
    .route('/', auth.routes)
    .use('/api/*', api)
    .all('/api/me', api, (c) => c.json(c.get('user')))
    .get('/', auth.optional, (c) => c.json({ name: c.get('user')?.name ?? null }))
    .get('/account', auth.required, async (c) => c.json({ name: c.get('user').name, token: await auth.accessToken(c) }))
  return { send: async (path, init) => app.request(path, init), close: async () => undefined }
}

const startNext: StartApp = async (options) => {
  const api = onNext.protect(options.protect)
  let cookie: string | null = null
  const auth = onNext.sessions({ ...options.sessions, readCookieHeader: async () => cookie })
  const me = api.handler((request) => Response.json(request.user))
  const account = auth.protect(async (request) =>
    Response.json({ name: request.user.name, token: await auth.accessToken() }),
  )
  return {
    send: async (path, init) => {
      const request = new Request(`http://localhost:3000${path}`, init)
      cookie = request.headers.get('cookie')
      if (path === '/') return Response.json({ name: (await auth.user())?.name ?? null })
      if (path.startsWith('/account')) return account(request)
      if (path.startsWith('/api/me')) return me(request)
      if (path.startsWith('/.well-known/')) return api.metadata()
      return request.method === 'POST' ? auth.handlers.POST(request) : auth.handlers.GET(request)
    },
    close: async () => undefined,
  }
}

export const frameworkTestApps: readonly [name: string, start: StartApp][] = [
  ['Express', startExpress(false)],
  ['Express with a body parser', startExpress(true)],
  ['Fastify', startFastify],
  ['Hono', startHono],
  ['Next.js', startNext],
]
