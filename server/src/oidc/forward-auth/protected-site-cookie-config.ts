// The cookies on a protected host: which visit this browser has there, and the secret of a sign-in that it began. They are the host's own
// (`__Host-`): no other host, a sibling under the same domain included, can plant one or sees one (RFC 6265bis §4.1.3.2; THREATS N5, O16).
import type { CookieSerializeOptions } from '@fastify/cookie'
import { isLocalProtectedSiteHost } from '../../store/applications/protected-site-hosts-and-urls.ts'

interface SiteCookie {
  name: string
  options: CookieSerializeOptions & { secure: boolean; sameSite: 'lax' }
}

export interface ProtectedSiteCookieConfig {
  /** The secret of the visit. */
  session: SiteCookie
  /** The secret of a sign-in, and how often it was begun lately. */
  signInState: SiteCookie
}

const signInCookieSeconds = 600

/** The names and attributes on one host. Browsers share cookies between the ports of a machine, so there each port has names of its own. */
export function getProtectedSiteCookieConfig(host: string): ProtectedSiteCookieConfig {
  const isLocal = isLocalProtectedSiteHost(host)
  const port = /:([0-9]+)$/.exec(host)?.[1] ?? '80'
  const name = (what: string): string => (isLocal ? `countersign-${what}-${port}` : `__Host-countersign-${what}`)
  // Lax: whoever follows a link to the site is still signed in there.
  const options = { path: '/', httpOnly: true, secure: !isLocal, sameSite: 'lax' } as const
  return {
    session: { name: name('site'), options },
    signInState: { name: name('site-begun'), options: { ...options, maxAge: signInCookieSeconds } },
  }
}
