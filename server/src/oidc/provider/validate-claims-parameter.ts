// Validates the parameter `claims` (OpenID Connect Core §5.5).
import { errors } from 'oidc-provider'
import type { KoaContext } from 'oidc-provider'
import { parseRequestedAcr } from './parse-requested-sign-in-method.ts'

type Container = Readonly<Record<string, unknown>>

export async function validateClaimsParameter(
  { oidc }: KoaContext,
  claims: { userinfo?: Container; id_token?: Container },
): Promise<void> {
  for (const [name, members] of Object.entries({ userinfo: claims.userinfo, id_token: claims.id_token })) {
    const isFaulty = Object.values(members ?? {}).some((member) => typeof member !== 'object' || Array.isArray(member))
    if (isFaulty) throw new errors.InvalidRequest(`each member of claims.${name} must be null or an object`)
  }
  // A device is approved in an existing session, where no other method can be requested.
  if (oidc.route === 'device_authorization' && parseRequestedAcr(oidc.params ?? {})?.isEssential === true) {
    throw new errors.InvalidRequest('a device request cannot require a sign-in method')
  }
}
