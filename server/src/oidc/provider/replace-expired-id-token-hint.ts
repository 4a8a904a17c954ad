// Who signs out months after the sign-in holds an ID token of a key that is gone by now. It can prove nothing any more, but
// says which application it is; RP-Initiated Logout §2 lets that be said without a proof, by `client_id`.
import { decodeJwt, decodeProtectedHeader } from 'jose'

type Query = Readonly<Record<string, string | string[] | undefined>>

/**
 * A request to sign out, without a hint that no key can be found for. Nothing is trusted by that: the address to go on at
 * must be registered, and the person is asked.
 * @param kids the keys that are published
 */
export function replaceExpiredIdTokenHint({ id_token_hint: hint, ...rest }: Query, kids: ReadonlySet<string>): Query {
  const application = typeof hint === 'string' ? decodeHintAudience(hint, kids) : null
  return application === null ? { id_token_hint: hint, ...rest } : { client_id: application, ...rest }
}

/** The application that the token was for, or null where its key is published, or it is no token at all. */
function decodeHintAudience(hint: string, kids: ReadonlySet<string>): string | null {
  try {
    const { kid } = decodeProtectedHeader(hint)
    const { aud } = decodeJwt(hint)
    return typeof kid === 'string' && !kids.has(kid) && typeof aud === 'string' ? aud : null
  } catch {
    return null
  }
}
