// Parses what a reverse proxy asks about (forward authentication, `auth_request`, `ext_authz`).
import type { IncomingHttpHeaders } from 'node:http'
import type { UnprotectedSitePathRequest } from '../../store/applications/match-unprotected-site-path.ts'
import {
  protectedSiteEndpointPrefix,
  getProtectedSiteOrigin,
} from '../../store/applications/protected-site-hosts-and-urls.ts'

export const forwardAuthPaths = {
  /** Caddy, Traefik and HAProxy pass on every response other than 2xx, including redirects. */
  passing: '/forward-auth',
  /** nginx accepts only 2xx, 401 and 403. It redirects to the sign-in URL in the 401 response. */
  nginx: '/forward-auth/nginx',
  /** Envoy sends the page's method and host, and appends the page's path to this path. */
  envoy: '/forward-auth/envoy',
} as const

export interface ForwardAuthRequest extends UnprotectedSitePathRequest {
  host: string
  origin: string
  target: string
  isTooLong: boolean
  isNavigation: boolean
}

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

/** Envoy sends the page's own request, with a prefix before the path. */
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

export const getForwardedOrigin = (host: string, headers: IncomingHttpHeaders): string =>
  getProtectedSiteOrigin(host, headers['x-forwarded-proto'] === 'https')

const parseRequestPurpose = (
  method: string,
  headers: IncomingHttpHeaders,
): Pick<ForwardAuthRequest, 'isNavigation' | 'isPreflight'> => ({
  isNavigation: isNavigationRequest(method, headers),
  isPreflight: method === 'OPTIONS' && Boolean(headers['access-control-request-method']),
})

/** Only page loads (Fetch Metadata) are redirected: other requests cannot be repeated later. */
function isNavigationRequest(method: string, headers: IncomingHttpHeaders): boolean {
  const mode = headers['sec-fetch-mode']
  return (
    (method === 'GET' || method === 'HEAD') &&
    (mode === undefined || mode === 'navigate') &&
    headers['x-requested-with'] === undefined &&
    (headers.accept ?? '').includes('text/html')
  )
}

/** Only paths that every URL parser reads the same way prevent open redirects (THREATS O16). */
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
  const isPlain = url.hash === '' && text.split('?', 1)[0] === url.pathname
  return isPlain ? text : `${url.pathname}${url.search}`
}
