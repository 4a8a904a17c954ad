import type { AuthorizationsTable } from '../../platform/database/database-schema.ts'
import type { AuthenticatedSession } from '../../auth/session-guard/require-request-session.ts'
import type { SessionQueryRow } from '../../store/sessions/describe-session.ts'
import type { OidcProviderRecordPayload } from '../../store/authorizations/oidc-provider-record-store.ts'

/** OpenID Connect Core §2. */
export const acrValues = { wallet: 'urn:countersign:wallet', passkey: 'urn:countersign:passkey' } as const

// RFC 8176 §2. A synced passkey is in software (`swk`); without attestation, no key is `hwk`.
const getAmr = ({ passkey_id, passkey_device_type }: SessionPasskey): string[] => {
  if (passkey_id === null) return ['pop']
  return ['pop', 'user', 'mfa', ...(passkey_device_type === 'multiDevice' ? ['swk'] : [])]
}

type SessionPasskey = Pick<SessionQueryRow, 'passkey_id' | 'passkey_device_type'>

export const getAcr = ({ passkey_id }: Pick<SessionPasskey, 'passkey_id'>): string =>
  passkey_id === null ? acrValues.wallet : acrValues.passkey

/** `authTime` is in seconds. A step-up creates a new session, with its own time. */
export const getAuthenticationClaims = (
  session: SessionPasskey & { created_at: number },
): { acr: string; amr: string[]; authTime: number } => ({
  acr: getAcr(session),
  amr: getAmr(session),
  authTime: Math.floor(session.created_at / 1000),
})

export function toOidcProviderSession(
  { session, person }: AuthenticatedSession,
  authorizations: readonly AuthorizationsTable[],
): OidcProviderRecordPayload {
  const { acr, amr, authTime } = getAuthenticationClaims(session)
  return {
    kind: 'Session',
    jti: session.id,
    uid: session.id,
    accountId: person.id,
    acr,
    amr,
    loginTs: authTime,
    iat: authTime,
    exp: Math.floor(session.expires_at / 1000),
    authorizations: Object.fromEntries(
      authorizations.map(({ application_id, sid, id }) => [application_id, { sid, grantId: id }]),
    ),
  }
}

export function toOidcProviderLogin({ session, person }: AuthenticatedSession): object {
  const { acr, amr, authTime } = getAuthenticationClaims(session)
  return { accountId: person.id, acr, amr, ts: authTime }
}
