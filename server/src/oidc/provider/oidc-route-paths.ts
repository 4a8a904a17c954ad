// The provider’s paths by who requests them and how, which decides how each is routed.
import { oidcProtocolPaths } from './oidc-protocol-paths.ts'

/** Addresses that a browser is sent to: these are answered for the person who is signed in. */
export const oidcBrowserPaths: readonly string[] = [
  oidcProtocolPaths.authorization,
  `${oidcProtocolPaths.authorization}/:uid`,
  oidcProtocolPaths.end_session,
]

/** What is the same for every reader, and may be cached (OpenID Connect Core §10.1.1). */
export const oidcPublishedPaths: readonly string[] = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  oidcProtocolPaths.jwks,
]

/** Addresses that applications read. */
export const oidcGetPaths: readonly string[] = [...oidcPublishedPaths, oidcProtocolPaths.userinfo]

/** Addresses that applications send something to. */
export const oidcPostPaths: readonly string[] = [
  oidcProtocolPaths.token,
  oidcProtocolPaths.userinfo,
  oidcProtocolPaths.introspection,
  oidcProtocolPaths.revocation,
  oidcProtocolPaths.pushed_authorization_request,
  oidcProtocolPaths.device_authorization,
  oidcProtocolPaths.registration,
]

/** Where applications may also send the browser by a form (OpenID Connect Core §3.1.2.1, RP-Initiated Logout §2). */
export const oidcFormPostPaths = [oidcProtocolPaths.authorization, oidcProtocolPaths.end_session]

/** What stores something for anybody who asks is counted before it does. */
export const rateLimitedOidcPaths = new Set<string>([
  oidcProtocolPaths.authorization,
  oidcProtocolPaths.device_authorization,
  oidcProtocolPaths.end_session,
])
