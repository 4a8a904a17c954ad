// oxlint-disable-next-line typescript/triple-slash-reference -- the types of a package cannot be imported where it has none
/// <reference path="./oidc-provider.d.ts" />
import { interfaceLanguages } from '@countersign/api/interface-languages'
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { Provider } from 'oidc-provider'
import type { Client, KoaContext } from 'oidc-provider'
import { proofBindingParameter } from '../../store/interactions/requested-proof-binding.ts'
import { fapiCodeLifetimeSeconds } from '../../store/applications/fapi-security-profile.ts'
import type { TokenSigningKeySet } from '../../store/signing-keys/token-signing-key-set.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { RateLimiter } from '../../platform/rate-limits/rate-limiter.ts'
import type { ServerSettings } from '../../platform/server-setting-definitions.ts'
import type { OidcProviderAdapter } from './oidc-provider-adapter.ts'
import { oidcProviderClaimsByScope } from './read-person-claims.ts'
import { validateClaimsParameter } from './validate-claims-parameter.ts'
import {
  validateClientAssertionAudience,
  validateClientAssertionLifetime,
  validateFapiClientAssertion,
} from './validate-client-assertion.ts'
import { customClientMetadataNames } from './convert-application-to-client-metadata.ts'
import { rateLimitPushedAuthorizationRequest } from './rate-limit-pushed-authorization-requests.ts'
import { acceptPublicClientBasicAuth } from './accept-public-client-basic-auth.ts'
import { createUnavailableEmailScopeDropHook } from './email-claim.ts'
import { findAccount } from './find-account.ts'
import { canIntrospectToken } from './token-introspection.ts'
import { deviceAuthorizationPollIntervalSeconds } from './device-authorization-poll-limit.ts'
import { getOidcInteractionUrl } from './oidc-interaction-url.ts'
import { loadExistingGrant } from './load-existing-grant.ts'
import { patchOidcProviderClaimMapping } from './patch-oidc-provider-claim-mapping.ts'
import { restoreOfflineAccess } from './offline-access-scope-rules.ts'
import { isPkceRequired } from './is-pkce-required.ts'
import {
  createOidcInteractionPolicy,
  explainUnsupportedPrompt,
  supportedPromptValues,
} from './oidc-interaction-policy.ts'
import { acrValues } from './convert-session-for-oidc-provider.ts'
import { redirectToOidcErrorPage } from './redirect-to-oidc-error-page.ts'
import { oidcProtocolPaths } from './oidc-protocol-paths.ts'
import {
  validateRegistrationAndCreateClientId,
  respondWithStoredClientMetadata,
} from './handle-dynamic-client-registration.ts'
import {
  getResourceServerInfo,
  createAccessTokenTtlResolver,
  getDefaultResourceIndicator,
} from './resource-server-info.ts'
import { customizeJwtAccessToken } from './customize-jwt-access-token.ts'
import {
  getOidcRequest,
  getOidcAuthorizationSnapshot,
  getOidcRequestQueries,
  getOrStartOidcRequestTransaction,
} from './oidc-request-context.ts'
import { redirectToLogoutConfirmation } from './rp-initiated-logout.ts'
import { signOutOfFirstPartyApplication } from './sign-out-of-first-party-application.ts'
import { getRefreshTokenTtl, rotateOrRenewRefreshToken } from './consume-oauth-codes-and-tokens.ts'
import { findOrCreateSubjectIdentifier, findSubjectIdentifier } from './subject-identifier-store.ts'
import type { OidcClientWithCountersignMetadata } from './oidc-client-with-countersign-metadata.ts'
import { isCorsOriginAllowed } from './is-cors-origin-allowed.ts'
import { hardenOidcProvider } from './harden-oidc-provider.ts'
import { keepBoundProofInTokens, validateProofBinding } from './bound-proof.ts'

export interface OidcProviderContext {
  settings: ServerSettings
  rateLimiter: RateLimiter
  random: RandomBytes
  keys: TokenSigningKeySet
  fetch: (url: string | URL, options?: object) => Promise<Response>
  registration: boolean
  storage: (kind: string) => OidcProviderAdapter
}

export function createOidcProvider(context: OidcProviderContext): Provider {
  const { settings, rateLimiter, storage } = context
  const provider = new Provider(settings.origin, createProviderConfiguration(context))
  hardenOidcProvider(provider, rateLimiter, storage)
  keepBoundProofInTokens(provider)
  patchOidcProviderClaimMapping(provider)
  acceptPublicClientBasicAuth(provider)
  explainUnsupportedPrompt(provider)
  setDevicePollInterval(provider)
  respondWithStoredClientMetadata(provider)
  return provider
}

