// The rules are stricter than for an operator's entry, because only the document's URL is trusted
// (CIMD; draft-ietf-oauth-client-id-metadata-document §4).
import { isIP } from 'node:net'
import { tokenSigningAlgorithms } from '../../platform/database/database-column-types.ts'
import { parseStrictJson } from '../../platform/parse-strict-json.ts'
import { validateApplicationName } from '../../store/applications/validate-application-definition-fields.ts'
import { deviceCodeGrantType } from '../../store/applications/application-definition-types.ts'
import { formatApplicationDefinitionErrorLine } from '../../store/definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition, GrantType } from '../../store/applications/application-definition-types.ts'
import { getClientMetadataDocumentHost } from '../../store/applications/client-metadata-document-url.ts'
import { parseLinkOnAllowedHosts } from '../../store/applications/validate-and-describe-legal-links.ts'
import { validateAndFillApplicationDefinition } from '../../store/applications/validate-and-fill-application-definition.ts'
import { formatApplicationDefinitionErrorMessage } from '../../store/definition-errors/create-application-definition-error.ts'
import { isLoopbackHost, validateRedirectUri } from '../../store/applications/validate-redirect-uri.ts'
import type { ClientMetadataDocumentContent } from '../../store/client-metadata/client-metadata-document-store.ts'
import { dropUnusableRedirectUris } from '../../store/applications/drop-unusable-redirect-uris.ts'
import type { DroppedRedirectUri } from '../../store/applications/drop-unusable-redirect-uris.ts'

export interface ParsedClientMetadataDocument extends ClientMetadataDocumentContent {
  /** If false, the ID token algorithm of the stored document is kept (decision 0071). */
  isAlgorithmNamed: boolean
}

export class ClientMetadataDocumentError extends Error {
  override readonly name = 'ClientMetadataDocumentError'
}

type Members = Readonly<Record<string, unknown>>

const allowedScopes = ['openid', 'profile', 'wallet', 'offline_access'] as const

const allowedGrantTypes: readonly GrantType[] = ['authorization_code', 'refresh_token', deviceCodeGrantType]

/** `isNamed`: whether the operator lists the document's host; only then is `jwks_uri` fetched. */
export function parseClientMetadataDocument(
  text: string,
  id: string,
  isNamed: boolean,
  onDropped: (dropped: DroppedRedirectUri) => void = () => {},
): ParsedClientMetadataDocument {
  const members = parseJsonObject(text)
  if (members.client_id !== id) throw new ClientMetadataDocumentError('client_id must be the URL of the document')
  for (const name of ['client_secret', 'client_secret_expires_at'])
    if (Object.hasOwn(members, name))
      throw new ClientMetadataDocumentError(`${name} must not be present: the document is public`)
  const authentication = parseClientAuthMethod(members, id, isNamed)
  const grantTypes = parseGrantTypes(members)
  const kind = deriveApplicationKind(members, authentication, grantTypes)
  const redirects = kind === 'device' ? [] : filterUsableUris(members, 'redirect_uris', kind, onDropped)
  const postLogout = kind === 'device' ? [] : filterUsableUris(members, 'post_logout_redirect_uris', kind, onDropped)
  const completed = validateAndFillApplicationDefinition({
    id,
    name: getClientMetadataDocumentHost(id),
    kind,
    uri: parseHomePage(members, id),
    // Only the document's host is verified: redirect URIs can point anywhere.
    policyUri: parseLinkOnAllowedHosts(members.policy_uri, [getClientMetadataDocumentHost(id)]),
    termsUri: parseLinkOnAllowedHosts(members.tos_uri, [getClientMetadataDocumentHost(id)]),
    redirectUris: redirects,
    postLogoutUris: postLogout,
    grantTypes: kind === 'single-page' ? grantTypes.filter((grant) => grant !== deviceCodeGrantType) : grantTypes,
    authentication,
    jwks: authentication === 'private_key_jwt' ? given(members, 'jwks', null) : null,
    jwksUri: authentication === 'private_key_jwt' ? given(members, 'jwks_uri', null) : null,
    idTokenAlgorithm: members.id_token_signed_response_alg === 'ES256' ? 'ES256' : 'RS256',
    pkce: 'required',
    scopes: parseScopes(members, grantTypes),
    dpopRequired: members.dpop_bound_access_tokens === true,
    pushedRequestRequired: kind !== 'device' && members.require_pushed_authorization_requests === true,
    maxAgeSeconds: given(members, 'default_max_age', null),
  })
  if (completed.outcome === 'invalid')
    throw new ClientMetadataDocumentError(completed.errors.map(formatApplicationDefinitionErrorLine).join('; '))
  const { definition } = completed
  const inside = definition.redirectUris.find(hasIpAddressHost)
  if (inside !== undefined) throw new ClientMetadataDocumentError(`a redirect URI ${ipHostError}`)
  return {
    definition,
    claimedName: parseClaimedName(members),
    anyLoopbackPort: acceptsAnyLoopbackPort(members),
    isAlgorithmNamed: tokenSigningAlgorithms.some((name) => name === members.id_token_signed_response_alg),
  }
}

