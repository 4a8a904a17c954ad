import { deviceCodeGrantType } from '../../store/applications/application-definition-types.ts'
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import { protectedSiteEndpointPrefix } from '../../store/applications/protected-site-hosts-and-urls.ts'
import type { ServerSettings } from '../../platform/server-setting-definitions.ts'
import { oidcProtocolPaths } from './oidc-protocol-paths.ts'

export const describeApplicationConnection = (
  { origin, port }: Pick<ServerSettings, 'origin' | 'port'>,
  definition: ApplicationDefinition,
  secret: string | null,
): Record<string, string> =>
  definition.kind === 'site'
    ? describeSiteConnection(port, definition)
    : describeClientConnection(origin, definition, secret)

export const getLocalServerAddress = (port: number): string => `127.0.0.1:${port}`

/** A proxy calls this server directly, not at its public origin. */
const describeSiteConnection = (port: number, { hosts, scopes }: ApplicationDefinition): Record<string, string> => ({
  hosts: hosts.join(' '),
  scopes: scopes.join(' '),
  'Caddy, Traefik and HAProxy ask at': `http://${getLocalServerAddress(port)}/forward-auth`,
  'nginx asks at': `http://${getLocalServerAddress(port)}/forward-auth/nginx`,
  'Envoy asks at': `http://${getLocalServerAddress(port)}/forward-auth/envoy`,
  'leads to this server': `${protectedSiteEndpointPrefix}/`,
  'sign-out': `${protectedSiteEndpointPrefix}/sign-out`,
  guide: 'docs/guides/forward-auth.md',
})

const describeClientConnection = (
  origin: string,
  definition: ApplicationDefinition,
  secret: string | null,
): Record<string, string> => ({
  'client id': definition.id,
  ...(secret !== null && { 'client secret': secret }),
  issuer: origin,
  'discovery document': `${origin}/.well-known/openid-configuration`,
  authentication: definition.authentication,
  ...(definition.scopes.length > 0 && { scopes: definition.scopes.join(' ') }),
  ...(definition.redirectUris.length > 0 && { 'redirect addresses': definition.redirectUris.join(' ') }),
  ...(definition.pkce === 'required' && definition.redirectUris.length > 0 && { PKCE: 'S256' }),
  ...(definition.pkce === 'nonce' && { PKCE: 'S256, or an OpenID Connect nonce' }),
  ...describeEndpoints(origin, definition),
})

/** For applications that do not read the discovery document. */
function describeEndpoints(
  origin: string,
  { grantTypes, introspection }: ApplicationDefinition,
): Record<string, string> {
  const hasCode = grantTypes.includes('authorization_code')
  const hasDevice = grantTypes.includes(deviceCodeGrantType)
  return {
    ...(hasCode && { 'authorization endpoint': `${origin}${oidcProtocolPaths.authorization}` }),
    ...(hasDevice && { 'device endpoint': `${origin}${oidcProtocolPaths.device_authorization}` }),
    'token endpoint': `${origin}${oidcProtocolPaths.token}`,
    ...((hasCode || hasDevice) && { 'userinfo endpoint': `${origin}${oidcProtocolPaths.userinfo}` }),
    'key set (JWKS)': `${origin}${oidcProtocolPaths.jwks}`,
    ...(hasCode && { 'end session endpoint': `${origin}${oidcProtocolPaths.end_session}` }),
    ...(introspection !== 'own' && { 'introspection endpoint': `${origin}${oidcProtocolPaths.introspection}` }),
  }
}
