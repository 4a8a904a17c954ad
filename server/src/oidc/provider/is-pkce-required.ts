// Which authorization requests must carry PKCE (RFC 9700 §2.1.1). A `code_verifier` for a code without a challenge is refused by the provider itself
// (RFC 9700 §4.8.2), so that PKCE cannot be stripped from the request of a client that sends it.
import { errors } from 'oidc-provider'
import type { Client, KoaContext } from 'oidc-provider'

/**
 * The provider's setting `pkce.required`, called for requests without a `code_challenge`.
 * @throws InvalidRequest where the client may send a `nonce` instead, and sends neither
 */
export function isPkceRequired({ oidc }: KoaContext, client: Client & { countersign_pkce?: string }): boolean {
  if (client.countersign_pkce === 'optional') return false
  if (client.countersign_pkce !== 'nonce') return true
  if (oidc.params?.nonce !== undefined && oidc.requestParamScopes.has('openid')) return false
  throw new errors.InvalidRequest(
    'this application must send PKCE (code_challenge with the method S256), or the scope openid with a nonce',
  )
}
