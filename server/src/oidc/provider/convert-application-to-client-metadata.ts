// Converts applications to the provider's metadata (OpenID Connect Dynamic Client Registration §2).
import {
  getApplicationPostLogoutUris,
  getApplicationRedirectUris,
} from '../../store/applications/protected-site-hosts-and-urls.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import type { OidcProviderRecordPayload } from '../../store/authorizations/oidc-provider-record-store.ts'

export const customClientMetadataNames = [
  'countersign_pkce',
  'countersign_profile',
  'countersign_subject_type',
  'countersign_any_loopback_port',
  'countersign_rotate_refresh_tokens',
  'countersign_first_party',
] as const

// With `default_max_age` or `require_auth_time`, the provider would refuse plain OAuth;
// oidc-interaction-policy.ts enforces the maximum age.
export function toClientMetadata(record: ApplicationRecord): OidcProviderRecordPayload {
  const { definition, secretHash } = record
  const needsSecret = definition.authentication.startsWith('client_secret')
  return {
    client_id: record.id,
    client_name: record.name,
    application_type: definition.kind === 'native' ? 'native' : 'web',
    redirect_uris: getApplicationRedirectUris(definition),
    post_logout_redirect_uris: getApplicationPostLogoutUris(definition),
    grant_types: definition.grantTypes,
    response_types: definition.grantTypes.includes('authorization_code') ? ['code'] : [],
    token_endpoint_auth_method: definition.authentication,
    ...(needsSecret && { client_secret: secretHash ?? undefined }),
    id_token_signed_response_alg: definition.idTokenAlgorithm,
    // The provider's rules for `pairwise` ignore fixed sectors; see subject-identifier-store.ts.
    subject_type: 'public',
    // email-claim.ts removes the scope if the application gets no email address.
    ...(definition.scopes.length > 0 && { scope: [...definition.scopes, 'email'].join(' ') }),
    ...(definition.jwks !== null && { jwks: definition.jwks }),
    ...(definition.jwksUri !== null && { jwks_uri: definition.jwksUri }),
    ...(definition.backchannelLogoutUri !== null && {
      backchannel_logout_uri: definition.backchannelLogoutUri,
      backchannel_logout_session_required: true,
    }),
    dpop_bound_access_tokens: definition.dpopRequired,
    require_pushed_authorization_requests: definition.pushedRequestRequired,
    countersign_pkce: definition.pkce,
    countersign_profile: definition.profile,
    countersign_subject_type: definition.subjectType,
    countersign_any_loopback_port: record.document?.anyLoopbackPort ?? false,
    countersign_rotate_refresh_tokens: definition.rotateRefreshTokens,
    countersign_first_party: definition.firstParty,
  }
}
