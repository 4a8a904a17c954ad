// The addresses that this server has on a protected host, to which its proxy leads: where a sign-in begins, where it comes back, and the same for
// signing out. To the sign-in itself the site is an application like any other, whose client is this server.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { siteCallback, sitePath, siteSignedOut } from '../../store/applications/site.ts'
import type { ApplicationRecord } from '../../store/applications/store.ts'
import type { App } from '../../platform/call.ts'
import { createSecret } from '../../platform/secret.ts'
import { protocolPaths } from '../provider/protocol-paths.ts'
import { openedAt, safeTarget } from './asked-page.ts'
import {
  beginAgain,
  challengeOf,
  decodeTarget,
  formatBegun,
  goesInCircles,
  readBegun,
  readState,
  stateOf,
  targetParameter,
} from './begun.ts'
import { languageOf, pageWords } from '../plain-pages/page-words.ts'
import type { PageText } from '../plain-pages/page-words.ts'
import { siteCookies } from './site-cookies.ts'
import { sendSitePage } from '../plain-pages/site-page.ts'
import { beginVisit, findSite, refuseHost } from './visits.ts'

interface Asked {
  app: App
  request: FastifyRequest
  reply: FastifyReply
  host: string
  /** Where the site was opened: scheme and host. */
  origin: string
  site: Pick<ApplicationRecord, 'id' | 'name' | 'definition'>
  query: Readonly<Record<string, unknown>>
}

type Handler = (asked: Asked) => FastifyReply | Promise<FastifyReply>

export function registerSiteAddresses(app: App, routes: FastifyInstance): void {
  const addresses: Readonly<Record<string, Handler>> = {
    'sign-in': begin,
    callback: comeBack,
    'sign-out': signOut,
    'signed-out': signedOut,
  }
  for (const [name, handler] of Object.entries(addresses))
    routes.get(
      `${sitePath}/${name}`,
      { schema: { hide: true }, exposeHeadRoute: false, config: { openToOtherSites: true } },
      async (request, reply) => {
        const { host } = request.headers
        const asked = request.headers['x-forwarded-host'] ?? host
        const site = typeof asked === 'string' ? await findSite(app.database.queries, asked) : undefined
        if (typeof asked !== 'string' || site === undefined) throw await refuseHost(app.database.queries, String(asked))
        return handler({
          app,
          request,
          reply,
          host: asked,
          origin: openedAt(asked, request.headers),
          site,
          query: request.query as Record<string, unknown>,
        })
      },
    )
}

/** The way to the sign-in. What the browser keeps is all there is of it so far. */
function begin({ app, request, reply, host, origin, site, query }: Asked): FastifyReply {
  const longest = app.settings.limits.protectedAddressCharacters
  if (query['too_long'] !== undefined)
    return show({ request, reply, origin }, 414, (words) => words.tooLong(site.name, longest), `${sitePath}/sign-in`)
  const { begun: cookie } = siteCookies(host)
  const page = query[targetParameter]
  const target = safeTarget(host, typeof page === 'string' ? decodeTarget(page) : undefined, longest)
  const begun = beginAgain(readBegun(request.cookies[cookie.name]), () => createSecret(app.random), app.clock())
  reply.setCookie(cookie.name, formatBegun(begun), cookie.options)
  if (goesInCircles(begun)) return show({ request, reply, origin }, 200, (words) => words.circles(site.name), target)
  const parameters = {
    client_id: site.id,
    redirect_uri: siteCallback(origin),
    response_type: 'code',
    // What the pages are told of it is for the operator to say: where that is nothing, the scope is nothing (decision 0038).
    scope: [...site.definition.scopes, 'email'].join(' '),
    state: stateOf(begun.secret, host, target),
    code_challenge: challengeOf(begun.secret),
    code_challenge_method: 'S256',
  }
  return reply.redirect(`${app.settings.origin}${protocolPaths.authorization}?${new URLSearchParams(parameters)}`, 303)
}

/** The way back. */
async function comeBack({ app, request, reply, host, origin, site, query }: Asked): Promise<FastifyReply> {
  const cookies = siteCookies(host)
  const begun = readBegun(request.cookies[cookies.begun.name])
  const { state, code, error, iss } = query
  const target =
    begun !== null && typeof state === 'string'
      ? readState(begun.secret, host, state, app.settings.limits.protectedAddressCharacters)
      : null
  // An answer of another server is none to this sign-in (mix-up; RFC 9207 §2.4).
  const isOurs = begun !== null && target !== null && iss === app.settings.origin
  if (isOurs && error === 'access_denied')
    return show({ request, reply, origin }, 403, (words) => words.denied(site.name), target)
  const visit =
    isOurs && typeof code === 'string'
      ? await beginVisit(app, { siteId: site.id, host, origin, code, secret: begun.secret })
      : null
  if (visit === null) return show({ request, reply, origin }, 400, (words) => words.unusable(site.name), target ?? '/')
  reply.setCookie(cookies.visit.name, visit, cookies.visit.options)
  return reply.redirect(`${origin}${target}`, 303)
}

/** Anybody can make such a link, so that the person is asked by the sign-in server before anything ends (THREATS O13). */
function signOut({ app, reply, origin, site }: Asked): FastifyReply {
  const parameters = { client_id: site.id, post_logout_redirect_uri: siteSignedOut(origin) }
  return reply.redirect(`${app.settings.origin}${protocolPaths.end_session}?${new URLSearchParams(parameters)}`, 303)
}

function signedOut({ request, reply, origin, site }: Asked): FastifyReply {
  return show({ request, reply, origin }, 200, (words) => words.signedOut(site.name), '/')
}

function show(
  { request, reply, origin }: Pick<Asked, 'request' | 'reply' | 'origin'>,
  status: number,
  choose: (words: (typeof pageWords)['en']) => PageText,
  target: string,
): FastifyReply {
  const language = languageOf(request.headers['accept-language'])
  return sendSitePage(reply, {
    status,
    language,
    text: choose(pageWords[language]),
    onward: `${origin}${target}`,
  })
}
