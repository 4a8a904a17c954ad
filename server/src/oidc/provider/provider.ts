// The OpenID Connect provider: oidc-provider, told what this server is. Everything that may be asked of it stands here.
// oxlint-disable-next-line typescript/triple-slash-reference -- the types of a package cannot be imported where it has none
/// <reference path="./oidc-provider.d.ts" />
import { languages } from '@countersign/api/languages'
import { Provider } from 'oidc-provider'
import type { Client, KoaContext } from 'oidc-provider'
import { deviceGrant } from '../../store/applications/definition.ts'
import { fapiCodeLifeSeconds } from '../../store/applications/fapi-profile.ts'
import { isDocumentAddress } from '../../store/applications/document-address.ts'
import { differsByPortAlone } from '../../store/applications/loopback-port.ts'
import { isLoopbackHost } from '../../store/applications/redirect-uri.ts'
import { verifySecret } from '../../store/applications/secret.ts'
import type { KeySet } from '../../store/signing-keys/key-set.ts'
import type { Random } from '../../platform/clock.ts'
import type { RateLimits } from '../../platform/rate-limits/rate-limits.ts'
import type { Settings } from '../../platform/settings.ts'
import type { Adapter } from './adapter.ts'
import { claimsOfScopes } from './claims.ts'
import { checkClaimsParameter } from './claims-parameter.ts'
import {
  checkAssertionAudience,
  checkAssertionLife,
  checkFapiAssertion,
  refuseUsedAssertion,
} from './client-assertion.ts'
import { ownMetadata } from './client-metadata.ts'
import { countPushed } from './count-pushed.ts'
import { takeNameFromHeader } from './empty-secret.ts'
import { ignoreUnknownEmail } from './email-claim.ts'
import { findPerson } from './find-person.ts'
import { mayIntrospect } from './introspection.ts'
import { pollIntervalSeconds } from './poll-limit.ts'
import { interactionUrl } from './interaction-url.ts'
import { loadGrant } from './load-grant.ts'
import { mapToldClaims } from './mapped-claims.ts'
import { leaveOutScopes } from './left-out-scopes.ts'
import { noteOfflineAccess, restoreOfflineAccess } from './offline-access.ts'
import { requiresPkce } from './pkce.ts'
import { createPolicy, namePrompts, promptValues } from './policy.ts'
import { contexts } from './provider-session.ts'
import { showProtocolError } from './protocol-error.ts'
import { protocolPaths } from './protocol-paths.ts'
import { beginRegistration, tellWhatIsKept } from './register-client.ts'
import { describeResource, lifeOfToken, defaultTarget } from './resource-server.ts'
import { describeResourceToken } from './resource-token.ts'
import { currentScope, groundOf, noteOnce, reader, writer } from './request-scope.ts'
import { beginSignOut } from './sign-out.ts'
import { lifeOfRefreshToken, rotateOrRenew } from './spend.ts'
import { hasFormOfIdToken, readTokenId, signedTokenKind } from './signed-token.ts'
import { findOrCreateSubject, findSubject } from './subjects.ts'

/** What the provider is made from. */
export interface ProviderWorld {
  settings: Settings
  rateLimits: RateLimits
  random: Random
  keys: KeySet
  fetch: (url: string | URL, options?: object) => Promise<Response>
  /** Whether applications can register themselves, with a token that was handed out. */
  registration: boolean
  /** The provider's storage, by the name of its model. */
  storage: (kind: string) => Adapter
}

type OwnClient = Client & {
  countersign_pkce?: string
  countersign_profile?: string
  countersign_subject_type?: 'public' | 'pairwise'
  countersign_any_loopback_port?: boolean
}

