// How an application proves itself with its own key (`private_key_jwt`, RFC 7523 §3). The provider looks at the signature; for whom an assertion is
// and how long it may live is decided here. It is for this server alone (decision 0066), and each is remembered for as long as it lives (OpenID
// Connect Core §9, `jti`).
import { decodeJwt } from 'jose'
import { errors } from 'oidc-provider'
import type { KoaContext } from 'oidc-provider'

/** An hour: zitadel/oidc and Authlib sign theirs for so long, and have no setting for it. */
const maxAssertionLifetimeSeconds = 3600

/** The caller has proved that it holds the key, so it learns what is wrong with its assertion. */
const createAssertionError = (reason: string): Error =>
  Object.assign(new errors.InvalidClientAuth(reason), { error_description: reason })

/** @throws InvalidClientAuth where the proof works for longer than it should, or forever */
export function validateClientAssertionLifetime({ exp }: { exp?: unknown }, now: number): void {
  if (typeof exp === 'number' && exp <= now / 1000 + maxAssertionLifetimeSeconds) return
  throw createAssertionError(
    `the client assertion must expire (exp) at most ${maxAssertionLifetimeSeconds} seconds from now, for example 60 seconds from now`,
  )
}

/** @throws InvalidClientAuth where the `jti` that was used before is that of this request's client assertion */
export function rejectReplayedClientAssertion({ oidc }: KoaContext, jti: string): void {
  const { client_assertion: assertion } = oidc.params ?? {}
  if (assertion !== undefined && decodeJwt(assertion).jti === jti)
    throw createAssertionError('this client assertion was used before: make one with a new jti for each request')
}

/**
 * What the FAPI 2.0 Security Profile requires of an assertion (§5.3.2.1, §5.4.1): the issuer as the only audience, as a string, and no RS256.
 * @throws InvalidClientAuth where it is otherwise
 */
export function validateFapiClientAssertion(
  { aud }: { aud?: unknown },
  { alg }: { alg?: unknown },
  issuer: string,
): void {
  if (aud !== issuer)
    throw createAssertionError(`audience (aud) of the client assertion must be "${issuer}", as a string`)
  if (alg === 'RS256') throw createAssertionError('the client assertion must be signed with ES256, PS256 or EdDSA')
}

/**
 * An assertion that names another server too could be used there, or come from there (audience injection). The provider would accept one that
 * names this server among others, and the address of whichever endpoint it is sent to.
 * @param servers the issuer, and the token endpoint (RFC 7523 §3)
 * @throws InvalidClientAuth where it is for anything but one of these
 */
export function validateClientAssertionAudience({ aud }: { aud?: unknown }, servers: readonly string[]): void {
  const only: unknown = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud
  if (typeof only === 'string' && servers.includes(only)) return
  throw createAssertionError(
    'audience (aud) of the client assertion must be the issuer alone, or the token endpoint alone',
  )
}