function parseJsonObject(text: string): Members {
  let value: unknown
  try {
    value = parseStrictJson(text)
  } catch {
    throw new ClientMetadataDocumentError('the document is not JSON, or has a duplicate member')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ClientMetadataDocumentError('the document is not a JSON object')
  return value as Members
}

const given = (members: Members, name: string, otherwise: unknown): unknown =>
  members[name] === undefined ? otherwise : members[name]

/** An unregistered client has no secret: it authenticates with a key, or not at all. */
function parseClientAuthMethod(members: Members, id: string, isNamed: boolean): 'none' | 'private_key_jwt' {
  const { token_endpoint_auth_method: method, jwks, jwks_uri: jwksUri } = members
  if (method === 'private_key_jwt') {
    if (jwksUri === undefined) return method
    const isOwn =
      typeof jwksUri === 'string' &&
      URL.canParse(jwksUri) &&
      new URL(jwksUri).host === getClientMetadataDocumentHost(id)
    if (isNamed && isOwn) return method
    throw new ClientMetadataDocumentError(
      'jwks_uri must be on the same host as the metadata document, and the operator must have allowed that host; if not, use jwks instead',
    )
  }
  if (method === 'none' || (method === undefined && jwks === undefined && jwksUri === undefined)) return 'none'
  throw new ClientMetadataDocumentError('token_endpoint_auth_method must be "none" or "private_key_jwt"')
}

function parseGrantTypes({ grant_types = ['authorization_code'], response_types = ['code'] }: Members): GrantType[] {
  if (!Array.isArray(grant_types) || !Array.isArray(response_types))
    throw new ClientMetadataDocumentError('grant_types and response_types must be lists')
  const grants = allowedGrantTypes.filter((grant) => grant_types.includes(grant))
  if (grants.includes('authorization_code') && !response_types.includes('code'))
    throw new ClientMetadataDocumentError('response_types must contain "code"')
  if (!grants.includes('authorization_code') && !grants.includes(deviceCodeGrantType))
    throw new ClientMetadataDocumentError('grant_types must contain "authorization_code"')
  return grants
}

/** Claude Code, Zed and Kiro use any port (RFC 8252 §7.3), but omit `application_type`. */
const acceptsAnyLoopbackPort = ({ application_type: type }: Members): boolean => type === undefined || type === 'native'

/** Drops unusable URIs, such as those with a scheme that any program can claim (RFC 8252 §8.4). */
function filterUsableUris(
  members: Members,
  member: 'redirect_uris' | 'post_logout_redirect_uris',
  kind: ApplicationDefinition['kind'],
  onDropped: (dropped: DroppedRedirectUri) => void,
): unknown {
  const { addresses, dropped } = dropUnusableRedirectUris(member, given(members, member, []), (address) => {
    const errorDetail = validateRedirectUri(address, kind)
    if (errorDetail !== null) return formatApplicationDefinitionErrorMessage(errorDetail)
    return member === 'redirect_uris' && hasIpAddressHost(address) ? ipHostError : null
  })
  dropped.forEach((one) => onDropped(one))
  return addresses
}

function deriveApplicationKind(
  { application_type }: Members,
  authentication: string,
  grantTypes: readonly GrantType[],
): ApplicationDefinition['kind'] {
  if (!grantTypes.includes('authorization_code')) return 'device'
  if (application_type === 'native') return 'native'
  return authentication === 'none' ? 'single-page' : 'web'
}

/** A home page on another host can belong to someone else. */
function parseHomePage({ client_uri: uri }: Members, id: string): string | null {
  if (typeof uri !== 'string' || !URL.canParse(uri)) return null
  const { host, href } = new URL(uri)
  return href === uri && uri.startsWith('https:') && host === getClientMetadataDocumentHost(id) ? uri : null
}

function parseScopes({ scope }: Members, grantTypes: readonly GrantType[]): string[] {
  const asked = typeof scope === 'string' ? new Set(scope.split(' ')) : null
  return allowedScopes.filter((known) => {
    if (known === 'offline_access' && !grantTypes.includes('refresh_token')) return false
    return known === 'openid' || asked === null || asked.has(known)
  })
}

function parseClaimedName({ client_name: name }: Members): string | null {
  return typeof name === 'string' && validateApplicationName(name) === null ? name : null
}

const ipHostError = 'must have a host name; the only IP addresses allowed are loopback addresses'

/** A browser can reach private networks that the application cannot; only loopback is allowed. */
function hasIpAddressHost(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return false
  return !isLoopbackHost(hostname) && (isIP(hostname) !== 0 || hostname.startsWith('['))
}
