// What an application that nobody registered says of itself in its document (client id metadata document, CIMD;
// draft-ietf-oauth-client-id-metadata-document §4), as the definition
// that it is judged by: the rules are those of what an operator writes, and narrower. Nothing in it is believed but that it stands at this address.
import { isIP } from 'node:net'
import { signingAlgorithms } from '../../platform/database/column-types.ts'
import { parseStrictJson } from '../../platform/strict-json.ts'
import { nameFault } from '../../store/applications/check-fields.ts'
import { deviceGrant } from '../../store/applications/definition.ts'
import { formatFault } from '../../store/definition-errors/definition-fault.ts'
import type { ApplicationDefinition, GrantType } from '../../store/applications/definition.ts'
import { hostOfDocument } from '../../store/applications/document-address.ts'
import { linkOnHosts } from '../../store/applications/legal-links.ts'
import { completeDefinition } from '../../store/applications/presets.ts'
import { messageOf } from '../../store/definition-errors/definition-fault.ts'
import { isLoopbackHost, redirectUriFault } from '../../store/applications/redirect-uri.ts'
import type { DocumentContent } from '../../store/client-metadata/store.ts'
import { separateAddresses } from '../../store/applications/usable-addresses.ts'
import type { DroppedAddress } from '../../store/applications/usable-addresses.ts'

/** A document as it was just read. */
export interface ReadDocument extends DocumentContent {
  /** Whether it names the algorithm of its ID tokens; otherwise a document that was stored before keeps its own (decision 0071). */
  isAlgorithmNamed: boolean
}

/** A document that cannot be used, and why, for the log. */
export class DocumentFault extends Error {
  override readonly name = 'DocumentFault'
}

type Members = Readonly<Record<string, unknown>>

/** What it may be told at most: what an application of an operator is told by default. Groups are the operator's own affair. */
const mostScopes = ['openid', 'profile', 'wallet', 'offline_access'] as const

const possibleGrants: readonly GrantType[] = ['authorization_code', 'refresh_token', deviceGrant]

/**
 * Reads a document.
 * @param id the client id, under which it was read
 * @param isNamed whether the operator names its host: only there this server reads keys from a second address
 * @param onDropped called for each address that is dropped because it is unusable
 * @throws DocumentFault
 */
export function readDocument(
  text: string,
  id: string,
  isNamed: boolean,
  onDropped: (dropped: DroppedAddress) => void = () => {},
): ReadDocument {
  const members = readMembers(text)
  if (members.client_id !== id) throw new DocumentFault('its client_id is another one')
  for (const name of ['client_secret', 'client_secret_expires_at'])
    if (Object.hasOwn(members, name)) throw new DocumentFault(`${name} must not be there: everybody can read it`)
  const authentication = authenticationOf(members, id, isNamed)
  const grantTypes = grantsOf(members)
  const kind = kindOf(members, authentication, grantTypes)
  const redirects = kind === 'device' ? [] : usableAddresses(members, 'redirect_uris', kind, onDropped)
  const postLogout = kind === 'device' ? [] : usableAddresses(members, 'post_logout_redirect_uris', kind, onDropped)
  const completed = completeDefinition({
    id,
    name: hostOfDocument(id),
    kind,
    uri: ownHome(members, id),
    // The host of the document is all that is certain of it: its redirect addresses can name anyone's.
    policyUri: linkOnHosts(members.policy_uri, [hostOfDocument(id)]),
    termsUri: linkOnHosts(members.tos_uri, [hostOfDocument(id)]),
    redirectUris: redirects,
    postLogoutUris: postLogout,
    // What runs in browsers has no flow for devices.
    grantTypes: kind === 'single-page' ? grantTypes.filter((grant) => grant !== deviceGrant) : grantTypes,
    authentication,
    jwks: authentication === 'private_key_jwt' ? given(members, 'jwks', null) : null,
    jwksUri: authentication === 'private_key_jwt' ? given(members, 'jwks_uri', null) : null,
    idTokenAlgorithm: members.id_token_signed_response_alg === 'ES256' ? 'ES256' : 'RS256',
    pkce: 'required',
    scopes: scopesOf(members, grantTypes),
    dpopRequired: members.dpop_bound_access_tokens === true,
    pushedRequestRequired: kind !== 'device' && members.require_pushed_authorization_requests === true,
    maximumAgeSeconds: given(members, 'default_max_age', null),
  })
  if (completed.outcome === 'faulty') throw new DocumentFault(completed.faults.map(formatFault).join('; '))
  const { definition } = completed
  const inside = definition.redirectUris.find(leadsInside)
  if (inside !== undefined) throw new DocumentFault(`a redirect address ${namesNetwork}`)
  return {
    definition,
    claimedName: claimedNameOf(members),
    anyLoopbackPort: listensOnAnyPort(members),
    isAlgorithmNamed: signingAlgorithms.some((name) => name === members.id_token_signed_response_alg),
  }
}

