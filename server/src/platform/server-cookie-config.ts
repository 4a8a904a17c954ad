// The cookies of this server: their names, and how they are set. `__Host-` keeps every other host, sub-domains
// included, from planting one (RFC 6265bis §4.1.3.2). Browsers share cookies between the ports of localhost, so there
// each port has names of its own (THREATS N5).
import type { CookieSerializeOptions } from '@fastify/cookie'
import { isLocalOrigin } from './parse-setting-values.ts'

/** Names and attributes of the two cookies of one server. */
export interface ServerCookieConfig {
  /** The secret of the session. */
  session: CookieDefinition
  /** The secret that binds challenges and applications' sign-ins to the browser that began them. */
  browserBinding: CookieDefinition
}

interface CookieDefinition {
  name: string
  options: CookieSerializeOptions
}

/**
 * @param origin the configured origin of the server
 */
export function createServerCookieConfig(origin: string): ServerCookieConfig {
  const url = new URL(origin)
  const secure = url.protocol === 'https:'
  const name = (what: string): string => {
    if (secure && !isLocalOrigin(origin)) return `__Host-countersign-${what}`
    return `countersign-${what}-${url.port === '' ? (secure ? '443' : '80') : url.port}`
  }
  const base = { path: '/', httpOnly: true, secure } as const
  return {
    // Lax, because a person who comes back from an application by a link must still be signed in.
    session: { name: name('session'), options: { ...base, sameSite: 'lax' } },
    // Lax, because an application's sign-in begins with a link from the application's site. Nothing that a link can reach
    // is decided by it.
    browserBinding: { name: name('browser'), options: { ...base, sameSite: 'lax' } },
  }
}
