// The provider’s paths by who requests them and how, which decides how each is routed.
import { protocolPaths } from './protocol-paths.ts'

/** Addresses that a browser is sent to: these are answered for the person who is signed in. */
export const browserPaths: readonly string[] = [
  protocolPaths.authorization,
  `${protocolPaths.authorization}/:uid`,
  protocolPaths.end_session,
]

/** What is the same for every reader, and may be cached (OpenID Connect Core §10.1.1). */
export const publishedPaths: readonly string[] = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  protocolPaths.jwks,
]

/** Addresses that applications read. */
export const readPaths: readonly string[] = [...publishedPaths, protocolPaths.userinfo]

/** Addresses that applications send something to. */
export const postPaths: readonly string[] = [
  protocolPaths.token,
  protocolPaths.userinfo,
  protocolPaths.introspection,
  protocolPaths.revocation,
  protocolPaths.pushed_authorization_request,
  protocolPaths.device_authorization,
  protocolPaths.registration,
]

/** Where applications may also send the browser by a form (OpenID Connect Core §3.1.2.1, RP-Initiated Logout §2). */
export const formPaths = [protocolPaths.authorization, protocolPaths.end_session]

/** What stores something for anybody who asks is counted before it does. */
export const rateLimitedPaths = new Set<string>([
  protocolPaths.authorization,
  protocolPaths.device_authorization,
  protocolPaths.end_session,
])