function createProviderConfiguration(context: OidcProviderContext): object {
  const { settings, random, keys, fetch, storage } = context
  const { limits, origin } = settings
  const ignoreEmail = createUnavailableEmailScopeDropHook(settings.emailAliasDomain)
  return {
    adapter: storage,
    jwks: keys.jwks,
    routes: oidcProtocolPaths,
    fetch,
    findAccount: (ctx: KoaContext, id: string, token?: Parameters<typeof findAccount>[2]) =>
      findAccount(ctx, id, token, {
        domain: settings.emailAliasDomain || null,
        random,
        getWriteTransaction: getOrStartOidcRequestTransaction,
      }),
    loadExistingGrant: (ctx: KoaContext) => loadExistingGrant(random, ctx),
    interactions: { policy: createOidcInteractionPolicy(origin, random), url: getOidcInteractionUrl },
    renderError: redirectToOidcErrorPage,

    scopes: ['openid', 'offline_access'],
    claims: oidcProviderClaimsByScope,
    extraParams: {
      scope: (ctx: KoaContext, value: unknown, client: Client) => {
        restoreOfflineAccess(ctx, client)
        ignoreEmail(ctx, value, client)
      },
      [proofBindingParameter]: validateProofBinding,
    },
    acrValues: Object.values(acrValues),
    // read-person-claims.ts decides where claims go, per application.
    conformIdTokenClaims: false,
    subjectTypes: ['public', 'pairwise'],
    pairwiseIdentifier: (ctx: KoaContext, personId: string, { clientId }: Client) =>
      findPairwiseSubject(random, ctx, personId, clientId),

    responseTypes: ['code'],
    pkce: { required: isPkceRequired },
    // RFC 9700 §2.1: redirect URIs match exactly and are always sent.
    allowOmittingSingleRegisteredRedirectUri: false,
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    assertJwtClientAuthClaimsAndHeader: createAssertionValidator(origin, context.rateLimiter),
    clientDefaults: {
      id_token_signed_response_alg: 'RS256',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      // subject-identifier-store.ts makes subjects; the provider has its own rules for `pairwise`.
      subject_type: 'public',
      token_endpoint_auth_method: 'client_secret_basic',
    },
    extraClientMetadata: { properties: [...customClientMetadataNames] },
    enabledJWA: {
      idTokenSigningAlgValues: ['ES256', 'RS256'],
      // No HMAC: secrets are stored as hashes and cannot be keys (THREATS O7).
      clientAuthSigningAlgValues: ['ES256', 'RS256', 'PS256', 'EdDSA'],
      dPoPSigningAlgValues: ['ES256', 'EdDSA'],
    },
    clientBasedCORS: (_ctx: KoaContext, from: string, client: OidcClientWithCountersignMetadata) =>
      isCorsOriginAllowed(from, client),

    features: configureFeatures(context),
    formats: { customizers: { jwt: customizeJwtAccessToken.bind(null, random) } },
    // Tokens end with their session; find-valid-oidc-provider-records.ts checks each use.
    expiresWithSession: async () => false,
    rotateRefreshToken: (ctx: KoaContext) => rotateOrRenewRefreshToken(ctx, limits),
    ttl: configureLifetimes(limits),
    discovery: {
      ui_locales_supported: [...interfaceLanguages],
      prompt_values_supported: [...supportedPromptValues],
      // The provider's own feature is off: it bypasses the outbound HTTP client (client-metadata/).
      ...(settings.clientMetadataHosts.length > 0 && { client_id_metadata_document_supported: true }),
    },
    cookies: { names: oidcProviderCookieNames, keys: [] },
  }
}

async function findPairwiseSubject(
  random: RandomBytes,
  { oidc }: KoaContext,
  personId: string,
  clientId: string,
): Promise<string> {
  const application = getOidcRequest().applications.get(clientId)
  if (application === undefined) throw new Error('A subject identifier was requested for an unknown application')
  const ground = getOidcAuthorizationSnapshot(oidc.grant?.jti)
  if (ground?.subject != null && ground.person.id === personId && ground.authorization.application_id === clientId)
    return ground.subject
  // The subject is usually created with the consent, so that this only reads.
  return (
    (await findSubjectIdentifier(getOidcRequestQueries(), personId, application)) ??
    findOrCreateSubjectIdentifier(await getOrStartOidcRequestTransaction(), random, personId, application)
  )
}

