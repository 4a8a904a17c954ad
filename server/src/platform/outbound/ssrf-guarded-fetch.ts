// The one way out in the shape of the standard fetch, for the OpenID Connect provider: what it fetches (jwks_uri,
// sector_identifier_uri) passes the same guard as everything else (THREATS O8, O9).
import type { OutboundHttpClient } from './outbound-http-client.ts'

/** What the provider passes along. Of its headers two are sent; its dispatcher and its way with redirects are ours to decide. */
export interface SsrfGuardedFetchOptions {
  method?: string
  headers?: RequestInit['headers']
  body?: unknown
  signal?: AbortSignal
}

/** Statuses whose answer has no body (Fetch §2.2.3). */
const nullBodyStatuses = new Set([204, 205, 304])

/**
 * @returns a function for the provider's setting `fetch`
 */
export function createSsrfGuardedFetch(
  outbound: OutboundHttpClient,
): (url: string | URL, options?: SsrfGuardedFetchOptions) => Promise<Response> {
  return async (url, { method = 'GET', headers, body, signal } = {}) => {
    if (method !== 'GET' && method !== 'POST') throw new TypeError(`The method ${method} is not sent to other servers.`)
    const given = new Headers(headers)
    const accept = given.get('accept')
    const contentType =
      given.get('content-type') ?? (body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : null)
    const answer = await outbound.fetch(String(url), {
      purpose: 'openid',
      method,
      headers: { ...(accept !== null && { accept }), ...(contentType !== null && { 'content-type': contentType }) },
      ...(body != null && { body: String(body) }),
      ...(signal !== undefined && { signal }),
    })
    return new Response(nullBodyStatuses.has(answer.status) ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: readableHeaders(answer.headers),
    })
  }
}

/** Cookies stay behind; nothing here keeps them. */
function readableHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') result.set(name, value)
  return result
}
