// Which services an application may ask tokens for (RFC 8707), and why it may not: each refusal names the resource or scope and what an
// operator does about it. Tokens are signed (RFC 9068), so that the service needs no call.
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { errors } from 'oidc-provider'
import type { KoaContext } from 'oidc-provider'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { isServerScope } from '../../store/resources/resource-server-definition.ts'
import type { AccessibleResourceServer } from '../../store/resources/resource-servers-accessible-to-client.ts'
import { recordDroppedResourceScopes } from './drop-scopes-unavailable-to-client.ts'
import { getOidcRequest } from './oidc-request-context.ts'
import { findResourceServerOncePerOidcRequest } from './find-resource-server-once-per-oidc-request.ts'

/** Where an application says what it wants a person to allow. */
const consentRoutes: ReadonlySet<string> = new Set([
  'authorization',
  'resume',
  'pushed_authorization_request',
  'device_authorization',
])

type TokenLifetimes = Pick<ServerLimitValues, 'accessTokenLifetimeSeconds' | 'idTokenLifetimeSeconds'>

/**
 * The provider's setting `getResourceServerInfo`.
 * @throws InvalidTarget, InvalidScope of the protocol
 */
export async function getResourceServerInfo(
  ctx: KoaContext,
  identifier: string,
  lives: TokenLifetimes,
): Promise<object> {
  const { oidc } = ctx
  const application = getOidcRequest().applications.get(oidc.client?.clientId ?? '')
  if (application === undefined) throw new errors.InvalidTarget()
  const found = await findResourceServerOncePerOidcRequest(application, identifier)
  if (found.outcome === 'unknown') throw new errors.InvalidTarget(formatUnknownResource(identifier))
  if (found.outcome === 'not-allowed') throw new errors.InvalidTarget(formatClosedResource(identifier, application))
  if (oidc.params?.grant_type === 'client_credentials' && !isResourceListedByApplication(application, identifier))
    throw new errors.InvalidTarget(formatUnlistedResource(identifier))
  const { definition, scopes } = found.resource
  if (application.definition.profile === 'fapi2' && definition.algorithm === 'RS256')
    throw new errors.InvalidTarget(formatWeakAlgorithm(identifier))
  const missing = validateResourceScopes(oidc, found.resource)
  recordDroppedResourceScopes(ctx, application, identifier, missing)
  return {
    scope: scopes.join(' '),
    audience: definition.resource,
    accessTokenTTL: getTokenLifetime(definition.tokenLifetimeSeconds, lives),
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg: definition.algorithm } },
  }
}

/**
 * A client without a person gets a token for a resource or for nothing (RFC 6749 §4.4). Where it names none, the only resource that the operator
 * listed for it is the default (RFC 8707 §2). What a scope of this server stands for, only a person can give; that is said by `invalid_scope`
 * (oidc-provider-record-adapter.ts).
 * @returns undefined where the request needs none
 * @throws InvalidTarget where several resources are listed, or none
 */
export function getDefaultResourceIndicator({ oidc }: KoaContext): string | undefined {
  const { route, params, requestParamScopes, client } = oidc
  if (route !== 'token' || params?.grant_type !== 'client_credentials' || [...requestParamScopes].some(isServerScope))
    return undefined
  const { resources = [] } = getOidcRequest().applications.get(client?.clientId ?? '')?.definition ?? {}
  const [only] = resources
  if (only !== undefined && resources.length === 1) return only.resource
  throw new errors.InvalidTarget(
    resources.length === 0
      ? 'resource is missing, and this application has none: an operator lists one with countersign application change --resource'
      : `resource is missing: send resource=${resources.map(({ resource }) => formatIdentifier(resource)).join(' or resource=')}`,
  )
}

/** What is open to all is so because a person is asked in any case. Who comes for itself (RFC 6749 §4.4) asks nobody but the operator. */
export const isResourceListedByApplication = ({ definition }: ApplicationRecord, identifier: string): boolean =>
  definition.resources.some(({ resource }) => resource === identifier)

/** The provider's setting `ttl`: a token for a resource works for as long as the resource wants it. */
export const createAccessTokenTtlResolver =
  (otherwise: number) =>
  (_ctx: KoaContext, { resourceServer }: { resourceServer?: { accessTokenTTL?: number } }): number =>
    resourceServer?.accessTokenTTL ?? otherwise

