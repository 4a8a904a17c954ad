// Overrides of oidc-provider where its own behavior is not strict enough for this server.
import { Provider } from 'oidc-provider'
import type { Client, KoaContext } from 'oidc-provider'
import { deviceCodeGrantType } from '../../store/applications/application-definition-types.ts'
import { differsOnlyByLoopbackPort } from '../../store/applications/differs-only-by-loopback-port.ts'
import { verifyClientSecret } from '../../store/applications/validate-and-verify-client-secret.ts'
import type { RateLimiter } from '../../platform/rate-limits/rate-limiter.ts'
import { rejectReplayedClientAssertion } from './validate-client-assertion.ts'
import { rateLimitPushedAuthorizationRequest } from './rate-limit-pushed-authorization-requests.ts'
import { dropScopesUnavailableToClient } from './drop-scopes-unavailable-to-client.ts'
import { recordOfflineAccessRequest } from './offline-access-scope-rules.ts'
import { getOidcRequest, recordSingleUseOidcProviderRecord } from './oidc-request-context.ts'
import {
  hasIdTokenFormat,
  readUnverifiedJwtId,
  signedAccessTokenKind,
} from './verify-and-record-signed-access-token.ts'
import type { OidcProviderAdapter } from './oidc-provider-adapter.ts'
import type { OidcClientWithCountersignMetadata } from './oidc-client-with-countersign-metadata.ts'

type ProviderStorage = (kind: string) => OidcProviderAdapter

export function hardenOidcProvider(provider: Provider, rateLimiter: RateLimiter, storage: ProviderStorage): void {
  // URLs use the issuer only; forward-request-to-oidc-provider.ts sets the forwarded headers.
  provider.proxy = true
  const find = provider.Client.find.bind(provider.Client)
  provider.Client.find = async (id) => {
    const client = (await find(id)) as OidcClientWithCountersignMetadata | undefined
    if (client !== undefined) client.subjectType = client.countersign_subject_type ?? 'pairwise'
    if (client?.clientAuthMethod === 'none')
      await rateLimitPushedAuthorizationRequest(Provider.ctx, rateLimiter, { proved: false })
    return client
  }
  provider.Client.prototype.compareClientSecret = async function compareClientSecret(this: Client, actual: string) {
    const { applications, now } = getOidcRequest()
    const record = applications.get(this.clientId)
    if (record === undefined || !verifyClientSecret(record, actual, now)) return false
    getOidcRequest().isClientAuthenticated = true
    await rateLimitPushedAuthorizationRequest(Provider.ctx, rateLimiter, { proved: true })
    return true
  }
  const { redirectUriAllowed, responseTypeAllowed, grantTypeAllowed, includeSid } = provider.Client.prototype
  // sign-out-of-first-party-application.ts recognizes the session by it.
  provider.Client.prototype.includeSid = function isSidIncluded(this: OidcClientWithCountersignMetadata) {
    return this.countersign_first_party === true || includeSid.call(this)
  }
  // The provider calls these right before it drops `offline_access` and refuses scopes.
  provider.Client.prototype.responseTypeAllowed = function isResponseTypeAllowed(this: Client, type: string) {
    adjustRequestedScopes(this)
    return responseTypeAllowed.call(this, type)
  }
  provider.Client.prototype.grantTypeAllowed = function isGrantTypeAllowed(this: Client, type: string) {
    if (Provider.ctx?.oidc?.route === 'device_authorization') adjustRequestedScopes(this)
    return grantTypeAllowed.call(this, type)
  }
  provider.Client.prototype.redirectUriAllowed = function isRedirectUriAllowed(
    this: OidcClientWithCountersignMetadata,
    asked: string,
  ) {
    if (redirectUriAllowed.call(this, asked)) return true
    if (this.countersign_any_loopback_port !== true) return false
    return this.redirectUris.some((registered) => differsOnlyByLoopbackPort(asked, registered))
  }
  // RFC 8628 §3.5: a denied code stays denied. golang.org/x/oauth2 polls again at once.
  const { consume } = provider.DeviceCode.prototype
  provider.DeviceCode.prototype.consume = async function consumeUnlessDenied(this: { error?: string }) {
    if (this.error === undefined) await consume.call(this)
  }
  const validate = provider.IdToken.validate.bind(provider.IdToken)
  // The provider checks only the audience, and an access token can have the same audience.
  provider.IdToken.validate = async (hint, client) => {
    if (!hasIdTokenFormat(hint)) throw new Error('Not an ID token')
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
    // OpenID Connect Core §3.1.3.6: some libraries require `at_hash` in the code flow too.
    if (accessToken !== undefined) set.call(this, 'at_hash', accessToken)
    return issue.call(this, options)
  }
  provider.IdToken.prototype.set = function setMember(name: string, value: unknown) {
    // OpenID Connect Core §12.2: an ID token from a refresh should have no nonce.
    if (name !== 'nonce' || Provider.ctx?.oidc.params?.grant_type !== 'refresh_token') set.call(this, name, value)
  }
  // The provider first reads and then writes, so concurrent requests would both succeed.
  provider.ReplayDetection.unique = async (issuer, jti, exp) => {
    await prefetchCredential(storage)
    const isNew = await recordSingleUseOidcProviderRecord({
      kind: 'ReplayDetection',
      id: `${issuer} ${jti}`,
      payload: {},
      now: getOidcRequest().now,
      expiresAt: Math.ceil(exp * 1000),
    })
    if (!isNew && Provider.ctx !== undefined) rejectReplayedClientAssertion(Provider.ctx, jti)
    return isNew
  }
}

function adjustRequestedScopes(client: Client): void {
  recordOfflineAccessRequest(Provider.ctx)
  dropScopesUnavailableToClient(Provider.ctx, client)
}

const credentialByGrantType: Readonly<Record<string, { kind: string; parameter: string }>> = {
  authorization_code: { kind: 'AuthorizationCode', parameter: 'code' },
  refresh_token: { kind: 'RefreshToken', parameter: 'refresh_token' },
  [deviceCodeGrantType]: { kind: 'DeviceCode', parameter: 'device_code' },
}

// The lookup can read a chain, so it comes before the transaction that records the assertion.
async function prefetchCredential(storage: ProviderStorage): Promise<void> {
  const { route, params } = Provider.ctx?.oidc ?? {}
  if (route === 'introspection' && typeof params?.token === 'string')
    await prefetchIntrospectedToken(storage, params.token)
  const shown = route === 'token' ? credentialByGrantType[params?.grant_type ?? ''] : undefined
  const value = shown && params?.[shown.parameter]
  if (shown !== undefined && typeof value === 'string') await storage(shown.kind).find(value)
}

/** The signature is verified later. */
async function prefetchIntrospectedToken(storage: ProviderStorage, token: string): Promise<void> {
  const id = token.includes('.') ? readUnverifiedJwtId(token) : null
  await (id === null ? storage('AccessToken').find(token) : storage(signedAccessTokenKind).find(id))
}
