// The OpenID Connect provider: oidc-provider, told what this server is. Everything that may be asked of it stands here.
// oxlint-disable-next-line typescript/triple-slash-reference -- the types of a package cannot be imported where it has none
/// <reference path="./oidc-provider.d.ts" />
import { languages } from '@countersign/api/languages'
import { Provider } from 'oidc-provider'
import type { Client, KoaContext } from 'oidc-provider'
import { deviceCodeGrantType } from '../../store/applications/application-definition.ts'
import { fapiCodeLifetimeSeconds } from '../../store/applications/fapi-profile.ts'
import { isMetadataDocumentUrl } from '../../store/applications/metadata-document-url.ts'
import { differsOnlyByLoopbackPort } from '../../store/applications/loopback-port.ts'
import { isLoopbackHost } from '../../store/applications/validate-redirect-uri.ts'
import { verifyClientSecret } from '../../store/applications/client-secret.ts'
import type { SigningKeySet } from '../../store/signing-keys/signing-key-set.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { RateLimiter } from '../../platform/rate-limits/rate-limiter.ts'
import type { Settings } from '../../platform/settings.ts'
import type { ProviderAdapter } from './provider-adapter.ts'
import { providerClaimsByScope } from './person-claims.ts'
import { validateClaimsParameter } from './claims-parameter.ts'
import {
  validateAssertionAudience,
  validateAssertionLifetime,
  validateFapiAssertion,
  rejectReplayedAssertion,
} from './client-assertion.ts'
import { customClientMetadata } from './client-metadata.ts'
import { rateLimitPushedRequest } from './rate-limit-pushed-requests.ts'
import { acceptPublicClientBasicAuth } from './basic-auth-public-client.ts'
import { createEmailScopeFilter } from './email-claim.ts'
import { findAccount } from './find-account.ts'
import { canIntrospect } from './token-introspection.ts'
import { devicePollIntervalSeconds } from './device-poll-limit.ts'
import { getInteractionUrl } from './interaction-url.ts'
import { loadExistingGrant } from './load-existing-grant.ts'
import { installClaimMapping } from './install-claim-mapping.ts'
import { dropUnavailableScopes } from './dropped-scopes.ts'
import { recordOfflineAccessRequest, restoreOfflineAccess } from './offline-access.ts'
import { requiresPkce } from './pkce-requirement.ts'
import { createInteractionPolicy, explainUnsupportedPrompt, supportedPromptValues } from './interaction-policy.ts'
import { acrValues } from './provider-session.ts'
import { redirectToErrorPage } from './protocol-error-page.ts'
import { protocolPaths } from './protocol-paths.ts'
import { validateRegistrationRequest, respondWithStoredMetadata } from './register-client.ts'
import { getResourceServerInfo, createAccessTokenTtl, getDefaultResource } from './resource-server-info.ts'
import { customizeResourceToken } from './customize-resource-token.ts'
import {
  getProviderRequest,
  getAuthorizationSnapshot,
  recordSingleUse,
  getReadQueries,
  getWriteTransaction,
} from './provider-request-context.ts'
import { startRpInitiatedLogout } from './rp-initiated-logout.ts'
import { getRefreshTokenTtl, rotateOrRenewRefreshToken } from './consume-tokens.ts'
import { hasIdTokenFormat, decodeTokenId, signedTokenKind } from './signed-access-token.ts'
import { findOrCreateSubject, findSubject } from './subject-identifiers.ts'

/** What the provider is made from. */
export interface ProviderContext {
  settings: Settings
  rateLimiter: RateLimiter
  random: RandomBytes
  keys: SigningKeySet
  fetch: (url: string | URL, options?: object) => Promise<Response>
  /** Whether applications can register themselves, with a token that was handed out. */
  registration: boolean
  /** The provider's storage, by the name of its model. */
  storage: (kind: string) => ProviderAdapter
}

type CountersignClient = Client & {
  countersign_pkce?: string
  countersign_profile?: string
  countersign_subject_type?: 'public' | 'pairwise'
  countersign_any_loopback_port?: boolean
}

