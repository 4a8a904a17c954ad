// Plain OAuth (RFC 6749 §3.3) without any scope: an application that wants nothing but to be let in. The person is asked that once, as for
// everything else. The provider takes nothing allowed for nothing answered, so that it is told otherwise here.
import { errors, interactionPolicy } from 'oidc-provider'
import type { Check, GrantModel, KoaContext } from 'oidc-provider'
import { getOidcRequest } from './oidc-request-context.ts'

const { REQUEST_PROMPT, NO_NEED_TO_PROMPT } = interactionPolicy.Check

/** Whether a request names no scope that means anything here, of this server or of the services that it names. */
function hasNoKnownScopes({ oidc }: KoaContext): boolean {
  const ofServices = Object.values(oidc.resourceServers).flatMap(({ scopes }) => [...scopes])
  return oidc.requestParamOIDCScopes.size === 0 && !ofServices.some((scope) => oidc.requestParamScopes.has(scope))
}

/** Where the person has not allowed the application anything, not even this, they are asked. */
export const createScopelessRequestCheck = (): Check =>
  new interactionPolicy.Check('nothing_asked', 'the application has not been let in', 'consent_required', (ctx) => {
    const { oidc } = ctx
    if (!hasNoKnownScopes(ctx)) return NO_NEED_TO_PROMPT
    // Not silently nothing, where something was meant that is not known here.
    if (oidc.params?.scope !== undefined && Object.keys(oidc.resourceServers).length === 0)
      throw new errors.InvalidScope('none of these scopes is known here', oidc.params.scope)
    const isLetIn = getOidcRequest().lockedGrants.has(oidc.client?.clientId ?? '')
    return isLetIn || oidc.result?.consent !== undefined ? NO_NEED_TO_PROMPT : REQUEST_PROMPT
  })

/** Who left out everything that was asked, and is asked for it again, can think otherwise: or this application would be refused for ever. */
export const createAllScopesDeniedCheck = (): Check =>
  new interactionPolicy.Check('all_left_out', 'nothing of what is asked was allowed', 'consent_required', (ctx) => {
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

/** Where nothing is asked and the person has let the application in, the provider goes on: it looks whether any scope is left, and a lone
 * space is one to it that no token ever has. */
export function allowScopelessGrant(ctx: KoaContext, grant: GrantModel): GrantModel {
  if (!hasNoKnownScopes(ctx)) return grant
  const filter = grant.getOIDCScopeFiltered.bind(grant)
  grant.getOIDCScopeFiltered = (scopes) => filter(scopes) || ' '
  return grant
}
