// Tells each application its claims by the names and in the places that it was set to (claim mapping). It is done to what the provider has
// left after scopes and consent: by another name nobody is told more.
import type { Provider, ToldClaims } from 'oidc-provider'
import { mapClaims } from '../../store/applications/claim-mapping.ts'
import { currentScope } from './request-scope.ts'

/** Says of the claims of a person where they go; without it, as in a logout token, they stay as they are. */
const placeOf = Symbol('where these claims go')

type Place = 'id-token' | 'userinfo'

/** @param use in the provider's words: `id_token`, `userinfo` */
export const markPlace = (claims: Record<string, unknown>, use: string): Record<string, unknown> => ({
  ...claims,
  [placeOf]: (use === 'userinfo' ? 'userinfo' : 'id-token') satisfies Place,
})

/** Has the provider map what it tells. */
export function mapToldClaims({ Claims }: Provider): void {
  const { result } = Claims.prototype
  Claims.prototype.result = async function mapped(this: ToldClaims) {
    const claims = await result.call(this)
    const application = currentScope().applications.get(this.client.clientId)
    const place = this.available[placeOf] as Place | undefined
    return application === undefined || place === undefined ? claims : mapClaims(claims, application.definition, place)
  }
}
