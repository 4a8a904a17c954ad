// What an application says of itself when it registers (OpenID Connect Dynamic Client Registration §2), as the definition that an operator would
// have written: the same rules judge it, before the provider's own, and what they find is told by the names that were sent.
import { scopes as knownScopes } from '@countersign/api/calls'
import { deviceGrant } from '../applications/definition.ts'
import type { ApplicationDefinition, DefinitionFault } from '../applications/definition.ts'
import { isLoopbackHost } from '../applications/redirect-uri.ts'

/** Client metadata as it was sent: nothing about it is assumed. */
export type SentMetadata = Readonly<Record<string, unknown>>

/** The member of a definition that a member of the metadata becomes. */
const names: Readonly<Partial<Record<keyof ApplicationDefinition, string>>> = {
  name: 'client_name',
  kind: 'application_type',
  uri: 'client_uri',
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
  maximumAgeSeconds: 'default_max_age',
}

/** A fault by the name of what was sent. */
export function formatSentFault({ path, message }: DefinitionFault): string {
  const [own = ''] = /^\w+/.exec(path) ?? []
  const sent = names[own as keyof ApplicationDefinition] ?? own
  return `${sent}${path.slice(own.length)}: ${message.replaceAll('jwksUri', 'jwks_uri')}`
}

/** The kind of application that the metadata describes. */
function kindOf({ application_type, token_endpoint_auth_method, ...metadata }: SentMetadata): string {
  const grants = grantsOf(metadata)
  if (!grants.includes('authorization_code')) return grants.includes('client_credentials') ? 'machine' : 'device'
  if (application_type === 'native' || (application_type === undefined && isOnDevice(metadata))) return 'native'
  return token_endpoint_auth_method === 'none' ? 'single-page' : 'web'
}

/** What only a program on a person's device has: a scheme of its own (RFC 8252 §7.1), or the flow for devices beside a listener on the machine. */
function isOnDevice(metadata: SentMetadata): boolean {
  const { redirect_uris: sent } = metadata
  const urls = (Array.isArray(sent) ? sent : []).flatMap((uri) =>
    URL.canParse(String(uri)) ? new URL(String(uri)) : [],
  )
  const isListening = urls.some(({ hostname, protocol }) => protocol === 'http:' && isLoopbackHost(hostname))
  return (
    urls.some(({ protocol }) => protocol !== 'https:' && protocol !== 'http:') ||
    (isListening && grantsOf(metadata).includes(deviceGrant))
  )
}

/** What RFC 7591 §2 says of who leaves it out. */
const grantsOf = ({ grant_types = ['authorization_code'] }: SentMetadata): readonly unknown[] =>
  Array.isArray(grant_types) ? grant_types : []

/** The definition, in the words that an operator uses. What was left out is what the standard says of it. */
export function definitionAsked(id: string, metadata: SentMetadata): object {
  const given = (name: string, otherwise: unknown = null): unknown => {
    const value = metadata[name]
    return value === undefined ? otherwise : value
  }
  const { scope } = metadata
  const asked = typeof scope === 'string' ? scope.split(' ') : null
  return {
    id,
    name: given('client_name', 'Application without a name'),
    kind: kindOf(metadata),
    uri: given('client_uri'),
    redirectUris: given('redirect_uris', []),
    postLogoutUris: given('post_logout_redirect_uris', []),
    backchannelLogoutUri: given('backchannel_logout_uri'),
    grantTypes: given('grant_types', ['authorization_code']),
    authentication: given('token_endpoint_auth_method', 'client_secret_basic'),
    idTokenAlgorithm: given('id_token_signed_response_alg', 'ES256'),
    subjectType: given('subject_type', 'pairwise'),
    sectorIdentifierUri: given('sector_identifier_uri'),
    scopes: knownScopes.filter((known) =>
      asked === null
        ? known !== 'offline_access' || grantsOf(metadata).includes('refresh_token')
        : asked.includes(known),
    ),
    jwks: given('jwks'),
    jwksUri: given('jwks_uri'),
    dpopRequired: given('dpop_bound_access_tokens', false),
    pushedRequestRequired: given('require_pushed_authorization_requests', false),
    maximumAgeSeconds: given('default_max_age'),
  }
}
