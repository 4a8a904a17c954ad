// `__Host-` (RFC 6265bis §4.1.3.2) or the port in a name keeps out foreign cookies (THREATS N5).
import type { CookieSerializeOptions } from '@fastify/cookie'
import { isLocalOrigin } from './parse-setting-values.ts'

export interface ServerCookieConfig {
  session: CookieDefinition
  browserBinding: CookieDefinition
}

interface CookieDefinition {
  name: string
  options: CookieSerializeOptions
}

export function createServerCookieConfig(origin: string): ServerCookieConfig {
  const url = new URL(origin)
  const secure = url.protocol === 'https:'
  const name = (what: string): string => {
    if (secure && !isLocalOrigin(origin)) return `__Host-countersign-${what}`
    return `countersign-${what}-${url.port === '' ? (secure ? '443' : '80') : url.port}`
  }
  const base = { path: '/', httpOnly: true, secure } as const
  return {
    // This is Lax, so that a person who returns through a link is still signed in.
    session: { name: name('session'), options: { ...base, sameSite: 'lax' } },
    // This is Lax, because signing in to an application starts with a link on its site.
    browserBinding: { name: name('browser'), options: { ...base, sameSite: 'lax' } },
  }
}
