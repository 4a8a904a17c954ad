// This server's session, as the provider sees it.
import type { AuthorizationsTable } from '../../platform/database/schema.ts'
import type { SignedIn } from '../../auth/session-guard/require-session.ts'
import type { SessionRow } from '../../store/sessions/store.ts'
import type { Payload } from '../../store/authorizations/records.ts'

/** How a person proves who they are here (OpenID Connect Core §2, `acr`). */
export const contexts = { wallet: 'urn:countersign:wallet', passkey: 'urn:countersign:passkey' } as const

/**
 * RFC 8176 §2. Each proves possession of a key (`pop`). A passkey also shows that somebody was there (`user`) and was verified
 * by it: two factors (`mfa`). One that is on several devices says by that itself that its key is held by software (`swk`). That
 * one which stays on its device is held by hardware (`hwk`) nobody attests, so that it is not said.
 */
const methodsOf = ({ passkey_id, passkey_device_type }: Way): string[] => {
  if (passkey_id === null) return ['pop']
  return ['pop', 'user', 'mfa', ...(passkey_device_type === 'multiDevice' ? ['swk'] : [])]
}

type Way = Pick<SessionRow, 'passkey_id' | 'passkey_device_type'>

/** The context that a session stands for. */
export const contextOf = ({ passkey_id }: Pick<Way, 'passkey_id'>): string =>
  passkey_id === null ? contexts.wallet : contexts.passkey

/** What tokens say about how somebody signed in, and when: a step-up is another session, and counts as that. Times in seconds. */
export const authenticationOf = (
  session: Way & { created_at: number },
): { acr: string; amr: string[]; authTime: number } => ({
  acr: contextOf(session),
  amr: methodsOf(session),
  authTime: Math.floor(session.created_at / 1000),
})

export function describeSession(
  { session, person }: SignedIn,
  authorizations: readonly AuthorizationsTable[],
): Payload {
  const { acr, amr, authTime } = authenticationOf(session)
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
export function describeLogin({ session, person }: SignedIn): object {
  const { acr, amr, authTime } = authenticationOf(session)
  return { accountId: person.id, acr, amr, ts: authTime }
}