function readMembers(text: string): Members {
  let value: unknown
  try {
    value = parseStrictJson(text)
  } catch {
    throw new DocumentFault('it is no JSON, or has a member twice')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DocumentFault('it is no JSON object')
  return value as Members
}

const given = (members: Members, name: string, otherwise: unknown): unknown =>
  members[name] === undefined ? otherwise : members[name]

/** Nobody shares a secret with who is not registered: it proves itself by a key, or not at all. */
function authenticationOf(members: Members, id: string, isNamed: boolean): 'none' | 'private_key_jwt' {
  const { token_endpoint_auth_method: method, jwks, jwks_uri: jwksUri } = members
  if (method === 'private_key_jwt') {
    if (jwksUri === undefined) return method
    const isOwn = typeof jwksUri === 'string' && URL.canParse(jwksUri) && new URL(jwksUri).host === hostOfDocument(id)
    if (isNamed && isOwn) return method
    throw new DocumentFault('jwks_uri is not read, as its host is not named by the operator; jwks is')
  }
  if (method === 'none' || (method === undefined && jwks === undefined && jwksUri === undefined)) return 'none'
  throw new DocumentFault('token_endpoint_auth_method must be "none" or "private_key_jwt"')
}

function grantsOf({ grant_types = ['authorization_code'], response_types = ['code'] }: Members): GrantType[] {
  if (!Array.isArray(grant_types) || !Array.isArray(response_types))
    throw new DocumentFault('grant_types and response_types must be lists')
  const grants = possibleGrants.filter((grant) => grant_types.includes(grant))
  if (grants.includes('authorization_code') && !response_types.includes('code'))
    throw new DocumentFault('response_types must contain "code"')
  if (!grants.includes('authorization_code') && !grants.includes(deviceGrant))
    throw new DocumentFault('grant_types must contain "authorization_code"')
  return grants
}

/**
 * Whether the loopback addresses of a document hold for any port (RFC 8252 §7.3). Claude Code, Zed and Kiro publish such addresses without saying
 * that they are native, so that only a document that says otherwise is compared exactly.
 */
const listensOnAnyPort = ({ application_type: type }: Members): boolean => type === undefined || type === 'native'

/** The addresses without those that are unusable here, such as one whose scheme any program can claim (RFC 8252 §8.4): they do not make the rest
 * unusable. */
function usableAddresses(
  members: Members,
  member: 'redirect_uris' | 'post_logout_redirect_uris',
  kind: ApplicationDefinition['kind'],
  onDropped: (dropped: DroppedAddress) => void,
): unknown {
  const { addresses, dropped } = separateAddresses(member, given(members, member, []), (address) => {
    const told = redirectUriFault(address, kind)
    if (told !== null) return messageOf(told)
    return member === 'redirect_uris' && leadsInside(address) ? namesNetwork : null
  })
  dropped.forEach((one) => onDropped(one))
  return addresses
}

function kindOf(
  { application_type }: Members,
  authentication: string,
  grantTypes: readonly GrantType[],
): ApplicationDefinition['kind'] {
  if (!grantTypes.includes('authorization_code')) return 'device'
  if (application_type === 'native') return 'native'
  return authentication === 'none' ? 'single-page' : 'web'
}

/** A home page elsewhere would be somebody else's. */
function ownHome({ client_uri: uri }: Members, id: string): string | null {
  if (typeof uri !== 'string' || !URL.canParse(uri)) return null
  const { host, href } = new URL(uri)
  return href === uri && uri.startsWith('https:') && host === hostOfDocument(id) ? uri : null
}

function scopesOf({ scope }: Members, grantTypes: readonly GrantType[]): string[] {
  const asked = typeof scope === 'string' ? new Set(scope.split(' ')) : null
  return mostScopes.filter((known) => {
    if (known === 'offline_access' && !grantTypes.includes('refresh_token')) return false
    return known === 'openid' || asked === null || asked.has(known)
  })
}

function claimedNameOf({ client_name: name }: Members): string | null {
  return typeof name === 'string' && nameFault(name) === null ? name : null
}

const namesNetwork = 'names a network and no host'

/** A browser inside sees networks that the application does not: only its own machine is a program's to name. */
function leadsInside(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return false
  return !isLoopbackHost(hostname) && (isIP(hostname) !== 0 || hostname.startsWith('['))
}
