// Reads the token by which the server tells of a logout (OpenID Connect Back-Channel Logout §2.6). Anybody can send one,
// so that every check counts: without them a stranger could sign people out, or pass an ID token off as a logout.
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'
import type { ServerMetadata } from 'openid-client'
import type { LogoutTokenSubject } from './example-app-session-store.ts'

/** A logout token that is refused, and why. */
export class LogoutTokenError extends Error {}

const event = 'http://schemas.openid.net/event/backchannel-logout'
const maxAgeSeconds = 120
const toleranceSeconds = 30

/**
 * @param server whose logouts are believed
 * @param clientId whom they must be meant for
 * @returns a function that answers which sessions are over
 */
export function createLogoutTokenVerifier(
  { issuer, jwks_uri: keysAddress }: ServerMetadata,
  clientId: string,
): (token: string) => Promise<Required<LogoutTokenSubject>> {
  if (keysAddress === undefined) throw new Error('The server names no keys')
  // Fetched when needed, kept, and fetched again when a token names a key that is not among them.
  const keys = createRemoteJWKSet(new URL(keysAddress))
  const seen = new Map<string, number>()

  return async (token) => {
    const claims = await verify(token)
    const { jti, exp, sub, sid, events } = claims
    if (typeof jti !== 'string' || typeof exp !== 'number') throw new LogoutTokenError('it has no identifier or no end')
    const happened = (events as Record<string, unknown> | null)?.[event]
    if (typeof happened !== 'object' || happened === null) throw new LogoutTokenError('it tells of no logout')
    if ('nonce' in claims) throw new LogoutTokenError('it has a nonce, as an ID token has')
    if (typeof sub !== 'string' && typeof sid !== 'string')
      throw new LogoutTokenError('it names neither a person nor a session')
    const now = Date.now() / 1000
    for (const [id, end] of seen) if (end < now) seen.delete(id)
    if (seen.has(jti)) throw new LogoutTokenError('it was here before')
    seen.set(jti, exp + toleranceSeconds)
    return { sub, sid }
  }

  /** Signature, type, issuer, audience and times. */
  async function verify(token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: clientId,
        typ: 'logout+jwt',
        algorithms: ['RS256', 'ES256'],
        requiredClaims: ['iat', 'exp', 'jti', 'events'],
        maxTokenAge: maxAgeSeconds,
        clockTolerance: toleranceSeconds,
      })
      return payload
    } catch (error) {
      // Keys that cannot be fetched are no fault of the token.
      const isUnfetched =
        error instanceof errors.JOSEError &&
        ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'].includes(error.code)
      if (!(error instanceof errors.JOSEError) || isUnfetched) throw error
      throw new LogoutTokenError(error.message)
    }
  }
}
