// Whether the parameter `claims` (OpenID Connect Core §5.5) can be meant, and met.
import { errors } from 'oidc-provider'
import type { KoaContext } from 'oidc-provider'
import { parseRequestedAcr } from './parse-requested-sign-in-method.ts'

type Container = Readonly<Record<string, unknown>>

/** The provider's setting `assertClaimsParameter`. @throws InvalidRequest */
export async function validateClaimsParameter(
  { oidc }: KoaContext,
  claims: { userinfo?: Container; id_token?: Container },
): Promise<void> {
  for (const [name, members] of Object.entries({ userinfo: claims.userinfo, id_token: claims.id_token })) {
    const isFaulty = Object.values(members ?? {}).some((member) => typeof member !== 'object' || Array.isArray(member))
    if (isFaulty) throw new errors.InvalidRequest(`claims.${name} members must be null or objects`)
  }
  // A device is let in by a session that is there already, on another screen, where nobody is asked for another way.
  if (oidc.route === 'device_authorization' && parseRequestedAcr(oidc.params ?? {})?.isEssential === true) {
    throw new errors.InvalidRequest('a device cannot demand a way of signing in')
  }
}
