// An application registers itself (RFC 7591): what it says of itself must be what an operator could have written, and the
// same rules decide (THREATS O4, O8). Its secret is stored as every other: as a hash.
import { errors } from 'oidc-provider'
import type { KoaContext, Provider } from 'oidc-provider'
import { scopes as knownScopes } from '@countersign/api/calls'
import { insertAddition } from '../applications/add.ts'
import { formatFault } from '../applications/definition.ts'
import { completeDefinition } from '../applications/presets.ts'
import { findApplication } from '../applications/store.ts'
import type { ApplicationRecord } from '../applications/store.ts'
import type { Random } from '../../platform/clock.ts'
import { describeClient, ownMetadata } from './client-metadata.ts'
import { createIdentifier } from '../../platform/identifier.ts'
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
  dpop_bound_access_tokens?: boolean
  require_pushed_authorization_requests?: boolean
  default_max_age?: number
}

/**
 * The provider's setting `idFactory`, which is asked first: what the provider itself does not look at is looked at here.
 * @returns the client id
 */
export function beginRegistration(random: Random, { oidc }: KoaContext): string {
  const body = oidc.body as Readonly<Record<string, unknown>>
  const own = ownMetadata.find((name) => Object.hasOwn(body, name))
  if (own !== undefined) throw new errors.InvalidClientMetadata(`${own} cannot be registered: only an operator sets it`)
  // The provider takes the host of each before it checks that there is one.
  const { redirect_uris: addresses } = body
  if (Array.isArray(addresses) && !addresses.every((address) => typeof address === 'string' && URL.canParse(address))) {
    throw new errors.InvalidClientMetadata('redirect_uris must only contain valid uris')
  }
  return createIdentifier(random)
}

/** Keeps an application that registers itself. */
export async function registerClient(random: Random, metadata: RegisteredMetadata): Promise<void> {
  const completed = completeDefinition(describe(metadata))
  if (completed.outcome === 'faulty')
    throw new errors.InvalidClientMetadata(completed.faults.map(formatFault).join('; '))
  const { now, events, applications } = currentScope()
  const transaction = await writer()
  const added = await insertAddition(
    transaction,
    random,
    { definition: completed.definition, origin: 'registration', secret: metadata.client_secret },
    now,
  )
  if (added.outcome === 'taken') throw new Error('A random client id is taken')
  events.push(added.event)
  const record = await findApplication(transaction, completed.definition.id)
  if (record !== undefined) applications.set(record.id, record)
}

/** What the provider answers is what was asked for; what was kept of it is told instead (RFC 7591 §3.2.1). */
export function tellWhatIsKept(provider: Provider): void {
  provider.on('registration_create.success', (ctx: KoaContext, { clientId }: { clientId: string }) => {
    const record = currentScope().applications.get(clientId)
    if (record !== undefined) ctx.body = { ...pick(ctx.body as object, givenOut), ...describeKept(record) }
  })
}

/** What is told once. */
const givenOut = ['client_id_issued_at', 'client_secret', 'client_secret_expires_at']

const pick = (all: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))

function describeKept(record: ApplicationRecord): object {
  const { uri, subjectType, sectorIdentifierUri, maximumAgeSeconds } = record.definition
  const metadata = describeClient(record)
  const told = Object.keys(metadata).filter(
    (name) => name !== 'client_secret' && !ownMetadata.some((own) => own === name),
  )
  return {
    ...pick(metadata, told),
    require_auth_time: true,
    ...(maximumAgeSeconds !== null && { default_max_age: maximumAgeSeconds }),
    subject_type: subjectType,
    ...(uri !== null && { client_uri: uri }),
    ...(sectorIdentifierUri !== null && { sector_identifier_uri: sectorIdentifierUri }),
  }
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
    scopes: knownScopes.filter((scope) =>
      asked === undefined
        ? scope !== 'offline_access' || metadata.grant_types.includes('refresh_token')
        : asked.includes(scope),
    ),
    jwks: metadata.jwks ?? null,
    jwksUri: metadata.jwks_uri ?? null,
    dpopRequired: metadata.dpop_bound_access_tokens ?? false,
    pushedRequestRequired: metadata.require_pushed_authorization_requests ?? false,
    maximumAgeSeconds: metadata.default_max_age ?? null,
  }
}

function kindOf({ application_type, grant_types, token_endpoint_auth_method }: RegisteredMetadata): string {
  if (!grant_types.includes('authorization_code'))
    return grant_types.includes('client_credentials') ? 'machine' : 'device'
  if (application_type === 'native') return 'native'
  return token_endpoint_auth_method === 'none' ? 'single-page' : 'web'
}
