// HTTP for forward authentication: what reverse proxies ask before each request, and the addresses on the protected hosts by which browsers
// go to the sign-in and come back.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isOpenRequest } from '../../store/applications/open-path.ts'
import { sitePath } from '../../store/applications/site.ts'
import type { App } from '../../platform/call.ts'
import { trustOf } from '../../platform/proxies.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isSecret } from '../../platform/secret.ts'
import { encodeTarget, targetParameter } from './begun.ts'
import { forwardAuthPaths, readEnvoy, readForwarded } from './asked-page.ts'
import type { AskedPage } from './asked-page.ts'
import { languageOf, pageWords } from '../plain-pages/page-words.ts'
import { siteCookies } from './site-cookies.ts'
import { registerSiteAddresses } from './site-addresses.ts'
import { sendSitePage } from '../plain-pages/site-page.ts'
import { nothingTold, tellHeaders } from './told-headers.ts'
import { judgeVisit } from './verdict.ts'
import { findSite, refuseHost } from './visits.ts'

type Read = (request: FastifyRequest) => AskedPage | { missing: string }

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

export async function registerForwardAuth(app: App): Promise<void> {
  const trust = trustOf(app.settings.trustedProxies)
  await app.http.register(async (routes) => {
    // Envoy asks with the method of the page, and leaves the body where it is.
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', (_request, _body, done) => done(null))
    onlyForProxies(routes, trust)
    const options = { schema: { hide: true }, exposeHeadRoute: false, config: { openToOtherSites: true } } as const
    const { protectedAddressCharacters: longest } = app.settings.limits
    const read: Read = ({ headers }) => readForwarded(headers, longest)
    routes.get(forwardAuthPaths.passing, options, (request, reply) => answer(app, request, reply, read, 302))
    routes.get(forwardAuthPaths.nginx, options, (request, reply) => answer(app, request, reply, read, 401))
    const readOwn: Read = ({ method, url, headers }) => readEnvoy(method, url, headers, longest)
    routes.route({
      method: [...methods],
      url: `${forwardAuthPaths.envoy}/*`,
      ...options,
      handler: (request, reply) => answer(app, request, reply, readOwn, 302),
    })
    registerSiteAddresses(app, routes)
  })
}

/** What a proxy says of a request is believed of those alone that the operator has listed (THREATS N6, O16). */
function onlyForProxies(routes: FastifyInstance, trust: ReturnType<typeof trustOf>): void {
  routes.addHook('onRequest', async (request, reply) => {
    // These answers may reach a browser on a host that is not this server's: what holds for that host is for its proxy to say.
    reply.removeHeader('strict-transport-security')
    reply.header('cache-control', 'no-store')
    const peer = request.raw.socket.remoteAddress
    if (trust === false || !trust(peer))
      throw new Refusal('site.unknown', {
        privateDetail: `${peer ?? 'nobody'} is no proxy that COUNTERSIGN_TRUSTED_PROXIES lists`,
      })
  })
}

/** @param elsewhere how this proxy is told where the sign-in is */
async function answer(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  read: Read,
  elsewhere: 302 | 401,
): Promise<FastifyReply> {
  const asked = read(request)
  if ('missing' in asked) throw new Refusal('site.unknown', { privateDetail: `the proxy sends no ${asked.missing}` })
  const { host, target, isOpened } = asked
  const begin = beginAddress(asked)
  const secret = request.cookies[siteCookies(host).visit.name]
  const verdict = await judgeVisit(app, host, isSecret(secret) ? secret : null)
  if (verdict.outcome === 'let-in')
    return reply
      .code(200)
      .headers(await tellHeaders(app, verdict))
      .send()
  reply.headers(nothingTold)
  const site = await findSite(app.database.queries, host)
  // Nobody learns by a cookie which hosts there are, and no host but a configured one is ever sent anywhere.
  if (site === undefined) throw await refuseHost(app.database.queries, host)
  if (isOpenRequest(site.definition.openPaths, asked)) return reply.code(200).send()
  if (verdict.outcome === 'sign-in') {
    if (!isOpened) throw new Refusal('session.required')
    return reply.code(elsewhere).header('location', begin).send()
  }
  if (!isOpened) throw new Refusal('application.not_allowed')
  const language = languageOf(request.headers['accept-language'])
  return sendSitePage(reply, {
    status: 403,
    language,
    text: pageWords[language].noGroup(verdict.site, verdict.groups),
    onward: target,
    somebodyElse: begin,
  })
}

const beginAddress = ({ origin, target, isTooLong }: AskedPage): string =>
  `${origin}${sitePath}/sign-in?${new URLSearchParams(isTooLong ? { too_long: 'yes' } : { [targetParameter]: encodeTarget(target) })}`