/** Keys stay for as long as the longest token of this server itself works (signing-keys/create-next-signing-keys.ts), so that none outlives its key. */
const getTokenLifetime = (
  seconds: number | null,
  { accessTokenLifetimeSeconds, idTokenLifetimeSeconds }: TokenLifetimes,
): number =>
  seconds === null
    ? accessTokenLifetimeSeconds
    : Math.min(seconds, Math.max(accessTokenLifetimeSeconds, idTokenLifetimeSeconds))

/**
 * @returns scopes of the resource that are requested and not open to the application, beside others that are
 * @throws InvalidTarget, InvalidScope where nothing would be left
 */
function validateResourceScopes(
  { route, params, requestParamScopes }: KoaContext['oidc'],
  found: AccessibleResourceServer,
): string[] {
  const { definition, scopes, isDescribed } = found
  const { resource } = definition
  const resources: unknown = params?.resource
  const isOnlyOne = !Array.isArray(resources) || resources.length === 1
  const isAlone = params?.grant_type === 'client_credentials'
  const isGranted = scopes.some((scope) => requestParamScopes.has(scope))
  const missing = definition.scopes
    .map(({ scope }) => scope)
    .filter((scope) => requestParamScopes.has(scope) && !scopes.includes(scope))
  // The answer says what is left of the scopes (RFC 6749 §5.1).
  if (isGranted) return missing
  const [shut] = missing
  // What only applications have named so far is as it was: of what one of them may not ask for, nothing was said.
  if (shut !== undefined && isDescribed && isOnlyOne)
    throw new errors.InvalidScope(
      `scope ${shut} of resource ${formatIdentifier(resource)} is not open to this application: an operator lists it with countersign application change --resource`,
      shut,
    )
  if (isAlone && requestParamScopes.size > 0)
    throw new errors.InvalidScope(
      `none of these scopes of resource ${formatIdentifier(resource)} is open to this application: ${scopes.join(' ') || 'it has none'}`,
    )
  // Of a resource that an operator has described, its person is asked also where no scope is named. Otherwise they are asked for scopes, and
  // of a service without any they would not be shown that its token is given out. What is no scope anywhere is a slip.
  const isNoScope = (scope: string): boolean =>
    !isServerScope(scope) && !definition.scopes.some((one) => one.scope === scope)
  const isShown = isDescribed && !(isOnlyOne && [...requestParamScopes].some(isNoScope))
  if (consentRoutes.has(route) && !isShown)
    throw new errors.InvalidTarget(
      `resource ${formatIdentifier(resource)} needs at least one of its scopes beside it: ${scopes.join(' ')}`,
    )
  return missing
}

const formatUnknownResource = (identifier: string): string =>
  `resource ${formatIdentifier(identifier)} is not known here: an operator adds it with countersign resource add, spelled exactly so`

const formatClosedResource = (identifier: string, { origin }: Pick<ApplicationRecord, 'origin'>): string =>
  `resource ${formatIdentifier(identifier)} is not open to this application: an operator opens it with countersign resource change --open-to ${
    (origin as string) === 'metadata-document' ? 'everyone' : 'applications'
  }`

const formatUnlistedResource = (identifier: string): string =>
  `resource ${formatIdentifier(identifier)} is not open to this application without a person: an operator lists it with countersign application change --resource`

/** FAPI 2.0 Security Profile §5.4.1. */
const formatWeakAlgorithm = (identifier: string): string =>
  `tokens of resource ${formatIdentifier(identifier)} are signed with RS256, which the profile fapi2 does not allow: an operator changes it with countersign resource change --algorithm ES256`

const maxShownLength = 200

/** RFC 6749 §4.1.2.1: a description has no quotation mark, no backslash and no letters beyond ASCII; what has is left out. */
const formatIdentifier = (identifier: string): string =>
  identifier.length <= maxShownLength && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(identifier) ? identifier : 'of the request'

/** The provider finds by itself that a token is asked for another resource than the person allowed, and does not say which. */
export function explainInvalidResourceTarget(ctx: KoaContext): void {
  const body = ctx.body as { error?: unknown; error_description?: unknown } | null | undefined
  const resource: unknown = ctx.oidc?.params?.resource
  if (ctx.oidc?.route !== 'token' || body?.error !== 'invalid_target' || typeof resource !== 'string') return
  if (body.error_description === new errors.InvalidTarget().error_description)
    body.error_description = `resource ${formatIdentifier(resource)} is not among those that the person was asked for: name it in the authorization request too`
}