/** Builds the provider for one set of signing keys; a new set is a new provider. */
export function createProvider({
  settings,
  rateLimiter,
  random,
  keys,
  fetch,
  registration,
  storage,
}: ProviderContext): Provider {
  const { limits, origin } = settings
  const ignoreEmail = createEmailScopeFilter(settings.aliasDomain)
  const provider = new Provider(origin, {
    adapter: storage,
    jwks: keys.jwks,
    routes: protocolPaths,
    fetch,
    findAccount: (ctx: KoaContext, id: string, token?: Parameters<typeof findAccount>[2]) =>
      findAccount(ctx, id, token, { domain: settings.aliasDomain || null, random, getWriteTransaction }),
    loadExistingGrant: (ctx: KoaContext) => loadExistingGrant(random, ctx),
    interactions: { policy: createInteractionPolicy(origin), url: getInteractionUrl },
    renderError: redirectToErrorPage,

    scopes: ['openid', 'offline_access'],
    claims: providerClaimsByScope,
    extraParams: {
      scope: (ctx: KoaContext, value: unknown, client: Client) => {
        restoreOfflineAccess(ctx, client)
        ignoreEmail(ctx, value, client)
      },
    },
    acrValues: Object.values(acrValues),
    // Where claims go is the application's choice, made in person-claims.ts.
    conformIdTokenClaims: false,
    subjectTypes: ['public', 'pairwise'],
    pairwiseIdentifier: async ({ oidc }: KoaContext, personId: string, { clientId }: Client) => {
      const application = getProviderRequest().applications.get(clientId)
      if (application === undefined) throw new Error('A subject is asked for by an application that is not known')
      const ground = getAuthorizationSnapshot(oidc.grant?.jti)
      if (ground?.subject != null && ground.person.id === personId && ground.authorization.application_id === clientId)
        return ground.subject
      // Made before, when the application was let in; to look must not cost a write.
      return (
        (await findSubject(getReadQueries(), personId, application)) ??
        findOrCreateSubject(await getWriteTransaction(), random, personId, application)
      )
    },

    responseTypes: ['code'],
    pkce: { required: requiresPkce },
    // RFC 9700 §2.1: exactly as registered, and always said.
    allowOmittingSingleRegisteredRedirectUri: false,
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    assertJwtClientAuthClaimsAndHeader: async (
      ctx: KoaContext,
      claims: object,
      header: object,
      client: CountersignClient,
    ) => {
      if (client.countersign_profile === 'fapi2') validateFapiAssertion(claims, header, origin)
      validateAssertionAudience(claims, [origin, `${origin}${protocolPaths.token}`])
      validateAssertionLifetime(claims, getProviderRequest().now)
      await rateLimitPushedRequest(ctx, rateLimiter, { proved: true })
    },
    clientDefaults: {
      id_token_signed_response_alg: 'RS256',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      // What it is for people is ours to say (subject-identifiers.ts); the provider has rules of its own for the other.
      subject_type: 'public',
      token_endpoint_auth_method: 'client_secret_basic',
    },
    extraClientMetadata: { properties: [...customClientMetadata] },
    enabledJWA: {
      idTokenSigningAlgValues: ['ES256', 'RS256'],
      // No HMAC: secrets are stored as hashes, and cannot be keys (THREATS O7).
      clientAuthSigningAlgValues: ['ES256', 'RS256', 'PS256', 'EdDSA'],
      dPoPSigningAlgValues: ['ES256', 'EdDSA'],
    },
    clientBasedCORS: (_ctx: KoaContext, from: string, client: CountersignClient) => isCorsOriginAllowed(from, client),

    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      // Core §5.5. Claims are given by scope, as people are asked for them; what is read of it is who and how (interaction-policy.ts).
      claimsParameter: { enabled: true, assertClaimsParameter: validateClaimsParameter },
      clientCredentials: { enabled: true },
      deviceFlow: { enabled: true, deviceInfo: describeRequestingDevice },
      dPoP: { enabled: true },
      introspection: { enabled: true, allowedPolicy: canIntrospect },
      pushedAuthorizationRequests: { enabled: true },
      registration: registration
        ? {
            enabled: true,
            initialAccessToken: true,
            issueRegistrationAccessToken: false,
            idFactory: (ctx: KoaContext) => validateRegistrationRequest(random, ctx),
          }
        : { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: (ctx: KoaContext, _client: Client, oneOf?: string[]) => oneOf ?? getDefaultResource(ctx),
        getResourceServerInfo: (ctx: KoaContext, resource: string) => getResourceServerInfo(ctx, resource, limits),
      },
      revocation: { enabled: true, allowedPolicy: canRevokeToken },
      rpInitiatedLogout: { enabled: true, logoutSource: (ctx: KoaContext) => startRpInitiatedLogout(random, ctx) },
    },
    formats: { customizers: { jwt: customizeResourceToken.bind(null, random) } },
    // Everything ends with its session; valid-provider-records.ts looks at each use.
    expiresWithSession: async () => false,
    rotateRefreshToken: (ctx: KoaContext) => rotateOrRenewRefreshToken(ctx, limits),
    ttl: {
      AccessToken: createAccessTokenTtl(limits.accessTokenLifeSeconds),
      AuthorizationCode: (_ctx: KoaContext, _code: object, client: CountersignClient) =>
        client.countersign_profile === 'fapi2'
          ? Math.min(fapiCodeLifetimeSeconds, limits.codeLifeSeconds)
          : limits.codeLifeSeconds,
      ClientCredentials: createAccessTokenTtl(limits.accessTokenLifeSeconds),
      DeviceCode: limits.deviceCodeLifeSeconds,
      Grant: limits.sessionLifeSeconds,
      IdToken: limits.idTokenLifeSeconds,
      Interaction: limits.interactionLifeSeconds,
      RefreshToken: (_ctx: KoaContext, token: { iiat: number }) => getRefreshTokenTtl(limits, token),
      Session: limits.sessionLifeSeconds,
    },
    discovery: {
      ui_locales_supported: [...languages],
      prompt_values_supported: [...supportedPromptValues],
      // The provider's own feature is off: its way of asking goes around the one way out (client-documents/).
      ...(settings.clientDocumentHosts.length > 0 && { client_id_metadata_document_supported: true }),
    },
    cookies: { names: providerCookieNames, keys: [] },
  })
  overrideProviderBehavior(provider, rateLimiter, storage)
  installClaimMapping(provider)
  acceptPublicClientBasicAuth(provider)
  explainUnsupportedPrompt(provider)
  setDevicePollInterval(provider)
  respondWithStoredMetadata(provider)
  return provider
}

