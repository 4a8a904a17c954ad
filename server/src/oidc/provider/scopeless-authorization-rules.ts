// Plain OAuth requests without scopes (RFC 6749 §3.3), for which the person consents once.
import { errors, interactionPolicy } from 'oidc-provider'
import type { Check, GrantModel, KoaContext } from 'oidc-provider'
import { getOidcRequest } from './oidc-request-context.ts'

const { REQUEST_PROMPT, NO_NEED_TO_PROMPT } = interactionPolicy.Check

function hasNoKnownScopes({ oidc }: KoaContext): boolean {
  const ofServices = Object.values(oidc.resourceServers).flatMap(({ scopes }) => [...scopes])
  return oidc.requestParamOIDCScopes.size === 0 && !ofServices.some((scope) => oidc.requestParamScopes.has(scope))
}

export const createScopelessRequestCheck = (): Check =>
  new interactionPolicy.Check('nothing_asked', 'the application is not authorized yet', 'consent_required', (ctx) => {
    const { oidc } = ctx
    if (!hasNoKnownScopes(ctx)) return NO_NEED_TO_PROMPT
    // Unknown scopes are an error, not a request for nothing.
    if (oidc.params?.scope !== undefined && Object.keys(oidc.resourceServers).length === 0)
      throw new errors.InvalidScope('none of these scopes is known to this server', oidc.params.scope)
    const isLetIn = getOidcRequest().lockedGrants.has(oidc.client?.clientId ?? '')
    return isLetIn || oidc.result?.consent !== undefined ? NO_NEED_TO_PROMPT : REQUEST_PROMPT
  })

/** Asks again after everything was denied, because the application would be refused forever. */
export const createAllScopesDeniedCheck = (): Check =>
  new interactionPolicy.Check('all_left_out', 'the person denied every requested scope', 'consent_required', (ctx) => {
    const { oidc } = ctx
    if (hasNoKnownScopes(ctx) || oidc.grant === undefined || oidc.result?.consent !== undefined)
      return NO_NEED_TO_PROMPT
    const isLeft =
      oidc.grant.getOIDCScopeFiltered(oidc.requestParamOIDCScopes) === '' &&
      Object.keys(oidc.resourceServers).every(
        (resource) => oidc.grant?.getResourceScopeFiltered(resource, oidc.requestParamScopes) === '',
      )
    return isLeft ? REQUEST_PROMPT : NO_NEED_TO_PROMPT
  })

/** The provider requires at least one scope. A space satisfies it and appears in no token. */
export function allowScopelessGrant(ctx: KoaContext, grant: GrantModel): GrantModel {
  if (!hasNoKnownScopes(ctx)) return grant
  const filter = grant.getOIDCScopeFiltered.bind(grant)
  grant.getOIDCScopeFiltered = (scopes) => filter(scopes) || ' '
  return grant
}
