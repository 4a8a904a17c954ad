// Sign-in, callback and sign-out routes on protected hosts, whose OIDC client is this server.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  getProtectedSiteCallbackUrl,
  protectedSiteEndpointPrefix,
  getProtectedSiteSignedOutUrl,
} from '../../store/applications/protected-site-hosts-and-urls.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { createBearerSecret } from '../../platform/random-bearer-secret.ts'
import { oidcProtocolPaths } from '../provider/oidc-protocol-paths.ts'
import { getForwardedOrigin, sanitizeReturnPath } from './parse-forward-auth-request.ts'
import {
  renewProtectedSiteSignInState,
  computeProtectedSiteCodeChallenge,
  decodeBase64urlReturnPath,
  serializeProtectedSiteSignInState,
  isProtectedSiteSignInLoop,
  parseProtectedSiteSignInState,
  verifyProtectedSiteStateParameter,
  createProtectedSiteStateParameter,
  returnPathParameter,
} from './protected-site-sign-in-state.ts'
import { negotiateLanguage, plainPageTranslations } from '../plain-pages/plain-page-translations.ts'
import type { PlainPageText } from '../plain-pages/plain-page-translations.ts'
import { getProtectedSiteCookieConfig } from './protected-site-cookie-config.ts'
import { sendProtectedSitePage } from '../plain-pages/render-plain-page.ts'
import {
  exchangeCodeForProtectedSiteSession,
  findProtectedSiteByHost,
  createUnservedProtectedSiteHostError,
} from './protected-site-session-store.ts'

interface SiteRequest {
  app: ServerAppContext
  request: FastifyRequest
  reply: FastifyReply
  host: string
  origin: string
  site: Pick<ApplicationRecord, 'id' | 'name' | 'definition'>
  query: Readonly<Record<string, unknown>>
}

type Handler = (asked: SiteRequest) => FastifyReply | Promise<FastifyReply>

export function registerProtectedSiteRoutes(app: ServerAppContext, routes: FastifyInstance): void {
  const addresses: Readonly<Record<string, Handler>> = {
    'sign-in': redirectToSignIn,
    callback: handleCallback,
    'sign-out': redirectToLogout,
    'signed-out': showSignedOutPage,
  }
  for (const [name, handler] of Object.entries(addresses))
    routes.get(
      `${protectedSiteEndpointPrefix}/${name}`,
      { schema: { hide: true }, exposeHeadRoute: false, config: { openToOtherSites: true } },
      async (request, reply) => {
        const { host } = request.headers
        const asked = request.headers['x-forwarded-host'] ?? host
        const site = typeof asked === 'string' ? await findProtectedSiteByHost(app.database.queries, asked) : undefined
        if (typeof asked !== 'string' || site === undefined)
          throw await createUnservedProtectedSiteHostError(app.database.queries, String(asked))
        return handler({
          app,
          request,
          reply,
          host: asked,
          origin: getForwardedOrigin(asked, request.headers),
          site,
          query: request.query as Record<string, unknown>,
        })
      },
    )
}

function redirectToSignIn({ app, request, reply, host, origin, site, query }: SiteRequest): FastifyReply {
  const longest = app.settings.limits.protectedAddressCharacters
  if (query['too_long'] !== undefined)
    return showSitePage(
      { request, reply, origin },
      414,
      (words) => words.tooLong(site.name, longest),
      `${protectedSiteEndpointPrefix}/sign-in`,
    )
  const { signInState: cookie } = getProtectedSiteCookieConfig(host)
  const page = query[returnPathParameter]
  const target = sanitizeReturnPath(
    host,
    typeof page === 'string' ? decodeBase64urlReturnPath(page) : undefined,
    longest,
  )
  const signInState = renewProtectedSiteSignInState(
    parseProtectedSiteSignInState(request.cookies[cookie.name]),
    () => createBearerSecret(app.random),
    app.clock(),
  )
  reply.setCookie(cookie.name, serializeProtectedSiteSignInState(signInState), cookie.options)
  if (isProtectedSiteSignInLoop(signInState))
    return showSitePage({ request, reply, origin }, 200, (words) => words.redirectLoop(site.name), target)
  const parameters = {
    client_id: site.id,
    redirect_uri: getProtectedSiteCallbackUrl(origin),
    response_type: 'code',
    // `email` is ignored unless the operator has configured it for the application (decision 0038).
    scope: [...site.definition.scopes, 'email'].join(' '),
    state: createProtectedSiteStateParameter(signInState.secret, host, target),
    code_challenge: computeProtectedSiteCodeChallenge(signInState.secret),
    code_challenge_method: 'S256',
  }
  return reply.redirect(
    `${app.settings.origin}${oidcProtocolPaths.authorization}?${new URLSearchParams(parameters)}`,
    303,
  )
}

async function handleCallback({ app, request, reply, host, origin, site, query }: SiteRequest): Promise<FastifyReply> {
  const cookies = getProtectedSiteCookieConfig(host)
  const signInState = parseProtectedSiteSignInState(request.cookies[cookies.signInState.name])
  const { state, code, error, iss } = query
  const target =
    signInState !== null && typeof state === 'string'
      ? verifyProtectedSiteStateParameter(
          signInState.secret,
          host,
          state,
          app.settings.limits.protectedAddressCharacters,
        )
      : null
  // Refuses responses from other servers (mix-up attack; RFC 9207 §2.4).
  const isOurs = signInState !== null && target !== null && iss === app.settings.origin
  if (isOurs && error === 'access_denied')
    return showSitePage({ request, reply, origin }, 403, (words) => words.denied(site.name), target)
  const visit =
    isOurs && typeof code === 'string'
      ? await exchangeCodeForProtectedSiteSession(app, {
          siteId: site.id,
          host,
          origin,
          code,
          secret: signInState.secret,
        })
      : null
  if (visit === null)
    return showSitePage({ request, reply, origin }, 400, (words) => words.invalidSignIn(site.name), target ?? '/')
  reply.setCookie(cookies.session.name, visit, cookies.session.options)
  return reply.redirect(`${origin}${target}`, 303)
}

/** Anyone can create such a link, so the person must confirm the sign-out (THREATS O13). */
function redirectToLogout({ app, reply, origin, site }: SiteRequest): FastifyReply {
  const parameters = { client_id: site.id, post_logout_redirect_uri: getProtectedSiteSignedOutUrl(origin) }
  return reply.redirect(
    `${app.settings.origin}${oidcProtocolPaths.end_session}?${new URLSearchParams(parameters)}`,
    303,
  )
}

function showSignedOutPage({ request, reply, origin, site }: SiteRequest): FastifyReply {
  return showSitePage({ request, reply, origin }, 200, (words) => words.signedOut(site.name), '/')
}

function showSitePage(
  { request, reply, origin }: Pick<SiteRequest, 'request' | 'reply' | 'origin'>,
  status: number,
  choose: (words: (typeof plainPageTranslations)['en']) => PlainPageText,
  target: string,
): FastifyReply {
  const language = negotiateLanguage(request.headers['accept-language'])
  return sendProtectedSitePage(reply, {
    status,
    language,
    text: choose(plainPageTranslations[language]),
    continueUrl: `${origin}${target}`,
  })
}