/** The provider's cookies never reach a browser; mount-provider.ts writes them into the request and takes them out of the answer. */
export const providerCookieNames = { session: 'session', interaction: 'interaction', resume: 'resume' }

/** Where the provider's own way is not strict enough for this server. */
function overrideProviderBehavior(
  provider: Provider,
  rateLimiter: RateLimiter,
  storage: ProviderContext['storage'],
): void {
  // Addresses come from the issuer alone; mount-provider.ts sets what the request says of it.
  provider.proxy = true
  const find = provider.Client.find.bind(provider.Client)
  provider.Client.find = async (id) => {
    const client = (await find(id)) as CountersignClient | undefined
    if (client !== undefined) client.subjectType = client.countersign_subject_type ?? 'pairwise'
    if (client?.clientAuthMethod === 'none') await rateLimitPushedRequest(Provider.ctx, rateLimiter, { proved: false })
    return client
  }
  provider.Client.prototype.compareClientSecret = async function compareClientSecret(this: Client, actual: string) {
    const { applications, now } = getProviderRequest()
    const record = applications.get(this.clientId)
    if (record === undefined || !verifyClientSecret(record, actual, now)) return false
    await rateLimitPushedRequest(Provider.ctx, rateLimiter, { proved: true })
    return true
  }
  const { redirectUriAllowed, responseTypeAllowed, grantTypeAllowed } = provider.Client.prototype
  // The provider checks these right before it drops `offline_access` and refuses scopes; of a device only the grant.
  provider.Client.prototype.responseTypeAllowed = function isResponseTypeAllowed(this: Client, type: string) {
    adjustRequestedScopes(this)
    return responseTypeAllowed.call(this, type)
  }
  provider.Client.prototype.grantTypeAllowed = function isGrantTypeAllowed(this: Client, type: string) {
    if (Provider.ctx?.oidc?.route === 'device_authorization') adjustRequestedScopes(this)
    return grantTypeAllowed.call(this, type)
  }
  provider.Client.prototype.redirectUriAllowed = function isRedirectUriAllowed(this: CountersignClient, asked: string) {
    if (redirectUriAllowed.call(this, asked)) return true
    if (this.countersign_any_loopback_port !== true) return false
    return this.redirectUris.some((registered) => differsOnlyByLoopbackPort(asked, registered))
  }
  // RFC 8628 §3.5: a denied code is answered so for as long as it lives. Go's golang.org/x/oauth2 asks a second time at once.
  const { consume } = provider.DeviceCode.prototype
  provider.DeviceCode.prototype.consume = async function consumeUnlessDenied(this: { error?: string }) {
    if (this.error === undefined) await consume.call(this)
  }
  const validate = provider.IdToken.validate.bind(provider.IdToken)
  // The provider looks at the audience alone, which an access token can share where a resource is named like an application.
  provider.IdToken.validate = async (hint, client) => {
    if (!hasIdTokenFormat(hint)) throw new Error('This is no ID token')
    return validate(hint, client)
  }
  const { set, issue } = provider.IdToken.prototype
  const issued = new WeakMap<KoaContext, string>()
  const { save } = provider.AccessToken.prototype
  provider.AccessToken.prototype.save = async function saveAccessToken() {
    const value = await save.call(this)
    if (Provider.ctx !== undefined) issued.set(Provider.ctx, value)
    return value
  }
  provider.IdToken.prototype.issue = async function issueIdToken(options: object) {
    const accessToken = Provider.ctx && issued.get(Provider.ctx)
    // OpenID Connect Core §3.1.3.6: libraries that check it want it in the code flow as well.
    if (accessToken !== undefined) set.call(this, 'at_hash', accessToken)
    return issue.call(this, options)
  }
  provider.IdToken.prototype.set = function setMember(name: string, value: unknown) {
    // OpenID Connect Core §12.2: an ID token of a refresh should have no nonce.
    if (name !== 'nonce' || Provider.ctx?.oidc.params?.grant_type !== 'refresh_token') set.call(this, name, value)
  }
  // The provider looks first and writes then; of two at once both would find nothing.
  provider.ReplayDetection.unique = async (issuer, jti, exp) => {
    await prefetchCredential(storage)
    const isNew = await recordSingleUse({
      kind: 'ReplayDetection',
      id: `${issuer} ${jti}`,
      payload: {},
      now: getProviderRequest().now,
      expiresAt: Math.ceil(exp * 1000),
    })
    if (!isNew && Provider.ctx !== undefined) rejectReplayedAssertion(Provider.ctx, jti)
    return isNew
  }
}

