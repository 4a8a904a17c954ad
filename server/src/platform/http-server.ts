// HTTP server with limits, strict schemas, problem documents and CSRF protection (THREATS N1).
import cookie from '@fastify/cookie'
import Fastify, { LogController } from 'fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'
import { lazySchemaCompilerFactories } from './lazy-schema-compiler.ts'
import { createRandomId } from './create-random-id.ts'
import type { RandomBytes } from './clock.ts'
import type { LoggerOutputStream } from './logger.ts'
import { createLoggerOptions } from './logger.ts'
import { sendProblemDocument } from './send-problem-document.ts'
import { warnAboutUntrustedProxies, createTrustedProxyCheck } from './trusted-proxy-check.ts'
import { ApiError } from './api-error.ts'
import { createSecurityHeaders } from './security-headers.ts'
import type { ServerSettings } from './server-setting-definitions.ts'
import { parseStrictJson } from './parse-strict-json.ts'

/** Slower clients are disconnected (THREATS N15). */
const requestTimeoutMs = 15_000
const connectionTimeoutMs = 30_000
const timeoutCheckIntervalMs = 1000
const closeIdleIntervalMs = 100
const maxHeaderBytes = 16_384

export async function createHttpServer(
  settings: ServerSettings,
  random: RandomBytes,
  stream: LoggerOutputStream | undefined,
): Promise<FastifyInstance> {
  const headers = createSecurityHeaders(settings.origin)
  const http = Fastify({
    logger: createLoggerOptions(settings.logLevel, stream),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => createRandomId(random),
    requestIdHeader: false,
    // A client ID can be a URL, and every slash in it takes three characters in a path.
    routerOptions: { maxParamLength: 400 },
    trustProxy: createTrustedProxyCheck(settings.trustedProxies),
    bodyLimit: settings.limits.bodyBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: connectionTimeoutMs,
    http: {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: timeoutCheckIntervalMs,
    },
    // Invalid input is refused; it is never changed to fit (THREATS N8).
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: false,
        // These are our own schemas, and validating them takes longer than most commands.
        validateSchema: false,
      },
    },
    schemaController: { compilersFactory: lazySchemaCompilerFactories },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // A malformed URL never reaches a route, but its response has the same format.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers)
      sendProblemDocument(settings.origin, error, request, reply)
    },
  })
  await http.register(cookie)
  http.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  rejectMultipleHosts(http)
  warnAboutUntrustedProxies(http, settings.trustedProxies)
  acceptOnlyJson(http)
  rejectWhileStopping(http)
  rejectCrossSiteRequests(http, settings.origin)
  http.setErrorHandler((error, request, reply) => sendProblemDocument(settings.origin, error, request, reply))
  disableCaching(http)
  logResponses(http)
  return http
}

// Node and a proxy may use different Host headers (RFC 9112 §3.2, THREATS N6, N15).
function rejectMultipleHosts(http: FastifyInstance): void {
  http.addHook('onRequest', async ({ raw: { rawHeaders } }, reply) => {
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
    if (hosts.length < 2) return
    // Another request may be hidden behind this one.
    reply.header('connection', 'close')
    throw new ApiError('request.invalid', { place: { field: 'headers/host' }, privateDetail: `${hosts.length} hosts` })
  })
}

function acceptOnlyJson(http: FastifyInstance): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseStrictJson(body as string))
    } catch (error) {
      done(error as Error)
    }
  })
}

function rejectWhileStopping(http: FastifyInstance): void {
  let stopping = false
  const connections = new Set<Socket>()
  http.server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  http.decorate('isStopping', () => stopping)
  http.addHook('preClose', async () => {
    stopping = true
    const closeUnused = (): void => {
      // A shutdown would wait for connections kept alive by Node or opened early by browsers.
      http.server.closeIdleConnections()
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    }
    closeUnused()
    const closing = setInterval(closeUnused, closeIdleIntervalMs)
    http.server.once('close', () => clearInterval(closing))
  })
  http.addHook('onRequest', async () => {
    if (stopping) throw new ApiError('server.shutting_down', { place: { retryAfterSeconds: 1 } })
  })
  http.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close')
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** If true, code that writes a response without `onSend` must close the connection. */
    isStopping: () => boolean
  }

  interface FastifyContextConfig {
    /** Other sites call this endpoint, which has its own proofs and does not rely on cookies. */
    openToOtherSites?: true
    /** Programs call this endpoint with a token, which no browser adds automatically. */
    openToTokens?: true
  }
}

/** Bearer token in a header (RFC 6750 §2.1). Cookies of such a request are ignored. */
export const hasBearerToken = ({ headers }: FastifyRequest): boolean =>
  /^bearer(?: |$)/i.test(headers.authorization ?? '')

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

// Browsers send Origin (Fetch §3.1) or Sec-Fetch-Site. A request with neither needs a token, which
// forms cannot send, and scripts only after a preflight (Fetch §4.8, THREATS N1).
function rejectCrossSiteRequests(http: FastifyInstance, origin: string): void {
  http.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method) || request.routeOptions.config.openToOtherSites) return
    const { origin: from, 'sec-fetch-site': site } = request.headers
    const hasOriginHeaders = from !== undefined || site !== undefined
    if (!hasOriginHeaders && request.routeOptions.config.openToTokens && hasBearerToken(request)) return
    const own = (from === undefined || from === origin) && (site === undefined || site === 'same-origin')
    if (!hasOriginHeaders || !own)
      throw new ApiError('request.cross_origin', {
        privateDetail: `origin ${from ?? 'absent'}, site ${site ?? 'absent'}`,
      })
  })
  // This stops forms, which cannot send JSON, even at endpoints that expect no body.
  http.addHook('preValidation', async (request: FastifyRequest) => {
    const type = request.headers['content-type']
    if (request.routeOptions.config.openToOtherSites) return
    if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) throw new ApiError('request.not_json')
  })
}

function disableCaching(http: FastifyInstance): void {
  http.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}

function logResponses(http: FastifyInstance): void {
  http.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    // The route is logged instead of the URL, because a URL can contain private data.
    request.log.info(
      { method, route: routeOptions.url ?? 'none', status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request completed',
    )
  })
}
