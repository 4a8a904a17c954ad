// An application registers itself (RFC 7591): what it says of itself must be what an operator could have written, and the
// same rules decide (THREATS O4, O8). Its secret is stored as every other: as a hash.
import { errors } from 'oidc-provider'
import { scopes as knownScopes } from '@countersign/api/calls'
import { insertAddition } from '../applications/add.ts'
import { formatFault } from '../applications/definition.ts'
import { completeDefinition } from '../applications/presets.ts'
import type { Random } from '../platform/clock.ts'
import { currentScope, writer } from './request-scope.ts'

/** Client metadata (OpenID Connect Dynamic Client Registration §2), checked by the provider. */
export interface RegisteredMetadata {
  client_id: string
  client_secret?: string
  client_name?: string
  client_uri?: string
  application_type?: string
  redirect_uris?: string[]
  post_logout_redirect_uris?: string[]
  backchannel_logout_uri?: string
  grant_types: string[]
  token_endpoint_auth_method: string
  id_token_signed_response_alg?: string
  subject_type?: string
  sector_identifier_uri?: string
  scope?: string
  jwks?: unknown
  jwks_uri?: string
}

/** Keeps an application that registers itself. */
export async function registerClient(random: Random, metadata: RegisteredMetadata): Promise<void> {
  const completed = completeDefinition(describe(metadata))
  if (completed.outcome === 'faulty') throw new errors.InvalidClientMetadata(completed.faults.map(formatFault).join('; '))
  const { now, events } = currentScope()
  const added = await insertAddition(await writer(), random, { definition: completed.definition, origin: 'registration', secret: metadata.client_secret }, now)
  if (added.outcome === 'taken') throw new Error('A random client id is taken')
  events.push(added.event)
}

/** The definition, in the words that an operator uses. */
function describe(metadata: RegisteredMetadata): object {
  const asked = metadata.scope?.split(' ')
  return {
    id: metadata.client_id,
    name: metadata.client_name ?? 'Application without a name',
    kind: kindOf(metadata),
    uri: metadata.client_uri ?? null,
    redirectUris: metadata.redirect_uris ?? [],
    postLogoutUris: metadata.post_logout_redirect_uris ?? [],
    backchannelLogoutUri: metadata.backchannel_logout_uri ?? null,
    grantTypes: metadata.grant_types,
    authentication: metadata.token_endpoint_auth_method,
    idTokenAlgorithm: metadata.id_token_signed_response_alg ?? 'ES256',
    subjectType: metadata.subject_type ?? 'pairwise',
    sectorIdentifierUri: metadata.sector_identifier_uri ?? null,
    scopes: knownScopes.filter((scope) => (asked === undefined ? scope !== 'offline_access' || metadata.grant_types.includes('refresh_token') : asked.includes(scope))),
    jwks: metadata.jwks ?? null,
    jwksUri: metadata.jwks_uri ?? null,
  }
}

function kindOf({ application_type, grant_types, token_endpoint_auth_method }: RegisteredMetadata): string {
  if (!grant_types.includes('authorization_code')) return grant_types.includes('client_credentials') ? 'machine' : 'device'
  if (application_type === 'native') return 'native'
  return token_endpoint_auth_method === 'none' ? 'single-page' : 'web'
}