function adjustRequestedScopes(client: Client): void {
  recordOfflineAccessRequest(Provider.ctx)
  dropUnavailableScopes(Provider.ctx, client)
}

/** RFC 8628 §3.2: how long a device waits between two questions. Some do not come up with the default of the standard by themselves. */
function setDevicePollInterval(provider: Provider): void {
  provider.on('device_authorization.success', (_ctx: KoaContext, body: { interval?: number }) => {
    body.interval = devicePollIntervalSeconds
  })
}

/** Which pages read what an application is told (CORS): those of an application in a browser, by where it is sent to, or by where it says what it is.
 * One that listens on its own machine does so on any port (RFC 8252 §7.3). */
function isCorsOriginAllowed(from: string, client: CountersignClient): boolean {
  const { clientId, clientAuthMethod, redirectUris } = client
  const isOnAnyPort = client.applicationType === 'native' || client.countersign_any_loopback_port === true
  if (clientAuthMethod !== 'none') return false
  const own = redirectUris.flatMap((uri) => (URL.canParse(uri) ? new URL(uri) : []))
  if (isMetadataDocumentUrl(clientId)) own.push(new URL(clientId))
  const page = URL.canParse(from) ? new URL(from) : null
  return own.some(
    ({ origin, protocol, hostname }) =>
      origin === from ||
      (isOnAnyPort &&
        protocol === 'http:' &&
        page?.protocol === 'http:' &&
        isLoopbackHost(hostname) &&
        page.hostname === hostname),
  )
}

/** What is shown to have tokens, by the grant type. */
const credentialByGrantType: Readonly<Record<string, { kind: string; parameter: string }>> = {
  authorization_code: { kind: 'AuthorizationCode', parameter: 'code' },
  refresh_token: { kind: 'RefreshToken', parameter: 'refresh_token' },
  [deviceCodeGrantType]: { kind: 'DeviceCode', parameter: 'device_code' },
}

/** An application that proves itself with a signature has its assertion written down, before its code or token is looked up: with that
 * look-up can come a reading of a chain (group-access.ts), for which no transaction may be open. */
async function prefetchCredential(storage: ProviderContext['storage']): Promise<void> {
  const { route, params } = Provider.ctx?.oidc ?? {}
  if (route === 'introspection' && typeof params?.token === 'string')
    await prefetchIntrospectedToken(storage, params.token)
  const shown = route === 'token' ? credentialByGrantType[params?.grant_type ?? ''] : undefined
  const value = shown && params?.[shown.parameter]
  if (shown !== undefined && typeof value === 'string') await storage(shown.kind).find(value)
}

/** A signed token is looked up by its id, whoever may have written it there: its signature is verified later. */
async function prefetchIntrospectedToken(storage: ProviderContext['storage'], token: string): Promise<void> {
  const id = token.includes('.') ? decodeTokenId(token) : null
  await (id === null ? storage('AccessToken').find(token) : storage(signedTokenKind).find(id))
}

/** What the person is told about a device that asks; its sign-in is confirmed by comparing. */
function describeRequestingDevice(): object {
  const { networkPrefix, userAgent } = getProviderRequest()
  return { networkPrefix, userAgent }
}

/** RFC 7009 §2.1: an application may take back its own tokens; the answer tells no difference for those of others. */
const canRevokeToken = (_ctx: KoaContext, client: Client, token: { clientId: string }): boolean =>
  token.clientId === client.clientId