/** Builds the provider for one set of signing keys; a new set is a new provider. */
export function createProvider({
  settings,
  rateLimits,
  random,
  keys,
  fetch,
  registration,
  storage,
}: ProviderWorld): Provider {
  const { limits, origin } = settings
  const ignoreEmail = ignoreUnknownEmail(settings.aliasDomain)
  const provider = new Provider(origin, {
    adapter: storage,
    jwks: keys.jwks,
    routes: protocolPaths,
    fetch,
    findAccount: (ctx: KoaContext, id: string, token?: Parameters<typeof findPerson>[2]) =>
      findPerson(ctx, id, token, { domain: settings.aliasDomain || null, random, writer }),
    loadExistingGrant: (ctx: KoaContext) => loadGrant(random, ctx),
    interactions: { policy: createPolicy(origin), url: interactionUrl },
    renderError: showProtocolError,

    scopes: ['openid', 'offline_access'],
    claims: claimsOfScopes,
    extraParams: {
      scope: (ctx: KoaContext, value: unknown, client: Client) => {
        restoreOfflineAccess(ctx, client)
        ignoreEmail(ctx, value, client)
      },
    },
    acrValues: Object.values(contexts),
    // Where claims go is the application's choice, made in claims.ts.
    conformIdTokenClaims: false,
    subjectTypes: ['public', 'pairwise'],
    pairwiseIdentifier: async ({ oidc }: KoaContext, personId: string, { clientId }: Client) => {
      const application = currentScope().applications.get(clientId)
      if (application === undefined) throw new Error('A subject is asked for by an application that is not known')
      const ground = groundOf(oidc.grant?.jti)
      if (ground?.subject != null && ground.person.id === personId && ground.authorization.application_id === clientId)
        return ground.subject
      // Made before, when the application was let in; to look must not cost a write.
      return (
        (await findSubject(reader(), personId, application)) ??
        findOrCreateSubject(await writer(), random, personId, application)
      )
    },

    responseTypes: ['code'],
    pkce: { required: requiresPkce },
    // RFC 9700 §2.1: exactly as registered, and always said.
    allowOmittingSingleRegisteredRedirectUri: false,
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    assertJwtClientAuthClaimsAndHeader: async (ctx: KoaContext, claims: object, header: object, client: OwnClient) => {
      if (client.countersign_profile === 'fapi2') checkFapiAssertion(claims, header, origin)
      checkAssertionAudience(claims, [origin, `${origin}${protocolPaths.token}`])
      checkAssertionLife(claims, currentScope().now)
      await countPushed(ctx, rateLimits, { proved: true })
    },
    clientDefaults: {
      id_token_signed_response_alg: 'RS256',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      // What it is for people is ours to say (subjects.ts); the provider has rules of its own for the other.
      subject_type: 'public',
      token_endpoint_auth_method: 'client_secret_basic',
    },
    extraClientMetadata: { properties: [...ownMetadata] },
    enabledJWA: {
      idTokenSigningAlgValues: ['ES256', 'RS256'],
      // No HMAC: secrets are stored as hashes, and cannot be keys (THREATS O7).
      clientAuthSigningAlgValues: ['ES256', 'RS256', 'PS256', 'EdDSA'],
      dPoPSigningAlgValues: ['ES256', 'EdDSA'],
    },
    clientBasedCORS: (_ctx: KoaContext, from: string, client: OwnClient) => mayRead(from, client),

    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      // Core §5.5. Claims are given by scope, as people are asked for them; what is read of it is who and how (policy.ts).
      claimsParameter: { enabled: true, assertClaimsParameter: checkClaimsParameter },
      clientCredentials: { enabled: true },
      deviceFlow: { enabled: true, deviceInfo: describeDevice },
      dPoP: { enabled: true },
      introspection: { enabled: true, allowedPolicy: mayIntrospect },
      pushedAuthorizationRequests: { enabled: true },
      registration: registration
        ? {
            enabled: true,
            initialAccessToken: true,
            issueRegistrationAccessToken: false,
            idFactory: (ctx: KoaContext) => beginRegistration(random, ctx),
          }
        : { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: (ctx: KoaContext, _client: Client, oneOf?: string[]) => oneOf ?? defaultTarget(ctx),
        getResourceServerInfo: (ctx: KoaContext, resource: string) => describeResource(ctx, resource, limits),
      },
      revocation: { enabled: true, allowedPolicy: mayRevoke },
      rpInitiatedLogout: { enabled: true, logoutSource: (ctx: KoaContext) => beginSignOut(random, ctx) },
    },
    formats: { customizers: { jwt: describeResourceToken.bind(null, random) } },
    // Everything ends with its session; records.ts looks at each use.
    expiresWithSession: async () => false,
    rotateRefreshToken: (ctx: KoaContext) => rotateOrRenew(ctx, limits),
    ttl: {
      AccessToken: lifeOfToken(limits.accessTokenLifeSeconds),
      AuthorizationCode: (_ctx: KoaContext, _code: object, client: OwnClient) =>
        client.countersign_profile === 'fapi2'
          ? Math.min(fapiCodeLifeSeconds, limits.codeLifeSeconds)
          : limits.codeLifeSeconds,
      ClientCredentials: lifeOfToken(limits.accessTokenLifeSeconds),
      DeviceCode: limits.deviceCodeLifeSeconds,
      Grant: limits.sessionLifeSeconds,
      IdToken: limits.idTokenLifeSeconds,
      Interaction: limits.interactionLifeSeconds,
      RefreshToken: (_ctx: KoaContext, token: { iiat: number }) => lifeOfRefreshToken(limits, token),
      Session: limits.sessionLifeSeconds,
    },
    discovery: {
      ui_locales_supported: [...languages],
      prompt_values_supported: [...promptValues],
      // The provider's own feature is off: its way of asking goes around the one way out (client-documents/).
      ...(settings.clientDocumentHosts.length > 0 && { client_id_metadata_document_supported: true }),
    },
    cookies: { names: providerCookies, keys: [] },
  })
  takeOver(provider, rateLimits, storage)
  mapToldClaims(provider)
  takeNameFromHeader(provider)
  namePrompts(provider)
  tellInterval(provider)
  tellWhatIsKept(provider)
  return provider
}

