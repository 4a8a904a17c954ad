// The token that tells an application of a logout (OpenID Connect Back-Channel Logout §2.4). It cannot be taken for an
// ID token: it has a type and an event of its own, and never a nonce.
import { logoutTokenLifetimeSeconds } from '../../store/signing-keys/create-next-signing-keys.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import type { TokenSigningAlgorithm } from '../../platform/database/database-column-types.ts'

/** Signs claims with the current key of an algorithm. */
export type TokenSigner = (
  payload: Record<string, unknown>,
  header: { typ: string; algorithm: TokenSigningAlgorithm },
) => Promise<string>

const backchannelLogoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** Who is logged out of what. */
export interface LogoutTokenClaims {
  applicationId: string
  /** The person as the application knows it. */
  subject: string
  /** The session as the application knows it. */
  sid: string
  algorithm: TokenSigningAlgorithm
}

/**
 * Makes a logout token. Each has an identifier of its own, by which an application knows one that it has seen before
 * (THREATS O13).
 * @param issuer the origin of this server
 * @param now milliseconds since 1970
 */
export async function createLogoutToken(
  sign: TokenSigner,
  random: RandomBytes,
  issuer: string,
  logout: LogoutTokenClaims,
  now: number,
): Promise<string> {
  const iat = Math.floor(now / 1000)
  const payload = {
    iss: issuer,
    sub: logout.subject,
    aud: logout.applicationId,
    iat,
    exp: iat + logoutTokenLifetimeSeconds,
    jti: createRandomId(random),
    sid: logout.sid,
    events: { [backchannelLogoutEvent]: {} },
  }
  return sign(payload, { typ: 'logout+jwt', algorithm: logout.algorithm })
}
