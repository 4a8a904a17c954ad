// This server's session, as the provider sees it.
import type { AuthorizationsTable } from '../../platform/database/database-schema.ts'
import type { AuthenticatedSession } from '../../auth/session-guard/require-request-session.ts'
import type { SessionQueryRow } from '../../store/sessions/describe-session.ts'
import type { OidcProviderRecordPayload } from '../../store/authorizations/oidc-provider-record-store.ts'

/** How a person proves who they are here (OpenID Connect Core §2, `acr`). */
export const acrValues = { wallet: 'urn:countersign:wallet', passkey: 'urn:countersign:passkey' } as const

/**
 * RFC 8176 §2. Each proves possession of a key (`pop`). A passkey also shows that somebody was there (`user`) and was verified
 * by it: two factors (`mfa`). One that is on several devices says by that itself that its key is held by software (`swk`). That
 * one which stays on its device is held by hardware (`hwk`) nobody attests, so that it is not said.
 */
const getAmr = ({ passkey_id, passkey_device_type }: SessionPasskey): string[] => {
  if (passkey_id === null) return ['pop']
  return ['pop', 'user', 'mfa', ...(passkey_device_type === 'multiDevice' ? ['swk'] : [])]
}

type SessionPasskey = Pick<SessionQueryRow, 'passkey_id' | 'passkey_device_type'>

/** The context that a session stands for. */
export const getAcr = ({ passkey_id }: Pick<SessionPasskey, 'passkey_id'>): string =>
  passkey_id === null ? acrValues.wallet : acrValues.passkey

/** What tokens say about how somebody signed in, and when: a step-up is another session, and counts as that. Times in seconds. */
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

/** A sign-in that has just taken place, as the answer of an interaction. */
export function toOidcProviderLogin({ session, person }: AuthenticatedSession): object {
  const { acr, amr, authTime } = getAuthenticationClaims(session)
  return { accountId: person.id, acr, amr, ts: authTime }
}
