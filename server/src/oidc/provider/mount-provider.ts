// Puts the provider at the issuer's root, in the same process. The provider sees requests as this server means them: its
// own origin whatever the headers say (THREATS N6), and no cookies but those that are written here, from this server's
// session and this browser's interaction. Nothing the provider would store in a browser leaves.
import { errorCatalog } from '@countersign/api/error-catalog'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { KoaContext, Provider } from 'oidc-provider'
import { isPossibleClientId } from '../../store/applications/validate-definition-fields.ts'
import { isMetadataDocumentUrl } from '../../store/applications/metadata-document-url.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import type { GroupMembership } from '../../groups/membership/read-group-memberships.ts'
import { findInteraction } from '../../store/interactions/interaction-store.ts'
import type { InteractionPayload } from '../../store/interactions/interaction-store.ts'
import type { SigningKeySet } from '../../store/signing-keys/signing-key-set.ts'
import { jwksMaxAgeSeconds } from '../../store/signing-keys/signing-key-set.ts'
import { ensureBrowserBindingHash } from '../../platform/browser-binding-cookie.ts'
import type { AppContext } from '../../platform/register-endpoint.ts'
import { CommitOutcomeUnknownError, isDatabaseUnavailable } from '../../platform/database/database-errors.ts'
import { toNetworkPrefix } from '../../platform/network-prefix.ts'
import { ApiError } from '../../platform/api-error.ts'
import { readUserAgent } from '../../platform/user-agent.ts'
import { createRateLimitCaller, createSignedInRateLimitCaller } from '../../auth/session-guard/rate-limit-caller.ts'
import { findSession } from '../../auth/session-guard/require-session.ts'
import type { AuthenticatedSession } from '../../auth/session-guard/require-session.ts'
import { isPublicClient, parseSecretlessBasicAuth } from './basic-auth-public-client.ts'
import type { MetadataClientResolver } from '../client-metadata/resolve-metadata-client.ts'
import { findApplicationOrMetadataClient } from '../../store/client-metadata/metadata-document-store.ts'
import { createGroupAccess } from './group-access.ts'
import type { ProviderAdapter } from './provider-adapter.ts'
import { completeIntrospection } from './token-introspection.ts'
import { createKnownApplicationCache } from './known-application-cache.ts'
import { toErrorCode, getErrorPageUrl } from './protocol-error-page.ts'
import { protocolPaths } from './protocol-paths.ts'
import { providerCookieNames } from './create-provider.ts'
import { explainInvalidTarget } from './resource-server-info.ts'
import {
  rollbackProviderRequest,
  getProviderRequest,
  getReadQueries,
  runProviderRequest,
  commitProviderRequest,
} from './provider-request-context.ts'
import { finishTokenRequest } from './token-retry-window.ts'
import { getActingTestClient, findTestLogin, testLoginPath } from './test-login.ts'
import type { TestLoginClient } from './test-login.ts'
import { getPostLogoutRedirect, findApplicationHome, getSignedOutPageUrl } from './rp-initiated-logout.ts'
import { getHelpUrlForCode, introspectionHelpUrl } from '../troubleshooting/troubleshooting-entries.ts'
import { allowFormPostScript } from './form-post-response.ts'
import { canProvideEmail, removeEmailFromDiscovery } from './email-claim.ts'
import { interceptUntrustedRedirect } from './untrusted-redirect.ts'
import { replaceExpiredIdTokenHint } from './expired-id-token-hint.ts'

/** The provider to answer a request with; it changes with the signing keys. */
export interface CurrentProvider {
  /** @throws what the database says when the keys cannot be read */
  handler: () => Promise<ReturnType<Provider['callback']>>
}

/** Addresses that a browser is sent to: these are answered for the person who is signed in. */
const browserPaths: readonly string[] = [
  protocolPaths.authorization,
  `${protocolPaths.authorization}/:uid`,
  protocolPaths.end_session,
]

/** What is the same for every reader, and may be cached (OpenID Connect Core §10.1.1). */
const publishedPaths: readonly string[] = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  protocolPaths.jwks,
]

/** Addresses that applications read. */
const readPaths: readonly string[] = [...publishedPaths, protocolPaths.userinfo]

/** Addresses that applications send something to. */
const postPaths: readonly string[] = [
  protocolPaths.token,
  protocolPaths.userinfo,
  protocolPaths.introspection,
  protocolPaths.revocation,
  protocolPaths.pushed_authorization_request,
  protocolPaths.device_authorization,
  protocolPaths.registration,
]

