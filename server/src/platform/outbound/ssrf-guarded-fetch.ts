// Standard fetch for the OpenID Connect provider, with the outbound client (THREATS O8, O9).
import type { OutboundHttpClient } from './outbound-http-client.ts'

/** Sends only the Accept and Content-Type headers; ignores the dispatcher and redirect mode. */
export interface SsrfGuardedFetchOptions {
  method?: string
  headers?: RequestInit['headers']
  body?: unknown
  signal?: AbortSignal
}

/** Fetch §2.2.3. */
const nullBodyStatuses = new Set([204, 205, 304])

export function createSsrfGuardedFetch(
  outbound: OutboundHttpClient,
): (url: string | URL, options?: SsrfGuardedFetchOptions) => Promise<Response> {
  return async (url, { method = 'GET', headers, body, signal } = {}) => {
    if (method !== 'GET' && method !== 'POST')
      throw new TypeError(`The method ${method} is not allowed in outbound requests.`)
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

function readableHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') result.set(name, value)
  return result
}
