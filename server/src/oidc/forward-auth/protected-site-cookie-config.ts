// The prefix `__Host-` keeps out all other hosts (RFC 6265bis §4.1.3.2; THREATS N5, O16).
import type { CookieSerializeOptions } from '@fastify/cookie'
import { isLocalProtectedSiteHost } from '../../store/applications/protected-site-hosts-and-urls.ts'

interface SiteCookie {
  name: string
  options: CookieSerializeOptions & { secure: boolean; sameSite: 'lax' }
}

export interface ProtectedSiteCookieConfig {
  session: SiteCookie
  signInState: SiteCookie
}

const signInCookieSeconds = 600

/** Ports of a local machine share cookies in a browser, so each port has its own cookie names. */
export function getProtectedSiteCookieConfig(host: string): ProtectedSiteCookieConfig {
  const isLocal = isLocalProtectedSiteHost(host)
  const port = /:([0-9]+)$/.exec(host)?.[1] ?? '80'
  const name = (what: string): string => (isLocal ? `countersign-${what}-${port}` : `__Host-countersign-${what}`)
  // `SameSite=Lax`, so that a person who follows a link to the site is still signed in.
  const options = { path: '/', httpOnly: true, secure: !isLocal, sameSite: 'lax' } as const
  return {
    session: { name: name('site'), options },
    signInState: { name: name('site-begun'), options: { ...options, maxAge: signInCookieSeconds } },
  }
}