/** The provider's cookies never reach a browser; mount.ts writes them into the request and takes them out of the answer. */
export const providerCookies = { session: 'session', interaction: 'interaction', resume: 'resume' }

/** Where the provider's own way is not strict enough for this server. */
function takeOver(provider: Provider, rateLimits: RateLimits, storage: ProviderWorld['storage']): void {
  // Addresses come from the issuer alone; mount.ts sets what the request says of it.
  provider.proxy = true
  const find = provider.Client.find.bind(provider.Client)
  provider.Client.find = async (id) => {
    const client = (await find(id)) as OwnClient | undefined
    if (client !== undefined) client.subjectType = client.countersign_subject_type ?? 'pairwise'
    if (client?.clientAuthMethod === 'none') await countPushed(Provider.ctx, rateLimits, { proved: false })
    return client
  }
  provider.Client.prototype.compareClientSecret = async function compareClientSecret(this: Client, actual: string) {
    const { applications, now } = currentScope()
    const record = applications.get(this.clientId)
    if (record === undefined || !verifySecret(record, actual, now)) return false
    await countPushed(Provider.ctx, rateLimits, { proved: true })
    return true
  }
  const { redirectUriAllowed, responseTypeAllowed, grantTypeAllowed } = provider.Client.prototype
  // The provider checks these right before it drops `offline_access` and refuses scopes; of a device only the grant.
  provider.Client.prototype.responseTypeAllowed = function isResponseTypeAllowed(this: Client, type: string) {
    beforeScopes(this)
    return responseTypeAllowed.call(this, type)
  }
  provider.Client.prototype.grantTypeAllowed = function isGrantTypeAllowed(this: Client, type: string) {
    if (Provider.ctx?.oidc?.route === 'device_authorization') beforeScopes(this)
    return grantTypeAllowed.call(this, type)
  }
  provider.Client.prototype.redirectUriAllowed = function isRedirectUriAllowed(this: OwnClient, asked: string) {
    if (redirectUriAllowed.call(this, asked)) return true
    if (this.countersign_any_loopback_port !== true) return false
    return this.redirectUris.some((registered) => differsByPortAlone(asked, registered))
  }
  // RFC 8628 §3.5: a denied code is answered so for as long as it lives. Go's golang.org/x/oauth2 asks a second time at once.
  const { consume } = provider.DeviceCode.prototype
  provider.DeviceCode.prototype.consume = async function consumeUnlessDenied(this: { error?: string }) {
    if (this.error === undefined) await consume.call(this)
  }
  const validate = provider.IdToken.validate.bind(provider.IdToken)
  // The provider looks at the audience alone, which an access token can share where a resource is named like an application.
  provider.IdToken.validate = async (hint, client) => {
    if (!hasFormOfIdToken(hint)) throw new Error('This is no ID token')
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
    await lookAhead(storage)
    const isNew = await noteOnce({
      kind: 'ReplayDetection',
      id: `${issuer} ${jti}`,
      payload: {},
      now: currentScope().now,
      expiresAt: Math.ceil(exp * 1000),
    })
    if (!isNew && Provider.ctx !== undefined) refuseUsedAssertion(Provider.ctx, jti)
    return isNew
  }
}

