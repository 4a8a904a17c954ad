// The HTTP server and its manners: limits before work, JSON only, strict schemas, problem documents, and middleware (hooks) before every
// call: requests of foreign pages are refused (CSRF, THREATS N1), and every answer carries the security headers.
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

/** A client that takes longer to send its request is cut off (THREATS N15). */
const requestTimeoutMs = 15_000
const connectionTimeoutMs = 30_000
/** Node looks for such clients only so often, by default each half a minute. */
const timeoutCheckIntervalMs = 1000
/** How often a stop closes connections that are no longer used. */
const closeIdleIntervalMs = 100
const maxHeaderBytes = 16_384

/**
 * An HTTP server without any calls yet.
 * @param stream where log lines go; standard output where it is left out
 */
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
    // A client id can be an address, whose every slash is three characters in a path.
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
    // Nothing is quietly changed to fit: what does not match its schema is refused (THREATS N8).
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: false,
        // The schemas are our own, and checking them takes longer than most commands.
        validateSchema: false,
      },
    },
    schemaController: { compilersFactory: lazySchemaCompilerFactories },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // An address that cannot be read never gets as far as a route, but to the same answer as any other.
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

/**
 * A request names one host (RFC 9112 §3.2). Of several Node keeps the first, and a proxy before it may have gone by another: what it let pass for
 * one host would be answered for the other (THREATS N6, N15). One that names none is refused by Node (`requireHostHeader`).
 */
function rejectMultipleHosts(http: FastifyInstance): void {
  http.addHook('onRequest', async ({ raw: { rawHeaders } }, reply) => {
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
    if (hosts.length < 2) return
    // Whoever sends such a one may have hidden a second request behind it.
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

/** What runs when the server is told to stop runs to its end; what comes after is sent elsewhere. */
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
      // Node keeps a connection whose response had started before the stop, and treats one that browsers opened in
      // advance as busy. The stop would wait for both.
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
  // A connection that was busy when the stop began would be kept for a next request, and the stop would wait for it.
  http.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close')
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the server was told to stop: who writes an answer past `onSend` has to close its connection then. */
    isStopping: () => boolean
  }

  interface FastifyContextConfig {
    /** A call that other sites make by design, as a protocol has it: it has proofs of its own, and no cookie decides it. */
    openToOtherSites?: true
    /** A call that programs make with a token, which no browser adds to a request by itself. */
    openToTokens?: true
  }
}

/** Whether a request comes with a bearer token (RFC 6750 §2.1): then nothing else speaks for it, whatever cookies it has. */
export const hasBearerToken = ({ headers }: FastifyRequest): boolean =>
  /^bearer(?: |$)/i.test(headers.authorization ?? '')

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A request that changes something must come from a page of this site (THREATS N1). Browsers always say where it comes
 * from: by Origin (Fetch §3.1), the newer ones also by Sec-Fetch-Site. One that says nothing is not a browser on our
 * page, and is refused as well: but for a program that shows a token, where only the token counts. A form cannot show one, and a
 * script of another site only after a preflight (Fetch §4.8), which nothing here answers.
 */
function rejectCrossSiteRequests(http: FastifyInstance, origin: string): void {
  http.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method) || request.routeOptions.config.openToOtherSites) return
    const { origin: from, 'sec-fetch-site': site } = request.headers
    const told = from !== undefined || site !== undefined
    if (!told && request.routeOptions.config.openToTokens && hasBearerToken(request)) return
    const own = (from === undefined || from === origin) && (site === undefined || site === 'same-origin')
    if (!told || !own)
      throw new ApiError('request.cross_origin', {
        privateDetail: `origin ${from ?? 'absent'}, site ${site ?? 'absent'}`,
      })
  })
  // A body that is not JSON is refused even where no body is expected: a form cannot send JSON.
  http.addHook('preValidation', async (request: FastifyRequest) => {
    const type = request.headers['content-type']
    if (request.routeOptions.config.openToOtherSites) return
    if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) throw new ApiError('request.not_json')
  })
}

/** What a call answers is for one person and one moment, unless it says otherwise. */
function disableCaching(http: FastifyInstance): void {
  http.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}

function logResponses(http: FastifyInstance): void {
  http.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    // The route and not the address: addresses can carry what is nobody's business.
    request.log.info(
      { method, route: routeOptions.url ?? 'none', status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
  })
}
