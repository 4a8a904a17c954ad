// Applies claim mappings after the scope and consent filters, so that they never disclose more.
import type { Provider, ProviderClaims } from 'oidc-provider'
import { applyClaimMapping } from '../../store/applications/claim-mapping.ts'
import { getOidcRequest } from './oidc-request-context.ts'

/** Marks where claims go; without it, as in a logout token, they are not mapped. */
const destinationKey = Symbol('where these claims go')

type ClaimDestination = 'id-token' | 'userinfo'

export const tagOidcClaimsWithDestination = (
  claims: Record<string, unknown>,
  use: string,
): Record<string, unknown> => ({
  ...claims,
  [destinationKey]: (use === 'userinfo' ? 'userinfo' : 'id-token') satisfies ClaimDestination,
})

export function patchOidcProviderClaimMapping({ Claims }: Provider): void {
  const { result } = Claims.prototype
  Claims.prototype.result = async function mapped(this: ProviderClaims) {
    const claims = await result.call(this)
    const application = getOidcRequest().applications.get(this.client.clientId)
    const place = this.available[destinationKey] as ClaimDestination | undefined
    return application === undefined || place === undefined
      ? claims
      : applyClaimMapping(claims, application.definition, place)
  }
}
