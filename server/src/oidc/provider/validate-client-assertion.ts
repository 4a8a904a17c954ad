// An assertion (`private_key_jwt`, RFC 7523 §3; OpenID Connect Core §9) must be for this server
// alone (decision 0066). The provider verifies the signature.
import { decodeJwt } from 'jose'
import { errors } from 'oidc-provider'
import type { KoaContext } from 'oidc-provider'

/** zitadel/oidc and Authlib issue assertions for one hour and have no setting for it. */
const maxAssertionLifetimeSeconds = 3600

/** The caller has proved that it holds the key, so it may learn the reason. */
const createAssertionError = (reason: string): Error =>
  Object.assign(new errors.InvalidClientAuth(reason), { error_description: reason })

export function validateClientAssertionLifetime({ exp }: { exp?: unknown }, now: number): void {
  if (typeof exp === 'number' && exp <= now / 1000 + maxAssertionLifetimeSeconds) return
  throw createAssertionError(
    `the client assertion must expire (exp) within ${maxAssertionLifetimeSeconds} seconds, for example in 60 seconds`,
  )
}

/** @throws InvalidClientAuth if the used `jti` belongs to this request's client assertion */
export function rejectReplayedClientAssertion({ oidc }: KoaContext, jti: string): void {
  const { client_assertion: assertion } = oidc.params ?? {}
  if (assertion !== undefined && decodeJwt(assertion).jti === jti)
    throw createAssertionError('this client assertion was already used: create one with a new jti for each request')
}

/** FAPI 2.0 Security Profile §5.3.2.1, §5.4.1. @throws InvalidClientAuth */
export function validateFapiClientAssertion(
  { aud }: { aud?: unknown },
  { alg }: { alg?: unknown },
  issuer: string,
): void {
  if (aud !== issuer)
    throw createAssertionError(`the audience (aud) of the client assertion must be the string "${issuer}"`)
  if (alg === 'RS256') throw createAssertionError('the client assertion must be signed with ES256, PS256 or EdDSA')
}

/** RFC 7523 §3: only for one of `servers` (audience injection). @throws InvalidClientAuth */
export function validateClientAssertionAudience({ aud }: { aud?: unknown }, servers: readonly string[]): void {
  const only: unknown = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud
  if (typeof only === 'string' && servers.includes(only)) return
  throw createAssertionError(
    'the audience (aud) of the client assertion must be either the issuer or the token endpoint, and nothing else',
  )
}