function beforeScopes(client: Client): void {
  noteOfflineAccess(Provider.ctx)
  leaveOutScopes(Provider.ctx, client)
}

/** RFC 8628 §3.2: how long a device waits between two questions. Some do not come up with the default of the standard by themselves. */
function tellInterval(provider: Provider): void {
  provider.on('device_authorization.success', (_ctx: KoaContext, body: { interval?: number }) => {
    body.interval = pollIntervalSeconds
  })
}

/** Which pages read what an application is told (CORS): those of an application in a browser, by where it is sent to, or by where it says what it is.
 * One that listens on its own machine does so on any port (RFC 8252 §7.3). */
function mayRead(from: string, client: OwnClient): boolean {
  const { clientId, clientAuthMethod, redirectUris } = client
  const isOnAnyPort = client.applicationType === 'native' || client.countersign_any_loopback_port === true
  if (clientAuthMethod !== 'none') return false
  const own = redirectUris.flatMap((uri) => (URL.canParse(uri) ? new URL(uri) : []))
  if (isDocumentAddress(clientId)) own.push(new URL(clientId))
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
const shownFor: Readonly<Record<string, { kind: string; parameter: string }>> = {
  authorization_code: { kind: 'AuthorizationCode', parameter: 'code' },
  refresh_token: { kind: 'RefreshToken', parameter: 'refresh_token' },
  [deviceGrant]: { kind: 'DeviceCode', parameter: 'device_code' },
}

/** An application that proves itself with a signature has its assertion written down, before its code or token is looked up: with that
 * look-up can come a reading of a chain (group-gate.ts), for which no transaction may be open. */
async function lookAhead(storage: ProviderWorld['storage']): Promise<void> {
  const { route, params } = Provider.ctx?.oidc ?? {}
  if (route === 'introspection' && typeof params?.token === 'string') await lookAtIntrospected(storage, params.token)
  const shown = route === 'token' ? shownFor[params?.grant_type ?? ''] : undefined
  const value = shown && params?.[shown.parameter]
  if (shown !== undefined && typeof value === 'string') await storage(shown.kind).find(value)
}

/** A signed token is looked up by its id, whoever may have written it there: its signature is verified later. */
async function lookAtIntrospected(storage: ProviderWorld['storage'], token: string): Promise<void> {
  const id = token.includes('.') ? readTokenId(token) : null
  await (id === null ? storage('AccessToken').find(token) : storage(signedTokenKind).find(id))
}

/** What the person is told about a device that asks; its sign-in is confirmed by comparing. */
function describeDevice(): object {
  const { networkPrefix, userAgent } = currentScope()
  return { networkPrefix, userAgent }
}

/** RFC 7009 §2.1: an application may take back its own tokens; the answer tells no difference for those of others. */
const mayRevoke = (_ctx: KoaContext, client: Client, token: { clientId: string }): boolean =>
  token.clientId === client.clientId