export async function mountProvider(
  app: AppContext,
  provider: CurrentProvider,
  documents: MetadataClientResolver,
): Promise<void> {
  await app.http.register(async (routes) => {
    // The provider reads bodies itself.
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', (_request, _body, done) => done(null))
    const options = { schema: { hide: true }, config: { openToOtherSites: true } } as const
    const count = createSharedRateLimit(app)
    // A mere look (HEAD) would begin or use up what only the person may.
    for (const url of browserPaths)
      routes.route({
        method: 'GET',
        exposeHeadRoute: false,
        url,
        ...options,
        handler: createBrowserHandler(app, provider, { count, documents }),
      })
    // Each with its own methods: the provider has pages of its own at some of these, which are not ours.
    for (const url of readPaths)
      routes.route({ method: 'GET', url, ...options, handler: createApplicationHandler(app, provider) })
    for (const url of postPaths)
      routes.route({ method: 'POST', url, ...options, handler: createApplicationHandler(app, provider) })
    answerRegistrationPreflight(routes)
    for (const url of new Set([...readPaths, ...postPaths.filter((path) => path !== protocolPaths.registration)]))
      routes.route({ method: 'OPTIONS', url, ...options, handler: createApplicationHandler(app, provider) })
    rateLimitRequests(app, routes)
    handleRouteErrors(routes)
  })
  await app.http.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    for (const url of formPaths)
      routes.route({
        method: 'POST',
        url,
        schema: { hide: true },
        config: { openToOtherSites: true },
        handler: redirectPostToGet,
      })
  })
}

/** A page that runs in a browser may register itself like any other program (N2): what lets it is the token that it shows, never a cookie, so
 * that every origin may read the answer. The provider has none for such a question, and no registration at all while it is closed. */
function answerRegistrationPreflight(routes: FastifyInstance): void {
  const url = protocolPaths.registration
  routes.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url === url) reply.header('access-control-allow-origin', '*').header('vary', 'origin')
  })
  routes.route({
    method: 'OPTIONS',
    url,
    schema: { hide: true },
    config: { openToOtherSites: true },
    handler: async (_request, reply) =>
      reply
        .code(204)
        .header('access-control-allow-methods', 'POST')
        .header('access-control-allow-headers', 'authorization, content-type, mcp-protocol-version')
        .header('access-control-max-age', '3600')
        .send(),
  })
}

/** Where applications may also send the browser by a form (OpenID Connect Core §3.1.2.1, RP-Initiated Logout §2). */
const formPaths = [protocolPaths.authorization, protocolPaths.end_session]

/** A form from another site comes without this site's cookies, a link with them: the same request once more, as a link. */
async function redirectPostToGet(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const parameters = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
  return reply.redirect(`${request.routeOptions.url}?${parameters}`, 303)
}

/** What stores something for anybody who asks is counted before it does. */
const rateLimitedPaths = new Set<string>([
  protocolPaths.authorization,
  protocolPaths.device_authorization,
  protocolPaths.end_session,
])

/** Of its own networks alone, so far: whether the application is known is found out later, a device's by the provider (rate-limit-pushed-requests.ts). */
function rateLimitRequests(app: AppContext, routes: FastifyInstance): void {
  routes.addHook('onRequest', async (request) => {
    if (!rateLimitedPaths.has(request.routeOptions.url ?? '') || request.method === 'OPTIONS') return
    await app.rateLimiter.consumeNetworkBudget('requests', createRateLimitCaller(app, request))
  })
}

/** What a browser begins is stored, and counts where all are, where the application is known, or where there is somebody to sign out. */
function createSharedRateLimit(
  app: AppContext,
): (
  request: FastifyRequest,
  signedIn: AuthenticatedSession | null,
  met: ApplicationRecord | undefined,
) => Promise<void> {
  const isKnown = createKnownApplicationCache(app.database.queries, app.clock)
  return async (request, signedIn, met) => {
    const { url } = request.routeOptions
    const { client_id } = request.query as Record<string, unknown>
    const isWorth =
      url === protocolPaths.authorization
        ? met?.enabled === true || (await isKnown(client_id))
        : url === protocolPaths.end_session && signedIn !== null
    if (isWorth)
      await app.rateLimiter.consumeSharedBudget(
        'requests',
        signedIn === null ? createRateLimitCaller(app, request) : createSignedInRateLimitCaller(request),
      )
  }
}

