// Parses client metadata (OpenID Connect Dynamic Client Registration §2) into a definition.
import { supportedOAuthScopes as knownScopes } from '@countersign/api/api-endpoints'
import { fillTextTemplate } from '@countersign/api/application-definition-errors'
import type { ApplicationDefinitionErrorCode } from '@countersign/api/application-definition-errors'
import { formatApplicationDefinitionErrorMessage } from '../../store/definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinitionErrorDetail } from '../../store/definition-errors/create-application-definition-error.ts'
import { deviceCodeGrantType } from '../../store/applications/application-definition-types.ts'
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import type { ApplicationDefinitionFieldError } from '../../store/definition-errors/create-application-definition-error.ts'
import {
  listHostsOfHttpsUrls,
  parseLinkOnAllowedHosts,
} from '../../store/applications/validate-and-describe-legal-links.ts'
import { isLoopbackHost, validateRedirectUri } from '../../store/applications/validate-redirect-uri.ts'
import { dropUnusableRedirectUris } from '../../store/applications/drop-unusable-redirect-uris.ts'
import type { DroppedRedirectUri } from '../../store/applications/drop-unusable-redirect-uris.ts'
import { escapeForLog } from '../../platform/escape-for-log.ts'
import type { ApplicationKind } from '../../platform/database/database-column-types.ts'

export type ClientRegistrationMetadata = Readonly<Record<string, unknown>>

const metadataNameByMember: Readonly<Partial<Record<keyof ApplicationDefinition, string>>> = {
  name: 'client_name',
  kind: 'application_type',
  uri: 'client_uri',
  policyUri: 'policy_uri',
  termsUri: 'tos_uri',
  redirectUris: 'redirect_uris',
  postLogoutUris: 'post_logout_redirect_uris',
  backchannelLogoutUri: 'backchannel_logout_uri',
  grantTypes: 'grant_types',
  authentication: 'token_endpoint_auth_method',
  idTokenAlgorithm: 'id_token_signed_response_alg',
  subjectType: 'subject_type',
  sectorIdentifierUri: 'sector_identifier_uri',
  scopes: 'scope',
  jwksUri: 'jwks_uri',
  dpopRequired: 'dpop_bound_access_tokens',
  pushedRequestRequired: 'require_pushed_authorization_requests',
  maxAgeSeconds: 'default_max_age',
}

/** Messages for clients, whose metadata has neither a kind nor null members. */
const registrationMessages: Readonly<Partial<Record<ApplicationDefinitionErrorCode, string>>> = {
  redirects_needless: 'must be empty if grant_types lacks "authorization_code", because no browser is redirected',
  grant_needed: 'must contain "authorization_code", "client_credentials" or the device grant',
  grant_needless: 'must not contain "{grant}" with this application_type and token_endpoint_auth_method',
  authentication_secret: 'must not be "none" if grant_types contains "client_credentials" but not "authorization_code"',
  machine_null: 'must be omitted if no person signs in',
  keys_needed: 'is required for "private_key_jwt", unless jwks_uri is given; do not send both',
  sector_needless: 'must be omitted: it has no effect without redirect_uris',
  resources_needed:
    'must not be "client_credentials" alone: only an operator can allow an application to access a resource without a person',
}

const impliedMetadataNames: Readonly<Partial<Record<keyof ApplicationDefinition, string>>> = {
  resources: 'grant_types',
}

export function formatClientMetadataFieldError(
  fault: ApplicationDefinitionFieldError & Partial<ApplicationDefinitionErrorDetail>,
): string {
  const { path, message, code, values = {} } = fault
  const [own = ''] = /^\w+/.exec(path) ?? []
  const name = own as keyof ApplicationDefinition
  const said = code === undefined ? undefined : registrationMessages[code]
  return `${metadataNameByMember[name] ?? impliedMetadataNames[name] ?? own}${path.slice(own.length)}: ${said === undefined ? message : fillTextTemplate(said, values)}`
}

function deriveApplicationKind({
  application_type,
  token_endpoint_auth_method,
  ...metadata
}: ClientRegistrationMetadata): ApplicationKind {
  const grants = parseGrantTypes(metadata)
  if (!grants.includes('authorization_code')) return grants.includes('client_credentials') ? 'machine' : 'device'
  if (application_type === 'native' || (application_type === undefined && isNativeApplication(metadata)))
    return 'native'
  return token_endpoint_auth_method === 'none' ? 'single-page' : 'web'
}

