import { oidcProtocolPaths } from './oidc-protocol-paths.ts'

export const oidcBrowserPaths: readonly string[] = [
  oidcProtocolPaths.authorization,
  `${oidcProtocolPaths.authorization}/:uid`,
  oidcProtocolPaths.end_session,
]

/** Public and cacheable (OpenID Connect Core §10.1.1). */
export const oidcPublishedPaths: readonly string[] = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  oidcProtocolPaths.jwks,
]

export const oidcGetPaths: readonly string[] = [...oidcPublishedPaths, oidcProtocolPaths.userinfo]

export const oidcPostPaths: readonly string[] = [
  oidcProtocolPaths.token,
  oidcProtocolPaths.userinfo,
  oidcProtocolPaths.introspection,
  oidcProtocolPaths.revocation,
  oidcProtocolPaths.pushed_authorization_request,
  oidcProtocolPaths.device_authorization,
  oidcProtocolPaths.registration,
]

/** Form posts are allowed (OpenID Connect Core §3.1.2.1, RP-Initiated Logout §2). */
export const oidcFormPostPaths = [oidcProtocolPaths.authorization, oidcProtocolPaths.end_session]

/** These requests store something for any caller, so they are rate-limited first. */
export const rateLimitedOidcPaths = new Set<string>([
  oidcProtocolPaths.authorization,
  oidcProtocolPaths.device_authorization,
  oidcProtocolPaths.end_session,
])