/** What fails before the provider is asked is told in the same way as what fails inside. */
function handleRouteErrors(routes: FastifyInstance): void {
  routes.setErrorHandler((error, request, reply) => {
    const { url } = request.routeOptions
    const code = error instanceof ApiError ? error.code : toErrorCode(error, undefined)
    const isBrowser = url !== undefined && browserPaths.includes(url)
    if (error instanceof ApiError)
      request.log.info({ code, reason: error.privateDetail, help: getHelpUrlForCode(code) }, 'refused')
    else request.log.error({ code, err: error, help: getHelpUrlForCode(code) }, 'refused')
    if (isBrowser) return reply.redirect(getErrorPageUrl(code, request.id), 303)
    const { status, headers, body } =
      error instanceof ApiError ? describeApiError(error) : describeServerError(error, request.id)
    return reply.code(status).headers(headers).send(body)
  })
}

/** A refusal of ours in the form that client libraries read (RFC 6749 §5.2). */
function describeApiError({ code, place }: ApiError): {
  status: number
  headers: Record<string, string>
  body: object
} {
  const { status, title } = errorCatalog[code]
  const { retryAfterSeconds } = place
  return {
    status,
    headers: {
      'cache-control': 'no-store',
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    },
    body: {
      // As at /par (rate-limit-pushed-requests.ts): OAuth has no error of its own for too many requests.
      error: status === 429 || status === 503 ? 'temporarily_unavailable' : 'invalid_request',
      // RFC 6749 §5.2 allows ASCII only.
      error_description: title.replaceAll('’', "'"),
    },
  }
}

/** A failure on our side, as an application is told; RFC 6749 §4.1.2.1 names both errors. */
function describeServerError(
  error: unknown,
  requestId: string,
): { status: number; headers: Record<string, string>; body: object } {
  const away = isDatabaseUnavailable(error) || error instanceof CommitOutcomeUnknownError
  const body = {
    error: away ? 'temporarily_unavailable' : 'server_error',
    error_description: `Request ${requestId}: see the log of this server.`,
  }
  return {
    status: away ? 503 : 500,
    headers: { 'cache-control': 'no-store', ...(away && { 'retry-after': '1' }) },
    body,
  }
}