const createAssertionValidator =
  (origin: string, rateLimiter: RateLimiter) =>
  async (ctx: KoaContext, claims: object, header: object, client: OidcClientWithCountersignMetadata): Promise<void> => {
    // The provider has verified the signature.
    getOidcRequest().isClientAuthenticated = true
    if (client.countersign_profile === 'fapi2') validateFapiClientAssertion(claims, header, origin)
    validateClientAssertionAudience(claims, [origin, `${origin}${oidcProtocolPaths.token}`])
    validateClientAssertionLifetime(claims, getOidcRequest().now)
    await rateLimitPushedAuthorizationRequest(ctx, rateLimiter, { proved: true })
  }

function configureFeatures({ settings: { limits }, random, registration }: OidcProviderContext): object {
  return {
    devInteractions: { enabled: false },
    backchannelLogout: { enabled: true },
    // Core §5.5: only `sub` and `acr` are read (oidc-interaction-policy.ts).
    claimsParameter: { enabled: true, assertClaimsParameter: validateClaimsParameter },
    clientCredentials: { enabled: true },
    deviceFlow: { enabled: true, deviceInfo: describeRequestingDevice },
    dPoP: { enabled: true },
    introspection: { enabled: true, allowedPolicy: canIntrospectToken },
    pushedAuthorizationRequests: { enabled: true },
    registration: registration
      ? {
          enabled: true,
          initialAccessToken: true,
          issueRegistrationAccessToken: false,
          idFactory: (ctx: KoaContext) => validateRegistrationAndCreateClientId(random, ctx),
        }
      : { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: (ctx: KoaContext, _client: Client, oneOf?: string[]) =>
        oneOf ?? getDefaultResourceIndicator(ctx),
      getResourceServerInfo: (ctx: KoaContext, resource: string) => getResourceServerInfo(ctx, resource, limits),
    },
    revocation: { enabled: true, allowedPolicy: canRevokeToken },
    rpInitiatedLogout: { enabled: true, logoutSource: (ctx: KoaContext) => signOutOrAsk(random, ctx) },
  }
}

async function signOutOrAsk(random: RandomBytes, ctx: KoaContext): Promise<void> {
  if (!(await signOutOfFirstPartyApplication(random, ctx))) await redirectToLogoutConfirmation(random, ctx)
}

function configureLifetimes(limits: ServerLimitValues): object {
  return {
    AccessToken: createAccessTokenTtlResolver(limits.accessTokenLifetimeSeconds),
    AuthorizationCode: (_ctx: KoaContext, _code: object, client: OidcClientWithCountersignMetadata) =>
      client.countersign_profile === 'fapi2'
        ? Math.min(fapiCodeLifetimeSeconds, limits.authorizationCodeLifetimeSeconds)
        : limits.authorizationCodeLifetimeSeconds,
    ClientCredentials: createAccessTokenTtlResolver(limits.accessTokenLifetimeSeconds),
    DeviceCode: limits.deviceCodeLifetimeSeconds,
    Grant: limits.sessionLifetimeSeconds,
    IdToken: limits.idTokenLifetimeSeconds,
    Interaction: limits.interactionLifetimeSeconds,
    RefreshToken: (_ctx: KoaContext, token: { iiat: number }) => getRefreshTokenTtl(limits, token),
    Session: limits.sessionLifetimeSeconds,
  }
}

/** Browsers never get these cookies; forward-request-to-oidc-provider.ts sets them per request. */
export const oidcProviderCookieNames = { session: 'session', interaction: 'interaction', resume: 'resume' }

/** RFC 8628 §3.2: sends the interval in seconds, because some devices do not apply the default. */
function setDevicePollInterval(provider: Provider): void {
  provider.on('device_authorization.success', (_ctx: KoaContext, body: { interval?: number }) => {
    body.interval = deviceAuthorizationPollIntervalSeconds
  })
}

/** Shown to the person, who checks before approving that this is their device. */
function describeRequestingDevice(): object {
  const { networkPrefix, userAgent } = getOidcRequest()
  return { networkPrefix, userAgent }
}

/** RFC 7009 §2.1: clients can revoke only their own tokens; the response for others is the same. */
const canRevokeToken = (_ctx: KoaContext, client: Client, token: { clientId: string }): boolean =>
  token.clientId === client.clientId
