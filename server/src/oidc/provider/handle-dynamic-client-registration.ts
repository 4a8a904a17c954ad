// Dynamic client registration (RFC 7591) with the rules of operators' entries (THREATS O4, O8).
import { Provider, errors } from 'oidc-provider'
import type { KoaContext } from 'oidc-provider'
import { addApplicationInTransaction } from '../../store/applications/add-application.ts'
import type { CodedApplicationDefinitionFieldError } from '../../store/definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import type { ApplicationLogoFile } from '../../store/applications/application-logo.ts'
import { validateAndFillApplicationDefinition } from '../../store/applications/validate-and-fill-application-definition.ts'
import { findApplicationById } from '../../store/applications/application-store.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import type { DroppedRedirectUri } from '../../store/applications/drop-unusable-redirect-uris.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import {
  parseClientRegistrationMetadata,
  formatClientMetadataFieldError,
} from './parse-client-registration-metadata.ts'
import type { ClientRegistrationMetadata } from './parse-client-registration-metadata.ts'
import { toClientMetadata, customClientMetadataNames } from './convert-application-to-client-metadata.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { consumeClientRegistrationToken } from './client-registration-tokens.ts'
import { getOidcRequest, getOrStartOidcRequestTransaction } from './oidc-request-context.ts'

interface PendingRegistration {
  definition: ApplicationDefinition
  token: string
  logoUri: string | null
  dropped: DroppedRedirectUri[]
}

const pendingRegistrations = new WeakMap<KoaContext, PendingRegistration>()

/** `idFactory` of the provider, with our rules (applications/pairwise-sector-identifier.ts). */
export function validateRegistrationAndCreateClientId(random: RandomBytes, ctx: KoaContext): string {
  const { oidc } = ctx
  const body = oidc.body as ClientRegistrationMetadata
  const own = Object.keys(body).find((name) => name.startsWith('countersign_'))
  if (own !== undefined)
    throw new errors.InvalidClientMetadata(`${own} cannot be registered: only an operator can set it`)
  const id = createRandomId(random)
  const { input, logoUri, dropped } = parseClientRegistrationMetadata(id, body)
  const completed = validateAndFillApplicationDefinition(input)
  if (completed.outcome === 'invalid')
    throw new errors.InvalidClientMetadata(completed.errors.map(formatClientMetadataFieldError).join('; '))
  const { definition } = completed
  pendingRegistrations.set(ctx, { definition, token: oidc.getAccessToken(), logoUri, dropped })
  const shown = Object.fromEntries(Object.entries(body).filter(([name]) => !locallyValidatedMembers.has(name)))
  const [hasRedirects, hasPostLogout] = [body.redirect_uris, body.post_logout_redirect_uris].map(Array.isArray)
  oidc.body = {
    ...shown,
    ...(definition.jwks !== null && { jwks: definition.jwks }),
    ...(definition.jwksUri !== null && { jwks_uri: definition.jwksUri }),
    ...(definition.scopes.length > 0 && { scope: definition.scopes.join(' ') }),
    ...(hasRedirects && { redirect_uris: definition.redirectUris }),
    ...(hasPostLogout && { post_logout_redirect_uris: definition.postLogoutUris }),
    application_type: definition.kind === 'native' ? 'native' : 'web',
    grant_types: definition.grantTypes,
    // RFC 7591 §2.1: response types must match the grant types if they are omitted.
    ...(body.response_types === undefined &&
      !definition.grantTypes.includes('authorization_code') && { response_types: [] }),
  }
  return id
}

const locallyValidatedMembers: ReadonlySet<string> = new Set([
  'subject_type',
  'sector_identifier_uri',
  'scope',
  'jwks',
  'jwks_uri',
  'logo_uri',
  'policy_uri',
  'tos_uri',
])

export const listDroppedRegistrationUris = (ctx: KoaContext): readonly DroppedRedirectUri[] =>
  pendingRegistrations.get(ctx)?.dropped ?? []

export type SectorIdentifierVerifier = (
  definition: ApplicationDefinition,
) => Promise<CodedApplicationDefinitionFieldError[]>

export type LogoFetcher = (address: string) => Promise<ApplicationLogoFile | null>

export async function completeDynamicClientRegistration(
  random: RandomBytes,
  { askSector, askLogo }: { askSector: SectorIdentifierVerifier; askLogo: LogoFetcher },
  { client_secret: secret }: { client_secret?: string },
): Promise<void> {
  const registering = Provider.ctx && pendingRegistrations.get(Provider.ctx)
  if (registering === undefined) throw new Error('Client registration completed outside of a registration request')
  const { definition, token, logoUri } = registering
  const faults = await askSector(definition)
  // The caller must not learn what another server answered, or whether it exists (THREATS O9).
  const unreadable = faults.find(({ code }) => code === 'sector_unreadable')
  if (unreadable !== undefined)
    throw new errors.InvalidClientMetadata('sector_identifier_uri: cannot be read', unreadable.message)
  if (faults.length > 0) throw new errors.InvalidClientMetadata(faults.map(formatClientMetadataFieldError).join('; '))
  const logo = logoUri === null ? null : await askLogo(logoUri)
  const { now, events, applications } = getOidcRequest()
  const transaction = await getOrStartOidcRequestTransaction()
  const registrationTokenId = await consumeClientRegistrationToken(transaction, token, now)
  const added = await addApplicationInTransaction(
    transaction,
    random,
    { definition, origin: 'registration', secret, logo, registrationTokenId },
    now,
  )
  if (added.outcome === 'already-exists') throw new Error('The generated client ID already exists')
  events.push(added.event)
  const record = await findApplicationById(transaction, definition.id)
  if (record !== undefined) applications.set(record.id, record)
}

/** The provider returns the requested metadata; RFC 7591 §3.2.1 requires the stored metadata. */
export function respondWithStoredClientMetadata(provider: Provider): void {
  provider.on('registration_create.success', (ctx: KoaContext, { clientId }: { clientId: string }) => {
    const record = getOidcRequest().applications.get(clientId)
    if (record !== undefined)
      ctx.body = { ...pickMembers(ctx.body as object, oneTimeMetadata), ...describeStoredMetadata(record) }
  })
}

const oneTimeMetadata = ['client_id_issued_at', 'client_secret', 'client_secret_expires_at']

const pickMembers = (all: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))

function describeStoredMetadata(record: ApplicationRecord): object {
  const { uri, policyUri, termsUri, subjectType, sectorIdentifierUri, maxAgeSeconds } = record.definition
  const metadata = toClientMetadata(record)
  const returnedMemberNames = Object.keys(metadata).filter(
    (name) => name !== 'client_secret' && !customClientMetadataNames.some((own) => own === name),
  )
  return {
    ...pickMembers(metadata, returnedMemberNames),
    ...(record.definition.scopes.length > 0 && { scope: record.definition.scopes.join(' ') }),
    require_auth_time: true,
    ...(maxAgeSeconds !== null && { default_max_age: maxAgeSeconds }),
    subject_type: subjectType,
    ...(uri !== null && { client_uri: uri }),
    ...(policyUri !== null && { policy_uri: policyUri }),
    ...(termsUri !== null && { tos_uri: termsUri }),
    ...(record.logo !== null && { logo_uri: `${getOidcRequest().site.origin}/api/applications/${record.id}/logo` }),
    ...(sectorIdentifierUri !== null && { sector_identifier_uri: sectorIdentifierUri }),
  }
}