type Handler = (this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** What an id of the provider is made of, and may stand in a cookie. */
const interactionIdPattern = /^[0-9A-Za-z_-]{1,64}$/

interface BrowserRequestContext {
  count: ReturnType<typeof createSharedRateLimit>
  documents: MetadataClientResolver
}

/** The application that nobody registered, where the request names one. It is met here, because this can take its time. */
async function resolveNamedClient(
  app: AppContext,
  request: FastifyRequest,
  { resolve }: MetadataClientResolver,
): Promise<ApplicationRecord | undefined> {
  const { client_id } = request.query as Record<string, unknown>
  const isNamed = request.routeOptions.url === protocolPaths.authorization && typeof client_id === 'string'
  return isNamed && isMetadataDocumentUrl(client_id)
    ? resolve(client_id, createRateLimitCaller(app, request))
    : undefined
}

const createBrowserHandler = (
  app: AppContext,
  provider: CurrentProvider,
  { count, documents }: BrowserRequestContext,
): Handler =>
  async function answerInBrowser(request, reply) {
    const signedIn = await findSession(app, request)
    const met = await resolveNamedClient(app, request, documents)
    await count(request, signedIn, met)
    // Whoever comes here is shown a page, also where something goes wrong: never the JSON that applications are told.
    request.raw.headers.accept = 'text/html'
    const browserHash = ensureBrowserBindingHash(app, request, reply)
    // The id can stand in a link: only the browser that began the interaction goes on with it.
    const { uid } = request.params as { uid?: string }
    const interaction =
      uid !== undefined && interactionIdPattern.test(uid)
        ? await findInteraction(app.database.queries, { id: uid, browserHash, now: app.clock() })
        : undefined
    const cookies = [
      ...(signedIn === null ? [] : [`${providerCookieNames.session}=${signedIn.session.id}`]),
      ...(interaction === undefined ? [] : [`${providerCookieNames.resume}=${uid}`]),
    ]
    const looked = await readApplicationAndGroups(app, request, signedIn, { interaction, met })
    const testLogin = await findTestLoginClient(app, request, { signedIn, browserHash, interaction })
    const asked = interaction === undefined || uid === undefined ? null : { id: uid, payload: interaction }
    await callProvider(app, provider, request, reply, {
      signedIn,
      browserHash,
      testLogin,
      secretlessClientId: null,
      interaction: asked,
      ...looked,
      cookies,
    })
  }

/** The application that asks, and the groups of who is signed in, where they matter to it; it is looked before the provider is. */
async function readApplicationAndGroups(
  app: AppContext,
  request: FastifyRequest,
  signedIn: AuthenticatedSession | null,
  { interaction, met }: { interaction: InteractionPayload | undefined; met: ApplicationRecord | undefined },
): Promise<Pick<ProviderCaller, 'applications' | 'memberships'>> {
  const none = {
    applications: new Map<string, ApplicationRecord>(met === undefined ? [] : [[met.id, met]]),
    memberships: new Map<string, readonly GroupMembership[]>(),
  }
  const asked = interaction?.params.client_id ?? (request.query as Record<string, unknown>).client_id
  const isSignIn = request.routeOptions.url?.startsWith(protocolPaths.authorization) ?? false
  if (signedIn === null || !isSignIn || typeof asked !== 'string' || !isPossibleClientId(asked)) return none
  const application = met ?? (await findApplicationOrMetadataClient(app.database.queries, asked))
  if (application === undefined || !application.enabled) return none
  const personId = signedIn.person.id
  const groups = await createGroupAccess(app).readMemberships(personId, application, app.clock())
  return {
    applications: none.applications.set(asked, application),
    memberships: none.memberships.set(personId, groups),
  }
}

interface TestLoginLookup {
  signedIn: AuthenticatedSession | null
  browserHash: string
  interaction: InteractionPayload | undefined
}

/** The application that a request is a test login as: one that this person began in this browser, and that has not come back yet. */
async function findTestLoginClient(
  { database, settings, clock }: AppContext,
  request: FastifyRequest,
  { signedIn, browserHash, interaction }: TestLoginLookup,
): Promise<TestLoginClient | null> {
  const { state, redirect_uri, client_id } = (interaction?.params ?? request.query) as Record<string, unknown>
  const redirectUri = `${settings.origin}${testLoginPath}`
  if (redirect_uri !== redirectUri || signedIn === null || typeof state !== 'string') return null
  const found = await findTestLogin(database.queries, {
    id: state,
    browserHash,
    personId: signedIn.person.id,
    now: clock(),
  })
  if (found === undefined || found.isConsumed || found.testLogin.clientId !== client_id) return null
  return { applicationId: found.testLogin.clientId, redirectUri }
}

const createApplicationHandler = (app: AppContext, provider: CurrentProvider): Handler =>
  async function answerToApplication(request, reply) {
    // Never sent to a page instead, also where a program's library says that it reads some.
    request.raw.headers.accept = 'application/json'
    const applications = new Map<string, ApplicationRecord>()
    await callProvider(app, provider, request, reply, {
      signedIn: null,
      browserHash: null,
      testLogin: getActingTestClient(),
      secretlessClientId: await takeSecretlessClientId(app, request, applications),
      interaction: null,
      applications,
      memberships: new Map(),
      cookies: [],
    })
  }

/** A header without a secret says nothing but a name, and is taken away. That of an application with a secret stays, and is refused. */
async function takeSecretlessClientId(
  { database }: AppContext,
  { raw: { headers } }: FastifyRequest,
  applications: Map<string, ApplicationRecord>,
): Promise<string | null> {
  const id = parseSecretlessBasicAuth(headers.authorization)
  if (id === null || !isPossibleClientId(id)) return null
  const application = await findApplicationOrMetadataClient(database.queries, id)
  if (application === undefined || !isPublicClient(application)) return null
  // One that nobody registered is met where it begins something.
  if (application.origin !== 'metadata-document') applications.set(id, application)
  delete headers.authorization
  return id
}

type ProviderCaller = Pick<
  Parameters<typeof runProviderRequest>[1],
  'signedIn' | 'browserHash' | 'testLogin' | 'secretlessClientId' | 'interaction' | 'applications' | 'memberships'
> & { cookies: readonly string[] }

async function callProvider(
  app: AppContext,
  provider: CurrentProvider,
  request: FastifyRequest,
  reply: FastifyReply,
  { cookies, ...caller }: ProviderCaller,
): Promise<void> {
  const { database, clock, settings } = app
  const handler = await provider.handler()
  const { raw } = request
  normalizeProxyHeaders(raw.headers, settings.origin, cookies)
  reply.hijack()
  // Taking over the answer loses what was set on it so far.
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  const scope = {
    site: settings,
    requestId: request.id,
    database: database.kind,
    now: clock(),
    networkPrefix: toNetworkPrefix(request.ip),
    caller: createRateLimitCaller(app, request),
    userAgent: readUserAgent(request),
    ...caller,
  }
  await runProviderRequest(database.queries, scope, () => handler(raw, reply.raw))
}

function normalizeProxyHeaders(
  headers: FastifyRequest['raw']['headers'],
  origin: string,
  cookies: readonly string[],
): void {
  // An origin is a scheme and a host, and nothing else.
  const [scheme, host] = origin.split('://')
  for (const name of Object.keys(headers))
    if (name.startsWith('x-forwarded-') || name === 'forwarded') delete headers[name]
  headers.host = host
  headers['x-forwarded-proto'] = scheme
  if (cookies.length === 0) delete headers.cookie
  else headers.cookie = cookies.join('; ')
}

/**
 * What stands around every request inside the provider: its changes are kept before its answer leaves, and its cookies stay
 * here.
 */
export function installProviderMiddleware(
  provider: Provider,
  { app, keys, storage }: { app: AppContext; keys: SigningKeySet; storage: (kind: string) => ProviderAdapter },
): void {
  const introspecting = { keys, issuer: provider.issuer, storage }
  const kids = new Set(keys.jwks.keys.map(({ kid }) => kid ?? ''))
  provider.use(async (ctx, next) => {
    const own = ctx.res.getHeader('set-cookie')
    if (ctx.path === protocolPaths.end_session) ctx.query = replaceExpiredIdTokenHint(ctx.query, kids)
    try {
      await next()
      // Not one of its addresses, or not with this method; registration is one only while it is open.
      if (ctx.oidc === undefined) respondNotFound(ctx)
      else await redirectAfterLogout(ctx)
      if (!(await interceptUntrustedRedirect(ctx))) allowFormPostScript(ctx)
      explainInvalidTarget(ctx)
      await finishTokenRequest(ctx, app.random, app.settings.limits)
      if (!canProvideEmail(app.settings)) removeEmailFromDiscovery(ctx)
      if (ctx.status === 200 && publishedPaths.includes(ctx.path))
        ctx.set(
          'cache-control',
          `public, max-age=${Math.min(jwksMaxAgeSeconds, app.settings.limits.signingKeyLeadSeconds)}`,
        )
      await completeIntrospection(ctx, {
        ...introspecting,
        onTokenHidden: (reason) => logHiddenToken(app, ctx, reason),
      })
      await commitProviderRequest(app.random)
    } catch (error) {
      await rollbackProviderRequest()
      getProviderRequest().failure ??= error
      app.http.log.error({ err: error, request: getProviderRequest().requestId }, 'the provider failed')
    }
    ctx.res.removeHeader('set-cookie')
    if (own !== undefined) ctx.res.setHeader('set-cookie', own)
    // What http-server.ts sets on every other answer.
    if (app.http.isStopping()) ctx.res.setHeader('connection', 'close')
    respondServerError(ctx)
  })
}

/** To a service it looks as if there were no such token. */
function logHiddenToken({ http }: AppContext, { oidc }: KoaContext, reason: string): void {
  const { requestId } = getProviderRequest()
  http.log.info(
    { reqId: requestId, application: oidc.client?.clientId, reason, help: introspectionHelpUrl },
    'introspection.hidden',
  )
}

function respondNotFound(ctx: KoaContext): void {
  ctx.status = 404
  ctx.body = { error: 'invalid_request', error_description: 'There is nothing at this address for this method.' }
}

/** Nobody is signed in, so that there is nothing to ask (RP-Initiated Logout §2). */
async function redirectAfterLogout(ctx: KoaContext): Promise<void> {
  if (ctx.oidc.route !== 'end_session' || ctx.status !== 200) return
  const { client } = ctx.oidc
  ctx.redirect(
    (await getPostLogoutRedirect(ctx.oidc)) ??
      getSignedOutPageUrl(client === undefined ? null : await findApplicationHome(getReadQueries(), client.clientId)),
  )
  ctx.status = 303
  ctx.body = ''
}

/** Where nothing was kept, nothing else may be said than that; also to a browser that was about to be sent on. */
function respondServerError(ctx: KoaContext): void {
  const { failure, signedIn, browserHash, requestId } = getProviderRequest()
  if (failure === undefined) return
  ctx.remove('location')
  if (browserHash !== null || signedIn !== null) {
    ctx.redirect(getErrorPageUrl(toErrorCode(failure, undefined), requestId))
    ctx.status = 303
    ctx.body = ''
    return
  }
  const { status, headers, body } = describeServerError(failure, requestId)
  ctx.status = status
  for (const [name, value] of Object.entries(headers)) ctx.set(name, value)
  ctx.body = body
}
