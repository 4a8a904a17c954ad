// Resources (RFC 8707); tokens are signed (RFC 9068), so that resources verify them locally.
import { findCliCommandPrefix } from '../../platform/cli-command-prefix.ts'
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { errors } from 'oidc-provider'
import type { KoaContext } from 'oidc-provider'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { isServerScope } from '../../store/resources/resource-server-definition.ts'
import type { AccessibleResourceServer } from '../../store/resources/resource-servers-accessible-to-client.ts'
import { recordDroppedResourceScopes } from './drop-scopes-unavailable-to-client.ts'
import { getOidcRequest } from './oidc-request-context.ts'
import { findResourceServerOncePerOidcRequest } from './find-resource-server-once-per-oidc-request.ts'

const consentRoutes: ReadonlySet<string> = new Set([
  'authorization',
  'resume',
  'pushed_authorization_request',
  'device_authorization',
])

type TokenLifetimes = Pick<ServerLimitValues, 'accessTokenLifetimeSeconds' | 'idTokenLifetimeSeconds'>

/** The provider's setting `getResourceServerInfo`. */
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

/** The only listed resource (RFC 6749 §4.4, RFC 8707 §2). @throws InvalidTarget otherwise */
export function getDefaultResourceIndicator({ oidc }: KoaContext): string | undefined {
  const { route, params, requestParamScopes, client } = oidc
  if (route !== 'token' || params?.grant_type !== 'client_credentials' || [...requestParamScopes].some(isServerScope))
    return undefined
  const { resources = [] } = getOidcRequest().applications.get(client?.clientId ?? '')?.definition ?? {}
  const [only] = resources
  if (only !== undefined && resources.length === 1) return only.resource
  throw new errors.InvalidTarget(
    resources.length === 0
      ? `resource is missing, and this application has none: an operator can add one with ${findCliCommandPrefix()} application change --resource`
      : `resource is missing: send resource=${resources.map(({ resource }) => formatIdentifier(resource)).join(' or resource=')}`,
  )
}

/** Without a person (RFC 6749 §4.4) there is no consent, so the operator must list the resource. */
export const isResourceListedByApplication = ({ definition }: ApplicationRecord, identifier: string): boolean =>
  definition.resources.some(({ resource }) => resource === identifier)

/** The provider's setting `ttl`, in seconds. A resource can override the lifetime of its tokens. */
export const createAccessTokenTtlResolver =
  (otherwise: number) =>
  (_ctx: KoaContext, { resourceServer }: { resourceServer?: { accessTokenTTL?: number } }): number =>
    resourceServer?.accessTokenTTL ?? otherwise

/** Tokens must not outlive their signing key (signing-keys/create-next-signing-keys.ts). */
const getTokenLifetime = (
  seconds: number | null,
  { accessTokenLifetimeSeconds, idTokenLifetimeSeconds }: TokenLifetimes,
): number =>
  seconds === null
    ? accessTokenLifetimeSeconds
    : Math.min(seconds, Math.max(accessTokenLifetimeSeconds, idTokenLifetimeSeconds))

/** @returns unavailable scopes @throws InvalidTarget, InvalidScope if no other scope remains */
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
  // The response lists the remaining scopes (RFC 6749 §5.1).
  if (isGranted) return missing
  const [shut] = missing
  // Compatibility: for resources without a description, unavailable scopes are dropped silently.
  if (shut !== undefined && isDescribed && isOnlyOne)
    throw new errors.InvalidScope(
      `scope ${shut} of resource ${formatIdentifier(resource)} is not open to this application: an operator can add it with ${findCliCommandPrefix()} application change --resource`,
      shut,
    )
  if (isAlone && requestParamScopes.size > 0)
    throw new errors.InvalidScope(
      `none of these scopes of resource ${formatIdentifier(resource)} is open to this application; available: ${scopes.join(' ') || 'none'}`,
    )
  // Consent shows an undescribed resource only through its scopes, so it needs at least one.
  const isNoScope = (scope: string): boolean =>
    !isServerScope(scope) && !definition.scopes.some((one) => one.scope === scope)
  const isShown = isDescribed && !(isOnlyOne && [...requestParamScopes].some(isNoScope))
  if (consentRoutes.has(route) && !isShown)
    throw new errors.InvalidTarget(
      `resource ${formatIdentifier(resource)} requires at least one of its scopes in the request: ${scopes.join(' ')}`,
    )
  return missing
}

const formatUnknownResource = (identifier: string): string =>
  `resource ${formatIdentifier(identifier)} is not known here: an operator can add it, spelled exactly like this, with ${findCliCommandPrefix()} resource add`

const formatClosedResource = (identifier: string, { origin }: Pick<ApplicationRecord, 'origin'>): string =>
  `resource ${formatIdentifier(identifier)} is not open to this application: an operator can open it with ${findCliCommandPrefix()} resource change --open-to ${
    (origin as string) === 'metadata-document' ? 'everyone' : 'applications'
  }`

const formatUnlistedResource = (identifier: string): string =>
  `resource ${formatIdentifier(identifier)} is not open to this application without a person: an operator can add it with ${findCliCommandPrefix()} application change --resource`

/** FAPI 2.0 Security Profile §5.4.1. */
const formatWeakAlgorithm = (identifier: string): string =>
  `tokens of resource ${formatIdentifier(identifier)} are signed with RS256, which the fapi2 profile does not allow: an operator can change the algorithm with ${findCliCommandPrefix()} resource change --algorithm ES256`

const maxShownLength = 200

/** RFC 6749 §4.1.2.1: no quotation mark, no backslash, ASCII only. */
const formatIdentifier = (identifier: string): string =>
  identifier.length <= maxShownLength && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(identifier) ? identifier : 'in the request'

/** The provider refuses a resource the person was not asked for, but does not name it. */
export function explainInvalidResourceTarget(ctx: KoaContext): void {
  const body = ctx.body as { error?: unknown; error_description?: unknown } | null | undefined
  const resource: unknown = ctx.oidc?.params?.resource
  if (ctx.oidc?.route !== 'token' || body?.error !== 'invalid_target' || typeof resource !== 'string') return
  if (body.error_description === new errors.InvalidTarget().error_description)
    body.error_description = `resource ${formatIdentifier(resource)} is not covered by the consent: include it in the authorization request too`
}
