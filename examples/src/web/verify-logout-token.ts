// Verifies back-channel logout tokens (OpenID Connect Back-Channel Logout §2.6). Anyone can send
// such a token, so the checks prevent attackers from signing people out, or from using an ID token
// as a logout token.
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'
import type { ServerMetadata } from 'openid-client'
import type { LogoutTokenSubject } from './example-app-session-store.ts'

export class LogoutTokenError extends Error {}

const event = 'http://schemas.openid.net/event/backchannel-logout'
const maxAgeSeconds = 120
const toleranceSeconds = 30

export function createLogoutTokenVerifier(
  { issuer, jwks_uri: keysAddress }: ServerMetadata,
  clientId: string,
): (token: string) => Promise<Required<LogoutTokenSubject>> {
  if (keysAddress === undefined) throw new Error('The server metadata has no jwks_uri')
  // Fetched on demand, cached, and fetched again if a token names an unknown key.
  const keys = createRemoteJWKSet(new URL(keysAddress))
  const seen = new Map<string, number>()

  return async (token) => {
    const claims = await verify(token)
    const { jti, exp, sub, sid, events } = claims
    if (typeof jti !== 'string' || typeof exp !== 'number') throw new LogoutTokenError('the token has no jti or exp')
    const happened = (events as Record<string, unknown> | null)?.[event]
    if (typeof happened !== 'object' || happened === null) throw new LogoutTokenError('the token has no logout event')
    if ('nonce' in claims) throw new LogoutTokenError('the token has a nonce, so it may be an ID token')
    if (typeof sub !== 'string' && typeof sid !== 'string')
      throw new LogoutTokenError('the token has neither sub nor sid')
    const now = Date.now() / 1000
    for (const [id, end] of seen) if (end < now) seen.delete(id)
    if (seen.has(jti)) throw new LogoutTokenError('the token was already used')
    seen.set(jti, exp + toleranceSeconds)
    return { sub, sid }
  }

  /** Checks signature, type, issuer, audience and times. */
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
      // A failed key download is not an error of the token.
      const isUnfetched =
        error instanceof errors.JOSEError &&
        ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'].includes(error.code)
      if (!(error instanceof errors.JOSEError) || isUnfetched) throw error
      throw new LogoutTokenError(error.message)
    }
  }
}
