// Tells each application its claims by the names and in the places that it was set to (claim mapping). It is done to what the provider has
// left after scopes and consent: by another name nobody is told more.
import type { Provider, ProviderClaims } from 'oidc-provider'
import { applyClaimMapping } from '../../store/applications/claim-mapping.ts'
import { getOidcRequest } from './oidc-request-context.ts'

/** Says of the claims of a person where they go; without it, as in a logout token, they stay as they are. */
const destinationKey = Symbol('where these claims go')

type ClaimDestination = 'id-token' | 'userinfo'

/** @param use in the provider's words: `id_token`, `userinfo` */
export const tagOidcClaimsWithDestination = (
  claims: Record<string, unknown>,
  use: string,
): Record<string, unknown> => ({
  ...claims,
  [destinationKey]: (use === 'userinfo' ? 'userinfo' : 'id-token') satisfies ClaimDestination,
})

/** Has the provider map what it tells. */
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
