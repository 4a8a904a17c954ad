// Logout tokens, which cannot pass as ID tokens (OpenID Connect Back-Channel Logout §2.4).
import { logoutTokenLifetimeSeconds } from '../../store/signing-keys/create-next-signing-keys.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import type { TokenSigningAlgorithm } from '../../platform/database/database-column-types.ts'

export type TokenSigner = (
  payload: Record<string, unknown>,
  header: { typ: string; algorithm: TokenSigningAlgorithm },
) => Promise<string>

const backchannelLogoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

export interface LogoutTokenClaims {
  applicationId: string
  subject: string
  sid: string
  algorithm: TokenSigningAlgorithm
}

/** Each token has its own `jti`, by which applications detect replays (THREATS O13). */
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
