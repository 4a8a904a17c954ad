// What a reverse proxy asks about (forward authentication, `auth_request`, `ext_authz`): which page of which host somebody wants, and whether
// it is a person who opens it. Each proxy has words of its own for that. Also where somebody may come back to, against an open redirect.
import type { IncomingHttpHeaders } from 'node:http'
import type { UnprotectedSitePathRequest } from '../../store/applications/match-unprotected-site-path.ts'
import {
  protectedSiteEndpointPrefix,
  getProtectedSiteOrigin,
} from '../../store/applications/protected-site-hosts-and-urls.ts'

/** Where each kind of proxy asks. */
export const forwardAuthPaths = {
  /** Caddy, Traefik and HAProxy pass on whatever is not 2xx, a redirect as well. */
  passing: '/forward-auth',
  /** nginx knows 2xx, 401 and 403 alone: it is told in 401 where the sign-in is, and sends the browser there itself. */
  nginx: '/forward-auth/nginx',
  /** Envoy asks with the method and host of the page, and puts its path behind this one. */
  envoy: '/forward-auth/envoy',
} as const

export interface ForwardAuthRequest extends UnprotectedSitePathRequest {
  host: string
  /** Where people open it: scheme and host. */
  origin: string
  /** As safe to come back to: a path of that host. */
  target: string
  /** Whether its address is too long to return to. */
  isTooLong: boolean
  /** Whether it is opened by a person, who can be sent to sign in; everything else is told that nobody is signed in. */
  isNavigation: boolean
}

/**
 * Reads what Caddy, Traefik, HAProxy and nginx tell in headers.
 * @returns the name of the header that is missing, where one is
 */
export function parseForwardAuthHeaders(
  headers: IncomingHttpHeaders,
  longest: number,
): ForwardAuthRequest | { missing: string } {
  const [host, uri, method] = ['x-forwarded-host', 'x-forwarded-uri', 'x-forwarded-method'].map((name) => {
    const value = headers[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  })
  if (host === undefined) return { missing: 'X-Forwarded-Host' }
  if (uri === undefined) return { missing: 'X-Forwarded-Uri' }
  if (method === undefined) return { missing: 'X-Forwarded-Method' }
  return {
    host,
    method,
    uri,
    ...parseRequestPurpose(method, headers),
    ...parseReturnTarget(host, uri, headers, longest),
  }
}

/** Reads what Envoy tells: the request is that of the page, but for the path before its own. */
export function parseEnvoyForwardAuthRequest(
  method: string,
  url: string,
  headers: IncomingHttpHeaders,
  longest: number,
): ForwardAuthRequest | { missing: string } {
  const { host } = headers
  if (host === undefined || host === '') return { missing: 'Host' }
  const uri = url.slice(forwardAuthPaths.envoy.length)
  return {
    host,
    method,
    uri,
    ...parseRequestPurpose(method, headers),
    ...parseReturnTarget(host, uri, headers, longest),
  }
}

const parseReturnTarget = (
  host: string,
  uri: string,
  headers: IncomingHttpHeaders,
  longest: number,
): Pick<ForwardAuthRequest, 'origin' | 'target' | 'isTooLong'> => ({
  origin: getForwardedOrigin(host, headers),
  target: sanitizeReturnPath(host, uri, longest),
  isTooLong: uri.length > longest,
})

/** Where a page of a host was opened, as its proxy says. */
export const getForwardedOrigin = (host: string, headers: IncomingHttpHeaders): string =>
  getProtectedSiteOrigin(host, headers['x-forwarded-proto'] === 'https')

const parseRequestPurpose = (
  method: string,
  headers: IncomingHttpHeaders,
): Pick<ForwardAuthRequest, 'isNavigation' | 'isPreflight'> => ({
  isNavigation: isNavigationRequest(method, headers),
  isPreflight: method === 'OPTIONS' && Boolean(headers['access-control-request-method']),
})

/** Browsers say by Sec-Fetch-Mode what a request is for (Fetch Metadata); what they and others accept says it as well. A form that was
 * sent, or a script's request, would come back as another one. */
function isNavigationRequest(method: string, headers: IncomingHttpHeaders): boolean {
  const mode = headers['sec-fetch-mode']
  return (
    (method === 'GET' || method === 'HEAD') &&
    (mode === undefined || mode === 'navigate') &&
    headers['x-requested-with'] === undefined &&
    (headers.accept ?? '').includes('text/html')
  )
}

/**
 * Where somebody may be sent back to: a path of this very host, in the spelling that every URL parser agrees about (against open redirects,
 * THREATS O16). Everything else comes back to its front page.
 * @param longest the most characters (`protectedAddressCharacters`)
 */
export function sanitizeReturnPath(host: string, text: unknown, longest: number): string {
  if (typeof text !== 'string' || text.length > longest || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return '/'
  const origin = getProtectedSiteOrigin(host)
  if (!URL.canParse(text, origin)) return '/'
  const url = new URL(text, origin)
  const isOwn =
    url.origin === origin &&
    !url.pathname.startsWith('//') &&
    !url.pathname.startsWith(`${protectedSiteEndpointPrefix}/`)
  if (!isOwn) return '/'
  // Unchanged, unless a URL parser sees another path in it.
  const isPlain = url.hash === '' && text.split('?', 1)[0] === url.pathname
  return isPlain ? text : `${url.pathname}${url.search}`
}
