// PKCE requirement (RFC 9700 §2.1.1). The provider itself refuses stripped PKCE (RFC 9700 §4.8.2).
import { errors } from 'oidc-provider'
import type { Client, KoaContext } from 'oidc-provider'

/** The provider's setting `pkce.required`. */
export function isPkceRequired({ oidc }: KoaContext, client: Client & { countersign_pkce?: string }): boolean {
  if (client.countersign_pkce === 'optional') return false
  if (client.countersign_pkce !== 'nonce') return true
  if (oidc.params?.nonce !== undefined && oidc.requestParamScopes.has('openid')) return false
  throw new errors.InvalidRequest(
    'this application must send PKCE (code_challenge with the method S256), or a nonce with the scope openid',
  )
}
