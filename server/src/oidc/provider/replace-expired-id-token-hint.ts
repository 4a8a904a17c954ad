// Treats a logout hint whose signing key is gone as a `client_id` (RP-Initiated Logout §2).
import { decodeJwt, decodeProtectedHeader } from 'jose'

type Query = Readonly<Record<string, string | string[] | undefined>>

/** Safe without verification: the redirect URI must be registered, and the person is asked. */
export function replaceExpiredIdTokenHint({ id_token_hint: hint, ...rest }: Query, kids: ReadonlySet<string>): Query {
  const application = typeof hint === 'string' ? decodeHintAudience(hint, kids) : null
  return application === null ? { id_token_hint: hint, ...rest } : { client_id: application, ...rest }
}

/** Null if the key is still published, or if the hint is no token. */
function decodeHintAudience(hint: string, kids: ReadonlySet<string>): string | null {
  try {
    const { kid } = decodeProtectedHeader(hint)
    const { aud } = decodeJwt(hint)
    return typeof kid === 'string' && !kids.has(kid) && typeof aud === 'string' ? aud : null
  } catch {
    return null
  }
}