/** A custom scheme (RFC 8252 §7.1), or the device grant together with a loopback listener. */
function isNativeApplication(metadata: ClientRegistrationMetadata): boolean {
  const { redirect_uris: sent } = metadata
  const urls = (Array.isArray(sent) ? sent : []).flatMap((uri) =>
    URL.canParse(String(uri)) ? new URL(String(uri)) : [],
  )
  const isListening = urls.some(({ hostname, protocol }) => protocol === 'http:' && isLoopbackHost(hostname))
  return (
    urls.some(({ protocol }) => protocol !== 'https:' && protocol !== 'http:') ||
    (isListening && parseGrantTypes(metadata).includes(deviceCodeGrantType))
  )
}

/** The default of RFC 7591 §2. */
const parseGrantTypes = ({ grant_types = ['authorization_code'] }: ClientRegistrationMetadata): readonly unknown[] =>
  Array.isArray(grant_types) ? grant_types : []

export interface ParsedClientRegistrationMetadata {
  input: object
  logoUri: string | null
  dropped: DroppedRedirectUri[]
}

export function parseClientRegistrationMetadata(
  id: string,
  metadata: ClientRegistrationMetadata,
): ParsedClientRegistrationMetadata {
  const given = (name: string, otherwise: unknown = null): unknown => {
    const value = metadata[name]
    return value === undefined ? otherwise : value
  }
  const kind = deriveApplicationKind(metadata)
  const [redirects, postLogout] = (['redirect_uris', 'post_logout_redirect_uris'] as const).map((member) =>
    filterUsableUris(member, given(member, []), kind),
  )
  const hosts = listHostsOfHttpsUrls(Array.isArray(redirects?.addresses) ? redirects.addresses : [])
  const [policy, terms, logo] = (['policy_uri', 'tos_uri', 'logo_uri'] as const).map((member) =>
    parseOwnLink(member, metadata[member], hosts),
  )
  const input = {
    id,
    name: given('client_name', 'Unnamed application'),
    kind,
    uri: given('client_uri'),
    policyUri: policy?.link,
    termsUri: terms?.link,
    redirectUris: redirects?.addresses,
    postLogoutUris: postLogout?.addresses,
    backchannelLogoutUri: given('backchannel_logout_uri'),
    grantTypes: given('grant_types', ['authorization_code']),
    authentication: given('token_endpoint_auth_method', 'client_secret_basic'),
    idTokenAlgorithm: given('id_token_signed_response_alg', 'RS256'),
    subjectType: given('subject_type', 'pairwise'),
    sectorIdentifierUri: given('sector_identifier_uri'),
    scopes: parseRequestedScopes(metadata, kind),
    pkce: 'required',
    ...parseClientKeys(metadata),
    dpopRequired: given('dpop_bound_access_tokens', false),
    pushedRequestRequired: given('require_pushed_authorization_requests', false),
    maxAgeSeconds: given('default_max_age'),
  }
  const dropped = [redirects, postLogout, policy, terms, logo].flatMap((one) => one?.dropped ?? [])
  return { input, logoUri: logo?.link ?? null, dropped }
}

function parseOwnLink(
  member: string,
  value: unknown,
  hosts: readonly string[],
): { link: string | null; dropped: DroppedRedirectUri[] } {
  const link = parseLinkOnAllowedHosts(value, hosts)
  if (link !== null || value === undefined || value === null) return { link, dropped: [] }
  const reason = 'must be an https URL on the host of one of the redirect_uris'
  return { link, dropped: [{ member, address: escapeForLog(value) ?? typeof value, reason }] }
}

const filterUsableUris = (member: string, addresses: unknown, kind: ApplicationKind) =>
  dropUnusableRedirectUris(member, addresses, (address) => {
    const errorDetail = validateRedirectUri(address, kind)
    return errorDetail === null ? null : formatApplicationDefinitionErrorMessage(errorDetail)
  })

/** Scopes of resources depend on the resource, not on the registration. */
function parseRequestedScopes(metadata: ClientRegistrationMetadata, kind: ApplicationKind): string[] {
  const { scope } = metadata
  if (kind === 'machine') return []
  const asked = typeof scope === 'string' ? scope.split(' ') : null
  return knownScopes.filter((known) => {
    if (asked !== null) return known === 'openid' || asked.includes(known)
    return known !== 'offline_access' || parseGrantTypes(metadata).includes('refresh_token')
  })
}

function parseClientKeys({
  token_endpoint_auth_method: method,
  jwks = null,
  jwks_uri: jwksUri = null,
}: ClientRegistrationMetadata): {
  jwks: unknown
  jwksUri: unknown
} {
  if (method !== 'private_key_jwt') return { jwks: null, jwksUri: null }
  return { jwks: withoutEncryptionKeys(jwks), jwksUri }
}

function withoutEncryptionKeys(jwks: unknown): unknown {
  const keys = (jwks as { keys?: unknown } | null)?.keys
  if (!Array.isArray(keys)) return jwks
  const signing = keys.filter((key) => (key as { use?: unknown } | null)?.use !== 'enc')
  return signing.length > 0 ? { keys: signing } : jwks
}
